/**
 * The history of a session's prompt: every system block of the path, with its place and whether it is
 * still in force. Unlike the readers of log.ts this one parses every line of the file, on the path or
 * not, and reports all damage.
 *
 * @module
 */

import { foldMessage } from "./derive.ts";
import { type Finding, judge } from "./log_findings.ts";
import { type LogPath, readPath } from "./log.ts";
import { readLine } from "./log_line.ts";
import type { Damage } from "./log_path.ts";
import { type ByteSource, scanForward } from "./log_scan.ts";
import type { Position, SystemBlock } from "./types.ts";

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
 * import { bytesSource } from "./log_scan.ts";
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
  options: { readonly leaf?: string | undefined } = {},
): Timeline {
  const path = readPath(source, { leaf: options.leaf, full: true });
  const drafts: Draft[] = [];
  const elsewhere: Damage[] = [];
  let surviving: Draft[] = [];
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
    const { timestamp } = line.value;
    const place = {
      position: ++position,
      line: lines,
      offset: span.offset,
      id: line.id,
      timestamp: typeof timestamp === "string" ? timestamp : undefined,
    };
    const before = surviving.length;
    const after = foldMessage(surviving, line.message, place);
    drafts.push(...(after === surviving ? after.slice(before) : after));
    surviving = after;
  });
  const inForce = new Set(surviving);
  return {
    leaf: path.leaf,
    entries: drafts.map((draft) => ({ ...draft, surviving: inForce.has(draft) })),
    total: path.total,
    lines,
    findings: findingsOf(path, surviving[0], elsewhere),
  };
}

function findingsOf(path: LogPath, first: Draft | undefined, elsewhere: Damage[]): Finding[] {
  const after = first?.mode === "replace" ? first.offset : -1;
  const walk = { ...path.walk, besides: [...path.walk.besides, ...elsewhere] };
  return judge(walk, { after, upTo: Infinity }, path.uninterpreted);
}
