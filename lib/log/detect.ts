/**
 * Whether a file is a session at all, asked before anything is added to it (DESIGN §3): a package.json
 * or a notes file that was named by mistake must never get entries.
 *
 * @module
 */

import { isJsonNumber, toJsonText } from "../message/json.ts";
import { readLine, SESSION_VERSION, textStart } from "./entry.ts";
import { type ByteSource, scanForward } from "./lines.ts";
import type { JsonValue } from "../types.ts";

/** What tells that a file is a session, and who wrote it. */
export interface Evidence {
  /** Whether the file is empty, starts with a session header, or holds a message. */
  readonly isSession: boolean;
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

/**
 * Looks for evidence that a file is a session.
 *
 * @param source The file.
 * @returns What was found. A file that holds nothing but the incomplete first line of a header counts:
 *   its writer was interrupted.
 *
 * @example
 * ```ts
 * import { findEvidence } from "./detect.ts";
 * import { bytesSource } from "./bytes.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(findEvidence(bytesSource('{"name":"a package"}\n')).isSession, false);
 * assert.equal(findEvidence(bytesSource('{"type":"session","version":3}\n')).isSession, true);
 * ```
 */
export function findEvidence(source: ByteSource): Evidence {
  let hasHeader = false;
  let hasMessage = false;
  let tornHeader = false;
  let newerVersion: string | undefined;
  let startedIn: string | undefined;
  let jsonLines = 0;
  scanForward(source, (span) => {
    const line = readLine(span);
    if (line.type === "blank") return true;
    if (line.type === "damaged" && line.cause === "unreadable") {
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
        span.bytes.subarray(textStart(span), span.end),
      );
      tornHeader = jsonLines === 0 && !span.terminated && isHeaderStart(text);
      return true;
    }
    if (line.type === "header" && jsonLines === 0) {
      hasHeader = true;
      startedIn = line.cwd;
      if (!isKnownVersion(line.version)) newerVersion = toJsonText(line.version ?? null);
    }
    jsonLines++;
    hasMessage = line.type === "entry" && line.kind !== "opaque";
    return !hasHeader && !hasMessage;
  }, { block: FIRST_BLOCK });
  const needsHeader = source.size === 0 || tornHeader;
  const isSession = hasHeader || hasMessage || needsHeader;
  return { isSession, needsHeader, newerVersion, startedIn };
}

/** Early headers have no version; a number may be spelled `3.0`. */
function isKnownVersion(version: JsonValue | undefined): boolean {
  if (version === undefined || version === null) return true;
  return isJsonNumber(version) && Number(toJsonText(version)) <= SESSION_VERSION;
}

function isHeaderStart(text: string): boolean {
  return text.length < HEADER_START.length
    ? HEADER_START.startsWith(text)
    : text.startsWith(HEADER_START);
}
