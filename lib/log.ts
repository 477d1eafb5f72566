/**
 * The session log as data: its end, a prefix of it, its whole conversation (DESIGN §3).
 *
 * The prompt at the end needs only the tail of the file: a backward walk that stops at the last
 * `replace`. A position counts from the start, so a prefix takes a walk to the root, which keeps the
 * byte ranges of the path and nothing of the entries, and then a forward pass over those ranges.
 *
 * @module
 */

import { foldMessage } from "./derive.ts";
import { type Finding, judge, type Uninterpreted } from "./log/diagnostics.ts";
import { type LineHead, readHead } from "./log/line_head.ts";
import { readLine, textStart } from "./log/entry.ts";
import { visitLineAt } from "./log/line_at.ts";
import type { LocatedBlock } from "./log/end.ts";
import { MAX_SKIP, readLinearBeforeEnd } from "./log/before_end.ts";
import type { LinearPath } from "./log/chain.ts";
import { isForLinear, readLinear } from "./log/linear.ts";
import { mayNameParentNearEnd } from "./log/near_end.ts";
import { followPath, type PathOptions, type PathWalk } from "./log/walk.ts";
import { isFromStart, positionOf } from "./log/position.ts";
import type { ByteSource } from "./log/bytes.ts";
import { linesForward, type LineSpan, scanForward } from "./log/lines.ts";
import type { Message, Position } from "./types.ts";

export { type EditPlace, type LocatedBlock, type LogEnd, readEnd } from "./log/end.ts";

/** The path of a conversation: where its entries stand. */
export interface LogPath {
  /** The entry that the path ends with; undefined for a log without an entry. */
  readonly leaf: PathWalk["leaf"];
  /** Byte ranges of the path's entries, ascending. */
  readonly runs: readonly { readonly from: number; readonly to: number }[];
  /** Number of messages. */
  readonly total: Position;
  /** What was met on the way, not yet judged. */
  readonly walk: PathWalk;
  /** Entries of the path that are kept and not interpreted. */
  readonly uninterpreted: readonly Uninterpreted[];
}

/** The prompt at a position. */
export interface LogPrompt {
  /** The whole path, also beyond the position. */
  readonly path: LogPath;
  /** The surviving blocks, with their positions counted from the start. */
  readonly blocks: readonly LocatedBlock[];
  /** The position the prompt is of. */
  readonly position: Position;
  /** The id of the message at that position; undefined when it has none. */
  readonly entry: string | undefined;
  /** What is wrong, judged for this position, in the order of the log. */
  readonly findings: readonly Finding[];
}

/** How to read the prompt at a position. */
export interface PromptOptions extends PathOptions {
  /**
   * Reads no further than the position in a log that names no parent up to there, nor near its end:
   * what stands between is then taken to name none. The path that is given may end at the position.
   *
   * @default false
   */
  readonly onlyPrefix?: boolean;
}

/** A message of the path. */
export interface LocatedMessage {
  /** Its position, 1 or more. */
  readonly position: Position;
  /** Byte offset of its line. */
  readonly offset: number;
  /** Undefined when only the head of its line was read: a message of another role. */
  readonly message: Message | undefined;
}

/**
 * Finds the entries of a conversation.
 *
 * @param source The log.
 * @param options The leaf, and whether to parse every line.
 * @returns The ranges of the path and its number of messages.
 * @throws {UsageError} When the leaf is unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 */
export function readPath(source: ByteSource, options: PathOptions = {}): LogPath {
  let found = {
    runs: [] as { from: number; to: number }[],
    total: 0,
    uninterpreted: [] as Uninterpreted[],
  };
  const walk = followPath(source, options, () => {
    const visitor = { runs: [], total: 0, uninterpreted: [] } as typeof found;
    found = visitor;
    return ({ offset, end, kind, line }) => {
      if (kind !== "opaque") visitor.total++;
      if (line?.uninterpreted) visitor.uninterpreted.push({ offset, what: line.uninterpreted });
      const later = visitor.runs.at(-1);
      if (later?.from === end) later.from = offset;
      else visitor.runs.push({ from: offset, to: end });
    };
  });
  return { ...found, runs: found.runs.toReversed(), leaf: walk.leaf, walk };
}

/**
 * Reads the prompt at a position, with positions counted from the start.
 *
 * @param source The log.
 * @param at Number of messages to keep; negative counts from the end; undefined is the end itself.
 * @param options The leaf, whether to parse every line, and how far to read.
 * @returns The surviving blocks and the numbers around them.
 * @throws {UsageError} When the position is out of range or the leaf unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 */
export function readPromptAt(
  source: ByteSource,
  at: Position | undefined,
  options: PromptOptions = {},
): LogPrompt {
  const { path, position, blocks, last } = readLinearPrompt(source, at, options) ??
    readWalkedPrompt(source, at, options);
  const findings = judge(path, blocks[0], at === undefined ? Infinity : last);
  const entry = path.leaf?.offset === last ? path.leaf.id : idAt(source, last);
  return { path, blocks, position, entry, findings };
}

/** The prompt at a position, before it is judged; `last` is the offset of the message there, or -1. */
type PromptAt = Pick<LogPrompt, "path" | "position" | "blocks"> & { readonly last: number };

/** Reads the prompt in one forward pass; in two where the position is far from the end it counts from. */
function readLinearPrompt(
  source: ByteSource,
  at: Position | undefined,
  options: PromptOptions,
): PromptAt | undefined {
  if (!isForLinear(source, options)) return undefined;
  const fromStart = at === undefined || isFromStart(at);
  if (!fromStart && -at <= MAX_SKIP) return readLinearBack(source, at, options);
  let blocks: LocatedBlock[] = [];
  const path = readLinear(source, {
    full: options.full ?? false,
    upTo: fromStart ? at : 0,
    stops: fromStart && options.onlyPrefix === true && !mayNameParentNearEnd(source),
    block: options.block,
  }, {
    restart: () => {
      blocks = [];
    },
    system: (message, { position, offset }) => {
      if (!fromStart || position > (at ?? Infinity)) return;
      blocks = foldMessage(blocks, message, { position, offset });
    },
  });
  if (path === undefined) return undefined;
  const position = positionOf(source, at, path.total);
  if (!fromStart) return readLinearPrompt(source, position, options);
  return { path: pathOf(path), position, blocks, last: path.last };
}

function readLinearBack(
  source: ByteSource,
  at: Position,
  options: PathOptions,
): PromptAt | undefined {
  const found = readLinearBeforeEnd(source, -at, options);
  if (found === undefined) return undefined;
  const { path, blocks, last } = found;
  return { path: pathOf(path), position: path.total + at, blocks, last };
}

function pathOf(path: LinearPath): LogPath {
  return { ...path, leaf: path.walk.leaf };
}

function readWalkedPrompt(
  source: ByteSource,
  at: Position | undefined,
  options: PathOptions,
): PromptAt {
  const path = readPath(source, options);
  const position = positionOf(source, at, path.total);
  let blocks: LocatedBlock[] = [];
  let last = -1;
  visitMessages(source, path, { full: options.full ?? false }, (located) => {
    if (located.position > position) return false;
    last = located.offset;
    if (located.message === undefined) return;
    const { position: at, offset } = located;
    blocks = foldMessage(blocks, located.message, { position: at, offset });
  });
  return { path, position, blocks, last };
}

/**
 * Visits the messages of a path from the first to the last.
 *
 * @param source The log.
 * @param path Where its entries stand.
 * @param options `full` parses every line.
 * @param visit Called for each message; `false` ends the visit.
 */
export function visitMessages(
  source: ByteSource,
  path: Pick<LogPath, "runs">,
  options: { readonly full: boolean },
  visit: (message: LocatedMessage) => boolean | void,
): void {
  let position = 0;
  let goOn = true;
  const step = (span: LineSpan): boolean => {
    const message = messageOf(span, options.full);
    if (message !== "none") {
      goOn = visit({ position: ++position, offset: span.offset, message }) !== false;
    }
    return goOn;
  };
  for (const run of path.runs) {
    if (goOn) scanForward(source, step, run);
  }
}

/**
 * Gives the messages of a path one after the other, holding a bounded stretch of the log at a time.
 *
 * @param source The log.
 * @param path Where its entries stand.
 * @param upTo The position to stop after.
 * @returns The messages, every line parsed.
 */
export function* pathMessages(
  source: ByteSource,
  path: Pick<LogPath, "runs">,
  upTo: Position = Infinity,
): Generator<Message> {
  let position = 0;
  for (const { from, to } of path.runs) {
    if (position >= upTo) return;
    for (const span of linesForward(source, { from, to, block: MESSAGES_BLOCK })) {
      const message = messageOf(span, true);
      if (message === "none" || message === undefined) continue;
      yield message;
      if (++position >= upTo) return;
    }
  }
}

/** Less is read at once than elsewhere: most memory goes into the messages of a block. */
const MESSAGES_BLOCK = 64 * 1024;

const head: LineHead = { idStart: -1, idEnd: -1, parentStart: -1, parentEnd: -1, hasParent: false };

/** The message of a line of the path; undefined when its head tells that it is no system message. */
function messageOf(span: LineSpan, full: boolean): Message | undefined | "none" {
  if (!full && span.terminated && readHead(span.bytes, textStart(span), span.end, head)) {
    return undefined;
  }
  const line = readLine(span);
  // It is on the path because its head could be read: it keeps its position, without its content.
  if (line.type === "damaged") return DAMAGED;
  return line.type === "entry" && line.message !== undefined ? line.message : "none";
}

const DAMAGED: Message = { role: "unknown", roleName: "(damaged line)", content: [] };

/** The id of the entry whose line starts at an offset. */
function idAt(source: ByteSource, offset: number): string | undefined {
  let id: string | undefined;
  if (offset === -1) return id;
  visitLineAt(source, offset, (span) => {
    const line = readLine(span);
    if (line.type === "entry") id = line.id;
  });
  return id;
}
