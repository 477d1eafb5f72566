/**
 * Reads a log whose entries hang each on the one before, as nearly every log's do, in one forward pass
 * (DESIGN §13). Messages of other roles are gone over by line_wasm.ts; what it stops at is read as
 * anywhere else.
 *
 * Whatever is out of the ordinary ends the pass without a result: a branch, a parent that is missing, a
 * damaged line that an entry may hang on. log_path.ts then walks the log from its leaf, and says what
 * it must; where there is a result, it is the one that the walk would have given.
 *
 * @module
 */

import { readHead } from "./log_head.ts";
import { LINES_START, makeScanner, MAX_ID, PREVIOUS_ID, scanState, SLACK } from "./line_wasm.ts";
import { type EntryLine, readLine, textStart } from "./log_line.ts";
import { type Damage, damageOf, type PathOptions, type PathWalk } from "./log_path.ts";
import { type ByteSource, fill, type LineSpan, scanForward } from "./log_scan.ts";
import type { Uninterpreted } from "./log_findings.ts";
import type { Message, Position } from "./types.ts";

/** The path of a log that is one chain. */
export interface LinearPath {
  /** As a walk from the leaf would give it. */
  readonly walk: PathWalk;
  /** Byte ranges of the entries, ascending. */
  readonly runs: readonly { readonly from: number; readonly to: number }[];
  /** Number of messages. */
  readonly total: Position;
  /** Offset of the message at the position asked for, else of the last one; -1 for none. */
  readonly last: number;
  /** Number of lines of the file. */
  readonly lines: number;
  /** Entries that are kept and not interpreted. */
  readonly uninterpreted: readonly Uninterpreted[];
}

/** How to read. */
export interface LinearOptions {
  /** Checks every line to its end. */
  readonly full: boolean;
  /** The position to remember the offset of. @default the last */
  readonly upTo?: Position | undefined;
  /** Bytes read at once. @default 262144 */
  readonly block?: number | undefined;
}

/** Where a system message stands. */
export interface LinearPlace {
  readonly position: Position;
  readonly offset: number;
  /** 1-based number of its line. */
  readonly line: number;
  readonly entry: EntryLine;
}

/** Is told of the system messages in the order of the log. */
export interface LinearVisitor {
  /** A system message. */
  system(message: Message, place: LinearPlace): void;
  /** An entry without a parent: what was told so far is not on the path. */
  restart(): void;
}

const BLOCK_SIZE = 256 * 1024;
/** Longer lines are read one by one. */
const MAX_BLOCK = 16 * 1024 * 1024;
const PAGE = 64 * 1024;
const LF = 10;
/** The id before has no place in the scanner's memory, see {@linkcode scanState}. */
const ELSEWHERE = -2;
const NONE = -1;

/** Below, the walk is as fast. */
const MIN_SIZE = 4 * 1024 * 1024;

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
  readonly #options: LinearOptions;
  readonly #visitor: LinearVisitor;
  readonly #memory: WebAssembly.Memory;
  readonly #scan: ReturnType<typeof makeScanner>;
  #state: Int32Array;
  #block: Uint8Array;
  #runs: { from: number; to: number }[] = [];
  #uninterpreted: Uninterpreted[] = [];
  readonly #besides: Damage[] = [];
  #torn: number | undefined;
  #leaf = -1;
  #last = -1;
  /** Whether the last run goes on. */
  #running = false;
  /** The id before, where it does not fit the scanner's memory. */
  #longId: string | undefined;

  constructor(source: ByteSource, options: LinearOptions, visitor: LinearVisitor) {
    this.#source = source;
    this.#options = options;
    this.#visitor = visitor;
    const size = Math.max(1, options.block ?? BLOCK_SIZE);
    this.#memory = new WebAssembly.Memory({ initial: pages(size) });
    this.#scan = makeScanner(this.#memory);
    [this.#state, this.#block] = this.#views(size);
    this.#state[scanState.previousLength] = NONE;
    this.#state[scanState.stop] = options.upTo ?? NONE;
  }

  read(): LinearPath | undefined {
    let at = 0;
    let filled = 0;
    while (at < this.#source.size) {
      const room = Math.min(this.#block.length, this.#source.size - at) - filled;
      fill(this.#source, this.#block.subarray(filled, filled + room), at + filled);
      filled += room;
      const isEnd = at + filled === this.#source.size;
      // The last line of the file is always read in full.
      const whole = this.#block.lastIndexOf(LF, isEnd ? filled - 2 : filled - 1) + 1;
      const end = filled === 1 && isEnd ? 0 : whole;
      if (!this.#lines(at, end)) return undefined;
      if (isEnd) {
        return this.#ownLine(this.#span(at, end, filled)) && this.#hasLeaf()
          ? this.#result()
          : undefined;
      }
      this.#block.copyWithin(0, end, filled);
      at += end;
      filled -= end;
      if (end > 0) continue;
      if (this.#block.length < MAX_BLOCK) {
        this.#grow();
      } else {
        const next = this.#longLine(at);
        if (next === undefined) return undefined;
        at = next;
        filled = 0;
      }
    }
    return this.#hasLeaf() ? this.#result() : undefined;
  }

  /** Goes over the whole lines at the start of the block. */
  #lines(at: number, end: number): boolean {
    let start = 0;
    while (start < end) {
      const stopped = this.#scanFrom(at, start, end);
      if (stopped === start) {
        const newline = this.#block.indexOf(LF, start);
        if (!this.#ownLine(this.#span(at, start, newline + 1))) return false;
        start = newline + 1;
      } else {
        start = stopped;
      }
    }
    return true;
  }

  /** Lets the scanner go over lines, and takes notice of what it went over. */
  #scanFrom(at: number, start: number, end: number): number {
    const before = this.#count;
    if (before === this.#state[scanState.stop]) this.#state[scanState.stop] = NONE;
    const stopped = this.#scan(LINES_START + start, LINES_START + end, this.#options.full ? 1 : 0) -
      LINES_START;
    if (stopped === start) return stopped;
    this.#leaf = at + (this.#state[scanState.last] as number) - LINES_START;
    if (this.#isWanted(this.#count)) this.#last = this.#leaf;
    this.#extend(at + start, at + stopped);
    return stopped;
  }

  /** Reads a line that the scanner does not know; false ends the pass. */
  #ownLine(span: LineSpan): boolean {
    this.#increase("lines");
    const line = readLine(span);
    if (line.type === "entry") return this.#entry(span, line);
    if (line.type !== "damaged") return true;
    if (line.cause !== "unreadable") return false;
    if (!span.terminated) {
      this.#torn = span.offset;
      return true;
    }
    const isLink = readHead(span.bytes, textStart(span), span.end, head);
    if (isLink || this.#state[scanState.hasEntry] === 0) return false;
    this.#besides.push(damageOf(span, line));
    this.#state[scanState.mustName] = 1;
    this.#running = false;
    return true;
  }

  #entry(span: LineSpan, line: EntryLine): boolean {
    if (!this.#hangsOnPrevious(line.parentId)) return false;
    this.#setPrevious(line.id);
    this.#state[scanState.hasEntry] = 1;
    this.#state[scanState.mustName] = 0;
    const { offset } = span;
    this.#leaf = offset;
    this.#extend(offset, offset + (span.end - span.start) + (span.terminated ? 1 : 0));
    if (line.uninterpreted !== undefined) {
      this.#uninterpreted.push({ offset, what: line.uninterpreted });
    }
    if (line.kind === "opaque") return true;
    const position = this.#increase("count");
    if (this.#isWanted(position)) this.#last = offset;
    if (line.kind === "system" && line.message !== undefined) {
      this.#visitor.system(line.message, { position, offset, line: this.#lineCount, entry: line });
    }
    return true;
  }

  #hangsOnPrevious(parentId: EntryLine["parentId"]): boolean {
    const hasEntry = this.#state[scanState.hasEntry] !== 0;
    if (parentId === undefined) return this.#state[scanState.mustName] === 0;
    if (parentId === false) return false;
    if (parentId !== null) return hasEntry && parentId === this.#previous();
    if (!hasEntry) return true;
    if (this.#besides.length > 0) return false;
    this.#state[scanState.count] = 0;
    this.#state[scanState.stop] = this.#options.upTo ?? NONE;
    this.#runs = [];
    this.#uninterpreted = [];
    this.#running = false;
    this.#last = -1;
    this.#visitor.restart();
    return true;
  }

  #previous(): string | undefined {
    const length = this.#state[scanState.previousLength] as number;
    if (length === ELSEWHERE) return this.#longId;
    if (length < 0) return undefined;
    return utf8.decode(new Uint8Array(this.#memory.buffer, PREVIOUS_ID, length));
  }

  #setPrevious(id: string | undefined): void {
    this.#longId = id;
    let length = id === undefined ? NONE : ELSEWHERE;
    if (id !== undefined && id.length <= MAX_ID / 3 && id.isWellFormed()) {
      const room = new Uint8Array(this.#memory.buffer, PREVIOUS_ID, MAX_ID);
      length = new TextEncoder().encodeInto(id, room).written;
    }
    this.#state[scanState.previousLength] = length;
  }

  #longLine(at: number): number | undefined {
    let next: number | undefined;
    scanForward(this.#source, (span) => {
      if (this.#ownLine(span)) {
        next = span.offset + (span.end - span.start) + (span.terminated ? 1 : 0);
      }
      return false;
    }, { from: at });
    return next;
  }

  /** Whether the last entry, which may have been gone over by its head, is one to its end. */
  #hasLeaf(): boolean {
    if (this.#leaf === -1) return true;
    return this.#state[scanState.mustName] === 0 && this.#leafLine() !== undefined;
  }

  #leafLine(): EntryLine | undefined {
    let leaf: EntryLine | undefined;
    scanForward(this.#source, (span) => {
      const line = readLine(span);
      if (line.type === "entry") leaf = line;
      return false;
    }, { from: this.#leaf });
    return leaf;
  }

  #result(): LinearPath {
    const leaf = this.#leaf === -1 ? undefined : { offset: this.#leaf, id: this.#previous() };
    return {
      walk: {
        leaf,
        tornTail: this.#torn,
        trailing: [],
        breaks: [],
        besides: this.#besides,
        complete: true,
      },
      runs: this.#runs,
      total: this.#count,
      last: this.#last,
      lines: this.#lineCount,
      uninterpreted: this.#uninterpreted,
    };
  }

  #increase(field: "lines" | "count"): number {
    const value = (this.#state[scanState[field]] as number) + 1;
    this.#state[scanState[field]] = value;
    return value;
  }

  get #count(): number {
    return this.#state[scanState.count] as number;
  }

  get #lineCount(): number {
    return this.#state[scanState.lines] as number;
  }

  #isWanted(count: number): boolean {
    return this.#options.upTo === undefined || count <= this.#options.upTo;
  }

  #extend(from: number, to: number): void {
    const run = this.#running ? this.#runs.at(-1) : undefined;
    if (run !== undefined) run.to = to;
    else this.#runs.push({ from, to });
    this.#running = true;
  }

  #span(at: number, start: number, next: number): LineSpan {
    const terminated = this.#block[next - 1] === LF;
    const end = terminated ? next - 1 : next;
    return { bytes: this.#block, start, end, offset: at + start, terminated };
  }

  #grow(): void {
    const size = Math.min(MAX_BLOCK, this.#block.length * 2);
    this.#memory.grow(pages(size) - this.#memory.buffer.byteLength / PAGE);
    [this.#state, this.#block] = this.#views(size);
  }

  #views(size: number): [Int32Array, Uint8Array] {
    const { buffer } = this.#memory;
    return [
      new Int32Array(buffer, 0, PREVIOUS_ID / 4),
      new Uint8Array(buffer, LINES_START, size),
    ];
  }
}

const head = { idStart: -1, idEnd: -1, parentStart: -1, parentEnd: -1, hasParent: false };
const utf8 = new TextDecoder();

function pages(size: number): number {
  return Math.ceil((LINES_START + size + SLACK) / PAGE);
}
