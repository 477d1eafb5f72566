/**
 * Follows a conversation through a log, from its leaf to its root (DESIGN §3, Order and Damage): the one
 * way in which a log is read.
 *
 * One pass from the last line to the first is enough, because a parent always stands before its child,
 * and a branch that was given up costs no more than the lines it has. The pass holds only what it looks
 * for next; where a parent is not found at all it gives up, and missing_parents.ts finds the path. What
 * breaks the chain is noted, not judged: whether it touches a prompt depends on the prompt asked for.
 *
 * @module
 */

import { isConfiguration, isReplace } from "../derive.ts";
import { UsageError } from "../errors.ts";
import { type DamagedLine, type EntryLine, readLine, textStart } from "./entry.ts";
import {
  type BackwardVisitor,
  type BlockRoom,
  type ByteSource,
  endOf,
  type LineSpan,
  scanBackward,
} from "./lines.ts";
import {
  type ChainBreak,
  type Damage,
  damageOf,
  Few,
  FEW_MORE,
  type Path,
  type PathEnd,
  RunStack,
  type SystemPlace,
  type Uninterpreted,
} from "./path.ts";
import { type Links, Scanner, type Sought } from "./scan/scanner.ts";

/** How to follow a path. */
export interface WalkOptions {
  /** The id of the entry to start from. @default the last entry of the log */
  readonly leaf?: string | undefined;
  /** Checks every line to its end instead of trusting heads. @default false */
  readonly full?: boolean | undefined;
  /** Goes on to the start of the file when the root is reached. @default false */
  readonly all?: boolean | undefined;
  /** Whether to note the stretches of the path. @default false */
  readonly runs?: boolean | undefined;
  /**
   * Ends at the last `replace` that has at least so many messages behind it. @default never
   */
  readonly until?: number | undefined;
  /** Notes only breaks of the chain with more messages than that behind them. @default 0 */
  readonly reaching?: number | undefined;
  /** Whether `until` looks for a `replace` that was written from configuration. @default false */
  readonly untilConfigured?: boolean | undefined;
  /** Bytes read at once; tests make it small. @default 262144 */
  readonly block?: number | undefined;
  /** The size in bytes from which the scanner is used. @default 65536 */
  readonly scanFrom?: number | undefined;
}

const BLOCK_SIZE = 256 * 1024;
/** Below, making the scanner takes longer than parsing every line. */
const SCAN_FROM = 64 * 1024;
const LF = 10;
/** A stretch that is noted as one has at most so many bytes, so that a message in it is soon found. */
const RUN_SIZE = 512 * 1024;

/**
 * Walks from the leaf to the root, or as far as is asked. No path but its end when a parent is not found;
 * throws a UsageError when no entry has the id of the leaf.
 */
export function walk(
  source: ByteSource,
  options: WalkOptions = {},
): { readonly path: Path | undefined; readonly end: PathEnd } {
  const room = roomFor(source, options);
  const walker = new Walker(source, options, room instanceof Scanner ? room : undefined);
  scanBackward(source, room, walker);
  const path = walker.path();
  return { path: walker.isLost ? undefined : path, end: path };
}

function roomFor(source: ByteSource, options: WalkOptions): BlockRoom {
  const size = Math.max(1, Math.min(options.block ?? BLOCK_SIZE, source.size));
  const scanner = source.size >= (options.scanFrom ?? SCAN_FROM) ? Scanner.make(size) : undefined;
  return scanner ?? new PlainRoom(size);
}

class PlainRoom implements BlockRoom {
  block: Uint8Array;

  constructor(size: number) {
    this.block = new Uint8Array(size);
  }

  grow(size: number): void {
    this.block = new Uint8Array(size);
  }
}

class Walker implements BackwardVisitor {
  readonly #source: ByteSource;
  readonly #options: WalkOptions;
  /** Made when the first damaged line needs its head read, where the log is small. */
  #scanner: Scanner | undefined;
  readonly #passes: boolean;
  readonly #trailing = new Few<Damage>(offsetOf);
  readonly #breaks = new Few<ChainBreak>(({ damage, child }) => damage?.offset ?? child);
  /** Breaks too near to the end to be noted. */
  readonly #unasked = new Few<ChainBreak>(({ child }) => child);
  readonly #besides = new Few<Damage>(offsetOf);
  readonly #uninterpreted = new Few<Uninterpreted>(offsetOf);
  readonly #system: SystemPlace[] = [];
  readonly #runs = new RunStack();
  /** Undefined: what the scanner looks for, which is put into words only where it has to be. */
  #known: Sought | undefined;
  /** Of those, what the scanner was last told. */
  #told: Sought | undefined;
  #leaf: Path["leaf"];
  #tornTail: number | undefined;
  #length = 0;
  #lines = 0;
  /** Offset of the entry taken last. */
  #child = -1;
  /** Where the damaged line before was noted, if what follows is noted there as well. */
  #flood: Pick<Few<unknown>, "isFull" | "skip"> | undefined;
  #stopped = false;

  constructor(source: ByteSource, options: WalkOptions, scanner: Scanner | undefined) {
    this.#source = source;
    this.#options = options;
    this.#scanner = scanner;
    this.#passes = scanner !== undefined;
    const { leaf } = options;
    this.#known = leaf === undefined ? { type: "leaf" } : { type: "id", id: leaf };
  }

  get isDone(): boolean {
    if (this.#stopped) return true;
    if (this.#options.all === true) return false;
    return this.#known === undefined
      ? this.#scanner?.seeksNothing === true
      : this.#known.type === "nothing";
  }

  get #sought(): Sought {
    return this.#known ??= this.#scanner?.sought ?? { type: "nothing" };
  }

  /** Whether a parent, not the leaf, was looked for in vain. */
  get isLost(): boolean {
    if (this.#sought.type !== "id" || this.#stopped) return false;
    if (this.#leaf !== undefined) return true;
    throw new UsageError(`Cannot start from leaf "${this.#sought.id}": no entry has this id`, {
      code: "leaf-unknown",
      place: { path: this.#source.name },
    });
  }

  path(): Path {
    return {
      leaf: this.#leaf,
      length: this.#length,
      whole: !this.#stopped,
      system: this.#system.toReversed(),
      runs: this.#runs,
      lines: this.#lines,
      tornTail: this.#tornTail,
      trailing: this.#trailing.kept,
      breaks: this.#breaks.kept,
      besides: this.#besides.kept,
      uninterpreted: this.#uninterpreted.kept,
      unlisted: [this.#trailing, this.#breaks, this.#besides, this.#uninterpreted].flatMap((few) =>
        few.unlisted
      ),
    };
  }

  pass(floor: number, end: number, base: number): number {
    // The last line is never taken on trust.
    if (!this.#passes || this.#scanner === undefined || this.#lines === 0) return end;
    if (this.#known !== this.#told) {
      if (this.#known !== undefined && !this.#scanner.seek(this.#known)) return end;
      this.#told = this.#known;
    }
    const spared = this.#passFlood(this.#scanner, floor, end);
    if (spared < end) return spared;
    const passed = this.#scanner.back(floor, end, {
      full: this.#options.full === true,
      taking: this.#leaf !== undefined,
    });
    this.#lines += passed.lines;
    if (passed.taken) {
      this.#flood = undefined;
      this.#length += passed.messages;
      this.#child = base + passed.from;
      this.#addRun(base + passed.from, base + passed.to, passed.messages);
      this.#known = undefined;
    }
    return passed.end;
  }

  /** Goes over damaged lines that would be noted among too many others, but for the last of them. */
  #passFlood(scanner: Scanner, floor: number, end: number): number {
    if (this.#flood?.isFull !== true) return end;
    const passed = scanner.backDamaged(floor, end);
    const spared = passed.lines - FEW_MORE;
    if (spared <= 0) return end;
    this.#flood.skip(spared);
    this.#lines += spared;
    let from = passed.end;
    for (let line = 0; line < FEW_MORE; line++) from = scanner.block.indexOf(LF, from) + 1;
    return from;
  }

  line(span: LineSpan): void {
    const line = readLine(span);
    this.#flood = undefined;
    if (line.type === "damaged") this.#damaged(span, line);
    else if (line.type === "entry" && this.#isSought(line.id)) this.#takeEntry(span, line);
    else if (line.type === "header" && this.#leaf !== undefined && this.#isId(line.id)) {
      // Some programs name the header as parent of the first entry.
      this.#goTo(null);
    }
    this.#lines++;
  }

  #isSought(id: string | undefined): boolean {
    return this.#sought.type === "id" ? this.#isId(id) : this.#sought.type !== "nothing";
  }

  #isId(id: string | undefined): boolean {
    return this.#sought.type === "id" && id === this.#sought.id;
  }

  #takeEntry(span: LineSpan, line: EntryLine): void {
    const { offset } = span;
    const { kind, uninterpreted, system } = line;
    const after = this.#length;
    this.#take(span, line.id, kind !== "opaque");
    if (uninterpreted !== undefined) {
      this.#uninterpreted.add({ offset, reach: this.#length, what: uninterpreted });
    }
    if (system !== undefined) {
      const configured = isConfiguration(system);
      this.#addSystem(span, { after, replaces: isReplace(system), configured });
    }
    if (line.parentId === false) this.#noteBreak(undefined);
    this.#goTo(line.parentId);
  }

  /** Takes a damaged message of another role by its head: it keeps its place. */
  #takeHead(span: LineSpan, links: Links): void {
    this.#take(span, links.id, true);
    this.#goTo(links.parentId);
  }

  #take(span: LineSpan, id: string | undefined, isMessage: boolean): void {
    const { offset } = span;
    this.#leaf ??= { offset, id };
    this.#child = offset;
    if (isMessage) this.#length++;
    this.#addRun(offset, endOf(span), isMessage ? 1 : 0);
  }

  #goTo(parentId: EntryLine["parentId"]): void {
    if (typeof parentId === "string") this.#known = { type: "id", id: parentId };
    else this.#known = { type: parentId === null ? "nothing" : "entry" };
  }

  #addSystem(
    span: LineSpan,
    what: Pick<SystemPlace, "after" | "replaces" | "configured">,
  ): void {
    const { offset } = span;
    this.#system.push({ offset, end: endOf(span), linesAfter: this.#lines, ...what });
    const { until, untilConfigured = false } = this.#options;
    this.#stopped = until !== undefined && what.replaces && what.after >= until &&
      (what.configured || !untilConfigured);
  }

  #addRun(from: number, to: number, messages: number): void {
    if (this.#options.runs !== true) return;
    const later = this.#runs.top;
    if (later?.from === to && later.to - from <= RUN_SIZE) {
      this.#runs.replaceTop({ from, to: later.to, messages: later.messages + messages });
    } else this.#runs.push({ from, to, messages });
  }

  #damaged(span: LineSpan, line: DamagedLine): void {
    const damage = damageOf(span, line);
    const links = this.#headOf(span, line);
    const isNotJson = line.cause === "unreadable" || line.cause === "fused";
    if (links !== undefined) {
      if (this.#isSought(links.id)) this.#takeHead(span, links);
      if (line.cause === "fused" && this.#leaf !== undefined) this.#noteBreak(damage);
      // Whether a head is trusted must not depend on the size of the log.
      else if (this.#options.full === true) this.#besides.add(damage);
    } else if (!span.terminated && isNotJson) {
      this.#tornTail = span.offset;
    } else if (this.#leaf !== undefined && this.#isParent(line)) {
      this.#noteBreak(damage, line);
      this.#goTo(line.parentId);
    } else if (this.#sought.type === "leaf" && span.terminated) {
      this.#note(this.#trailing, damage, line);
    } else if (this.#leaf !== undefined && line.cause === "fused") {
      this.#noteBreak(damage);
    } else this.#note(this.#besides, damage, line);
  }

  #note<Item>(few: Few<Item>, item: Item, line?: DamagedLine): void {
    few.add(item);
    if (line?.cause === "unreadable") this.#flood = few;
  }

  /** Whether the entry taken last hangs on a damaged line, or on others that hang on it. */
  #isParent(line: DamagedLine): boolean {
    return this.#sought.type === "id" ? this.#isId(line.id) : this.#sought.type === "entry";
  }

  #noteBreak(damage: Damage | undefined, line?: DamagedLine): void {
    const { reaching = 0 } = this.#options;
    const reach = this.#length;
    const few = reach > reaching || reaching === 0 ? this.#breaks : this.#unasked;
    this.#note(few, { child: this.#child, reach, damage }, line);
  }

  /** The head of a damaged line, unless it is the last line or may stand after the leaf. */
  #headOf(span: LineSpan, { cause }: DamagedLine): Links | undefined {
    if (this.#known?.type === "leaf" || endOf(span) >= this.#source.size) return undefined;
    this.#scanner ??= Scanner.make(0);
    const line = span.bytes.subarray(textStart(span), span.end);
    return this.#scanner?.head(line, { fused: cause === "fused" });
  }
}

function offsetOf({ offset }: { readonly offset: number }): number {
  return offset;
}
