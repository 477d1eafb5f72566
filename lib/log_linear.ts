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
import { makeScanner } from "./line_wasm.ts";
import { type DamagedLine, type EntryLine, readLine, textStart } from "./log_line.ts";
import { type Damage, damageOf, type PathOptions, type PathWalk } from "./log_path.ts";
import { visitLineAt } from "./log_line_at.ts";
import { type ByteSource, fill, type LineSpan } from "./log_scan.ts";
import type { Uninterpreted } from "./log_findings.ts";
import { LINES_START, ScanMemory } from "./scan_memory.ts";
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
  /** Whether to end at that position while no entry has named a parent. @default false */
  readonly stops?: boolean;
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
const LF = 10;
const NONE = -1;

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
  readonly #options: LinearOptions;
  readonly #visitor: LinearVisitor;
  readonly #memory: ScanMemory;
  readonly #scan: ReturnType<typeof makeScanner>;
  #runs: { from: number; to: number }[] = [];
  #uninterpreted: Uninterpreted[] = [];
  readonly #besides: Damage[] = [];
  #torn: number | undefined;
  #leaf = -1;
  /** Whether the last entry was read to its end. */
  #leafIsSure = true;
  #last = -1;
  /** Whether the last run goes on. */
  #running = false;

  constructor(source: ByteSource, options: LinearOptions, visitor: LinearVisitor) {
    this.#source = source;
    this.#options = options;
    this.#visitor = visitor;
    this.#memory = new ScanMemory(Math.max(1, options.block ?? BLOCK_SIZE));
    this.#scan = makeScanner(this.#memory.memory);
    this.#memory.set("stop", options.upTo ?? NONE);
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
      if (this.#isDone()) return this.#result();
      if (isEnd) {
        return this.#ownLine(this.#span(at, end, filled)) && this.#hasLeaf()
          ? this.#result()
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
    return this.#hasLeaf() ? this.#result() : undefined;
  }

  /** Goes over the whole lines at the start of the block. */
  #lines(at: number, end: number): boolean {
    let start = 0;
    while (start < end && !this.#isDone()) {
      const stopped = this.#scanFrom(at, start, end);
      if (stopped === start) {
        const newline = this.#memory.block.indexOf(LF, start);
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
    if (before === this.#memory.get("stop")) this.#memory.set("stop", NONE);
    const stopped = this.#scan(LINES_START + start, LINES_START + end, this.#options.full ? 1 : 0) -
      LINES_START;
    if (stopped === start) return stopped;
    this.#leaf = at + this.#memory.get("last") - LINES_START;
    this.#leafIsSure = this.#options.full;
    if (this.#isWanted(this.#count)) this.#last = this.#leaf;
    this.#extend(at + start, at + stopped);
    return stopped;
  }

  /**
   * Whether the position was reached, and nothing further on can be meant by it. A damaged message is
   * one only where an entry follows.
   */
  #isDone(): boolean {
    const { upTo, stops } = this.#options;
    return stops === true && this.#count === upTo && this.#memory.get("named") === 0 &&
      (upTo === 0 || this.#checkLeaf());
  }

  /** Reads a line that the scanner does not know; false ends the pass. */
  #ownLine(span: LineSpan): boolean {
    this.#memory.increase("lines");
    const line = readLine(span);
    if (line.type === "entry") return this.#entry(span, line);
    if (line.type !== "damaged") return true;
    if (line.cause !== "unreadable") return false;
    if (!span.terminated) {
      this.#torn = span.offset;
      return true;
    }
    const isLink = readHead(span.bytes, textStart(span), span.end, head);
    if (isLink) return this.#damagedLink(span, line);
    if (this.#memory.get("hasEntry") === 0) return false;
    this.#besides.push(damageOf(span, line));
    this.#memory.set("mustName", 1);
    this.#running = false;
    return true;
  }

  /** Takes a damaged message of another role by its head: it keeps its place, as in a walk. */
  #damagedLink(span: LineSpan, line: DamagedLine): boolean {
    const { offset } = span;
    if (this.#endOf(span) >= this.#source.size) return false;
    const text = (from: number, to: number) => utf8.decode(span.bytes.subarray(from, to));
    const { idStart, idEnd, parentStart, parentEnd, hasParent } = head;
    const named = parentStart === -1 ? null : text(parentStart, parentEnd);
    if (!this.#hangsOnPrevious(hasParent ? named : undefined)) return false;
    this.#besides.push(damageOf(span, line));
    this.#link(span, { id: idStart === -1 ? undefined : text(idStart, idEnd), hasParent });
    // A line that is not read to its end is never trusted to be the leaf.
    this.#leafIsSure = false;
    if (this.#isWanted(this.#memory.increase("count"))) this.#last = offset;
    return true;
  }

  /** Takes a line for the entry that the next one must hang on. */
  #link(span: LineSpan, { id, hasParent }: { id: string | undefined; hasParent: boolean }): void {
    this.#memory.previousId = id;
    this.#memory.set("hasEntry", 1);
    this.#memory.set("mustName", 0);
    if (hasParent) this.#memory.set("named", 1);
    this.#leaf = span.offset;
    this.#leafIsSure = true;
    this.#extend(span.offset, this.#endOf(span));
  }

  #endOf(span: LineSpan): number {
    return span.offset + (span.end - span.start) + (span.terminated ? 1 : 0);
  }

  #entry(span: LineSpan, line: EntryLine): boolean {
    if (!this.#hangsOnPrevious(line.parentId)) return false;
    const { offset } = span;
    this.#link(span, { id: line.id, hasParent: line.parentId !== undefined });
    if (line.uninterpreted !== undefined) {
      this.#uninterpreted.push({ offset, what: line.uninterpreted });
    }
    if (line.kind === "opaque") return true;
    const position = this.#memory.increase("count");
    if (this.#isWanted(position)) this.#last = offset;
    if (line.kind === "system" && line.message !== undefined) {
      this.#visitor.system(line.message, { position, offset, line: this.#lineCount, entry: line });
    }
    return true;
  }

  #hangsOnPrevious(parentId: EntryLine["parentId"]): boolean {
    const hasEntry = this.#memory.get("hasEntry") !== 0;
    if (parentId === undefined) return this.#memory.get("mustName") === 0;
    if (parentId === false) return false;
    if (parentId !== null) return hasEntry && parentId === this.#memory.previousId;
    if (!hasEntry) return true;
    if (this.#besides.length > 0) return false;
    this.#memory.set("count", 0);
    this.#memory.set("stop", this.#options.upTo ?? NONE);
    this.#runs = [];
    this.#uninterpreted = [];
    this.#running = false;
    this.#last = -1;
    this.#visitor.restart();
    return true;
  }

  /** Reads a line that does not fit the scanner's memory, and gives the offset after it. */
  #longLine(at: number): number | undefined {
    let next: number | undefined;
    visitLineAt(this.#source, at, (span) => {
      if (this.#ownLine(span)) next = this.#endOf(span);
    }, this.#memory.block.length);
    return next;
  }

  /** Whether the log has an end that stands firm: no damage after the last entry, and none in it. */
  #hasLeaf(): boolean {
    return this.#memory.get("mustName") === 0 && this.#checkLeaf();
  }

  /** Reads the last entry to its end, unless that was done. */
  #checkLeaf(): boolean {
    if (this.#leafIsSure) return true;
    visitLineAt(this.#source, this.#leaf, (span) => {
      const line = readLine(span);
      if (line.type !== "entry") return;
      this.#leafIsSure = true;
      // A head does not show an id that stands after the message.
      this.#memory.previousId = line.id;
    });
    return this.#leafIsSure;
  }

  #result(): LinearPath {
    const leaf = this.#leaf === -1
      ? undefined
      : { offset: this.#leaf, id: this.#memory.previousId };
    return {
      walk: {
        leaf,
        tornTail: this.#torn,
        trailing: [],
        breaks: [],
        besides: this.#besides,
        complete: !this.#isDone(),
      },
      runs: this.#runs,
      total: this.#count,
      last: this.#last,
      lines: this.#lineCount,
      uninterpreted: this.#uninterpreted,
    };
  }

  get #count(): number {
    return this.#memory.get("count") as number;
  }

  get #lineCount(): number {
    return this.#memory.get("lines") as number;
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
    const terminated = this.#memory.block[next - 1] === LF;
    const end = terminated ? next - 1 : next;
    return { bytes: this.#memory.block, start, end, offset: at + start, terminated };
  }
}

const head = { idStart: -1, idEnd: -1, parentStart: -1, parentEnd: -1, hasParent: false };
/** An id may begin with U+FEFF. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
