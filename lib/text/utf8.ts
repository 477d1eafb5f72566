/**
 * Where a byte sequence stops being UTF-8. `TextDecoder` says only that it does; a person who has to
 * mend a file needs the place.
 *
 * @module
 */

/**
 * Finds the first byte that is not part of well-formed UTF-8 (Unicode 17, table 3-7: no overlong forms,
 * no surrogates, nothing above U+10FFFF).
 *
 * @param bytes Any bytes.
 * @returns The 0-based offset at which the first ill-formed or cut sequence begins; -1 when there is
 *   none.
 *
 * @example
 * ```ts
 * import { invalidUtf8Offset } from "./utf8.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(invalidUtf8Offset(new TextEncoder().encode("é€😀")), -1);
 * assert.equal(invalidUtf8Offset(Uint8Array.of(0x61, 0xe2, 0x82)), 1);
 * ```
 */
export function invalidUtf8Offset(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/** The length of the well-formed sequence that begins at `at`; 0 when none does. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const second = bytes[at + 1] ?? 0;
  if (second < lowestSecond(lead) || second > highestSecond(lead)) return 0;
  if (lead < 0xe0) return 2;
  if (!isContinuation(bytes[at + 2])) return 0;
  if (lead < 0xf0) return 3;
  return isContinuation(bytes[at + 3]) ? 4 : 0;
}

// The second byte's range is what rules out overlong forms, surrogates and code points too high.
function lowestSecond(lead: number): number {
  return lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
}

function highestSecond(lead: number): number {
  return lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
}

/** Whether a byte is one of a character's second to fourth; undefined is past the end. */
export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
}
