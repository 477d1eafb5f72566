/**
 * Builders of session logs for tests: entries with short ids, chained unless told otherwise.
 *
 * @module
 */

import { bytesSource } from "../../lib/log/bytes.ts";
import type { ByteSource } from "../../lib/log/lines.ts";
import type { EntrySource } from "../../lib/log/write.ts";
import type { NewMessage } from "../../lib/types.ts";

/** A line of a log: an object to write as JSON, or text as it is. */
export type LogPart = Record<string, unknown> | string;

/** The header of a test log. */
export const HEADER = {
  type: "session",
  version: 3,
  id: "s",
  timestamp: "2026-11-30T18:00:00.000Z",
};

/** A system entry's message. */
export function system(
  text: string | string[],
  mode?: "append" | "replace",
): NewMessage {
  const content = [text].flat().map((text) => ({ type: "text", text }));
  return { role: "system", ...(mode && { mode }), content };
}

/** The same with one text, as a string: all that the naive reader of some tests needs. */
export function plainSystem(content: string, mode?: string): Record<string, unknown> {
  return { role: "system", ...(mode && { mode }), content };
}

/** A user entry's message. */
export function user(text: string): NewMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

/** An entry with an id; `parentId` is left out when undefined. */
export function entry(
  id: string | undefined,
  parentId: string | null | undefined,
  message: Record<string, unknown>,
): Record<string, unknown> {
  return {
    type: "message",
    ...(id === undefined ? {} : { id }),
    ...(parentId === undefined ? {} : { parentId }),
    timestamp: "2026-11-30T18:00:00.000Z",
    message,
  };
}

/** Entries `e1`, `e2`, … each hanging on the one before, the first on nothing. */
export function chain(...messages: Record<string, unknown>[]): Record<string, unknown>[] {
  return messages.map((message, i) => entry(`e${i + 1}`, i === 0 ? null : `e${i}`, message));
}

/** The text of a log: one part a line, each with a newline. */
export function logText(...parts: LogPart[]): string {
  return parts.map((part) => `${typeof part === "string" ? part : JSON.stringify(part)}\n`).join(
    "",
  );
}

/** A log in memory. */
export function logOf(...parts: LogPart[]): ByteSource {
  return bytesSource(logText(...parts), "s.jsonl");
}

/** Counts up: `n1`, `n2`, …, at a fixed time. */
export function countingEntries(): EntrySource {
  let count = 0;
  return { newId: () => `n${++count}`, now: () => new Date("2026-11-30T18:00:00.000Z") };
}
