/**
 * Reads a log whose entries hang each on the one before, as nearly every log's do, in one forward pass
 * (DESIGN §13). Messages of other roles are gone over by line_wasm.ts; what it stops at is read as
 * anywhere else, by log_chain.ts.
 *
 * Whatever is out of the ordinary ends the pass without a result: a branch, a parent that is missing, a
 * damaged line that an entry may hang on. log_path.ts then walks the log from its leaf, and says what
 * it must; where there is a result, it is the one that the walk would have given.
 *
 * @module
 */

import { makeScanner } from "./scan/line_wasm.ts";
import { Chain, type ChainOptions, endOf, type LinearPath, type LinearVisitor } from "./chain.ts";
import { visitLineAt } from "./line_at.ts";
import type { PathOptions } from "./walk.ts";
import { type ByteSource, fill } from "./bytes.ts";
import type { LineSpan } from "./lines.ts";
import { LINES_START, ScanMemory } from "./scan/memory.ts";

/** How to read. */
export interface LinearOptions extends ChainOptions {
  /** Checks every line to its end. */
  readonly full: boolean;
  /** Bytes read at once. @default 262144 */
  readonly block?: number | undefined;
}

const BLOCK_SIZE = 256 * 1024;
/** Longer lines are read one by one. */
const MAX_BLOCK = 16 * 1024 * 1024;
const LF = 10;

/** Below, making the scanner takes longer than the walk. */
const MIN_SIZE = 1024 * 1024;

/**
 * Says whether a forward pass is worth trying.
 *
 * @param source The log.
 * @param options How it is to be read.
 * @returns False for a small log, and where a leaf is named.
 */
export function isForLinear(source: ByteSource, options: PathOptions): boolean {
  return options.leaf === undefined && source.size >= (options.linearFrom ?? MIN_SIZE);
}

/**
 * Reads the path to the last entry of a log that is one chain.
 *
 * @param source The log.
 * @param options How thoroughly to read.
 * @param visitor Told of the system messages.
 * @returns The path; undefined when the log is no such chain, or the runtime has no scanner.
 */
export function readLinear(
  source: ByteSource,
  options: LinearOptions,
  visitor: LinearVisitor,
): LinearPath | undefined {
  try {
    return new LinearReader(source, options, visitor).read();
  } catch (error) {
    if (error instanceof WebAssembly.CompileError) return undefined;
    throw error;
  }
}

class LinearReader {
  readonly #source: ByteSource;
  readonly #full: boolean;
  readonly #memory: ScanMemory;
  readonly #scan: ReturnType<typeof makeScanner>;
  readonly #chain: Chain;

  constructor(source: ByteSource, options: LinearOptions, visitor: LinearVisitor) {
    this.#source = source;
    this.#full = options.full;
    this.#memory = new ScanMemory(Math.max(1, options.block ?? BLOCK_SIZE));
    this.#scan = makeScanner(this.#memory.memory);
    this.#chain = new Chain(source, this.#memory, options, visitor);
  }

  read(): LinearPath | undefined {
    let at = 0;
    let filled = 0;
    while (at < this.#source.size) {
      const room = Math.min(this.#memory.block.length, this.#source.size - at) - filled;
      fill(this.#source, this.#memory.block.subarray(filled, filled + room), at + filled);
      filled += room;
      const isEnd = at + filled === this.#source.size;
      // The last line of the file is always read in full.
      const whole = this.#memory.block.lastIndexOf(LF, isEnd ? filled - 2 : filled - 1) + 1;
      const end = filled === 1 && isEnd ? 0 : whole;
      if (!this.#lines(at, end)) return undefined;
      if (this.#chain.isDone()) return this.#chain.result();
      if (isEnd) {
        return this.#chain.add(this.#span(at, end, filled)) && this.#chain.hasLeaf()
          ? this.#chain.result()
          : undefined;
      }
      this.#memory.block.copyWithin(0, end, filled);
      at += end;
      filled -= end;
      if (end > 0) continue;
      if (this.#memory.block.length < MAX_BLOCK) {
        this.#memory.grow(Math.min(MAX_BLOCK, this.#memory.block.length * 2));
      } else {
        const next = this.#longLine(at);
        if (next === undefined) return undefined;
        at = next;
        filled = 0;
      }
    }
    return this.#chain.hasLeaf() ? this.#chain.result() : undefined;
  }

  /** Goes over the whole lines at the start of the block. */
  #lines(at: number, end: number): boolean {
    let start = 0;
    while (start < end && !this.#chain.isDone()) {
      const stopped = this.#scanFrom(at, start, end);
      if (stopped === start) {
        const newline = this.#memory.block.indexOf(LF, start);
        if (!this.#chain.add(this.#span(at, start, newline + 1))) return false;
        start = newline + 1;
      } else {
        start = stopped;
      }
    }
    return true;
  }

  /** Lets the scanner go over lines, and says where it stopped. */
  #scanFrom(at: number, start: number, end: number): number {
    this.#chain.passPosition();
    const stopped = this.#scan(LINES_START + start, LINES_START + end, this.#full ? 1 : 0) -
      LINES_START;
    if (stopped === start) return stopped;
    const last = { offset: at + this.#memory.get("last") - LINES_START, isRead: this.#full };
    this.#chain.extendOver(at + start, at + stopped, last);
    return stopped;
  }

  /** Reads a line that does not fit the scanner's memory, and gives the offset after it. */
  #longLine(at: number): number | undefined {
    let next: number | undefined;
    visitLineAt(this.#source, at, (span) => {
      if (this.#chain.add(span)) next = endOf(span);
    }, this.#memory.block.length);
    return next;
  }

  #span(at: number, start: number, next: number): LineSpan {
    const terminated = this.#memory.block[next - 1] === LF;
    const end = terminated ? next - 1 : next;
    return { bytes: this.#memory.block, start, end, offset: at + start, terminated };
  }
}
