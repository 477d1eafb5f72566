/**
 * What commander found on a command, and the parts of typed records that most commands share.
 *
 * @module
 */

import { realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { IoError, systemReason, UsageError } from "../../mod.ts";
import type { RawValues } from "./flags.ts";
import { parseChoice, parseText } from "./values.ts";
import type {
  CommonOptions,
  FileRef,
  InputRef,
  PromptFileOptions,
  PromptFormat,
  ReportFormat,
} from "./options.ts";

/** What the parser needs to know of the world. */
export interface ParseContext {
  /** The absolute directory that the program was started in. */
  readonly cwd: string;
}

/** What commander found on one command. */
export interface RawInvocation {
  readonly values: RawValues;
  readonly words: readonly string[];
  /** The absolute working directory, `-C` taken into account. */
  readonly cwd: string;
}

/**
 * Takes what every command takes.
 *
 * @param raw What commander found.
 * @returns The common options.
 */
export function commonOptions(raw: RawInvocation): CommonOptions {
  return {
    directory: raw.cwd,
    color: raw.values.color ?? "auto",
    quiet: raw.values.quiet === true,
  };
}

/**
 * Takes which prompt files count.
 *
 * @param raw What commander found.
 * @returns The options.
 */
export function promptFileOptions(raw: RawInvocation): PromptFileOptions {
  const root = raw.values.projectRoot;
  return {
    project: raw.values.project !== false,
    projectRoot: root === undefined ? undefined : absolutePath(raw.cwd, root),
  };
}

/**
 * Takes the format, which `--json` names too.
 *
 * @param values The values.
 * @param formats The formats that the command knows.
 * @returns The format; text when none is given.
 * @throws {UsageError} When it is none of them, or two are given.
 */
export function formatOf<Format extends PromptFormat | ReportFormat>(
  values: RawValues,
  formats: readonly Format[],
): Format {
  const { format, json } = values;
  if (json === true && format !== undefined && format !== "json") {
    throw new UsageError(`--json cannot be used with --format ${format}`);
  }
  return parseChoice("--format", json === true ? "json" : format ?? "text", formats);
}

/**
 * Reads a word as `-` or as a file below the working directory.
 *
 * @param raw For the working directory.
 * @param word What was typed.
 * @param flag The option or argument, for the message.
 * @returns What to read.
 * @throws {UsageError} When the word is empty.
 */
export function inputOf(raw: RawInvocation, word: string, flag = "SESSION"): InputRef {
  if (word === "-") return { type: "stdin" };
  return fileOf(raw, parseText(flag, word));
}

/**
 * Reads a word as a file below the working directory, whatever it looks like.
 *
 * @param raw For the working directory.
 * @param name What was typed.
 * @returns The file.
 */
export function fileOf(raw: RawInvocation, name: string): FileRef {
  return { type: "file", name, path: absolutePath(raw.cwd, name) };
}

/**
 * Sees to it that `-` stands for stdin only once.
 *
 * @param inputs Everything that is read.
 * @throws {UsageError} When stdin is named more than once.
 */
export function stdinOnce(inputs: readonly InputRef[]): void {
  if (inputs.filter((input) => input.type === "stdin").length > 1) {
    throw new UsageError("- can be given only once: stdin is read to its end");
  }
}

/**
 * Sees to it that an option stands beside the one that it is about.
 *
 * @param met Whether it does.
 * @param flag The option.
 * @param other What it needs.
 * @throws {UsageError} When it does not.
 */
export function needs(met: boolean, flag: string, other: string): void {
  if (!met) throw new UsageError(`${flag} needs ${other}`);
}

/**
 * Makes a path absolute and leaves the rest to the system: `a/..` is where it leads, which is another
 * place than the text tells when `a` is a symbolic link.
 *
 * @param cwd The absolute working directory.
 * @param path A path as it was typed.
 * @returns The absolute path.
 *
 * @example
 * ```ts
 * import { absolutePath } from "./raw.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(absolutePath("/w", "link/../s.jsonl"), "/w/link/../s.jsonl");
 * ```
 */
export function absolutePath(cwd: string, path: string): string {
  return isAbsolute(path) ? path : `${cwd}/${path}`;
}

/**
 * Finds a directory as `cd` would.
 *
 * @param name A directory as it was typed.
 * @param cwd The absolute working directory.
 * @returns Its real path.
 * @throws {IoError} When it is no directory or cannot be reached.
 *
 * @example
 * ```ts
 * import { directoryOf } from "./raw.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(directoryOf("..", "/usr"), "/");
 * ```
 */
export function directoryOf(name: string, cwd: string): string {
  let fault = "it is not a directory";
  try {
    const directory = realpathSync(absolutePath(cwd, name));
    if (statSync(directory).isDirectory()) return directory;
  } catch (error) {
    fault = systemReason(error);
  }
  throw new IoError(`Cannot work in ${JSON.stringify(name)}: ${fault}`, {
    code: "directory-unusable",
    place: { path: name },
  });
}

/**
 * Finds the directory to work in.
 *
 * @param values For `-C`.
 * @param cwd The absolute directory that the program was started in.
 * @returns The absolute directory.
 * @throws {IoError} When `-C` names no directory.
 */
export function directoryFor(values: RawValues, cwd: string): string {
  return values.C === undefined ? cwd : directoryOf(values.C, cwd);
}
