/**
 * The bytes of a file that the user names at this moment. Any kind of file will do, since `<(command)` is a
 * pipe; but no open blocks, no pipe is waited for without end, and no file is read without end, be it
 * /dev/zero.
 *
 * A blocking open of a named pipe would wait for its writer inside the system, where nothing can end it. So
 * it is opened without blocking, and asked again and again.
 *
 * @module
 */

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
} from "node:fs";
import { IoError, PantoError } from "../../errors.ts";
import { codeOf, systemReason } from "../../text/system_error.ts";
import { pause } from "./pause.ts";

/** A file that a user named. */
export interface NamedFile {
  /** The path to open. */
  readonly path: string;
  /** What errors call it, for example the path as it was typed. @default the path */
  readonly name?: string | undefined;
}

/** How much of a file is read, and how long a pipe may be silent. */
export interface NamedBytesOptions {
  /** In bytes. One more is read, which tells that the file is too long. */
  readonly limit: number;
  /** How long a pipe is waited for, until it is opened and from one piece to the next. @default 60000 */
  readonly patienceMs?: number | undefined;
}

/**
 * Reads all of a file, or one byte more than the limit.
 *
 * @param file The file.
 * @param options The limit in bytes, and how long to wait for a pipe.
 * @returns The bytes, at most `limit + 1`.
 * @throws {IoError} When it cannot be read, or a pipe stays silent.
 *
 * @example
 * ```ts
 * import { readNamedBytes } from "./named_bytes.ts";
 * import assert from "node:assert/strict";
 *
 * const file = { path: "/nowhere/x" };
 * assert.throws(() => readNamedBytes(file, { limit: 10 }), /Cannot read "\/nowhere\/x"/);
 * ```
 */
export function readNamedBytes(file: NamedFile, options: NamedBytesOptions): Uint8Array {
  const { path, name = path } = file;
  try {
    const descriptor = openSync(path, OPEN_FLAGS);
    try {
      return readAll(descriptor, file, options);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (error instanceof PantoError) throw error;
    throw new IoError(`Cannot read ${JSON.stringify(name)}: ${systemReason(error)}`, {
      code: "file-unreadable",
      place: { path: name },
      cause: error,
    });
  }
}

// Absent on Windows, where an open does not wait for the other end.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

const PATIENCE_MS = 60_000;
const FIRST_READ = 64 * 1024;
/** Between two questions to a pipe. */
const STEP_MS = 10;

function readAll(descriptor: number, file: NamedFile, options: NamedBytesOptions): Uint8Array {
  const { limit, patienceMs = PATIENCE_MS } = options;
  const stats = fstatSync(descriptor);
  const isPipe = stats.isFIFO();
  // The end of a pipe with a name may only be that nobody has opened it yet.
  let isAwaited = isPipe && hasName(file.path, stats);
  let buffer = new Uint8Array(Math.min(limit + 1, Math.max(stats.size + 1, FIRST_READ)));
  let length = 0;
  let silentSince = performance.now();
  for (;;) {
    const count = readSome(descriptor, buffer.subarray(length));
    if (count === 0 && !isAwaited) return buffer.subarray(0, length);
    if (count === undefined || count === 0) {
      // A terminal may take as long as the person at it.
      if (isPipe && performance.now() - silentSince >= patienceMs) throw silent(file, patienceMs);
      if (count === undefined) isAwaited = false;
      pause(STEP_MS);
      continue;
    }
    isAwaited = false;
    silentSince = performance.now();
    length += count;
    if (length > limit) return buffer;
    if (length === buffer.length) buffer = grown(buffer, limit + 1);
  }
}

/** The number of bytes, 0 at the end; undefined when there are none yet. */
function readSome(descriptor: number, into: Uint8Array): number | undefined {
  try {
    return readSync(descriptor, into, 0, into.length, null);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EAGAIN" || code === "EWOULDBLOCK" || code === "EINTR") return undefined;
    // Windows reports the end of a pipe as an error.
    if (code === "EOF") return 0;
    throw error;
  }
}

/** Whether others can still open a pipe: it stands in a directory, and is not one of this process's own. */
function hasName(
  path: string,
  { dev, ino }: { readonly dev: number; readonly ino: number },
): boolean {
  try {
    const realPath = realpathSync.native(path);
    const named = lstatSync(realPath);
    return !realPath.startsWith("/dev/") && named.dev === dev && named.ino === ino;
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system
    return false;
  }
}

function grown(buffer: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.min(most, buffer.length * 2));
  larger.set(buffer);
  return larger;
}

function silent({ path, name = path }: NamedFile, patienceMs: number): IoError {
  const state = `nothing was written to this pipe for ${patienceMs / 1000} s`;
  return new IoError(`Cannot read ${JSON.stringify(name)}: ${state}`, {
    code: "pipe-silent",
    place: { path: name },
  });
}
