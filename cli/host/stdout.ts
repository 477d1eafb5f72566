/**
 * What goes out: stdout, and stderr, which has no other place to tell of its failures.
 *
 * Output goes through one write(2) at a time: `console.log` loses data silently on a full disk, and
 * touching `process.stdout` costs 17 ms in Bun. `fs.writeSync` is that one call in Bun and Node. Deno puts
 * a line buffer and a loop before it, which on a full non-blocking pipe or socket throw EAGAIN after
 * having sent a part, without telling how much; see {@linkcode writeThroughDeno}.
 *
 * @module
 */

import { writeSync } from "node:fs";
import process from "node:process";
import { IoError } from "../../mod.ts";
import { codeOf, isBusy, pause, reasonOf } from "./busy.ts";

/** A stream that payload is written to. */
export interface Output {
  /** Writes text (as UTF-8) or bytes, possibly later. */
  write(data: string | Uint8Array): void;
  /** Sends what is still held back. Throws a ReaderGoneError when nobody reads any more. */
  flush(): void;
}

/** The reader of stdout has gone away; ends the program silently with exit code 141. */
export class ReaderGoneError extends Error {
  override readonly name = "ReaderGoneError";
}

/** The capacity of Rust's line buffer before stdout. */
const rustBufferBytes = 1024;

const newline = 10;

type OutputDescriptor = 1 | 2;

/** Bytes held back before a write. */
const bufferBytes = 65536;

/** How long stderr may refuse before a message is given up, in milliseconds. */
const stderrPatience = 2000;

/** Stdout. Small writes are collected. */
export class BufferedOutput implements Output {
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

/** Writes to stderr at once. It never throws: a failure must not change what the command does. */
export function writeError(text: string): void {
  try {
    writeAll(2, new TextEncoder().encode(text), stderrPatience);
  } catch {
    // A closed or full stderr must not change what the command does or its exit code.
    return;
  }
}
