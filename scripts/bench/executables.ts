/**
 * The executables of the benchmark, compiled as panto is: panto itself, an empty program that shows what
 * the engine's start costs, and one that parses and prints every line.
 *
 * @module
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { compileWithBun, installPackages } from "../build/bun.ts";
import type { BenchOptions } from "./options.ts";

/** Where they are. */
export interface Executables {
  readonly panto: string;
  /** The older one. */
  readonly before?: string;
  readonly bare: string;
  readonly parse_and_print: string;
}

/** Compiles them into a directory. */
export function compileAll(directory: string, { bin, before }: BenchOptions): Executables {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const output = (name: string) => join(directory, name);
  installPackages(root);
  if (bin === undefined) compileWithBun(root, "main.ts", output("panto"));
  Deno.writeTextFileSync(output("bare.ts"), "export {};\n");
  compileWithBun(directory, "bare.ts", output("bare"));
  compileWithBun(root, "scripts/bench/parse_and_print.ts", output("parse_and_print"));
  return {
    panto: bin ?? output("panto"),
    ...(before !== undefined && { before }),
    bare: output("bare"),
    parse_and_print: output("parse_and_print"),
  };
}
