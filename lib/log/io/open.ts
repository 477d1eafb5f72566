/**
 * The session log as a file (DESIGN §3, Writing): opened for reading, appended to; create.ts makes a new
 * one.
 *
 * Nothing here ever rewrites, truncates or deletes a byte that is there. What one command adds is one
 * buffer in one write on an O_APPEND descriptor.
 *
 * @module
 */

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { IoError } from "../../errors.ts";
import type { FileIdentity } from "./flock.ts";
import { sleep } from "./lock.ts";
import type { ByteSource } from "../lines.ts";
import { codeOf, isAbsence, systemReason } from "../../text/system_error.ts";

const LF = 10;
const SETTLE_MS = 20;

/**
 * A session log that is open. Its size is that at opening, or after {@linkcode LogFile.refresh}.
 *
 * @example
 * ```ts
 * import { LogFile } from "./open.ts";
 * import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import assert from "node:assert/strict";
 *
 * const directory = mkdtempSync(`${tmpdir()}/panto-`);
 * writeFileSync(`${directory}/s.jsonl`, '{"role":"user","content":"Hello"}\n');
 * const file = LogFile.open(`${directory}/s.jsonl`);
 * assert.equal(file?.size, 34);
 * file?.close();
 * assert.equal(LogFile.open(`${directory}/none.jsonl`), undefined);
 * rmSync(directory, { recursive: true });
 * ```
 */
export class LogFile implements ByteSource {
  readonly name: string;
  /** The path it was opened by. */
  readonly path: string;
  readonly #fd: number;
  #size: number;

  private constructor(fd: number, path: string, name: string) {
    this.#fd = fd;
    this.#size = fstatSync(fd).size;
    this.path = path;
    this.name = name;
  }

  /**
   * Opens a log.
   *
   * @param path Its path.
   * @param options Whether it will be appended to, and how messages call it.
   * @returns The open log, or undefined when nothing is there.
   * @throws {IoError} When it cannot be opened, or is no regular file.
   */
  static open(
    path: string,
    options: { readonly append?: boolean; readonly name?: string } = {},
  ): LogFile | undefined {
    const { append = false, name = path } = options;
    const access = append ? constants.O_RDWR | constants.O_APPEND : constants.O_RDONLY;
    let fd: number;
    try {
      fd = openSync(path, access | constants.O_NONBLOCK);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw cannot(append ? "write" : "read", name, error);
    }
    const stats = fstatSync(fd);
    if (stats.isFile()) return new LogFile(fd, path, name);
    closeSync(fd);
    const kind = stats.isDirectory() ? "a directory" : "not a regular file";
    throw new IoError(`Cannot use "${name}" as a session: it is ${kind}`, {
      code: stats.isDirectory() ? "file-unreadable" : "not-a-regular-file",
      place: { path: name },
    });
  }

  get size(): number {
    return this.#size;
  }

  /** Device and inode of the open file. */
  get identity(): FileIdentity {
    const { dev, ino } = fstatSync(this.#fd);
    return { dev, ino };
  }

  read(into: Uint8Array, at: number): number {
    try {
      return readSync(this.#fd, into, 0, into.length, at);
    } catch (error) {
      throw cannot("read", this.name, error);
    }
  }

  /** Takes notice of what was appended since. */
  refresh(): void {
    this.#size = fstatSync(this.#fd).size;
  }

  /** Whether the path still names the open file. */
  isInPlace(): boolean {
    return isSameFile(this.identity, identityAt(this.path));
  }

  /**
   * Waits while another program seems to be writing the last line, then takes notice of what is there.
   *
   * @param timeoutMs How long to wait at most, in milliseconds.
   */
  settle(timeoutMs: number): void {
    const deadline = performance.now() + timeoutMs;
    this.refresh();
    while (!this.endsInNewline()) {
      const before = this.#size;
      sleep(SETTLE_MS);
      this.refresh();
      if (this.#size === before || performance.now() >= deadline) return;
    }
  }

  /** Whether the log is empty or its last byte is a newline. */
  endsInNewline(): boolean {
    if (this.#size === 0) return true;
    const last = new Uint8Array(1);
    return this.read(last, this.#size - 1) === 1 && last[0] === LF;
  }

  /**
   * Appends lines: one write, looped on short writes, then fsync. The buffer begins with a newline when
   * the log does not end in one, so that records never fuse.
   *
   * @param lines Whole lines with their newlines.
   * @throws {IoError} When a write or the sync fails, or the path names another file afterwards.
   */
  append(lines: string): void {
    const bytes = new TextEncoder().encode(this.endsInNewline() ? lines : `\n${lines}`);
    try {
      writeWhole(this.#fd, bytes);
      fsyncSync(this.#fd);
    } catch (error) {
      throw cannot("write", this.name, error, this.#leftover());
    }
    if (!this.isInPlace()) {
      throw new IoError(`Cannot vouch for "${this.name}": it was replaced while writing`, {
        code: "replaced-while-writing",
        place: { path: this.name },
      });
    }
    this.refresh();
  }

  /** What a failed write left: its own count of what it wrote would be lost under Deno. */
  #leftover(): number {
    return Math.max(0, fstatSync(this.#fd).size - this.#size);
  }

  /** Closes the descriptor. */
  close(): void {
    closeSync(this.#fd);
  }
}

/** Writes a buffer to a descriptor, looping on short writes. */
export function writeWhole(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(fd, bytes, written, bytes.length - written);
}

/** Whether two identities are of one file; `b` is undefined where nothing is there. */
export function isSameFile(a: FileIdentity, b: FileIdentity | undefined): boolean {
  return b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/**
 * Makes the error of a failed operation on a session; a PantoError passes through. `leftover` is how
 * many bytes of what was to be written are there.
 */
export function cannot(
  verb: "read" | "write" | "create",
  name: string,
  cause: unknown,
  leftover = 0,
): Error {
  if (cause instanceof IoError) return cause;
  return new IoError(`Cannot ${verb} "${name}": ${systemReason(cause)}`, {
    code: verb === "read" ? "file-unreadable" : leftover > 0 ? "write-incomplete" : "unwritable",
    place: { path: name },
    details: leftover > 0 ? { leftover } : {},
    cause,
  });
}

/** The file that a path names now; undefined when nothing is there. */
export function identityAt(path: string): FileIdentity | undefined {
  try {
    const { dev, ino } = statSync(path);
    return { dev, ino };
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}
