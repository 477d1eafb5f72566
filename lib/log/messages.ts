/**
 * The messages of a whole path, read again from the stretches that it noted.
 *
 * @module
 */

import { decodeEntryMessage } from "../message/decode.ts";
import type { Message, Position } from "../types.ts";
import { type LogLine, readLine, textStart } from "./entry.ts";
import { type ByteSource, linesForward, type LineSpan, visitLine } from "./lines.ts";
import type { Damage, Path, SystemPlace } from "./path.ts";
import { Shortener } from "./shorten.ts";
import { type Links, Scanner } from "./scan/scanner.ts";

/**
 * Gives the messages of a whole path from the first to the last, holding a bounded stretch of the log at a
 * time.
 *
 * @param source The log.
 * @param path A path with its runs, as `readPrompt` gives it with `whole`, or for a position that counts
 *   from the start.
 * @param upTo The position to stop after. @default the end
 * @returns The messages; a damaged one that keeps its place has the role `unknown` and no content.
 *
 * @example
 * ```ts
 * import { bytesSource, pathMessages, readPrompt } from "../log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource('{"role":"system","content":"Be brief."}\n{"role":"user","content":"Hi"}\n');
 * const { path } = readPrompt(log, { whole: true });
 * assert.deepEqual([...pathMessages(log, path)].map(({ role }) => role), ["system", "user"]);
 * ```
 */
export function* pathMessages(
  source: ByteSource,
  path: Pick<Path, "runs">,
  upTo: Position = Infinity,
): Generator<Message> {
  for (const { message } of placedMessages(source, path, { to: upTo })) yield message;
}

/** A message of a path with what its entry says beside it. */
export interface PlacedMessage {
  /** 1 for the first message. */
  readonly position: Position;
  /** Offset of its line. */
  readonly offset: number;
  /** The entry's id, if it has one. */
  readonly id: string | undefined;
  /** The entry's time as it is written there. */
  readonly timestamp: string | undefined;
  /** A damaged one that keeps its place has the role `unknown` and no content. */
  readonly message: Message;
}

/** A message of a path and the prompt that it was said under. */
export interface PathEntry extends PlacedMessage {
  /**
   * The number of the prompt in force once the message is said: of the last row of the timeline up to
   * there, 1 or more. Undefined before the first one.
   */
  readonly prompt: number | undefined;
}

/**
 * Gives the messages of a whole path with what their entries say beside them, holding a bounded stretch of
 * the log at a time.
 *
 * @param source The log.
 * @param path A path with its runs, see {@linkcode pathMessages}.
 * @param options The first and the last position wanted, and whether the beginnings of texts will do.
 * @returns The messages in the order of the path, each with the number of its prompt.
 *
 * @example
 * ```ts
 * import { bytesSource, pathEntries, readPrompt } from "../log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource(
 *   '{"id":"a","role":"system","content":"Be brief."}\n{"id":"b","role":"user","content":"Hi"}\n',
 * );
 * const { path } = readPrompt(log, { whole: true });
 * const entries = [...pathEntries(log, path, { from: 2 })];
 * assert.deepEqual(entries.map(({ position, id, prompt }) => [position, id, prompt]), [[2, "b", 1]]);
 * ```
 */
export function* pathEntries(
  source: ByteSource,
  path: Pick<Path, "runs" | "system" | "length"> & Partial<Pick<Path, "besides" | "unlisted">>,
  options: PathEntryOptions = {},
): Generator<PathEntry> {
  let prompt = 0;
  for (const place of path.system) {
    if (path.length - place.after < (options.from ?? 1)) prompt += blocksAt(source, place);
  }
  for (const placed of placedMessages(source, path, options)) {
    const { role, content } = placed.message;
    if (role === "system") prompt += content.length;
    yield { ...placed, prompt: prompt === 0 ? undefined : prompt };
  }
}

/** Counts the blocks of a system message. */
function blocksAt(source: ByteSource, { offset, end }: SystemPlace): number {
  let blocks = 0;
  visitLine(source, { from: offset, to: end }, (span) => {
    blocks = messageOf(readLine(span))?.content.length ?? 0;
  });
  return blocks;
}

/** What is wanted of a path's messages. */
export interface PathEntryOptions {
  /** The first position. @default 1 */
  readonly from?: Position;
  /** The last position. @default the end */
  readonly to?: Position;
  /**
   * Cuts what is longer than 1 KiB in a message's texts, which takes less time and memory; the path must
   * have been read with `full`. @default false
   */
  readonly brief?: boolean;
}

/** Gives the messages of some stretches of a log, counted from the first one. */
function* placedMessages(
  source: ByteSource,
  path: Pick<Path, "runs"> & Partial<Pick<Path, "besides" | "unlisted">>,
  { from: first = 1, to: last = Infinity, brief = false }: PathEntryOptions = {},
): Generator<PlacedMessage> {
  const read = brief && path.unlisted?.length === 0 ? briefReader(path.besides ?? []) : readLine;
  let position = 0;
  for (const { from, to, messages } of path.runs) {
    if (position >= last) return;
    if (position + messages < first) {
      position += messages;
      continue;
    }
    for (const span of linesForward(source, { from, to, block: MESSAGES_BLOCK })) {
      const line = read(span);
      const message = messageOf(line);
      if (message === undefined) continue;
      if (++position >= first) {
        yield { position, offset: span.offset, message, ...saidBeside(line, span) };
      }
      if (position >= last) return;
    }
  }
}

/** Reads lines with their long strings cut; a damaged one would not be told from a sound one any more. */
function briefReader(damaged: readonly Damage[]): (span: LineSpan) => LogLine {
  const offsets = new Set(damaged.map(({ offset }) => offset));
  const shortener = new Shortener(BRIEF_BYTES);
  return (span) => {
    if (span.end - span.start <= BRIEF_BYTES || offsets.has(span.offset)) return readLine(span);
    const bytes = shortener.shorten(span.bytes.subarray(span.start, span.end));
    const line = readLine({ ...span, bytes, start: 0, end: bytes.length });
    return hasLongName(line) ? readLine(span) : line;
  };
}

/** Enough for the first words of a text, whatever its characters. */
const BRIEF_BYTES = 1024;

/** Whether an id or a time may be one that was cut. */
function hasLongName(line: LogLine): boolean {
  if (line.type !== "entry") return false;
  const { timestamp } = line.value;
  return [line.id, timestamp].some((name) =>
    typeof name === "string" && name.length > BRIEF_BYTES / 8
  );
}

function saidBeside(line: LogLine, span: LineSpan): Pick<PlacedMessage, "id" | "timestamp"> {
  if (line.type !== "entry") return { id: headOf(span)?.id, timestamp: undefined };
  const { timestamp } = line.value;
  return { id: line.id, timestamp: typeof timestamp === "string" ? timestamp : undefined };
}

/** Less is read at once than elsewhere: most memory goes into the messages of a block. */
const MESSAGES_BLOCK = 64 * 1024;

/** It is on the path because its head could be read: it keeps its position, without its content. */
const DAMAGED: Message = { role: "unknown", roleName: "(damaged line)", content: [] };

/** A damaged message stands on the path by what its head says. */
function headOf(span: LineSpan): Links | undefined {
  return Scanner.make(0)?.head(span.bytes.subarray(textStart(span), span.end), { fused: true });
}

function messageOf(line: LogLine): Message | undefined {
  if (line.type === "damaged") return DAMAGED;
  if (line.type !== "entry" || line.kind === "opaque") return undefined;
  if (line.system !== undefined) return line.system;
  const decoded = decodeEntryMessage(line.value);
  return decoded.type === "message" ? decoded.message : undefined;
}
