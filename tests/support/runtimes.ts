/**
 * The ways in which the sources run: under Deno, under Bun, as a program that Bun compiled, and as a
 * bundle of Deno.
 *
 * @module
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUN_VERSION, compileWithBun } from "../../scripts/build/bun.ts";
import { runCommand } from "../../scripts/build/run_command.ts";
import type { TemporaryDirectory } from "./temporary_directory.ts";
import type { RenderedLine } from "./render_process.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SCRIPT = "tests/support/render_process.ts";

/** One way. */
export interface Runtime {
  readonly name: string;
  readonly command: [string, ...string[]];
}

/** Compiles the script and gives the first three ways; the program lies in the directory. */
export function runtimes(directory: TemporaryDirectory): Runtime[] {
  const program = directory.at(Deno.build.os === "windows" ? "render.exe" : "render");
  compileWithBun(ROOT, SCRIPT, program);
  const config = join(ROOT, "deno.json");
  // All permissions, since it looks at /proc.
  const deno = ["run", "--no-check", "--allow-all", "--config", config];
  return [
    { name: "deno", command: [Deno.execPath(), ...deno, join(ROOT, SCRIPT)] },
    { name: "bun", command: [...bun(), join(ROOT, SCRIPT)] },
    { name: "compiled", command: [program] },
  ];
}

/** What `deno compile` compiles: the output of `deno bundle`, run without the sources' settings. */
export function bundled(directory: TemporaryDirectory): Runtime {
  const bundle = directory.at("render.js");
  const command: [string, ...string[]] = [Deno.execPath(), "bundle", "--quiet", "--output", bundle];
  const { code, stderr } = runCommand([...command, SCRIPT], { cwd: ROOT });
  if (code !== 0) throw new Error(stderr);
  return {
    name: "bundle",
    command: [Deno.execPath(), "run", "--no-config", "--no-check", "--allow-all", bundle],
  };
}

/** Renders templates in one process, in a directory that holds none of the sources. */
export function renderApart(
  { command }: Runtime,
  directory: TemporaryDirectory,
  sources: readonly string[],
): RenderedLine[] {
  const input = directory.write("sources.json", JSON.stringify(sources));
  const { code, stdout, stderr } = runCommand([...command, input], { cwd: directory.path });
  if (code !== 0 || stderr !== "") throw new Error(`${command.join(" ")}: exit ${code}\n${stderr}`);
  return stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
}

function bun(): [string, ...string[]] {
  const installed = runCommand(["bun", "--version"]);
  const ready = installed.code === 0 && installed.stdout.trim() === BUN_VERSION;
  return ready ? ["bun"] : ["npx", "-y", `bun@${BUN_VERSION}`];
}
