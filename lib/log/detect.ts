/**
 * Whether a file is a session, and whose (DESIGN §3): asked before anything is added to it, since a
 * package.json that was named by mistake must never get entries, nor another program's log; and before
 * it is read, since "no prompt" would be a wrong answer about a file that holds no session.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { isJsonNumber, parseExact, toJsonText } from "../message/json.ts";
import { rawMessage } from "../message/system.ts";
import { detect, type Foreign, HEAD_BYTES, isForeign, PI_WORDS, PiTraits } from "../readers.ts";
import { type EntryLine, readLine, SESSION_VERSION, textStart } from "./entry.ts";
import { type ByteSource, fill, type LineSpan, scanForward } from "./lines.ts";
import { isJsonObject, type JsonValue } from "../types.ts";

/**
 * What a file is: a session of panto's, which it writes into; bare chat lines, none of them a prompt;
 * another program's; or nothing that shows a sign of a session.
 */
export type SessionKind = "panto" | "chat-lines" | "foreign" | "none";

/** What tells that a file is a session, and whose. */
export interface Evidence {
  /** What it is. */
  readonly kind: SessionKind;
  /** What it was taken for, where it is another program's. */
  readonly foreign: Foreign | undefined;
  /** Whether it holds nothing yet, or only the start of a header, so that one must be written. */
  readonly needsHeader: boolean;
  /** The header's version as it is written there, when it is none that panto knows. */
  readonly newerVersion: string | undefined;
  /** The directory the session was started in, where its header names one. */
  readonly startedIn: string | undefined;
}

/** A header is short: no need to read more of a large log. */
const FIRST_BLOCK = 16 * 1024;
const HEADER_START = '{"type":"session"';
/** How far pi's entries are looked for. */
const PI_LINES = 200;
const PI_BYTES = 4 * 1024 * 1024;

/**
 * Looks for evidence that panto may write into a file.
 *
 * @param source The file.
 * @returns What was found. A file that holds nothing but the incomplete first line of a header counts as
 *   panto's: its writer was interrupted.
 *
 * @example
 * ```ts
 * import { findEvidence } from "./detect.ts";
 * import { bytesSource } from "./bytes.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(findEvidence(bytesSource('{"name":"a package"}\n')).kind, "none");
 * assert.equal(findEvidence(bytesSource('{"type":"session","version":3}\n')).kind, "panto");
 * assert.equal(findEvidence(bytesSource('{"role":"user","content":"Hi"}\n')).kind, "chat-lines");
 * ```
 */
export function findEvidence(source: ByteSource): Evidence {
  const { sign, ...header } = findSign(source);
  const foreign = sign === "header" ? foundPi(source) : foundForeign(source);
  if (foreign !== undefined) return { ...header, kind: "foreign", foreign };
  if (sign === undefined) return { ...header, kind: "none", foreign };
  const isPanto = sign !== "chat-line" || holdsOwnLine(source);
  return { ...header, kind: isPanto ? "panto" : "chat-lines", foreign };
}

/**
 * Tells what a reading command must know of a file: much less of it is looked at.
 *
 * @param source The file.
 * @returns Whether there is a log to read, another program's format that cannot be, and the header's directory.
 *
 * @example
 * ```ts
 * import { findReadable } from "./detect.ts";
 * import { bytesSource } from "./bytes.ts";
 * import assert from "node:assert/strict";
 *
 * const { isLog, startedIn } = findReadable(bytesSource('{"type":"session","version":3,"cwd":"/w"}\n'));
 * assert.deepEqual([isLog, startedIn], [true, "/w"]);
 * ```
 */
export function findReadable(
  source: ByteSource,
): Pick<Evidence, "foreign" | "startedIn"> & { readonly isLog: boolean } {
  const { sign, startedIn } = findSign(source);
  // pi's header is panto's too, and what follows it is read alike.
  const foreign = sign === "header" ? undefined : foundForeign(source);
  return { foreign, isLog: sign !== undefined, startedIn };
}

/** The first sign of a session, and what its header says. */
interface Found extends Omit<Evidence, "kind" | "foreign"> {
  readonly sign: "header" | "start" | "message" | "chat-line" | undefined;
}

function findSign(source: ByteSource): Found {
  let sign: Found["sign"];
  let newerVersion: string | undefined;
  let startedIn: string | undefined;
  let jsonLines = 0;
  scanForward(source, (span) => {
    const line = readLine(span);
    if (line.type === "blank") return true;
    if (line.type === "damaged" && (line.cause === "unreadable" || line.cause === "fused")) {
      if (jsonLines === 0 && !span.terminated && isHeaderStart(span)) sign = "start";
      return true;
    }
    if (line.type === "header" && jsonLines === 0) {
      sign = "header";
      startedIn = line.cwd;
      if (!isKnownVersion(line.version)) newerVersion = toJsonText(line.version ?? null);
    }
    jsonLines++;
    if (line.type === "entry" && line.kind !== "opaque") {
      sign = isBare(line) ? "chat-line" : "message";
    }
    return sign === undefined;
  }, { block: FIRST_BLOCK });
  if (source.size === 0) sign = "start";
  return { sign, needsHeader: sign === "start", newerVersion, startedIn };
}

function isBare({ value }: EntryLine): boolean {
  return rawMessage(value) === value;
}

/** Another program's log by its signature; that a log is pi's takes more than its head. */
function foundForeign(source: ByteSource): Foreign | undefined {
  const bytes = new Uint8Array(Math.min(HEAD_BYTES, source.size));
  fill(source, bytes, 0);
  const isWhole = bytes.length === source.size;
  const detected = detect({ bytes, isWhole, name: source.name });
  return isForeign(detected) ? detected : undefined;
}

/** A log of panto's that pi has gone on with is pi's from then on. */
function foundPi(source: ByteSource): Foreign | undefined {
  const traits = new PiTraits();
  let lines = 0;
  scanForward(source, (span) => {
    lines++;
    const text = new TextDecoder().decode(span.bytes.subarray(textStart(span), span.end));
    if (lines === 1 || PI_WORDS.test(text)) seeLine(traits, text);
    return lines < PI_LINES && !traits.isSettled;
  }, { block: FIRST_BLOCK, to: Math.min(source.size, PI_BYTES) });
  return traits.isPi ? { format: "pi", isSure: true } : undefined;
}

/** What is no JSON says nothing. */
function seeLine(traits: PiTraits, text: string): void {
  let value: JsonValue;
  try {
    value = parseExact(text);
  } catch (error) {
    if (error instanceof SyntaxError) return;
    throw error;
  }
  if (isJsonObject(value)) traits.see(value);
}

/** What a line holds that makes bare chat lines a session of panto's; an escape may hide it. */
const OWN_WORDS = ['"message"', '"system"', '"developer"', "\\u"];

/** Whether bare chat lines have a prompt among them, or a message in panto's envelope. */
function holdsOwnLine(source: ByteSource): boolean {
  let isOwn = false;
  scanForward(source, (span) => {
    const { bytes, start, end } = span;
    const line = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
    if (!OWN_WORDS.some((word) => line.includes(word))) return true;
    const read = readLine(span);
    isOwn = read.type === "entry" &&
      (read.kind === "system" || (read.kind === "other" && !isBare(read)));
    return !isOwn;
  });
  return isOwn;
}

/** Early headers have no version; a number may be spelled `3.0`. */
function isKnownVersion(version: JsonValue | undefined): boolean {
  if (version === undefined || version === null) return true;
  return isJsonNumber(version) && Number(toJsonText(version)) <= SESSION_VERSION;
}

function isHeaderStart(span: LineSpan): boolean {
  const bytes = span.bytes.subarray(textStart(span), span.end);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return text.length < HEADER_START.length
    ? HEADER_START.startsWith(text)
    : text.startsWith(HEADER_START);
}
