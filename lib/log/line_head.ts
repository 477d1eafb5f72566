/**
 * Reads the head of a log line without parsing it: the string and number members before
 * `"message":{"role":"…"` (DESIGN §13).
 *
 * A head may say "this is no system message" and name the entry's `id` and `parentId`; whenever
 * anything is out of the ordinary it says nothing, and the line is parsed in full. The one error it
 * must never make is to call a system message something else.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** What a line's head tells. Indices point into the bytes given; -1 says that the member is absent. */
export interface LineHead {
  /** First byte of the `id` string, after its quote. */
  idStart: number;
  idEnd: number;
  /** First byte of the `parentId` string, after its quote; -1 when absent or null. */
  parentStart: number;
  parentEnd: number;
  /** Whether the head has a `parentId`. */
  hasParent: boolean;
}

/** An id may begin with U+FEFF. */
const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Makes the text of an id.
 *
 * @param bytes The id as it stands in a head: between quotes, without an escape.
 * @returns The text.
 */
export function decodeId(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/**
 * Makes the links that a head names.
 *
 * @param bytes The block that holds the line.
 * @param head The line's head.
 * @returns Its id and its parent, as a line read in full gives them.
 */
export function headLinks(bytes: Uint8Array, head: LineHead): HeadLinks {
  const { idStart, idEnd, parentStart, parentEnd, hasParent } = head;
  const id = idStart === -1 ? undefined : decodeId(bytes.subarray(idStart, idEnd));
  if (!hasParent) return { id, parentId: undefined };
  const parentId = parentStart === -1 ? null : decodeId(bytes.subarray(parentStart, parentEnd));
  return { id, parentId };
}

/** The links of a line whose head could be read. */
export interface HeadLinks {
  readonly id: string | undefined;
  /** Undefined without the key. */
  readonly parentId: string | null | undefined;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;

/**
 * Reads the head of a line that is not a system message.
 *
 * @param bytes The block that holds the line.
 * @param start Index of the line's first byte.
 * @param end Index after its last byte (a trailing CR may be inside).
 * @param into The object to fill, so that a scan makes none.
 * @returns True when the line is surely a message of another role, as far as its head and its last
 *   byte tell; false when it must be parsed.
 */
export function readHead(bytes: Uint8Array, start: number, end: number, into: LineHead): boolean {
  const last = bytes[end - 1] === 0x0d ? end - 2 : end - 1;
  if (bytes[start] !== OPEN_BRACE || bytes[last] !== CLOSE_BRACE) return false;
  into.idStart =
    into.idEnd =
    into.parentStart =
    into.parentEnd =
      -1;
  into.hasParent = false;
  let hasType = false;
  let at = skipSpace(bytes, start + 1);
  for (;;) {
    if (bytes[at] !== QUOTE) return false;
    const keyStart = at + 1;
    const keyEnd = stringEnd(bytes, keyStart, end);
    if (keyEnd === -1) return false;
    at = skipSpace(bytes, keyEnd + 1);
    if (bytes[at] !== COLON) return false;
    at = skipSpace(bytes, at + 1);
    const first = bytes[at] as number;
    if (first === OPEN_BRACE) {
      return isKey(bytes, keyStart, keyEnd, "message") && otherRole(bytes, at + 1, end) &&
        settled(bytes, at, end, { hasParent: into.hasParent, hasType });
    }
    const valueEnd = first === QUOTE ? stringEnd(bytes, at + 1, end) : literalEnd(bytes, at, end);
    if (valueEnd === -1) return false;
    if (isKey(bytes, keyStart, keyEnd, "id")) {
      if (first !== QUOTE) return false;
      into.idStart = at + 1;
      into.idEnd = valueEnd;
    } else if (isKey(bytes, keyStart, keyEnd, "parentId")) {
      if (first !== QUOTE && first !== 0x6e /* null */) return false;
      into.hasParent = true;
      into.parentStart = first === QUOTE ? at + 1 : -1;
      into.parentEnd = first === QUOTE ? valueEnd : -1;
    } else if (isKey(bytes, keyStart, keyEnd, "type")) {
      if (isKey(bytes, at + 1, valueEnd, "session")) return false;
      hasType = true;
    }
    at = skipSpace(bytes, first === QUOTE ? valueEnd + 1 : valueEnd);
    if (bytes[at] !== COMMA) return false;
    at = skipSpace(bytes, at + 1);
  }
}

/**
 * Says whether a part of a block holds a JSON string, plain or spelled with escapes.
 *
 * @param bytes The block.
 * @param start First byte of the part.
 * @param end Byte after the part.
 * @param needle The UTF-8 of the string.
 * @returns False only when the part surely does not hold it.
 */
export function mayHold(
  bytes: Uint8Array,
  start: number,
  end: number,
  needle: Uint8Array,
): boolean {
  const part = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  return part.indexOf(needle) !== -1 || part.indexOf(BACKSLASH) !== -1;
}

/**
 * Whether the rest of the line may be left unread. Without a `parentId` in the head, one may stand
 * after the message, and no chain would show a record that another one swallowed; without a `type`, the
 * line may be a header.
 */
function settled(
  bytes: Uint8Array,
  at: number,
  end: number,
  known: { readonly hasParent: boolean; readonly hasType: boolean },
): boolean {
  if (known.hasParent && known.hasType) return true;
  const part = Buffer.from(bytes.buffer, bytes.byteOffset + at, end - at);
  const needles = known.hasParent ? [] : ['"parentId"', '"system"', '"developer"'];
  if (!known.hasType) needles.push('"session"');
  return !["\\u", ...needles].some((needle) => part.indexOf(needle, 0, "latin1") !== -1);
}

/** Whether an object starts with `"role":"u…`, `"a…` or `"t…`, which no system message does. */
function otherRole(bytes: Uint8Array, from: number, end: number): boolean {
  let at = skipSpace(bytes, from);
  if (bytes[at] !== QUOTE || !isKey(bytes, at + 1, at + 5, "role")) return false;
  if (bytes[at + 5] !== QUOTE) return false;
  at = skipSpace(bytes, at + 6);
  if (bytes[at] !== COLON) return false;
  at = skipSpace(bytes, at + 1);
  if (bytes[at] !== QUOTE || stringEnd(bytes, at + 1, end) === -1) return false;
  const initial = bytes[at + 1];
  return initial === 0x75 || initial === 0x61 || initial === 0x74;
}

/** Index of the closing quote, or -1 when there is none or an escape or control byte comes first. */
function stringEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH || byte < 0x20) return -1;
  }
  return -1;
}

/** Index after a number, `true`, `false` or `null`, or -1. */
function literalEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isLiteralByte(bytes[at] as number)) at++;
  return at === from ? -1 : at;
}

function isLiteralByte(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2d ||
    byte === 0x2b || byte === 0x2e || byte === 0x45;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
  return at;
}

function isKey(bytes: Uint8Array, start: number, end: number, key: string): boolean {
  if (end - start !== key.length) return false;
  for (let i = 0; i < key.length; i++) {
    if (bytes[start + i] !== key.charCodeAt(i)) return false;
  }
  return true;
}
