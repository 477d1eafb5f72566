/**
 * The lines that panto adds to a session log (DESIGN §3): pi's session format, version 3.
 *
 * Ids and times are handed in, so that the same input gives the same bytes.
 *
 * @module
 */

import { SESSION_VERSION } from "./entry.ts";
import type { NewBlock } from "../types.ts";

/** Where new ids and times come from. */
export interface EntrySource {
  /** Makes an id that no entry has yet, for example a UUID. */
  newId(): string;
  /** The time in RFC 3339 with milliseconds, UTC. */
  now(): string;
}

/** What the first new entry hangs on: an id, `null` for a root, undefined where no parent can be named. */
export type ParentId = string | null | undefined;

/** Formats the header line of a new log. */
export function formatHeader(cwd: string, stamp: EntrySource): string {
  const header = {
    type: "session",
    version: SESSION_VERSION,
    id: stamp.newId(),
    timestamp: stamp.now(),
    cwd,
  };
  return `${JSON.stringify(header)}\n`;
}

/**
 * Formats system entries, each hanging on the one before.
 *
 * @example
 * ```ts
 * import { formatBlocks } from "./write.ts";
 * import assert from "node:assert/strict";
 *
 * const stamp = { newId: () => "e1", now: () => "2026-11-30T18:00:00.000Z" };
 * assert.equal(
 *   formatBlocks([{ text: "seed", mode: "append" }], null, stamp),
 *   '{"type":"message","id":"e1","parentId":null,"timestamp":"2026-11-30T18:00:00.000Z",' +
 *     '"message":{"role":"system","mode":"append","content":[{"type":"text","text":"seed"}]}}\n',
 * );
 * ```
 */
export function formatBlocks(
  blocks: readonly NewBlock[],
  parentId: ParentId,
  stamp: EntrySource,
): string {
  let lines = "";
  let parent = parentId;
  for (const { text, mode, template } of blocks) {
    const message = {
      role: "system",
      mode,
      content: [{ type: "text", text }],
      ...(template && { template: { sha256: template.sha256 } }),
    };
    const entry = formatMessage(JSON.stringify(message), parent, stamp);
    lines += entry.line;
    parent = entry.id;
  }
  return lines;
}

/**
 * Formats one message entry. Newlines of the message (white space, since JSON strings hold none) are taken
 * out, every other byte stays, so that numbers and keys are recorded as written.
 */
export function formatMessage(
  message: string,
  parentId: ParentId,
  stamp: EntrySource,
): { line: string; id: string } {
  const id = stamp.newId();
  const parent = parentId === undefined ? "" : `,"parentId":${JSON.stringify(parentId)}`;
  const head = `{"type":"message","id":${JSON.stringify(id)}${parent}`;
  const time = `,"timestamp":${JSON.stringify(stamp.now())}`;
  const body = message.replace(/[\r\n]+/g, "").trim();
  return { line: `${head}${time},"message":${body}}\n`, id };
}
