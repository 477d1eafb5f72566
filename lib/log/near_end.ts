/**
 * A search through the last part of a log for what decides how to read it; it is much faster than a walk.
 * What it finds in vain costs time only.
 *
 * @module
 */

import { Buffer } from "node:buffer";

import type { ByteSource } from "./bytes.ts";

/** The part of a log that counts as near its end. */
const NEAR = 1 / 32;
const SEARCH_BLOCK = 256 * 1024;

/**
 * Whether the prompt may start anew in the last part of a log.
 *
 * @param source The log.
 * @returns Whether the mode `replace` stands there.
 */
export function mayReplaceNearEnd(source: ByteSource): boolean {
  return isNearEnd(source, ['"mode":"replace"']);
}

/**
 * Whether an entry in the last part of a log names a parent.
 *
 * @param source The log.
 * @returns Whether the key `parentId` stands there, or an ASCII character as an escape, which may be one
 *   of its letters.
 */
export function mayNameParentNearEnd(source: ByteSource): boolean {
  return isNearEnd(source, ['"parentId"', "\\u00"]);
}

/**
 * Says where the last part of a log begins.
 *
 * @param source The log.
 * @returns A byte offset.
 */
export function nearEnd(source: ByteSource): number {
  return Math.max(0, Math.floor(source.size * (1 - NEAR)) - SEARCH_BLOCK);
}

function isNearEnd(source: ByteSource, texts: readonly string[]): boolean {
  // Blocks overlap by the length of a text.
  const buffer = Buffer.alloc(SEARCH_BLOCK + Math.max(...texts.map((text) => text.length)));
  for (let end = source.size; end > nearEnd(source); end -= SEARCH_BLOCK) {
    const block = buffer.subarray(0, source.read(buffer, Math.max(0, end - SEARCH_BLOCK)));
    if (texts.some((text) => block.indexOf(text, 0, "latin1") !== -1)) return true;
  }
  return false;
}
