/**
 * The only place that touches streams, the process, its environment and the clock (DESIGN §10); streams have
 * their files in cli/host/. Everything else gets a {@linkcode Host}, so that a test can stand in for all of it.
 *
 * @module
 */

import { fstatSync, readFileSync, statSync } from "node:fs";
import process from "node:process";
import { IoError } from "../mod.ts";
import { timeOf } from "./clock.ts";
import { reasonOf } from "./host/busy.ts";
import { isStdinFed, readStdin } from "./host/stdin.ts";
import { BufferedOutput, type Output, writeError } from "./host/stdout.ts";

export { type Output, ReaderGoneError } from "./host/stdout.ts";

/** What the command line needs from the world. */
export interface Host {
  /** The arguments after the program's name. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform` says it. */
  readonly platform: string;
  readonly stdout: Output;
  /** Columns that a table may use. */
  readonly columns: number;
  /** The absolute working directory. */
  cwd(): string;
  /** Writes to stderr at once. It never throws: there is no place left to tell. */
  writeError(text: string): void;
  /** Reads stdin to its end, or a little more bytes than a limit. */
  readStdin(limit?: number): Uint8Array;
  /** Whether stdin is a pipe, or a file with something in it; nothing is read. */
  isStdinFed(): boolean;
  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;
  /** Device and inode of the regular file that stdout goes to; undefined when it is none. */
  stdoutFile(): { readonly dev: number; readonly ino: number } | undefined;
  /**
   * The time that the environment sets, else the system's. Throws a UsageError when the environment's
   * is none.
   */
  now(): Date;
  /** A new UUID. */
  newId(): string;
  /** Whether the system passed an argument that is not UTF-8; the runtimes show it as U+FFFD. */
  hasBrokenArgument(): boolean;
}

const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** Builds the host of the real process; nothing is read or written before a method is called. */
export function createHost(): Host {
  const env = environment();
  return {
    argv: process.argv.slice(2),
    env,
    platform: process.platform,
    stdout: new BufferedOutput(),
    columns: columnsOf(env["COLUMNS"]),
    cwd: workingDirectory,
    writeError,
    readStdin,
    isStdinFed,
    isTerminal: (stream) => isTerminal(descriptors[stream]),
    stdoutFile,
    now: () => timeOf(env) ?? new Date(),
    newId: () => crypto.randomUUID(),
    hasBrokenArgument,
  };
}

/** node:tty costs 3 ms in Bun, so it is loaded only for a device that is not /dev/null. */
function isTerminal(fd: number): boolean {
  const stats = fstatSync(fd);
  if (process.platform !== "win32") {
    if (!stats.isCharacterDevice()) return false;
    if (stats.rdev === statSync("/dev/null", { throwIfNoEntry: false })?.rdev) return false;
  }
  return process.getBuiltinModule("node:tty").isatty(fd);
}

function stdoutFile(): { dev: number; ino: number } | undefined {
  const stats = fstatSync(descriptors.stdout);
  return stats.isFile() ? { dev: stats.dev, ino: stats.ino } : undefined;
}

/** The variables that panto reads; under Deno no other one may be. */
const variables = [
  "HOME",
  "USERPROFILE",
  "XDG_DATA_HOME",
  "XDG_CONFIG_HOME",
  "PANTO_PROJECT_ROOT",
  "PANTO_DEBUG",
  "PANTO_NOW",
  "SOURCE_DATE_EPOCH",
  "PATH",
  "NO_COLOR",
  "FORCE_COLOR",
  "COLUMNS",
  "TERM",
] as const;

function environment(): Record<string, string | undefined> {
  return Object.fromEntries(variables.map((name) => [name, variable(name)]));
}

/** A value that is not UTF-8 is an error in Deno and holds U+FFFD in Bun: U+FFFD in both from here on. */
function variable(name: string): string | undefined {
  try {
    return process.env[name];
  } catch (error) {
    if (isInvalidUnicode(error)) return "\ufffd";
    throw error;
  }
}

/** Deno throws its own error class for text from the system that is not UTF-8. */
function isInvalidUnicode(error: unknown): boolean {
  return error instanceof Error && error.name === "InvalidData";
}

function workingDirectory(): string {
  const directory = currentDirectory();
  if (!directory.includes("\ufffd")) return directory;
  throw new IoError("Cannot work in this directory: its path is not UTF-8", {
    code: "directory-unusable",
  });
}

function currentDirectory(): string {
  try {
    return process.cwd();
  } catch (error) {
    if (isInvalidUnicode(error)) return "\ufffd";
    throw new IoError(`Cannot find the working directory: ${reasonOf(error)}`, {
      code: "directory-unusable",
      cause: error,
    });
  }
}

/** On Linux the kernel still has the bytes; elsewhere nothing can be told. */
function hasBrokenArgument(): boolean {
  if (process.platform !== "linux") return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(readFileSync("/proc/self/cmdline"));
    return false;
  } catch (error) {
    // Not UTF-8; or it cannot be read, and then a guess would reach another file than was meant.
    return error instanceof Error;
  }
}

function columnsOf(value: string | undefined): number {
  const columns = /^[1-9]\d{0,4}$/.test(value ?? "") ? Number(value) : 80;
  return Math.max(40, columns);
}
