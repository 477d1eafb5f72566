/**
 * A message as it is shown: the cells of its line, or the headings of the whole. They are the same in every
 * format, and safe to print anywhere.
 *
 * @module
 */

import type { ContentBlock, PathEntry } from "../../mod.ts";
import { blockKind, kindOf } from "./message_words.ts";
import { escapeLine } from "./terminal.ts";
import { withNote } from "./text.ts";

/** A message to print. */
export interface ShownMessage extends PathEntry {
  /** What is shown of its texts where they are not shown whole. */
  readonly words: string;
}

/** Prints one message after the other. */
export interface MessagePrinter {
  /** Prints a message, or holds it for a while. */
  add(message: ShownMessage): void;
  /** Prints what is held, and what stands behind the last message. */
  end(): void;
}

/** The columns of a message in a table, without white space and control characters that would break it. */
export function columnsOf(message: ShownMessage): string[] {
  return [
    String(message.position),
    message.prompt === undefined ? "-" : String(message.prompt),
    escapeLine(shortId(message.id)),
    escapeLine(message.timestamp ?? "-"),
    escapeLine(roleOf(message)),
    escapeLine(cut(kindOf(message.message))),
    escapeLine(message.words),
  ];
}

/** The names of the columns. */
export const COLUMNS = ["AT", "P", "ID", "TIME", "ROLE", "KIND", "TEXT"] as const;

/** The role as the log spells it. */
export function roleOf({ message }: Pick<ShownMessage, "message">): string {
  return message.roleName ?? message.role;
}

/** What a whole message begins with. */
export function headingOf(message: ShownMessage): string[] {
  const { position, prompt, id, timestamp } = message;
  return [
    `message ${position}`,
    escapeLine(roleOf(message)),
    prompt === undefined ? "no prompt" : `prompt ${prompt}`,
    ...(timestamp === undefined ? [] : [escapeLine(timestamp)]),
    ...(id === undefined ? [] : [escapeLine(id)]),
  ];
}

/** Names a block of a whole message, and what it refers to. */
export function blockHeading(block: ContentBlock): string {
  const kind = blockKind(block);
  switch (block.type) {
    case "tool_use":
      return `${kind} ${block.id}`;
    case "tool_result":
      return `${kind} ${block.toolUseId}`;
    case "image":
      return `${kind} ${block.mediaType}, ${block.data.length} characters of Base64`;
    case "redacted_thinking":
      return `${kind}, encrypted`;
    case "system":
      return withNote(kind, block);
    default:
      return kind;
  }
}

/** Whether a message is nothing but a text. */
export function isLoneText({ message: { content } }: Pick<ShownMessage, "message">): boolean {
  return content.length === 1 && content[0]?.type === "text";
}

const KIND_WIDTH = 30;
const ID_WIDTH = 8;
/** The time alone of an id whose beginning is one. */
const TIMED_ID_WIDTH = 13;

/** Enough of an id to name its entry; a UUID that begins with the time needs the whole of that. */
export function shortId(id: string | undefined): string {
  if (id === undefined) return "-";
  const isTimed = id.length === 36 && id[14] === "7";
  const short = id.slice(0, isTimed ? TIMED_ID_WIDTH : ID_WIDTH);
  if (!/^\d+$/.test(short)) return short;
  // Digits alone would be a position.
  return /^\d+./.exec(id)?.[0] ?? id;
}

function cut(text: string): string {
  const characters = [...text.slice(0, KIND_WIDTH * 2)];
  return characters.length <= KIND_WIDTH
    ? text
    : `${characters.slice(0, KIND_WIDTH - 1).join("")}…`;
}
