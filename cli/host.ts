/**
 * The only file that touches streams, the process, its environment and the clock (DESIGN §10). Everything
 * else gets a {@linkcode Host}, so that a test can stand in for all of it.
 *
 * Output goes through one write(2) at a time: `console.log` loses data silently on a full disk, and
 * touching `process.stdout` costs 17 ms in Bun. `fs.writeSync` is that one call in Bun and Node. Deno puts
 * a line buffer and a loop before it, which on a full non-blocking pipe or socket throw EAGAIN after
 * having sent a part, without telling how much; see {@linkcode writeThroughDeno}.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { fstatSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import process from "node:process";
import { IoError } from "../mod.ts";
import { timeOf } from "./clock.ts";

/** A stream that payload is written to. */
export interface Output {
  /** Writes text (as UTF-8) or bytes, possibly later. */
  write(data: string | Uint8Array): void;
  /**
   * Sends what is still held back.
   *
   * @throws {ReaderGoneError} When nobody reads any more.
   * @throws {IoError} When the system refuses to write.
   */
  flush(): void;
}

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
  /** Reads stdin to its end. */
  readStdin(): Uint8Array;
  isTerminal(stream: "stdin" | "stdout" | "stderr"): boolean;
  /** Device and inode of the regular file that stdout goes to; undefined when it is none. */
  stdoutFile(): { readonly dev: number; readonly ino: number } | undefined;
  /**
   * The time: the one that the environment sets, else the system's.
   *
   * @throws {UsageError} When the environment's is none.
   */
  now(): Date;
  /** A new UUID. */
  newId(): string;
  /** Whether the system passed an argument that is not UTF-8; the runtimes show it as U+FFFD. */
  hasBrokenArgument(): boolean;
}

/** The reader of stdout has gone away; ends the program silently with exit code 141. */
export class ReaderGoneError extends Error {
  override readonly name = "ReaderGoneError";
}

/** The capacity of Rust's line buffer before stdout. */
const rustBufferBytes = 1024;

const newline = 10;

type OutputDescriptor = 1 | 2;

const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const;

/** Bytes held back before a write, and asked for by a read. */
const bufferBytes = 65536;

/** How long stderr may refuse before a message is given up, in milliseconds. */
const stderrPatience = 2000;

/**
 * Builds the host of the real process.
 *
 * @returns The host; nothing is read or written before one of its methods is called.
 *
 * @example
 * ```ts
 * import { createHost } from "./host.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(createHost().newId().length, 36);
 * ```
 */
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
    isTerminal: (stream) => isTerminal(descriptors[stream]),
    stdoutFile,
    now: () => timeOf(env) ?? new Date(),
    newId: () => crypto.randomUUID(),
    hasBrokenArgument,
  };
}

/** Stdout. Small writes are collected. */
class BufferedOutput implements Output {
  readonly #encoder = new TextEncoder();
  readonly #buffer = new Uint8Array(bufferBytes);
  #used = 0;

  write(data: string | Uint8Array): void {
    if (typeof data === "string") return this.#writeText(data);
    if (data.length > this.#buffer.length - this.#used) this.flush();
    if (data.length >= this.#buffer.length) return this.#send(data);
    this.#buffer.set(data, this.#used);
    this.#used += data.length;
  }

  /** Encodes into the buffer: a copy of a long text would be needed only to be thrown away. */
  #writeText(text: string): void {
    for (let start = 0; start < text.length;) {
      const rest = start === 0 ? text : text.slice(start);
      const { read, written } = this.#encoder.encodeInto(rest, this.#buffer.subarray(this.#used));
      this.#used += written;
      start += read;
      if (start < text.length) this.flush();
    }
  }

  flush(): void {
    const pending = this.#buffer.subarray(0, this.#used);
    // Dropped before it is sent: after a failure nothing may be sent a second time.
    this.#used = 0;
    this.#send(pending);
  }

  #send(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    try {
      writeAll(1, bytes);
    } catch (error) {
      if (codeOf(error) === "EPIPE") throw new ReaderGoneError("The reader of stdout is gone");
      throw new IoError(`Cannot write to stdout: ${reasonOf(error)}`, {
        code: "unwritable",
        cause: error,
      });
    }
  }
}

/** Writes all bytes, waiting while the other end is full. */
function writeAll(fd: OutputDescriptor, bytes: Uint8Array, patience = Infinity): void {
  let offset = 0;
  let waited = 0;
  while (offset < bytes.length) {
    try {
      offset += writeOnce(fd, bytes.subarray(offset));
      waited = 0;
    } catch (error) {
      if (!isBusy(error) || waited >= patience) throw error;
      waited += pause(waited);
    }
  }
}

/** Hands over bytes and returns how many were taken; when it throws EAGAIN, none were. */
function writeOnce(fd: OutputDescriptor, bytes: Uint8Array): number {
  if ("Deno" in globalThis && fd === 1) return writeThroughDeno(bytes);
  return writeSync(fd, bytes);
}

/**
 * Deno's stdout is Rust's: it writes up to the last newline, keeps the rest, and flushes that with a
 * second write. So that each call is one write, a piece ends with a newline or holds none; so that the
 * system takes it whole or not at all, it fits PIPE_BUF. A piece without a newline goes straight through
 * from 1,024 bytes on; a shorter one is kept even when the flush throws EAGAIN, and only the flush is
 * tried again.
 */
function writeThroughDeno(bytes: Uint8Array): number {
  const whole = bytes.subarray(0, process.platform === "linux" ? 4096 : 512);
  const end = whole.lastIndexOf(newline) + 1;
  const piece = end === 0 ? whole : whole.subarray(0, end);
  try {
    return Deno.stdout.writeSync(piece);
  } catch (error) {
    const kept = end === 0 && piece.length < rustBufferBytes;
    if (!kept || !isBusy(error)) throw error;
  }
  for (let waited = 0;; waited += pause(waited)) {
    try {
      Deno.stdout.writeSync(new Uint8Array(0));
      return piece.length;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}

function writeError(text: string): void {
  try {
    writeAll(2, new TextEncoder().encode(text), stderrPatience);
  } catch {
    // A closed or full stderr must not change what the command does or its exit code.
    return;
  }
}

function readStdin(): Uint8Array {
  const chunks: Uint8Array[] = [];
  let waited = 0;
  while (true) {
    const chunk = new Uint8Array(bufferBytes);
    try {
      const count = readSync(0, chunk, 0, chunk.length, null);
      if (count === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, count));
      waited = 0;
    } catch (error) {
      // Windows reports the end of a pipe as an error.
      if (codeOf(error) === "EOF") return Buffer.concat(chunks);
      if (!isBusy(error)) {
        throw new IoError(`Cannot read stdin: ${reasonOf(error)}`, {
          code: "file-unreadable",
          cause: error,
        });
      }
      waited += pause(waited);
    }
  }
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

/** Sleeps 1 ms at first and up to 20 ms later, and returns how long. */
function pause(waited: number): number {
  const milliseconds = Math.max(1, Math.min(20, waited));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  return milliseconds;
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

function isBusy(error: unknown): boolean {
  const code = codeOf(error);
  return code === "EAGAIN" || code === "EWOULDBLOCK" || code === "EINTR";
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The system's words without its code and without the name of the call. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z0-9]+: /, "").replace(/, [a-z]+$/, "")
    .replace(/ \(os error \d+\)$/, "").replace(/^[A-Z](?=[a-z])/, (c) => c.toLowerCase());
}
