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
  /** The time of an entry, recorded in UTC with milliseconds. */
  now(): Date;
}

/** What the first new entry hangs on: an id, `null` for a root, undefined where no parent can be named. */
export type ParentId = string | null | undefined;

/** Formats the header line of a new log; `cwd` is absolute. */
export function formatHeader(cwd: string, source: EntrySource): string {
  const header = {
    type: "session",
    version: SESSION_VERSION,
    id: source.newId(),
    timestamp: source.now().toISOString(),
    cwd,
    writer: "panto",
  };
  return `${JSON.stringify(header)}\n`;
}

/** Formats system entries, one a block, each hanging on the one before. */
export function formatBlocks(
  blocks: readonly NewBlock[],
  parentId: ParentId,
  source: EntrySource,
): string {
  let lines = "";
  let parent = parentId;
  for (const { text, mode, template, source: recorded } of blocks) {
    const message = {
      role: "system",
      mode,
      content: [{ type: "text", text }],
      ...(template && { template: { sha256: template.sha256 } }),
      ...(recorded && { source: recorded }),
    };
    const entry = formatMessage(JSON.stringify(message), parent, source);
    lines += entry.line;
    parent = entry.id;
  }
  return lines;
}

/**
 * Formats one message entry. Newlines in the JSON of the message (white space, since JSON strings hold
 * none) are taken out; every other byte stays, so that numbers and keys are recorded as written.
 */
export function formatMessage(
  message: string,
  parentId: ParentId,
  source: EntrySource,
): { line: string; id: string } {
  const id = source.newId();
  const parent = parentId === undefined ? "" : `,"parentId":${JSON.stringify(parentId)}`;
  const head = `{"type":"message","id":${JSON.stringify(id)}${parent}`;
  const time = `,"timestamp":${JSON.stringify(source.now().toISOString())}`;
  const body = message.replace(/[\r\n]+/g, "").trim();
  return { line: `${head}${time},"message":${body}}\n`, id };
}
