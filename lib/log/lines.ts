/**
 * The byte scanner of the session log (DESIGN §13): hands out whole lines of a file, forward or
 * backward, from blocks that are read synchronously.
 *
 * No string of the file is ever made, and memory is bounded by the longest line: a block that holds no
 * line start is read again at twice its size. Reading with `split("\n")` was rejected because it holds
 * the file three times over and stops at half a gigabyte.
 *
 * @module
 */

import { becameShorter, type ByteSource, fill } from "./bytes.ts";

/**
 * One line inside a block. The scanner reuses the object and the block: a visitor that keeps bytes
 * must copy them.
 */
export interface LineSpan {
  /** The block that holds the line. */
  bytes: Uint8Array;
  /** Index of the line's first byte in `bytes`. */
  start: number;
  /** Index after the line's last byte in `bytes`; the newline is not part of it. */
  end: number;
  /** Offset of the line's first byte in the source. */
  offset: number;
  /** False for a last line without a newline. */
  terminated: boolean;
}

/** A part of a source, in bytes. */
export interface ByteRange {
  /** First byte. @default 0 */
  readonly from?: number;
  /** Byte after the last one. @default the size of the source */
  readonly to?: number;
  /** Bytes read at once; tests make it small. @default 524288 */
  readonly block?: number;
}

/** Called for each line; `false` ends the scan. */
export type LineVisitor = (line: LineSpan) => boolean | void;

const BLOCK_SIZE = 512 * 1024;
const LF = 10;

/**
 * Visits the lines of a source from the first to the last.
 *
 * @param source Where to read.
 * @param visit Called for each line, blank ones too.
 * @param range The part to scan; `from` must be the start of a line.
 * @throws {IoError} When the source became shorter.
 *
 * @example
 * ```ts
 * import { bytesSource } from "./bytes.ts";
 * import { scanForward } from "./lines.ts";
 * import assert from "node:assert/strict";
 *
 * const seen: [number, boolean][] = [];
 * scanForward(bytesSource("{}\n\n{"), (line) => {
 *   seen.push([line.offset, line.terminated]);
 * });
 * assert.deepEqual(seen, [[0, true], [3, true], [4, false]]);
 * ```
 */
export function scanForward(source: ByteSource, visit: LineVisitor, range: ByteRange = {}): void {
  for (const line of linesForward(source, range)) if (visit(line) === false) return;
}

/**
 * Gives the lines of a source from the first to the last, for a caller that works on one before it asks
 * for the next.
 *
 * @param source Where to read.
 * @param range The part to scan; `from` must be the start of a line.
 * @returns Each line, blank ones too; see {@linkcode LineSpan} for how long it lasts.
 * @throws {IoError} When the source became shorter.
 *
 * @example
 * ```ts
 * import { bytesSource } from "./bytes.ts";
 * import { linesForward } from "./lines.ts";
 * import assert from "node:assert/strict";
 *
 * let bytes = 0;
 * for (const line of linesForward(bytesSource("a\nbc\n"))) bytes += line.end - line.start;
 * assert.equal(bytes, 3);
 * ```
 */
export function* linesForward(source: ByteSource, range: ByteRange = {}): Generator<LineSpan> {
  const to = range.to ?? source.size;
  let base = range.from ?? 0;
  let buffer = new Uint8Array(blockSize(range, to - base));
  let filled = 0;
  let searched = 0;
  const line = emptySpan();
  for (;;) {
    const at = base + filled;
    const room = Math.min(buffer.length - filled, to - at);
    const got = room === 0 ? 0 : source.read(buffer.subarray(filled, filled + room), at);
    if (got === 0 && room > 0) throw becameShorter(source);
    filled += got;
    const block = buffer.subarray(0, filled);
    line.bytes = block;
    let start = 0;
    let newline = block.indexOf(LF, searched);
    while (newline !== -1) {
      setSpan(line, start, newline, base + start, true);
      yield line;
      start = newline + 1;
      newline = block.indexOf(LF, start);
    }
    if (got === 0 || base + filled >= to) {
      if (start < filled) {
        setSpan(line, start, filled, base + start, false);
        yield line;
      }
      return;
    }
    buffer.copyWithin(0, start, filled);
    base += start;
    filled -= start;
    searched = filled;
    if (filled === buffer.length) buffer = grown(buffer);
  }
}

/**
 * Visits the lines of a source from the last to the first.
 *
 * @param source Where to read.
 * @param visit Called for each line, blank ones too.
 * @param range The part to scan; `to` must be the end of the source or the start of a line.
 * @throws {IoError} When the source became shorter.
 *
 * @example
 * ```ts
 * import { bytesSource } from "./bytes.ts";
 * import { scanBackward } from "./lines.ts";
 * import assert from "node:assert/strict";
 *
 * const seen: number[] = [];
 * scanBackward(bytesSource("a\nb\nc"), (line) => {
 *   seen.push(line.offset);
 * });
 * assert.deepEqual(seen, [4, 2, 0]);
 * ```
 */
export function scanBackward(source: ByteSource, visit: LineVisitor, range: ByteRange = {}): void {
  const from = range.from ?? 0;
  let high = range.to ?? source.size;
  let buffer = new Uint8Array(blockSize(range, high - from));
  const line = emptySpan();
  while (high > from) {
    const low = Math.max(from, high - buffer.length);
    const block = buffer.subarray(0, high - low);
    fill(source, block, low);
    const starts = lineStarts(block, low === from);
    const first = starts[0];
    if (first === undefined) {
      buffer = grown(buffer);
      continue;
    }
    line.bytes = block;
    let end = block.length;
    for (let i = starts.length - 1; i >= 0; i--) {
      const start = starts[i] as number;
      const terminated = block[end - 1] === LF;
      setSpan(line, start, terminated ? end - 1 : end, low + start, terminated);
      if (visit(line) === false) return;
      end = start;
    }
    high = low + first;
  }
}

/**
 * Counts lines up to each of some offsets.
 *
 * @param source Where to read.
 * @param offsets Offsets of line starts, ascending.
 * @returns The 1-based line number for each offset.
 *
 * @example
 * ```ts
 * import { bytesSource } from "./bytes.ts";
 * import { lineNumbers } from "./lines.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(lineNumbers(bytesSource("a\nb\nc\n"), [0, 4]), [1, 3]);
 * ```
 */
export function lineNumbers(source: ByteSource, offsets: readonly number[]): number[] {
  const numbers: number[] = [];
  const buffer = new Uint8Array(BLOCK_SIZE);
  const last = offsets.at(-1) ?? 0;
  let lines = 1;
  let base = 0;
  while (numbers.length < offsets.length) {
    const room = buffer.subarray(0, Math.min(buffer.length, last - base));
    const got = room.length === 0 ? 0 : source.read(room, base);
    const block = room.subarray(0, got);
    let newline = block.indexOf(LF);
    let wanted = offsets[numbers.length];
    while (wanted !== undefined && (got === 0 || wanted <= base + got)) {
      while (newline !== -1 && base + newline < wanted) {
        lines++;
        newline = block.indexOf(LF, newline + 1);
      }
      numbers.push(lines);
      wanted = offsets[numbers.length];
    }
    while (newline !== -1) {
      lines++;
      newline = block.indexOf(LF, newline + 1);
    }
    base += got;
  }
  return numbers;
}

/** A short range, such as a small log or one entry, gets a short block. */
function blockSize(range: ByteRange, length: number): number {
  return Math.max(1, Math.min(range.block ?? BLOCK_SIZE, length));
}

/** Indices of the lines that start in a block; its first byte counts only when `whole`. */
function lineStarts(block: Uint8Array, whole: boolean): number[] {
  const starts = whole ? [0] : [];
  const last = block.length - 1;
  let newline = block.indexOf(LF);
  while (newline !== -1 && newline < last) {
    starts.push(newline + 1);
    newline = block.indexOf(LF, newline + 1);
  }
  return starts;
}

function emptySpan(): LineSpan {
  return { bytes: new Uint8Array(0), start: 0, end: 0, offset: 0, terminated: false };
}

function setSpan(
  line: LineSpan,
  start: number,
  end: number,
  offset: number,
  terminated: boolean,
): void {
  line.start = start;
  line.end = end;
  line.offset = offset;
  line.terminated = terminated;
}

function grown(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(buffer.length * 2);
  larger.set(buffer);
  return larger;
}
