/**
 * Whole lines of a session log, as bytes (DESIGN §3, §13). Lines are separated by the byte LF and nothing
 * else, and no text is made of bytes that nobody needs: a log may have gigabytes, a line megabytes.
 *
 * A span lasts only until the next line, because all lines of a block share one buffer.
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

/** A line inside a block. Valid until the next line is visited. */
export interface LineSpan {
  /** The block that holds the line. */
  bytes: Uint8Array;
  /** Index of the line's first byte. */
  start: number;
  /** Index after its last byte, the newline left out. */
  end: number;
  /** Offset of its first byte in the source. */
  offset: number;
  /** Whether it ends in a newline. */
  terminated: boolean;
}

/** A part of a source, in bytes; each end of it is the end of the source or the start of a line. */
export interface ByteRange {
  /** @default 0 */
  readonly from?: number;
  /** @default the size of the source */
  readonly to?: number;
  /** Bytes read at once; tests make it small. @default 262144 */
  readonly block?: number;
}

/** Called for each line, blank ones too; `false` ends the scan. */
export type LineVisitor = (line: LineSpan) => boolean | void;

const BLOCK_SIZE = 256 * 1024;
const SEARCH_SIZE = 256 * 1024;
/** A longer line is measured first, and read once into a block that fits. */
const MAX_BLOCK = 16 * 1024 * 1024;
const LF = 10;

/**
 * Gives the lines of a source from the first to the last, for a caller that works on one before it
 * asks for the next.
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

/** Visits the lines of a source from the first to the last. */
export function scanForward(source: ByteSource, visit: LineVisitor, range: ByteRange = {}): void {
  for (const line of linesForward(source, range)) if (visit(line) === false) return;
}

/** Memory for a block of lines. */
export interface BlockRoom {
  /** Where the lines go; another array after `grow`. */
  readonly block: Uint8Array;
  /** Makes room for more bytes. What was there is lost. */
  grow(size: number): void;
}

/** Is shown the lines of a log from the last to the first. */
export interface BackwardVisitor {
  /** Whether it wants no more lines. */
  readonly isDone: boolean;
  /**
   * Goes over whole lines of the room's block that need no closer look, from `end` (after the last
   * one's newline) down to `floor` (the first one). `base` is the offset of the block in the source.
   * Gives the index after the first line that it does not go over; `floor` when there is none.
   */
  pass(floor: number, end: number, base: number): number;
  /** Looks at one line. */
  line(span: LineSpan): void;
}

/**
 * Shows the lines of a source from the last to the first. Throws an IoError when the source became
 * shorter.
 */
export function scanBackward(
  source: ByteSource,
  room: BlockRoom,
  visitor: BackwardVisitor,
): void {
  let high = source.size;
  while (high > 0 && !visitor.isDone) {
    const low = Math.max(0, high - room.block.length);
    const block = room.block.subarray(0, high - low);
    fill(source, block, low);
    const floor = low === 0 ? 0 : block.indexOf(LF) + 1;
    if (low > 0 && (floor === 0 || floor === block.length)) {
      high = beyondBlock(source, room, visitor, high);
    } else {
      visitBlock(block, { floor, low }, visitor);
      high = low + floor;
    }
  }
}

function visitBlock(
  block: Uint8Array,
  { floor, low }: { readonly floor: number; readonly low: number },
  visitor: BackwardVisitor,
): void {
  const span = emptySpan();
  span.bytes = block;
  let end = block.length;
  while (end > floor && !visitor.isDone) {
    const terminated = block[end - 1] === LF;
    const passed = terminated ? visitor.pass(floor, end, low) : end;
    if (passed < end) {
      end = passed;
      continue;
    }
    const start = end > 1 ? Math.max(floor, block.lastIndexOf(LF, end - 2) + 1) : floor;
    setSpan(span, start, terminated ? end - 1 : end, low + start, terminated);
    visitor.line(span);
    end = start;
  }
}

/** Makes more room for a line that is longer than the block; visits one that is too long for that. */
function beyondBlock(
  source: ByteSource,
  room: BlockRoom,
  visitor: BackwardVisitor,
  high: number,
): number {
  if (room.block.length < MAX_BLOCK) {
    room.grow(Math.min(MAX_BLOCK, room.block.length * 2));
    return high;
  }
  const start = lineStartBefore(source, high - 1);
  visitLine(source, { from: start, to: high }, (span) => visitor.line(span));
  return start;
}

/** Offset of the line that an offset lies in. */
function lineStartBefore(source: ByteSource, offset: number): number {
  const buffer = new Uint8Array(SEARCH_SIZE);
  for (let high = offset; high > 0;) {
    const low = Math.max(0, high - buffer.length);
    const block = buffer.subarray(0, high - low);
    fill(source, block, low);
    const newline = block.lastIndexOf(LF);
    if (newline !== -1) return low + newline + 1;
    high = low;
  }
  return 0;
}

/** Visits the line between two offsets, the second one behind its newline where it has one. */
export function visitLine(
  source: ByteSource,
  { from, to }: { readonly from: number; readonly to: number },
  visit: (span: LineSpan) => void,
): void {
  const bytes = new Uint8Array(to - from);
  fill(source, bytes, from);
  const terminated = bytes.at(-1) === LF;
  const end = terminated ? bytes.length - 1 : bytes.length;
  visit({ bytes, start: 0, end, offset: from, terminated });
}

/** The offset after a line and its newline, if it has one. */
export function endOf(span: LineSpan): number {
  return span.offset + (span.end - span.start) + (span.terminated ? 1 : 0);
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

/** Fills a buffer from an offset. */
export function fill(source: ByteSource, block: Uint8Array, at: number): void {
  let filled = 0;
  while (filled < block.length) {
    const got = source.read(block.subarray(filled), at + filled);
    if (got === 0) throw becameShorter(source);
    filled += got;
  }
}

function becameShorter(source: ByteSource): IoError {
  return new IoError(`Cannot read "${source.name}": it became shorter while it was read`, {
    code: "shortened-while-reading",
    place: { path: source.name },
  });
}

/** A short range, such as a small log or one entry, gets a short block. */
function blockSize(range: ByteRange, length: number): number {
  return Math.max(1, Math.min(range.block ?? BLOCK_SIZE, length));
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
