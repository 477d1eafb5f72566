/**
 * What one line of a session log is: nothing, a header, an entry, or damage (DESIGN §3, Reading).
 *
 * A line is judged by its bytes alone; how entries hang together is walk.ts. A line that is not
 * understood is never guessed at: it becomes `damaged` with a reason, and whether that matters is
 * decided by those who ask for a prompt.
 *
 * @module
 */

import { parseExact } from "../message/json.ts";
import type { LineSpan } from "./lines.ts";
import { decodeSystem, rawMessage, roleOf } from "../message/system.ts";
import { isJsonObject, type JsonObject, type JsonValue, type Message } from "../types.ts";

/** An entry of the log: an object that is not a header. */
export interface EntryLine {
  /** Tells the line apart. */
  readonly type: "entry";
  /** `other` is a message that is no system message; `opaque` is no message. */
  readonly kind: "system" | "other" | "opaque";
  /** Undefined when the entry has none; only strings count. */
  readonly id: string | undefined;
  /** Undefined: hangs on the entry before. Null: a root. False: present, but not an id. */
  readonly parentId: string | null | undefined | false;
  /** The decoded message where it is a system message; the content of others is left as it is. */
  readonly system: Message | undefined;
  /** The whole object. */
  readonly value: JsonObject;
  /** What stands in the entry and is not interpreted yet. */
  readonly uninterpreted: "compaction" | "sections" | undefined;
}

/** A line that cannot be understood. */
export interface DamagedLine {
  /** Tells the line apart. */
  readonly type: "damaged";
  /** Worded to follow a colon, such as `it is not JSON`. */
  readonly reason: string;
  /**
   * `unreadable` is no JSON, `fused` is no JSON either, but the beginning of another record in it, `content`
   * is JSON with a faulty system message, `newer` is JSON that a newer writer may have written and that is not
   * healed over.
   */
  readonly cause: "unreadable" | "fused" | "content" | "newer";
  /** As in an entry; undefined for a line that is no JSON. */
  readonly id: string | undefined;
  /** As in an entry: a damaged line is a link of the chain all the same. */
  readonly parentId: EntryLine["parentId"];
}

/** What a line is. `ignored` is valid JSON that is no object. */
export type LogLine =
  | EntryLine
  | DamagedLine
  | { readonly type: "blank" }
  | { readonly type: "ignored" }
  | {
    readonly type: "header";
    readonly version: JsonValue | undefined;
    /** Its id, which an entry may name as its parent. */
    readonly id: string | undefined;
    /** The directory the session was started in, where the header names one. */
    readonly cwd: string | undefined;
  };

/** The newest header version that panto knows how to write after. */
export const SESSION_VERSION = 3;

/** The longest text that V8 can hold; the same limit under every runtime. */
const MAX_LINE_BYTES = 2 ** 29 - 24;

const QUOTE = 0x22;
const BRACE = 0x7b;
const BRACKET = 0x5b;
const COLON = 0x3a;
/** What a value, a member or an element stands behind. */
const BEFORE_VALUE = [COLON, 0x2c, BRACKET];
/** What numbers, true, false and null begin with. */
const WORDS = new TextEncoder().encode("-0123456789tfn");

const BLANK: LogLine = { type: "blank" };
const IGNORED: LogLine = { type: "ignored" };
const NOT_JSON = damaged("it is not JSON");
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a line in full. */
export function readLine(line: LineSpan): LogLine {
  const { bytes } = line;
  const start = pastSpace(bytes, textStart(line), 1);
  if (start >= line.end) return BLANK;
  if (line.end - start > MAX_LINE_BYTES) return damaged("it is longer than 512 MiB");
  if (!mayBeJson(bytes, start, line.end)) return notJson(line);
  let value: JsonValue;
  try {
    value = parseExact(decoder.decode(bytes.subarray(start, line.end)));
  } catch (error) {
    if (error instanceof TypeError) return damaged("it is not UTF-8");
    if (error instanceof SyntaxError) return notJson(line);
    return damaged("it cannot be parsed");
  }
  if (!isJsonObject(value)) return IGNORED;
  return entryOf(value);
}

/**
 * Whether a text may be JSON by its first and its last byte: an error of the parser costs as much as reading
 * hundreds of bytes.
 */
function mayBeJson(bytes: Uint8Array, start: number, end: number): boolean {
  const first = bytes[start] as number;
  const last = bytes[pastSpace(bytes, end - 1, -1)] as number;
  // What is no ASCII is for the decoder to judge.
  if (first >= 0x80 || last >= 0x80) return true;
  if (first === BRACE) return last === 0x7d;
  if (first === BRACKET) return last === 0x5d;
  if (first === QUOTE) return last === QUOTE;
  return WORDS.includes(first);
}

/**
 * The index into `line.bytes` where its text starts: after the byte order mark that the first line may
 * have.
 */
export function textStart(line: LineSpan): number {
  const { bytes, start } = line;
  const marked = line.offset === 0 && bytes[start] === 0xef && bytes[start + 1] === 0xbb &&
    bytes[start + 2] === 0xbf;
  return marked ? start + 3 : start;
}

function entryOf(value: JsonObject): LogLine {
  if (value.type === "session") {
    const cwd = typeof value.cwd === "string" ? value.cwd : undefined;
    return { type: "header", version: value.version, id: linksOf(value).id, cwd };
  }
  const raw = rawMessage(value);
  const plain = {
    type: "entry",
    ...linksOf(value),
    value,
    system: undefined,
    uninterpreted: value.type === "compaction" ? "compaction" : undefined,
  } as const;
  if (raw === undefined) return { ...plain, kind: "opaque" };
  if (roleOf(raw.role) !== "system") return { ...plain, kind: "other" };
  const decoded = decodeSystem(raw, raw.role, raw !== value);
  if (decoded.type === "damaged") {
    const { reason, newer } = decoded;
    return { type: "damaged", reason, cause: newer ? "newer" : "content", ...linksOf(value) };
  }
  const { message: system, sections } = decoded;
  return { ...plain, kind: "system", system, ...(sections && { uninterpreted: "sections" }) };
}

function linksOf(value: JsonObject): Pick<EntryLine, "id" | "parentId"> {
  const id = typeof value.id === "string" ? value.id : undefined;
  if (!Object.hasOwn(value, "parentId")) return { id, parentId: undefined };
  const parent = value.parentId;
  return { id, parentId: parent === null || typeof parent === "string" ? parent : false };
}

/** A reason that names what is seen most often; a parser's own words differ between runtimes. */
function notJson({ bytes, start, end }: LineSpan): DamagedLine {
  let quotes = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at];
    if (byte === 0) return damaged("it is not JSON (it holds NUL bytes)");
    if (byte === QUOTE) quotes++;
  }
  if (quotes < 2 || !holdsRecord(bytes.subarray(start, end))) return NOT_JSON;
  return { ...damaged("it is not JSON (another record begins in it)"), cause: "fused" };
}

/**
 * Whether another record begins in a damaged line: an object with a named member behind its first byte, where no
 * value could stand. A writer that was killed leaves no newline, and what the next one adds blindly becomes part
 * of its line. What is text and what is not cannot be told there.
 */
function holdsRecord(text: Uint8Array): boolean {
  let quote = text.indexOf(QUOTE);
  while (quote !== -1) {
    const end = text.indexOf(QUOTE, quote + 1);
    if (end === -1) return false;
    const isName = text[pastSpace(text, end + 1, 1)] === COLON;
    if (isName && beginsRecord(text, pastSpace(text, quote - 1, -1))) return true;
    quote = end;
  }
  return false;
}

function beginsRecord(text: Uint8Array, at: number): boolean {
  if (text[at] !== BRACE) return false;
  const before = pastSpace(text, at - 1, -1);
  return before >= 0 && !BEFORE_VALUE.includes(text[before] as number);
}

/** The first index from one on, in steps of 1 or -1, at which no white space stands. */
function pastSpace(text: Uint8Array, from: number, step: 1 | -1): number {
  let at = from;
  while (text[at] === 0x20 || text[at] === 0x09 || text[at] === 0x0d) at += step;
  return at;
}

function damaged(reason: string): DamagedLine {
  return { type: "damaged", reason, cause: "unreadable", id: undefined, parentId: undefined };
}
