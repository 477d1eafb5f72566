/**
 * How much of a log a question takes, and nothing else decides that (DESIGN §13): the prompt at the end, or
 * before so many messages, takes the tail back to the last `replace`; a position that counts from the
 * start takes the whole path; the timeline takes every line of the file.
 *
 * @module
 */

import { foldMessage } from "../derive.ts";
import { IoError } from "../errors.ts";
import type { Message, Position, SystemBlock } from "../types.ts";
import type { ByteSource } from "./bytes.ts";
import { assess, type Diagnostic } from "./diagnostics.ts";
import { type EntryLine, readLine } from "./entry.ts";
import { linesForward, type LineSpan, visitLine } from "./lines.ts";
import {
  type AskedPosition,
  leftOut,
  leftOutFromEnd,
  type Path,
  positionOf,
  systemBefore,
  type SystemPlace,
} from "./path.ts";
import { walk, type WalkOptions } from "./walk.ts";

/** How to read a prompt. */
export interface ReadOptions extends Pick<WalkOptions, "leaf" | "full" | "block" | "scanFrom"> {
  /** Number of messages to keep; negative, and −0, count from the end. @default the end */
  readonly at?: AskedPosition | undefined;
  /** Reads to the root, so that positions can be told and messages read. @default false */
  readonly whole?: boolean;
}

/** A block of a log's prompt and where its message stands. */
export interface LogBlock extends SystemBlock, SystemPlace {}

/** The prompt of a log at a position. */
export interface LogPrompt {
  /** Whole where the position counts from the start, and where that was asked for. */
  readonly path: Path;
  /** How many messages of the path the position leaves out. */
  readonly left: number;
  /** The surviving blocks. */
  readonly blocks: readonly LogBlock[];
  /** What is wrong, judged for this position, in the order of the log. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the prompt at a position.
 *
 * @throws {UsageError} When the position is out of range or the leaf unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 */
export function readPrompt(source: ByteSource, options: ReadOptions = {}): LogPrompt {
  const { at = "end", whole = false } = options;
  const fromEnd = leftOutFromEnd(at);
  const isWhole = whole || fromEnd === undefined;
  const path = walk(source, { ...options, runs: isWhole, until: isWhole ? undefined : fromEnd });
  const left = leftOut(path, at, source.name);
  const blocks = blocksOf(source, systemBefore(path, left));
  const diagnostics = assess(path, blocks[0], at === "end" ? undefined : left);
  return { path, left, blocks, diagnostics };
}

/** A system block of the path in the timeline. */
export interface TimelineEntry extends LogBlock {
  /** The position of its message, 1 or more. */
  readonly position: Position;
  /** 1-based. */
  readonly line: number;
  /** The entry's id, if it has one. */
  readonly id: string | undefined;
  /** The entry's time as it is written there. */
  readonly timestamp: string | undefined;
  /** Whether the block is part of the prompt at the end. */
  readonly surviving: boolean;
}

/** The history of a session's prompt. */
export interface Timeline {
  /** The whole path. */
  readonly path: Path;
  /** In the order of the log. */
  readonly entries: readonly TimelineEntry[];
  /** What is wrong anywhere in the file, in its order. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads every line of a log and tells the history of its prompt.
 *
 * @throws {UsageError} When the leaf is unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 */
export function readTimeline(
  source: ByteSource,
  options: Pick<WalkOptions, "leaf" | "block" | "scanFrom"> = {},
): Timeline {
  const path = walk(source, { ...options, full: true, all: true });
  const inForce = new Set(systemBefore(path, 0));
  const entries = path.system.flatMap((place) => {
    const { message, id, value } = entryAt(source, place);
    const { timestamp } = value;
    const common = {
      ...place,
      id,
      timestamp: typeof timestamp === "string" ? timestamp : undefined,
      position: positionOf(path, place.after),
      line: path.lines - place.linesAfter,
      surviving: inForce.has(place),
    };
    return foldMessage<typeof common>([], message, common);
  });
  const first = entries.find(({ surviving }) => surviving);
  return { path, entries, diagnostics: assess(path, first, undefined) };
}

/**
 * Gives the messages of a whole path from the first to the last, holding a bounded stretch of the log at a
 * time.
 *
 * @param upTo The position to stop after.
 */
export function* pathMessages(
  source: ByteSource,
  path: Pick<Path, "runs">,
  upTo: Position = Infinity,
): Generator<Message> {
  let position = 0;
  for (const { from, to } of path.runs) {
    if (position >= upTo) return;
    for (const span of linesForward(source, { from, to, block: MESSAGES_BLOCK })) {
      const entry = readLine(span);
      const message = entry.type === "damaged" ? DAMAGED : messageOf(entry);
      if (message === undefined) continue;
      yield message;
      if (++position >= upTo) return;
    }
  }
}

/** Less is read at once than elsewhere: most memory goes into the messages of a block. */
const MESSAGES_BLOCK = 64 * 1024;

/** It is on the path because its head could be read: it keeps its position, without its content. */
const DAMAGED: Message = { role: "unknown", roleName: "(damaged line)", content: [] };

/** The id of the message at a position of a whole path; undefined when there is none. */
export function messageId(source: ByteSource, path: Path, position: Position): string | undefined {
  let before = 0;
  for (const { from, to, messages } of path.runs) {
    if (before + messages < position) {
      before += messages;
      continue;
    }
    for (const span of linesForward(source, { from, to })) {
      const line = readLine(span);
      if (line.type !== "damaged" && messageOf(line) === undefined) continue;
      if (++before === position) return idOf(line);
    }
  }
  return undefined;
}

function idOf(line: ReturnType<typeof readLine>): string | undefined {
  return line.type === "entry" ? line.id : undefined;
}

function messageOf(line: ReturnType<typeof readLine>): Message | undefined {
  return line.type === "entry" ? line.message : undefined;
}

function blocksOf(source: ByteSource, places: readonly SystemPlace[]): LogBlock[] {
  let blocks: LogBlock[] = [];
  for (const place of places) {
    blocks = foldMessage<SystemPlace>(blocks, entryAt(source, place).message, place);
  }
  return blocks;
}

/** Reads a system entry again. */
function entryAt(
  source: ByteSource,
  place: SystemPlace,
): EntryLine & { readonly message: Message } {
  let found: EntryLine | undefined;
  visitLine(source, { from: place.offset, to: place.end }, (span: LineSpan) => {
    const line = readLine(span);
    if (line.type === "entry" && line.kind === "system") found = line;
  });
  const message = found?.message;
  if (found !== undefined && message !== undefined) return { ...found, message };
  throw new IoError(`Cannot read "${source.name}": it changed while it was read`, {
    code: "replaced-while-reading",
    place: { path: source.name },
  });
}
