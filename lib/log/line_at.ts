/**
 * One line of a log, by its offset.
 *
 * @module
 */

import type { ByteSource } from "./bytes.ts";
import { type LineSpan, scanForward } from "./lines.ts";

const SEARCH_BLOCK = 256 * 1024;
const LF = 10;

/**
 * Visits the line that starts at an offset.
 *
 * @param source The log.
 * @param offset Offset of the line's first byte.
 * @param visit Called once; not at all at the end of the log.
 * @param known How many bytes it is known to have. A long line is then measured first, and read once
 *   into a block that fits, instead of into blocks that double.
 */
export function visitLineAt(
  source: ByteSource,
  offset: number,
  visit: (span: LineSpan) => void,
  known = 0,
): void {
  const range = { from: offset };
  scanForward(
    source,
    (span) => {
      visit(span);
      return false;
    },
    known === 0 ? range : { ...range, block: lengthAt(source, offset, known) },
  );
}

/** Bytes of a line, its newline included. */
function lengthAt(source: ByteSource, offset: number, known: number): number {
  const buffer = new Uint8Array(SEARCH_BLOCK);
  for (let end = offset + known; end < source.size; end += buffer.length) {
    const newline = buffer.subarray(0, source.read(buffer, end)).indexOf(LF);
    if (newline !== -1) return end + newline + 1 - offset;
  }
  return source.size - offset;
}
