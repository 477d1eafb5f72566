/**
 * A log that is one chain, as far as it was read: which entry the next one must hang on, and what was met
 * on the way. The lines come from log_linear.ts, from the first to the last.
 *
 * @module
 */

import type { Uninterpreted } from "./diagnostics.ts";
import { type HeadLinks, headLinks, type LineHead, readHead } from "./line_head.ts";
import { type DamagedLine, type EntryLine, readLine, textStart } from "./entry.ts";
import { visitLineAt } from "./line_at.ts";
import { type Damage, damageOf, type PathWalk } from "./walk.ts";
import type { ByteSource } from "./bytes.ts";
import type { LineSpan } from "./lines.ts";
import type { ScanMemory } from "./scan/memory.ts";
import type { Message, Position } from "../types.ts";

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

/** What of a chain is asked for. */
export interface ChainOptions {
  /** The position to remember the offset of. @default the last */
  readonly upTo?: Position | undefined;
  /** Whether to end at that position while no entry has named a parent. @default false */
  readonly stops?: boolean;
}

/** The count at which the scanner never stops. */
const NEVER = -1;

/** A chain that grows line by line. What the scanner counts stands in its memory. */
export class Chain {
  readonly #source: ByteSource;
  readonly #memory: ScanMemory;
  readonly #options: ChainOptions;
  readonly #visitor: LinearVisitor;
  #runs: { from: number; to: number }[] = [];
  #uninterpreted: Uninterpreted[] = [];
  readonly #besides: Damage[] = [];
  #torn: number | undefined;
  #leaf = -1;
  /** Whether the last entry was read to its end; when it is broken there, it can be no leaf. */
  #leafState: "read" | "unread" | "broken" = "read";
  #last = -1;
  /** Whether the last run goes on. */
  #running = false;

  /**
   * @param source The log, to read a line again.
   * @param memory The scanner's.
   * @param options The position.
   * @param visitor Told of the system messages.
   */
  constructor(
    source: ByteSource,
    memory: ScanMemory,
    options: ChainOptions,
    visitor: LinearVisitor,
  ) {
    this.#source = source;
    this.#memory = memory;
    this.#options = options;
    this.#visitor = visitor;
    memory.set("stop", options.upTo ?? NEVER);
  }

  /**
   * Says whether no more lines are needed: the position was reached, and nothing further on can be meant
   * by it. A damaged message is one only where an entry follows.
   */
  isDone(): boolean {
    const { upTo, stops } = this.#options;
    return stops === true && this.#count === upTo && this.#memory.get("named") === 0 &&
      (upTo === 0 || this.#checkLeaf());
  }

  /** Lets the scanner go on where it stopped at the position. */
  passPosition(): void {
    if (this.#count === this.#memory.get("stop")) this.#memory.set("stop", NEVER);
  }

  /**
   * Takes notice of lines that the scanner went over.
   *
   * @param from Byte offset of the first one.
   * @param to Byte offset after the last one.
   * @param last Byte offset of the last message, and whether it was checked to its end.
   */
  extendOver(
    from: number,
    to: number,
    last: { readonly offset: number; readonly isRead: boolean },
  ): void {
    this.#leaf = last.offset;
    this.#leafState = last.isRead ? "read" : "unread";
    if (this.#isWanted(this.#count)) this.#last = last.offset;
    this.#extend(from, to);
  }

  /**
   * Reads a line that the scanner does not know.
   *
   * @param span The line.
   * @returns False when the log is no chain.
   */
  add(span: LineSpan): boolean {
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
    if (endOf(span) >= this.#source.size) return false;
    const links = headLinks(span.bytes, head);
    if (!this.#hangsOnPrevious(links.parentId)) return false;
    this.#besides.push(damageOf(span, line));
    this.#link(span, links);
    this.#leafState = "broken";
    if (this.#isWanted(this.#memory.increase("count"))) this.#last = offset;
    return true;
  }

  /** Takes a line for the entry that the next one must hang on. */
  #link(span: LineSpan, { id, parentId }: HeadLinks | EntryLine): void {
    this.#memory.previousId = id;
    this.#memory.set("hasEntry", 1);
    this.#memory.set("mustName", 0);
    if (parentId !== undefined) this.#memory.set("named", 1);
    this.#leaf = span.offset;
    this.#leafState = "read";
    this.#extend(span.offset, endOf(span));
  }

  #entry(span: LineSpan, line: EntryLine): boolean {
    if (!this.#hangsOnPrevious(line.parentId)) return false;
    const { offset } = span;
    this.#link(span, line);
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
    this.#memory.set("stop", this.#options.upTo ?? NEVER);
    this.#runs = [];
    this.#uninterpreted = [];
    this.#running = false;
    this.#last = -1;
    this.#visitor.restart();
    return true;
  }

  /**
   * Says whether the log has an end that stands firm: no damage after the last entry, and none in it.
   */
  hasLeaf(): boolean {
    return this.#memory.get("mustName") === 0 && this.#checkLeaf();
  }

  /** Reads the last entry to its end, unless that was done. */
  #checkLeaf(): boolean {
    if (this.#leafState === "unread") {
      this.#leafState = "broken";
      visitLineAt(this.#source, this.#leaf, (span) => {
        const line = readLine(span);
        if (line.type !== "entry") return;
        this.#leafState = "read";
        // A head does not show an id that stands after the message.
        this.#memory.previousId = line.id;
      });
    }
    return this.#leafState === "read";
  }

  /**
   * Gives the path.
   *
   * @returns It, as far as it was read.
   */
  result(): LinearPath {
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
        complete: true,
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
}

/**
 * Says where a line ends.
 *
 * @param span The line.
 * @returns The byte offset after its newline, if it has one.
 */
export function endOf(span: LineSpan): number {
  return span.offset + (span.end - span.start) + (span.terminated ? 1 : 0);
}

const head: LineHead = { idStart: -1, idEnd: -1, parentStart: -1, parentEnd: -1, hasParent: false };
