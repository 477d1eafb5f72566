/**
 * The end of a session log: the prompt in force there, and what a resume needs to know (DESIGN §3).
 *
 * It takes only the tail of the file where a `replace` stands near the end: a backward walk that stops
 * there. Where none is near, one forward pass over a log that is a single chain is faster than the walk.
 *
 * @module
 */

import { type ConfigWindow, foldMessage, type PositionedBlock, windowOf } from "../derive.ts";
import { type Finding, judge, type Uninterpreted } from "./diagnostics.ts";
import { isForLinear, readLinear } from "./linear.ts";
import { mayReplaceNearEnd } from "./near_end.ts";
import { followPath, type PathEntry, type PathOptions, type PathWalk } from "./walk.ts";
import { isReplace, type SystemMessage, SystemTail } from "./position.ts";
import type { ByteSource } from "./bytes.ts";
import type { Position } from "../types.ts";

/** A system block and where its entry stands. */
export interface LocatedBlock extends PositionedBlock {
  /** Byte offset of the entry's line. */
  readonly offset: number;
}

/** The end of a conversation, as far as a resume needs it. */
export interface LogEnd {
  /** The entry to hang new ones on; undefined for a log without an entry. */
  readonly leaf: PathWalk["leaf"];
  /** The surviving blocks. Positions are relative to the end: 0 is the last message, −1 the one before. */
  readonly blocks: readonly LocatedBlock[];
  /** What a resume compares, with positions as in `blocks`. */
  readonly window: ConfigWindow<LocatedBlock>;
  /** Whether the path holds a message of any role. */
  readonly hasMessages: boolean;
  /** What a system entry would be that is appended now, see {@linkcode EditPlace}. */
  readonly editPlace: EditPlace;
  /** Byte offset of an incomplete last line. */
  readonly tornTail: number | undefined;
  /** What is wrong, in the order of the log. */
  readonly findings: readonly Finding[];
}

/**
 * Where a system entry stands that is appended at the end: in the contiguous run of the window, in the
 * window after a gap, or outside the window.
 */
export type EditPlace = "run" | "window" | "outside";

/**
 * Reads the effective prompt at the end of a log, from its tail.
 *
 * @param source The log.
 * @param options The leaf.
 * @returns The surviving blocks, the window a resume compares, and what is wrong.
 * @throws {UsageError} When the leaf is unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 *
 * @example
 * ```ts
 * import { readEnd } from "./end.ts";
 * import { bytesSource } from "./bytes.ts";
 * import assert from "node:assert/strict";
 *
 * const end = readEnd(bytesSource('{"role":"system","content":"seed"}\n{"role":"user","content":"hi"}\n'));
 * assert.deepEqual(end.blocks.map((block) => block.text), ["seed"]);
 * ```
 */
export function readEnd(source: ByteSource, options: PathOptions = {}): LogEnd {
  const { tail, walk } = readFarTail(source, options) ?? readTail(source, options);
  const blocks = tail.blocks();
  const replaced = blocks[0]?.mode === "replace";
  const window = windowOf(blocks, { replaced, firstOther: tail.firstOther });
  return {
    leaf: walk.leaf,
    blocks,
    window,
    hasMessages: tail.messages > 0,
    editPlace: tail.editPlace(window, replaced),
    tornTail: walk.tornTail,
    findings: judge({ walk, uninterpreted: tail.uninterpreted }, blocks[0], Infinity),
  };
}

interface TailWalk {
  readonly tail: Tail;
  readonly walk: PathWalk;
}

/** Walks from the leaf to the last `replace`, or to the root. */
function readTail(source: ByteSource, options: PathOptions): TailWalk {
  let tail = new Tail();
  const walk = followPath(source, options, () => {
    tail = new Tail();
    return (entry) => tail.add(entry);
  });
  return { tail, walk };
}

/** Reads forward where no `replace` seems to be near; undefined when the log is small or no chain. */
function readFarTail(source: ByteSource, options: PathOptions): TailWalk | undefined {
  if (!isForLinear(source, options) || mayReplaceNearEnd(source)) return undefined;
  return readLinearTail(source, options);
}

function readLinearTail(source: ByteSource, options: PathOptions): TailWalk | undefined {
  const system = new SystemTail();
  const path = readLinear(source, { full: options.full ?? false, block: options.block }, system);
  return path && { tail: Tail.ofPath(system.upTo(path.total), path), walk: path.walk };
}

/** Collects the tail of a path, from the leaf backward. */
class Tail {
  readonly uninterpreted: Uninterpreted[] = [];
  readonly #system: SystemMessage[] = [];
  messages = 0;
  /** Relative position of the earliest message seen that is no system message. */
  firstOther = Infinity;
  #lastKind: PathEntry["kind"] | undefined;

  add(entry: PathEntry): boolean {
    if (entry.line?.uninterpreted) {
      this.uninterpreted.push({ offset: entry.offset, what: entry.line.uninterpreted });
    }
    if (entry.kind === "opaque") return true;
    const position = 0 - this.messages++;
    this.#lastKind ??= entry.kind;
    const message = entry.line?.message;
    if (entry.kind === "other" || message === undefined) {
      this.firstOther = position;
      return true;
    }
    this.#system.push({ message, position, offset: entry.offset });
    return !isReplace(message);
  }

  /** Makes the tail of a path from its system messages, the last `replace` and what follows. */
  static ofPath(
    system: readonly SystemMessage[],
    { total, uninterpreted }: { total: Position; uninterpreted: readonly Uninterpreted[] },
  ): Tail {
    const tail = new Tail();
    const first = system[0];
    const start = first !== undefined && isReplace(first.message) ? first : undefined;
    let expected = start?.position ?? 1;
    for (const { position } of system) if (position === expected) expected++;
    if (expected <= total) tail.firstOther = expected - total;
    tail.messages = total;
    if (total > 0) tail.#lastKind = system.at(-1)?.position === total ? "system" : "other";
    tail.#system.push(
      ...system.toReversed().map((message) => ({ ...message, position: message.position - total })),
    );
    const after = start?.offset ?? -1;
    tail.uninterpreted.push(...uninterpreted.filter(({ offset }) => offset >= after));
    return tail;
  }

  blocks(): LocatedBlock[] {
    let blocks: LocatedBlock[] = [];
    for (const { message, position, offset } of this.#system.toReversed()) {
      blocks = foldMessage(blocks, message, { position, offset });
    }
    return blocks;
  }

  editPlace({ blocks, contiguous }: ConfigWindow, replaced: boolean): EditPlace {
    if (!replaced) return this.firstOther === Infinity ? "run" : "outside";
    return this.#lastKind === "system" && contiguous === blocks.length ? "run" : "window";
  }
}
