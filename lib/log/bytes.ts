/**
 * Bytes that are read from any offset: where the scanner of the session log gets its lines.
 *
 * @module
 */

import { IoError } from "../errors.ts";

/** Bytes that can be read at any offset: an open file, a log from standard input, a test's array. */
export interface ByteSource {
  /** How messages call it: the path as the user gave it, or `standard input`. */
  readonly name: string;
  /** Number of bytes when the source was opened; what is appended later is not seen. */
  readonly size: number;
  /**
   * Fills a buffer from an offset.
   *
   * @param into The buffer to fill.
   * @param at The byte offset of the first byte wanted.
   * @returns The number of bytes read, 0 at the end of the source.
   */
  read(into: Uint8Array, at: number): number;
}

/**
 * Fills a buffer from an offset.
 *
 * @param source Where to read.
 * @param block The buffer.
 * @param at Offset of its first byte.
 * @throws {IoError} When the source became shorter.
 */
export function fill(source: ByteSource, block: Uint8Array, at: number): void {
  let filled = 0;
  while (filled < block.length) {
    const got = source.read(block.subarray(filled), at + filled);
    if (got === 0) throw becameShorter(source);
    filled += got;
  }
}

/**
 * Makes the error for a source that ends before its size.
 *
 * @param source The source.
 * @returns The error.
 */
export function becameShorter(source: ByteSource): IoError {
  return new IoError(`Cannot read "${source.name}": it became shorter while it was read`, {
    code: "shortened-while-reading",
    place: { path: source.name },
  });
}

/**
 * Makes a source of bytes in memory.
 *
 * @param content Bytes, or text to encode as UTF-8.
 * @param name How messages call it.
 * @returns The source.
 *
 * @example
 * ```ts
 * import { bytesSource } from "./bytes.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(bytesSource("é").size, 2);
 * ```
 */
export function bytesSource(content: Uint8Array | string, name = "session"): ByteSource {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    read(into, at) {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
  };
}

/**
 * Joins a source with bytes that would be appended to it: what a log will be after a write.
 *
 * @param source What is there.
 * @param added What would follow.
 * @returns One source over both.
 *
 * @example
 * ```ts
 * import { bytesSource, withAppended } from "./bytes.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(withAppended(bytesSource("a\n"), new Uint8Array([98, 10])).size, 4);
 * ```
 */
export function withAppended(source: ByteSource, added: Uint8Array): ByteSource {
  const tail = bytesSource(added);
  return {
    name: source.name,
    size: source.size + tail.size,
    read(into, at) {
      if (at >= source.size) return tail.read(into, at - source.size);
      return source.read(into.subarray(0, Math.min(into.length, source.size - at)), at);
    },
  };
}
