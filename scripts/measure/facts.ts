/**
 * Reads the facts about every source file of a checkout: its lines, and what facts_plugin.ts finds in
 * its syntax. The checkout may be another than the one that these scripts stand in, so nothing of it
 * is imported or run.
 *
 * A line that holds nothing but comment is a comment line; a line with code and a comment is code.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

import { ASSEMBLY_SCRIPT } from "../lint/rooms.ts";
import { resolveImport } from "../lint/paths.ts";
import type { SyntaxFacts } from "./facts_plugin.ts";

/** What is known of one source file. */
export interface FileFacts {
  readonly lines: number;
  readonly code: number;
  readonly comment: number;
  /** The files of the same checkout that it imports, types included, each once. */
  readonly imports: readonly string[];
  /** The specifiers of its imports as they are written. */
  readonly specifiers: readonly string[];
  readonly functions: readonly number[];
  readonly types: readonly string[];
}

/** The facts by the file's path from the root of the checkout. */
export type Tree = ReadonlyMap<string, FileFacts>;

/** Where sources may stand; what a checkout lacks is passed over. */
const SOURCES = ["main.ts", "mod.ts", "lib", "cli", "scripts", "bench", "tests"];

/** What is no source although it ends in `.ts`. */
const SKIPPED = ["node_modules", "golden"];

/** Reads every source file under `root`, an absolute directory. */
export function readTree(root: string): Tree {
  const paths = listFiles(root, SOURCES).filter((path) => path.endsWith(".ts"));
  const syntax = readSyntax(root, paths.filter((path) => !path.endsWith(ASSEMBLY_SCRIPT)));
  const known = new Set(paths);
  return new Map(paths.map((path) => {
    const { imports, functions, types } = syntax.get(path) ??
      { imports: [], functions: [], types: [] };
    const counts = countLines(Deno.readTextFileSync(`${root}/${path}`));
    const files = localImports(path, imports, known);
    return [path, { ...counts, imports: files, specifiers: imports, functions, types }];
  }));
}

/** Every file below the given files and folders, sorted, as paths from the root. */
export function listFiles(root: string, entries: readonly string[]): string[] {
  return entries.flatMap((path) => {
    const info = statOf(`${root}/${path}`);
    if (info === undefined || SKIPPED.includes(path.slice(path.lastIndexOf("/") + 1))) return [];
    if (!info.isDirectory) return [path];
    const names = [...Deno.readDirSync(`${root}/${path}`)].map((entry) => `${path}/${entry.name}`);
    return listFiles(root, names.sort());
  });
}

/** Counts the lines of a formatted source: the formatter starts every block comment on a line. */
export function countLines(text: string): Pick<FileFacts, "lines" | "code" | "comment"> {
  let code = 0;
  let comment = 0;
  let inBlock = false;
  const lines = text.replace(/\n$/, "").split("\n");
  for (const line of lines) {
    const words = line.trim();
    if (inBlock || /^\/[/*]/.test(words)) {
      comment++;
      inBlock = (inBlock || words.startsWith("/*")) && !words.includes("*/");
    } else if (words !== "") code++;
  }
  return { lines: text === "" ? 0 : lines.length, code, comment };
}

function localImports(
  path: string,
  specifiers: readonly string[],
  known: ReadonlySet<string>,
): string[] {
  const local = specifiers.filter((specifier) => specifier.startsWith("."));
  const targets = local.map((specifier) => {
    const target = resolveImport(path, specifier);
    // Bytes that were compiled from AssemblyScript count as their source: that is what is read.
    const source = target.replace(/_wasm\.ts$/, ASSEMBLY_SCRIPT);
    return known.has(source) ? source : target;
  });
  return [...new Set(targets)].filter((target) => known.has(target));
}

function readSyntax(root: string, paths: readonly string[]): Map<string, SyntaxFacts> {
  const config = fileURLToPath(new URL("./lint.json", import.meta.url));
  const { stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["lint", "--json", "--config", config, ...paths.map((path) => `${root}/${path}`)],
    env: { NO_COLOR: "1" },
  }).outputSync();
  const decoder = new TextDecoder();
  const found = new Map<string, SyntaxFacts>();
  const { diagnostics } = parseReport(decoder.decode(stdout), decoder.decode(stderr));
  for (const { filename, message } of diagnostics) {
    found.set(fileURLToPath(filename).slice(root.length + 1), JSON.parse(message));
  }
  const missing = paths.filter((path) => !found.has(path));
  if (missing.length > 0) throw new Error(`Cannot measure ${missing.join(", ")}: no facts found`);
  return found;
}

function parseReport(text: string, complaint: string): {
  diagnostics: { filename: string; message: string }[];
} {
  if (!text.startsWith("{")) throw new Error(`Cannot read the linter's report: ${complaint}`);
  return JSON.parse(text);
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
