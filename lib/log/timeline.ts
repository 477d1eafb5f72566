/**
 * The history of a session's prompt: every system block of the path, with its place and whether it is
 * still in force. Unlike the readers of log.ts this one parses every line of the file, on the path or
 * not, and reports all damage.
 *
 * @module
 */

import { foldMessage } from "../derive.ts";
import { type Finding, judge } from "./diagnostics.ts";
import { type LogPath, readPath } from "../log.ts";
import { type EntryLine, readLine } from "./entry.ts";
import { isForLinear, readLinear } from "./linear.ts";
import type { Damage, PathOptions } from "./walk.ts";
import type { ByteSource } from "./bytes.ts";
import { scanForward } from "./lines.ts";
import type { Message, Position, SystemBlock } from "../types.ts";

/** One system block of the path. */
export interface TimelineEntry extends SystemBlock {
  /** The position of its message, 1 or more. */
  readonly position: Position;
  /** 1-based. */
  readonly line: number;
  /** Byte offset of its line. */
  readonly offset: number;
  /** The entry's id, if it has one. */
  readonly id: string | undefined;
  /** The entry's time as it is written there. */
  readonly timestamp: string | undefined;
  /** Whether the block is part of the prompt at the end. */
  readonly surviving: boolean;
}

/** The timeline of a session. */
export interface Timeline {
  /** The entry that the path ends with; undefined for a log without an entry. */
  readonly leaf: LogPath["leaf"];
  /** In log order. */
  readonly entries: readonly TimelineEntry[];
  /** Number of messages of the path. */
  readonly total: Position;
  /** Number of lines of the file. */
  readonly lines: number;
  /** What is wrong anywhere in the file, in its order. */
  readonly findings: readonly Finding[];
}

type Draft = Omit<TimelineEntry, "surviving">;

/**
 * Reads the timeline of a session.
 *
 * @param source The log.
 * @param options The leaf.
 * @returns Every system block of the path, and everything that is wrong in the file.
 * @throws {UsageError} When the leaf is unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 *
 * @example
 * ```ts
 * import { readTimeline } from "./timeline.ts";
 * import { bytesSource } from "./bytes.ts";
 * import assert from "node:assert/strict";
 *
 * const { entries } = readTimeline(bytesSource(
 *   '{"role":"system","content":"a"}\n{"role":"system","mode":"replace","content":"b"}\n',
 * ));
 * assert.deepEqual(entries.map((entry) => [entry.text, entry.surviving]), [["a", false], ["b", true]]);
 * ```
 */
export function readTimeline(
  source: ByteSource,
  options: Pick<PathOptions, "leaf" | "block" | "linearFrom"> = {},
): Timeline {
  const { path, story, lines, elsewhere } = readLinearStory(source, options) ??
    readWalkedStory(source, options);
  const inForce = new Set(story.surviving);
  return {
    leaf: path.leaf,
    entries: story.drafts.map((draft) => ({ ...draft, surviving: inForce.has(draft) })),
    total: path.total,
    lines,
    findings: findingsOf(path, story.surviving[0], elsewhere),
  };
}

/** What a pass over the whole file gives. */
interface Telling {
  readonly path: LogPath;
  readonly story: Story;
  readonly lines: number;
  readonly elsewhere: readonly Damage[];
}

/** Collects the system blocks of a path. */
class Story {
  drafts: Draft[] = [];
  surviving: Draft[] = [];

  add(
    message: Message,
    entry: EntryLine,
    place: Pick<Draft, "position" | "line" | "offset">,
  ): void {
    const { timestamp } = entry.value;
    const before = this.surviving.length;
    const after = foldMessage(this.surviving, message, {
      ...place,
      id: entry.id,
      timestamp: typeof timestamp === "string" ? timestamp : undefined,
    });
    this.drafts.push(...(after === this.surviving ? after.slice(before) : after));
    this.surviving = after;
  }
}

function readLinearStory(source: ByteSource, options: PathOptions): Telling | undefined {
  if (!isForLinear(source, options)) return undefined;
  let story = new Story();
  const path = readLinear(source, { full: true, block: options.block }, {
    restart: () => {
      story = new Story();
    },
    system: (message, { entry, ...place }) => story.add(message, entry, place),
  });
  if (path === undefined) return undefined;
  return { path: { ...path, leaf: path.walk.leaf }, story, lines: path.lines, elsewhere: [] };
}

function readWalkedStory(source: ByteSource, options: PathOptions): Telling {
  const path = readPath(source, { ...options, full: true });
  const story = new Story();
  const elsewhere: Damage[] = [];
  let lines = 0;
  let position = 0;
  let run = 0;
  scanForward(source, (span) => {
    lines++;
    const line = readLine(span);
    if (line.type === "damaged" && (span.terminated || line.cause !== "unreadable")) {
      elsewhere.push({ offset: span.offset, reason: line.reason, cause: line.cause });
    }
    while ((path.runs[run]?.to ?? Infinity) <= span.offset) run++;
    const onPath = span.offset >= (path.runs[run]?.from ?? Infinity);
    if (!onPath) return;
    // A damaged line is on the path because its head could be read: it keeps its position.
    if (line.type === "damaged") position++;
    if (line.type !== "entry" || line.message === undefined) return;
    story.add(line.message, line, { position: ++position, line: lines, offset: span.offset });
  });
  return { path, story, lines, elsewhere };
}

function findingsOf(
  path: LogPath,
  first: Draft | undefined,
  elsewhere: readonly Damage[],
): Finding[] {
  const walk = { ...path.walk, besides: [...path.walk.besides, ...elsewhere] };
  return judge({ walk, uninterpreted: path.uninterpreted }, first, Infinity);
}
