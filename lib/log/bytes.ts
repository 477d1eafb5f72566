/**
 * Sources of bytes that need no file: a log from standard input, and a log with what would be appended.
 *
 * @module
 */

import type { ByteSource } from "./lines.ts";

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

/** Joins a source with bytes that would be appended to it: what a log will be after a write. */
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

/**
 * Joins a log with lines that would be added to it, to show what it would be.
 *
 * @param source The log; undefined when it does not exist.
 * @param lines What `formatResume` gave.
 * @param name How messages call it.
 * @returns One source over both; like a write, it keeps records from fusing.
 */
export function joinLines(
  source: ByteSource | undefined,
  lines: string,
  name: string,
): ByteSource {
  if (source === undefined) return bytesSource(lines, name);
  const last = new Uint8Array(1);
  const fuses = lines !== "" && source.size > 0 && source.read(last, source.size - 1) === 1 &&
    last[0] !== 10;
  return withAppended(source, new TextEncoder().encode(fuses ? `\n${lines}` : lines));
}
