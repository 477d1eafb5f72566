/**
 * Follows a conversation through a log, from its leaf to its root (DESIGN §3, Order and Damage).
 *
 * One backward pass is enough, because a parent always stands before its child. The pass holds only
 * what it looks for next, so its memory does not grow with the file; only when a parent is not found
 * at all is the log indexed (log_index.ts) and walked again. What breaks the chain is reported, not
 * judged: whether it touches a prompt depends on the prompt asked for.
 *
 * @module
 */

import { UsageError } from "../errors.ts";
import { decodeId, type LineHead, mayHold, readHead } from "./line_head.ts";
import { type IndexedEntry, indexPath } from "./index.ts";
import { type DamagedLine, type EntryLine, readLine, textStart } from "./entry.ts";
import type { ByteSource } from "./bytes.ts";
import { type LineSpan, scanBackward } from "./lines.ts";

/** An entry of the path. */
export interface PathEntry {
  /** Offset of its first byte. */
  readonly offset: number;
  /** Offset after its newline, or of the end of the log. */
  readonly end: number;
  /** What the entry is. */
  readonly kind: EntryLine["kind"];
  /** Undefined when only the head of the line was read, which tells that it is no system message. */
  readonly line: EntryLine | undefined;
}

/** A damaged line and where it stands. */
export interface Damage {
  /** Byte offset of the line. */
  readonly offset: number;
  /** Worded to follow a colon, such as `it is not JSON`. */
  readonly reason: string;
  /** What kind of damage it is. */
  readonly cause: DamagedLine["cause"];
}

/** A place where the chain of parents does not hold. */
export interface ChainBreak {
  /** Offset of the entry whose parent is uncertain. */
  readonly child: number;
  /** The damaged line it hangs on; undefined when the parent it names is not found. */
  readonly damage: Damage | undefined;
}

/** The end of a path, and what was met on the way to its root. */
export interface PathWalk {
  /** Undefined for a log without an entry. */
  readonly leaf: { readonly offset: number; readonly id: string | undefined } | undefined;
  /** Offset of an unterminated last line that is no complete JSON. */
  readonly tornTail: number | undefined;
  /** Damaged lines that end in a newline and stand after the last entry; none with a named leaf. */
  readonly trailing: readonly Damage[];
  /** From the leaf to the root. */
  readonly breaks: readonly ChainBreak[];
  /** Every other damaged line that was read. */
  readonly besides: readonly Damage[];
  /** False when the visitor ended the walk before the root. */
  readonly complete: boolean;
}

/** How to follow a path. */
export interface PathOptions {
  /** The id of the entry to start from. @default the last entry of the log */
  readonly leaf?: string | undefined;
  /** Parses every line of the path instead of trusting heads. @default false */
  readonly full?: boolean;
  /** Bytes read at once. @default 524288 */
  readonly block?: number;
  /**
   * The size in bytes from which a forward pass over the whole log is tried first, see log_linear.ts.
   *
   * @default 1048576
   */
  readonly linearFrom?: number;
}

/** Called for each entry from the leaf to the root; `false` ends the walk. */
export type PathVisitor = (entry: PathEntry) => boolean | void;

/**
 * Walks from the leaf to the root.
 *
 * @param source The log.
 * @param options The leaf, and how thoroughly to read.
 * @param makeVisitor Makes a visitor; called a second time when the walk must start again because a
 *   parent was not found.
 * @returns What was found beside the entries.
 * @throws {UsageError} When no entry has the id of the leaf.
 * @throws {SessionError} When an entry's parent stands on the same or a later line.
 */
export function followPath(
  source: ByteSource,
  options: PathOptions,
  makeVisitor: () => PathVisitor,
): PathWalk {
  const walker = new Walker(options, makeVisitor());
  walker.run(source);
  if (!walker.lost) return walker.result();
  const again = new Walker(options, makeVisitor(), indexPath(source, options));
  again.run(source);
  return again.result();
}

type Want = "leaf" | "entry" | "id" | "listed" | "nothing";

class Walker {
  readonly #options: PathOptions;
  readonly #visit: PathVisitor;
  readonly #listed: readonly IndexedEntry[] | undefined;
  readonly #head: LineHead = {
    idStart: -1,
    idEnd: -1,
    parentStart: -1,
    parentEnd: -1,
    hasParent: false,
  };
  readonly #trailing: Damage[] = [];
  readonly #breaks: ChainBreak[] = [];
  readonly #besides: Damage[] = [];
  #want: Want;
  #wantedId = new Uint8Array(0);
  #wantedText: string | undefined;
  #leaf: { offset: number; id: string | undefined } | undefined;
  #torn: number | undefined;
  #child = -1;
  #taken = 0;
  #size = 0;
  #stopped = false;

  constructor(options: PathOptions, visit: PathVisitor, listed?: readonly IndexedEntry[]) {
    this.#options = options;
    this.#visit = visit;
    this.#listed = listed;
    this.#want = listed ? "listed" : options.leaf === undefined ? "leaf" : "id";
    if (options.leaf !== undefined) this.#wantId(options.leaf);
  }

  /** Whether a parent, not the leaf, was looked for in vain. */
  get lost(): boolean {
    return this.#want === "id" && this.#leaf !== undefined;
  }

  run(source: ByteSource): void {
    this.#size = source.size;
    const { block } = this.#options;
    scanBackward(source, (span) => this.#line(span), block === undefined ? {} : { block });
    if (this.#want === "id" && this.#leaf === undefined) {
      throw new UsageError(`Cannot start from leaf "${this.#options.leaf}": no entry has this id`, {
        code: "leaf-unknown",
        place: { path: source.name },
      });
    }
  }

  result(): PathWalk {
    return {
      leaf: this.#leaf,
      tornTail: this.#torn,
      trailing: this.#trailing,
      breaks: this.#breaks,
      besides: this.#besides,
      complete: !this.#stopped,
    };
  }

  #line(span: LineSpan): boolean {
    const isLast = span.offset + (span.end - span.start) + 1 >= this.#size;
    const leafKnown = this.#leaf !== undefined || this.#want === "id";
    const trusted = !isLast && leafKnown &&
      readHead(span.bytes, textStart(span), span.end, this.#head) && !this.#unsure(span);
    const line = trusted && !this.#options.full ? undefined : readLine(span);
    if (line === undefined || (trusted && line.type === "damaged")) {
      if (line?.type === "damaged") this.#besides.push(damageOf(span, line));
      return !this.#wants(span, this.#headIdIsWanted(span.bytes)) || this.#takeHead(span);
    }
    if (line.type === "damaged") return this.#damaged(span, line);
    if (line.type !== "entry") return true;
    return !this.#wants(span, line.id !== undefined && line.id === this.#wantedText) ||
      this.#takeEntry(span, line);
  }

  /** Whether the wanted id may stand behind the part of the line that was read. */
  #unsure(span: LineSpan): boolean {
    return this.#want === "id" && this.#head.idStart === -1 &&
      mayHold(span.bytes, span.start, span.end, this.#wantedId);
  }

  #headIdIsWanted(bytes: Uint8Array): boolean {
    const { idStart, idEnd } = this.#head;
    const wanted = this.#wantedId;
    if (idStart === -1 || idEnd - idStart !== wanted.length) return false;
    for (let i = 0; i < wanted.length; i++) {
      if (bytes[idStart + i] !== wanted[i]) return false;
    }
    return true;
  }

  #wants(span: LineSpan, hasWantedId: boolean): boolean {
    if (this.#want === "id") return hasWantedId;
    if (this.#want === "listed") return this.#listed?.[this.#taken]?.offset === span.offset;
    return true;
  }

  #takeHead(span: LineSpan): boolean {
    const { hasParent, parentStart, parentEnd } = this.#head;
    const goOn = this.#take(span, "other", undefined);
    if (!goOn || this.#want === "listed") return goOn;
    if (!hasParent) this.#want = "entry";
    else if (parentStart === -1) this.#want = "nothing";
    else {
      this.#want = "id";
      this.#wantedId = span.bytes.slice(parentStart, parentEnd);
      this.#wantedText = decodeId(this.#wantedId);
    }
    return this.#want !== "nothing";
  }

  #takeEntry(span: LineSpan, line: EntryLine): boolean {
    const goOn = this.#take(span, line.kind, line);
    if (!goOn || this.#want === "listed") return goOn;
    if (line.parentId === false) this.#breaks.push({ child: span.offset, damage: undefined });
    return this.#goToParent(line.parentId);
  }

  #goToParent(parentId: EntryLine["parentId"]): boolean {
    if (typeof parentId === "string") {
      this.#want = "id";
      this.#wantId(parentId);
    } else {
      this.#want = parentId === null ? "nothing" : "entry";
    }
    return this.#want !== "nothing";
  }

  /** Hands an entry to the visitor; false ends the walk. */
  #take(span: LineSpan, kind: EntryLine["kind"], line: EntryLine | undefined): boolean {
    const { offset } = span;
    this.#leaf ??= { offset, id: line?.id ?? this.#wantedText };
    this.#child = offset;
    const end = offset + (span.end - span.start) + (span.terminated ? 1 : 0);
    if (this.#visit({ offset, end, kind, line }) === false) {
      this.#stopped = true;
      this.#want = "nothing";
      return false;
    }
    const listed = this.#listed?.[this.#taken++];
    if (listed !== undefined) this.#breaks.push(...listed.breaks);
    return true;
  }

  #damaged(span: LineSpan, line: DamagedLine): boolean {
    const damage = damageOf(span, line);
    if (!span.terminated && line.cause === "unreadable") {
      this.#torn = span.offset;
    } else if (this.#leaf !== undefined && this.#isParent(line)) {
      this.#breaks.push({ child: this.#child, damage });
      return this.#goToParent(line.parentId);
    } else if (this.#leaf === undefined && this.#options.leaf === undefined && span.terminated) {
      this.#trailing.push(damage);
    } else {
      this.#besides.push(damage);
    }
    return true;
  }

  /** Whether the entry taken last hangs on a damaged line, or on others that hang on it. */
  #isParent(line: DamagedLine): boolean {
    if (this.#want === "id") return line.id !== undefined && line.id === this.#wantedText;
    return this.#want === "entry";
  }

  #wantId(id: string): void {
    this.#wantedText = id;
    this.#wantedId = new TextEncoder().encode(id);
  }
}

/**
 * Makes the record of a damaged line.
 *
 * @param span Where it stands.
 * @param line What is wrong with it.
 * @returns The record.
 */
export function damageOf(span: LineSpan, line: DamagedLine): Damage {
  return { offset: span.offset, reason: line.reason, cause: line.cause };
}
