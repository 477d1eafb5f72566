/**
 * What the tests of the executable ask of a session file: its entries, and how they hang together.
 *
 * @module
 */

import assert from "node:assert/strict";

/** A message, also as a bare chat line. */
export interface ChatMessage {
  readonly role?: string;
  readonly mode?: string;
  readonly content?: readonly { readonly type: string; readonly text?: string }[] | string;
}

/** An entry as it stands in the file. */
export interface Entry extends ChatMessage {
  readonly type?: string;
  readonly id?: string;
  readonly parentId?: string | null;
  readonly message?: ChatMessage;
}

/** The lines of a log that are JSON. */
export function entriesOf(log: string): Entry[] {
  const entries: Entry[] = [];
  for (const line of log.split("\n")) {
    try {
      entries.push(JSON.parse(line));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error; // damage is part of what is tested
    }
  }
  return entries;
}

/** The messages of a log as `role mode: text`, in the order of the file. */
export function messagesOf(log: string): string[] {
  return entriesOf(log).flatMap((entry) => {
    const { role, mode, content } = entry.message ?? entry;
    if (role === undefined || content === undefined) return [];
    const text = typeof content === "string"
      ? content
      : content.map((block) => block.text ?? `<${block.type}>`).join("+");
    return [`${role}${mode === undefined ? "" : ` ${mode}`}: ${text}`];
  });
}

/** Checks that every entry after the header hangs on the one before it. */
export function assertChained(log: string): void {
  const entries = entriesOf(log).filter((entry) => entry.type !== "session");
  for (const [index, entry] of entries.entries()) {
    const before = index === 0 ? null : entries[index - 1]?.id;
    assert.equal(entry.parentId, before, `entry ${index + 1} of\n${log}`);
  }
}
