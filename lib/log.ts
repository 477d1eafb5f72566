/**
 * The session log as data: its end, a prefix of it, its whole conversation (DESIGN §3).
 *
 * The prompt at the end needs only the tail of the file: a backward walk that stops at the last
 * `replace`. A position counts from the start, so a prefix takes a walk to the root, which keeps the
 * byte ranges of the path and nothing of the entries, and then a forward pass over those ranges.
 *
 * @module
 */

import { type ConfigWindow, foldMessage, type PositionedBlock, windowOf } from "./derive.ts";
import { UsageError } from "./errors.ts";
import { type Finding, judge, type Uninterpreted } from "./log_findings.ts";
import { type LineHead, readHead } from "./log_head.ts";
import { readLine, textStart } from "./log_line.ts";
import { followPath, type PathEntry, type PathOptions, type PathWalk } from "./log_path.ts";
import { type ByteSource, type LineSpan, scanForward } from "./log_scan.ts";
import type { Message, Position } from "./types.ts";

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
 * import { readEnd } from "./log.ts";
 * import { bytesSource } from "./log_scan.ts";
 * import assert from "node:assert/strict";
 *
 * const end = readEnd(bytesSource('{"role":"system","content":"seed"}\n{"role":"user","content":"hi"}\n'));
 * assert.deepEqual(end.blocks.map((block) => block.text), ["seed"]);
 * ```
 */
export function readEnd(source: ByteSource, options: PathOptions = {}): LogEnd {
  let tail = new Tail();
  const walk = followPath(source, options, () => {
    tail = new Tail();
    return (entry) => tail.add(entry);
  });
  const blocks = tail.blocks();
  const replaced = blocks[0]?.mode === "replace";
  const stretch = { after: replaced ? (blocks[0] as LocatedBlock).offset : -1, upTo: Infinity };
  const window = windowOf(blocks, { replaced, firstOther: tail.firstOther });
  return {
    leaf: walk.leaf,
    blocks,
    window,
    hasMessages: tail.messages > 0,
    editPlace: tail.editPlace(window, replaced),
    tornTail: walk.tornTail,
    findings: judge(walk, stretch, tail.uninterpreted),
  };
}

/** Collects the tail of a path, from the leaf backward. */
class Tail {
  readonly uninterpreted: Uninterpreted[] = [];
  readonly #system: { message: Message; position: Position; offset: number }[] = [];
  messages = 0;
  /** Relative position of the earliest message seen that is no system message. */
  firstOther = Infinity;
  #lastKind: PathEntry["kind"] | undefined;

  add(entry: PathEntry): boolean {
    if (entry.line?.uninterpreted) {
      this.uninterpreted.push({ offset: entry.offset, what: entry.line.uninterpreted });
    }
    if (entry.kind === "opaque") return true;
    const position = -this.messages++;
    this.#lastKind ??= entry.kind;
    const message = entry.line?.message;
    if (entry.kind === "other" || message === undefined) {
      this.firstOther = position;
      return true;
    }
    this.#system.push({ message, position, offset: entry.offset });
    return !message.content.some((block) => block.type === "system" && block.mode === "replace");
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
 * @param options The leaf, and whether to parse every line.
 * @returns The surviving blocks and the numbers around them.
 * @throws {UsageError} When the position is out of range or the leaf unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 */
export function readPromptAt(
  source: ByteSource,
  at: Position | undefined,
  options: PathOptions = {},
): LogPrompt {
  const path = readPath(source, options);
  const position = checkPosition(source, at, path.total);
  let blocks: LocatedBlock[] = [];
  let lastOffset = -1;
  visitMessages(source, path, { full: options.full ?? false }, (located) => {
    if (located.position > position) return false;
    lastOffset = located.offset;
    if (located.message === undefined) return;
    const { position: at, offset } = located;
    blocks = foldMessage(blocks, located.message, { position: at, offset });
  });
  const first = blocks[0];
  const upTo = at === undefined ? Infinity : lastOffset;
  const after = first?.mode === "replace" ? first.offset : -1;
  const onPrefix = path.uninterpreted.filter(({ offset }) => offset <= upTo);
  const findings = judge(path.walk, { after, upTo }, onPrefix);
  return { path, blocks, position, entry: idAt(source, lastOffset), findings };
}

/**
 * Visits the messages of a path from the first to the last.
 *
 * @param source The log.
 * @param path Where its entries stand.
 * @param options `full` parses every line; `from` starts at an offset of an entry.
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
  for (const run of path.runs) {
    let from = run.from;
    while (from < run.to && position < upTo) {
      const batch: Message[] = [];
      const start = from;
      scanForward(source, (span) => {
        from = span.offset + (span.end - span.start) + (span.terminated ? 1 : 0);
        const message = messageOf(span, true);
        if (message !== "none" && message !== undefined) batch.push(message);
        return from - start < BATCH_BYTES && position + batch.length < upTo;
      }, { from, to: run.to });
      position += batch.length;
      yield* batch;
    }
  }
}

/** How much of a log is held as messages at a time. */
const BATCH_BYTES = 4 * 1024 * 1024;

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
  scanForward(source, (span) => {
    const line = readLine(span);
    if (line.type === "entry") id = line.id;
    return false;
  }, { from: offset });
  return id;
}

function checkPosition(source: ByteSource, at: Position | undefined, total: Position): Position {
  if (at === undefined) return total;
  const position = at < 0 || Object.is(at, -0) ? total + at : at;
  if (position >= 0 && position <= total) return position;
  const range = total === 0 ? "0" : `0 to ${total}, or -1 to -${total}`;
  throw new UsageError(`Position ${at} is not in "${source.name}": valid positions are ${range}`, {
    place: { path: source.name },
  });
}
