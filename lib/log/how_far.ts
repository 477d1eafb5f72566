/**
 * How much of a log a question takes, and nothing else decides that (DESIGN §13): the prompt at the end, or
 * before so many messages, takes the tail back to the last `replace`; a position that counts from the
 * start takes the whole path; the timeline takes every line of the file.
 *
 * @module
 */

import { foldMessage, lastRecorded } from "../derive.ts";
import { IoError, UsageError } from "../errors.ts";
import type { JsonObject, Message, Position, SystemBlock } from "../types.ts";
import { assess, type Diagnostic } from "./damage.ts";
import { type EntryLine, readLine } from "./entry.ts";
import { messageAt, messagesBehind, withWholeLeaf } from "./ids.ts";
import { indexPath } from "./missing_parents.ts";
import { type ByteSource, type LineSpan, visitLine } from "./lines.ts";
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

/**
 * Reads a path. A walk finds it in nearly every log; one in which a parent is missing takes an index.
 */
export function readPath(source: ByteSource, options: WalkOptions = {}): Path {
  return withWholeLeaf(source, options.leaf, (leaf) => {
    const walked = walk(source, { ...options, leaf });
    return walked.path ?? indexPath(source, walked.end, { ...options, leaf });
  });
}

/** How to read a prompt. */
export interface ReadOptions
  extends Pick<WalkOptions, "leaf" | "full" | "reaching" | "block" | "scanFrom"> {
  /** Number of messages to keep; negative, and −0, count from the end; or an entry. @default the end */
  readonly at?: AskedPosition | undefined;
  /** Reads to the root, so that positions can be told and messages read. @default false */
  readonly whole?: boolean;
}

/** The prompt at the end of a log, and the configuration that was last recorded there. */
export interface RecordedEnd extends LogPrompt {
  /** In the order of the log, also what an edit cleared; undefined where no entry names a source. */
  readonly recorded: readonly LogBlock[] | undefined;
}

/**
 * Reads the end of a log as far as a resume asks: to the last `replace` of the configuration, else to the
 * root. Damage is judged by what a resume depends on: for a log whose entries name sources that is what
 * was last recorded, whatever edits replace.
 */
export function readRecorded(
  source: ByteSource,
  options: Pick<ReadOptions, "leaf" | "full"> = {},
): RecordedEnd {
  const path = readPath(source, { ...options, until: 0, untilConfigured: true });
  const blocks = blocksOf(source, systemBefore(path, 0));
  const places = lastRecorded(path.system);
  const recorded = places.length === 0 ? undefined : blocksOf(source, places);
  const diagnostics = assess(path, (recorded ?? blocks)[0], undefined);
  return { path, left: 0, blocks, recorded, diagnostics };
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
 * Reads the prompt at a position. Damage is told, not refused: see `refuseDamage`.
 *
 * @param source The log.
 * @param options The position, the leaf, and how much to read.
 * @returns The surviving blocks, the path they stand on, and what is wrong.
 * @throws {UsageError} When the position is out of range or the leaf unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 *
 * @example
 * ```ts
 * import { bytesSource, readPrompt } from "../log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource('{"role":"system","content":"Be brief."}\n{"role":"user","content":"Hi"}\n');
 * assert.deepEqual(readPrompt(log).blocks.map(({ text }) => text), ["Be brief."]);
 * assert.deepEqual(readPrompt(log, { at: 0 }).blocks, []);
 * ```
 */
export function readPrompt(source: ByteSource, options: ReadOptions = {}): LogPrompt {
  const { at = "end", whole = false } = options;
  const fromEnd = leftOutFromEnd(at);
  const isWhole = whole || fromEnd === undefined;
  const path = readPath(source, {
    ...options,
    runs: isWhole,
    until: isWhole ? undefined : fromEnd,
  });
  const left = typeof at === "object"
    ? messagesBehind(source, path, at.id)
    : leftOut(path, at, source.name);
  if (path.unlisted.length > 0 && left > 0 && options.reaching === undefined) {
    // What matters at this position may be among what was not listed.
    return readPrompt(source, { ...options, reaching: left });
  }
  const blocks = blocksOf(source, systemBefore(path, left));
  const diagnostics = assess(path, blocks[0], at === "end" ? undefined : left);
  return { path, left, blocks, diagnostics };
}

/**
 * The leaf that a new entry is hung on, to branch off at a position: null for none, so that it becomes a
 * root, undefined for the last entry. An entry names its parent by id, and an id stands for the last line
 * that has it: a UsageError is thrown where no id leads to the message.
 */
export function leafToAppendTo(
  source: ByteSource,
  { leaf, at }: Pick<ReadOptions, "leaf" | "at">,
): string | null | undefined {
  if (at === undefined) return leaf;
  const { path, left } = readPrompt(source, { leaf, at, whole: true });
  if (left === 0) return leaf;
  const position = positionOf(path, left);
  if (position === 0) return null;
  const message = messageAt(source, path, position);
  if (message?.id === undefined) throw unnamed(source, position, "it has no id");
  const { id, offset } = message;
  if (readPath(source, { leaf: id, until: 0 }).leaf?.offset === offset) return id;
  throw unnamed(source, position, `a later entry has its id "${id}" as well`);
}

function unnamed(source: ByteSource, position: Position, reason: string): UsageError {
  return new UsageError(`Cannot branch behind message ${position} of "${source.name}": ${reason}`, {
    code: "entry-unnamed",
    place: { path: source.name },
  });
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
 * @param source The log.
 * @param options The leaf.
 * @returns Every system block of the path, also of those that a `replace` cleared, and what is wrong.
 * @throws {UsageError} When the leaf is unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 *
 * @example
 * ```ts
 * import { bytesSource, readTimeline } from "../log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource(
 *   '{"role":"system","content":"old"}\n{"role":"system","mode":"replace","content":"new"}\n',
 * );
 * const { entries } = readTimeline(log);
 * assert.deepEqual(entries.map(({ text, surviving }) => [text, surviving]), [
 *   ["old", false],
 *   ["new", true],
 * ]);
 * ```
 */
export function readTimeline(
  source: ByteSource,
  options: Pick<WalkOptions, "leaf" | "block" | "scanFrom"> = {},
): Timeline {
  const path = readPath(source, { ...options, full: true, all: true });
  const inForce = new Set(systemBefore(path, 0));
  const entries = path.system.flatMap((place) => {
    const { system, id, value } = entryAt(source, place);
    const common = {
      ...place,
      id,
      timestamp: timestampOf(value),
      position: positionOf(path, place.after),
      line: path.lines - place.linesAfter,
      surviving: inForce.has(place),
    };
    return foldMessage<typeof common>([], system, common);
  });
  const first = entries.find(({ surviving }) => surviving);
  return { path, entries, diagnostics: assess(path, first, undefined) };
}

/** A system message of a path, read again. */
export interface SystemEntry {
  /** Its blocks by themselves, whatever they do to those before them. */
  readonly blocks: readonly SystemBlock[];
  /** Undefined when it has none. */
  readonly id: string | undefined;
  /** As it is written there. */
  readonly timestamp: string | undefined;
}

/** Reads a system message of a path, for a caller that holds no more than it needs. */
export function readSystemEntry(source: ByteSource, place: SystemPlace): SystemEntry {
  const { system, id, value } = entryAt(source, place);
  const blocks = foldMessage<unknown>([], system, {});
  return { blocks, id, timestamp: timestampOf(value) };
}

function timestampOf({ timestamp }: JsonObject): string | undefined {
  return typeof timestamp === "string" ? timestamp : undefined;
}

function blocksOf(source: ByteSource, places: readonly SystemPlace[]): LogBlock[] {
  let blocks: LogBlock[] = [];
  for (const place of places) {
    blocks = foldMessage<SystemPlace>(blocks, entryAt(source, place).system, place);
  }
  return blocks;
}

/** Reads a system entry again. */
function entryAt(
  source: ByteSource,
  place: SystemPlace,
): EntryLine & { readonly system: Message } {
  let found: EntryLine | undefined;
  visitLine(source, { from: place.offset, to: place.end }, (span: LineSpan) => {
    const line = readLine(span);
    if (line.type === "entry") found = line;
  });
  const system = found?.system;
  if (found !== undefined && system !== undefined) return { ...found, system };
  throw new IoError(`Cannot read "${source.name}": it changed while it was read`, {
    code: "replaced-while-reading",
    place: { path: source.name },
  });
}
