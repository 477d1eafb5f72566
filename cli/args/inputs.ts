/**
 * What commander found on a command, and its words read as files and directories. Nothing is opened
 * here. A directory is looked at, since every other path is relative to it, and so is a name that looks
 * like a pattern of the shell.
 *
 * @module
 */

import { isAbsolute } from "node:path";
import { UsageError } from "../../mod.ts";
import { hinted } from "../hint.ts";
import { isThere, realDirectory } from "../host/files.ts";
import { parseText } from "./values.ts";

/** What commander found on one command. */
export interface Raw<Values = Readonly<Record<string, unknown>>> {
  /** The values of flags that were given. */
  readonly values: Values;
  readonly words: readonly string[];
  /** The absolute working directory, `-C` taken into account. */
  readonly cwd: string;
}

/** Something to read: `-`, or a file. */
export type InputRef = { readonly type: "stdin" } | FileRef;

/** A file named on the command line. */
export interface FileRef {
  readonly type: "file";
  /** As it was typed: the one to show. */
  readonly name: string;
  /** Absolute, with `-C` taken into account: the one to open. */
  readonly path: string;
}

/** Reads a word as `-` or as a file; messages name it by what it stands for. */
export function inputOf(raw: Pick<Raw, "cwd">, word: string, name = "SESSION"): InputRef {
  if (word === "-") return { type: "stdin" };
  const file = fileOf(raw, parseText(name, word));
  // A session of that name would be made, by a person who meant those that are there.
  if (word.includes("*") && !isThere(file.path)) {
    throw hinted(
      new UsageError(`No file matches ${JSON.stringify(word)}`),
      "a shell hands on a pattern that matches nothing; check the directory, or the name",
    );
  }
  return file;
}

/** Reads a word as a file, whatever it looks like. */
export function fileOf(raw: Pick<Raw, "cwd">, name: string): FileRef {
  return { type: "file", name, path: absolutePath(raw.cwd, name) };
}

/** Refuses a second `-`. */
export function stdinOnce(inputs: readonly InputRef[]): void {
  if (inputs.filter((input) => input.type === "stdin").length > 1) {
    throw new UsageError("- can be given only once: stdin is read to its end");
  }
}

/**
 * Makes a path absolute and leaves the rest to the system: `a/..` is where it leads, which is another
 * place than the text tells when `a` is a symbolic link.
 */
export function absolutePath(cwd: string, path: string): string {
  return isAbsolute(path) ? path : `${cwd}/${path}`;
}

/** Finds the real path of a directory as `cd` would. */
export function directoryOf(name: string, cwd: string): string {
  return realDirectory(absolutePath(cwd, name), name);
}

/** The directory to work in: the one that `-C` names, else the one that the program was started in. */
export function workingDirectory(named: unknown, cwd: string): string {
  return typeof named === "string" ? directoryOf(named, cwd) : cwd;
}
