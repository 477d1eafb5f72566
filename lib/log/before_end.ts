/**
 * The prompt at a number of messages before the end of a log, which costs no more than the one at the end:
 * a backward walk to the last `replace` before that position, or one forward pass.
 *
 * @module
 */

import { foldMessage } from "../derive.ts";
import type { LocatedBlock } from "./end.ts";
import type { Uninterpreted } from "./diagnostics.ts";
import type { LinearPath } from "./chain.ts";
import { isForLinear, readLinear } from "./linear.ts";
import { mayReplaceNearEnd, nearEnd } from "./near_end.ts";
import { followPath, type PathOptions, type PathVisitor, type PathWalk } from "./walk.ts";
import {
  isReplace,
  offsetFromEnd,
  positionOf,
  type SystemMessage,
  SystemTail,
} from "./position.ts";
import type { ByteSource } from "./bytes.ts";

/** The prompt before the end, not yet judged. */
export interface BeforeEnd {
  /** The surviving blocks; their positions are relative to the end, or from the start after a pass. */
  readonly blocks: readonly LocatedBlock[];
  /** Offset of the message at the position; -1 for none. */
  readonly last: number;
  readonly walk: PathWalk;
  readonly uninterpreted: readonly Uninterpreted[];
}

/** More messages are not walked back over. */
export const MAX_SKIP = 10_000;

/**
 * Reads the prompt before the end from no more of the log than it takes.
 *
 * @param source The log.
 * @param skip How many messages stand after the position, {@linkcode MAX_SKIP} at most.
 * @param options The leaf.
 * @returns The prompt.
 * @throws {UsageError} When there are fewer messages, or the leaf is unknown.
 */
export function readBeforeEnd(source: ByteSource, skip: number, options: PathOptions): BeforeEnd {
  if (isForLinear(source, options)) {
    const found = readNear(source, skip, options) ?? readLinearBeforeEnd(source, skip, options);
    if (found !== undefined) return found;
  }
  return beforeEnd(source, walkBack(source, options, () => new Back(skip)));
}

/** Reads the prompt from the last part of a log; undefined where more of it is needed. */
function readNear(source: ByteSource, skip: number, options: PathOptions): BeforeEnd | undefined {
  if (!mayReplaceNearEnd(source)) return undefined;
  const walked = walkBack(source, options, () => new Back(skip, nearEnd(source)));
  return walked.back.gaveUp ? undefined : beforeEnd(source, walked);
}

/**
 * Reads the prompt before the end in one forward pass.
 *
 * @param source The log.
 * @param skip How many messages stand after the position, {@linkcode MAX_SKIP} at most.
 * @param options The leaf, and whether to check every line.
 * @returns The prompt with positions from the start; undefined when the log is no chain.
 * @throws {UsageError} When there are fewer messages.
 */
export function readLinearBeforeEnd(
  source: ByteSource,
  skip: number,
  options: PathOptions,
): BeforeEnd & { readonly path: LinearPath } | undefined {
  const system = new SystemTail(skip);
  const full = options.full ?? false;
  const path = readLinear(source, { full, block: options.block }, system);
  if (path === undefined) return undefined;
  positionOf(source, -skip, path.total);
  return {
    path,
    blocks: folded(system.upTo(path.total)),
    last: offsetFromEnd(source, skip, options),
    walk: path.walk,
    uninterpreted: path.uninterpreted,
  };
}

interface Walked {
  readonly back: Back;
  readonly walk: PathWalk;
}

function walkBack(source: ByteSource, options: PathOptions, makeBack: () => Back): Walked {
  let back = makeBack();
  const walk = followPath(source, options, () => {
    back = makeBack();
    return back.visit;
  });
  return { back, walk };
}

function beforeEnd(source: ByteSource, { back, walk }: Walked): BeforeEnd {
  const { skip, seen, last, uninterpreted } = back;
  if (walk.complete) positionOf(source, -skip, seen);
  return { blocks: folded(back.system.toReversed()), last, walk, uninterpreted };
}

function folded(messages: readonly SystemMessage[]): LocatedBlock[] {
  return messages.reduce<LocatedBlock[]>(
    (blocks, { message, position, offset }) => foldMessage(blocks, message, { position, offset }),
    [],
  );
}

/** Skips messages on the way from the leaf, and collects what the prompt before them depends on. */
class Back {
  readonly system: SystemMessage[] = [];
  readonly uninterpreted: Uninterpreted[] = [];
  readonly skip: number;
  /** Entries before this offset end the walk. */
  readonly #from: number;
  seen = 0;
  last = -1;
  gaveUp = false;

  constructor(skip: number, from = 0) {
    this.skip = skip;
    this.#from = from;
  }

  readonly visit: PathVisitor = ({ kind, line, offset }) => {
    this.gaveUp = offset < this.#from;
    if (this.gaveUp) return false;
    if (kind !== "opaque") this.seen++;
    if (this.seen <= this.skip) return;
    if (line?.uninterpreted) this.uninterpreted.push({ offset, what: line.uninterpreted });
    if (kind === "opaque") return;
    if (this.last === -1) this.last = offset;
    if (kind === "other" || line?.message === undefined) return;
    this.system.push({ message: line.message, position: this.skip - this.seen + 1, offset });
    return !isReplace(line.message);
  };
}
