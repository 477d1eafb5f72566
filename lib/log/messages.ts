/**
 * The messages of a whole path, read again from the stretches that it noted.
 *
 * @module
 */

import { decodeEntryMessage } from "../message/decode.ts";
import type { Message, Position } from "../types.ts";
import { type LogLine, readLine } from "./entry.ts";
import { type ByteSource, linesForward } from "./lines.ts";
import type { Path } from "./path.ts";

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
      const message = messageOf(readLine(span));
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
    for (const span of linesForward(source, { from, to, block: MESSAGES_BLOCK })) {
      const line = readLine(span);
      if (messageOf(line) === undefined) continue;
      if (++before === position) return line.type === "entry" ? line.id : undefined;
    }
  }
  return undefined;
}

function messageOf(line: LogLine): Message | undefined {
  if (line.type === "damaged") return DAMAGED;
  if (line.type !== "entry" || line.kind === "opaque") return undefined;
  if (line.system !== undefined) return line.system;
  const decoded = decodeEntryMessage(line.value);
  return decoded.type === "message" ? decoded.message : undefined;
}
