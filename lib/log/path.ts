/**
 * The path of a conversation, from its leaf back as far as it was read, and what can be asked of it
 * (DESIGN §3, Order and Position).
 *
 * A walk goes from the end to the start, so a place on the path is told by the number of messages behind
 * it, and by nothing else; only a path that reaches the root knows positions, which count from there. The
 * texts are not in it: a path is small, whatever the log's size, and what is needed is read again.
 *
 * @module
 */

import { fromLastReplace } from "../derive.ts";
import { UsageError } from "../errors.ts";
import type { Position } from "../types.ts";

/** Where a system message of the path stands. */
export interface SystemPlace {
  /** Offset of its line. */
  readonly offset: number;
  /** Offset after its newline. */
  readonly end: number;
  /** Number of messages of the path behind it. */
  readonly after: number;
  /** Number of lines of the file behind it. */
  readonly linesAfter: number;
  /** Whether it clears what was there. */
  readonly replaces: boolean;
  /** Whether it was written from configuration; else it is an edit. */
  readonly configured: boolean;
}

/** A stretch of the log with entries of the path only. */
export interface Run {
  /** Offset of its first byte. */
  readonly from: number;
  /** Offset after its last byte. */
  readonly to: number;
  /** Number of its messages. */
  readonly messages: number;
}

/** A damaged line and where it stands. */
export interface Damage {
  /** Offset of the line. */
  readonly offset: number;
  /** Worded to follow a colon, such as `it is not JSON`. */
  readonly reason: string;
  /** As of a line: no JSON, perhaps with another record in it; a faulty system message; a newer writer's. */
  readonly cause: "unreadable" | "fused" | "content" | "newer";
}

/** The record of a damaged line. */
export function damageOf(
  { offset }: Pick<Damage, "offset">,
  { reason, cause }: Omit<Damage, "offset">,
): Damage {
  return { offset, reason, cause };
}

/** A place where the chain of parents does not hold. */
export interface ChainBreak {
  /** Offset of the entry whose parent is uncertain. */
  readonly child: number;
  /** Number of messages of the path from that entry on, itself included. */
  readonly reach: number;
  /**
   * The damaged line it hangs on, or one before it that may have swallowed a record; undefined when the
   * parent it names is not found.
   */
  readonly damage: Damage | undefined;
}

/** An entry of the path that is read but not interpreted. */
export interface Uninterpreted {
  /** Offset of its line. */
  readonly offset: number;
  /** Number of messages of the path from it on, itself included. */
  readonly reach: number;
  /** What it holds. */
  readonly what: "compaction" | "sections";
}

/** A path, from its leaf back as far as it was read. */
export interface Path {
  /** The entry that it ends with; undefined for a log without an entry. */
  readonly leaf: { readonly offset: number; readonly id: string | undefined } | undefined;
  /** Number of its messages, as far as it was read. */
  readonly length: number;
  /** Whether it reaches the root, so that `length` counts them all. */
  readonly whole: boolean;
  /** In the order of the log. */
  readonly system: readonly SystemPlace[];
  /** In the order of the log; empty where they were not asked for. */
  readonly runs: Iterable<Run>;
  /** Number of lines that were read, on the path or not. */
  readonly lines: number;
  /** Offset of an unterminated last line that is no complete JSON. */
  readonly tornTail: number | undefined;
  /** Damaged lines that end in a newline and stand after the last entry; none with a named leaf. */
  readonly trailing: readonly Damage[];
  /** Where the chain of parents does not hold. */
  readonly breaks: readonly ChainBreak[];
  /** Every other damaged line that was read. */
  readonly besides: readonly Damage[];
  /** What is kept and not interpreted. */
  readonly uninterpreted: readonly Uninterpreted[];
  /** What was met and is in none of the lists, since there are too many. */
  readonly unlisted: readonly Unlisted[];
}

/** Faults of one kind that a path does not list. */
export interface Unlisted {
  /** Offset of the first of them. */
  readonly offset: number;
  /** Their number, 1 or more. */
  readonly count: number;
}

/** The end of a path, which is known although a parent further back was looked for in vain. */
export type PathEnd = Pick<Path, "leaf" | "tornTail" | "trailing">;

/**
 * A position as it was asked for. Negative ones, and −0, count from the end. An entry, by its id or by the
 * beginning of it, stands for the messages up to it, itself included.
 */
export type AskedPosition = Position | "end" | { readonly id: string };

/**
 * How many messages a position that counts from the end leaves out; undefined where it counts from the
 * start, or is that of an entry.
 */
export function leftOutFromEnd(at: AskedPosition): number | undefined {
  if (at === "end") return 0;
  if (typeof at === "object") return undefined;
  return at < 0 || Object.is(at, -0) ? -at : undefined;
}

/**
 * How many messages of a path a position leaves out. Where it counts from the start, the path must be
 * a whole one. Throws a UsageError when the path has fewer messages, or it is no whole number.
 */
export function leftOut(
  path: Path,
  at: Exclude<AskedPosition, object>,
  name: string,
): number {
  // A program without types may ask for anything.
  const isWhole = at === "end" || Number.isInteger(at);
  const left = isWhole ? leftOutFromEnd(at) ?? path.length - (at as Position) : NaN;
  if (Number.isInteger(left) && left >= 0 && (left <= path.length || !path.whole)) return left;
  const total = path.length;
  const range = total === 0 ? "0" : `0 to ${total}, or -1 to -${total}`;
  throw new UsageError(`Position ${at} is not in "${name}": valid positions are ${range}`, {
    code: "position-out-of-range",
    place: { path: name },
    details: { total },
  });
}

/**
 * Tells the position that leaves out so many messages of a whole path.
 *
 * @param path A path that reaches its root.
 * @param left How many messages stand behind the position.
 * @returns The position, counted from the start.
 *
 * @example
 * ```ts
 * import { bytesSource, positionOf, readPrompt } from "../log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource('{"role":"system","content":"Be brief."}\n{"role":"user","content":"Hi"}\n');
 * const { path, left } = readPrompt(log, { at: -1, whole: true });
 * assert.equal(positionOf(path, left), 1);
 * ```
 */
export function positionOf(path: Path, left: number): Position {
  return path.length - left;
}

/** The system messages on which the prompt depends that leaves out so many messages. */
export function systemBefore(path: Path, left: number): readonly SystemPlace[] {
  return fromLastReplace(path.system.filter(({ after }) => after >= left));
}

/**
 * How many messages of any role stand behind the first message that is no system message; undefined where
 * there is none. A path that is not whole begins with a `replace` and has no such question.
 */
export function firstOther(path: Path): number | undefined {
  let expected = path.length - 1;
  for (const { after } of path.system) if (after === expected) expected--;
  return expected >= 0 ? expected : undefined;
}

/** How many are kept of the first, and of the last. */
const KEPT = 100;
/** Of more than those in a row, all before the last so many need not be looked at. */
export const FEW_MORE = KEPT + 1;

/** The first and the last of what is met from the end of a log to its start. */
export class Few<Item> {
  readonly #offsetOf: (item: Item) => number;
  readonly #first: Item[] = [];
  readonly #last: Item[] = [];
  #oldest = 0;
  #offset = 0;
  #count = 0;

  /** `offsetOf` tells where in the log an item stands. */
  constructor(offsetOf: (item: Item) => number) {
    this.#offsetOf = offsetOf;
  }

  add(item: Item): void {
    if (this.#first.length < KEPT) this.#first.push(item);
    else if (this.#last.length < KEPT) this.#last.push(item);
    else {
      this.#offset = this.#offsetOf(this.#last[this.#oldest] as Item);
      this.#count++;
      this.#last[this.#oldest] = item;
      this.#oldest = (this.#oldest + 1) % KEPT;
    }
  }

  /** Whether one more will put another out. */
  get isFull(): boolean {
    return this.#last.length === KEPT;
  }

  /** Counts some that are not looked at; it is full, and at least `FEW_MORE` others follow. */
  skip(count: number): void {
    this.#count += count;
  }

  /** Those that are kept, in the order in which they were met. */
  get kept(): Item[] {
    const last = [...this.#last.slice(this.#oldest), ...this.#last.slice(0, this.#oldest)];
    return [...this.#first, ...last];
  }

  /** The others; none or one. */
  get unlisted(): Unlisted[] {
    return this.#count === 0 ? [] : [{ offset: this.#offset, count: this.#count }];
  }
}

/**
 * Stretches of a log that are met from its end to its start and read from its start to its end: some bytes
 * each, the last one on top.
 */
export class RunStack implements Iterable<Run> {
  #bytes = new Uint8Array(64);
  #used = 0;
  #top: Run | undefined;

  /** The stretch that was added last. */
  get top(): Run | undefined {
    return this.#top;
  }

  /** Adds a stretch that ends where the top one begins, or before. */
  push(run: Run): void {
    if (this.#top !== undefined) this.#store(this.#top, this.#top.from - run.to);
    this.#top = run;
  }

  /** Puts another stretch in the place of the top one. */
  replaceTop(run: Run): void {
    this.#top = run;
  }

  *[Symbol.iterator](): Generator<Run> {
    if (this.#top === undefined) return;
    yield this.#top;
    let { to: end } = this.#top;
    const cursor = { at: this.#used };
    while (cursor.at > 0) {
      const from = end + this.#number(cursor);
      end = from + this.#number(cursor);
      yield { from, to: end, messages: this.#number(cursor) };
    }
  }

  /** Stores a stretch and the bytes between it and the one before it in the log. */
  #store({ from, to, messages }: Run, gap: number): void {
    for (const number of [messages, to - from, gap]) this.#push(number);
  }

  /** Pushes a number, its lowest seven bits last: it is read from the end. */
  #push(number: number): void {
    const rest = Math.floor(number / 128);
    if (rest > 0) this.#push(rest);
    if (this.#used === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#used++] = number % 128 + (rest > 0 ? 128 : 0);
  }

  #number(cursor: { at: number }): number {
    let number = 0;
    for (let weight = 1;; weight *= 128) {
      const byte = this.#bytes[--cursor.at] as number;
      number += (byte & 127) * weight;
      if (byte < 128) return number;
    }
  }
}
