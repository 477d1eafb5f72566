/**
 * The session log (DESIGN §3, §4): what is read of it, and where reading refuses to go on. Everything
 * outside the room log/ comes in here.
 *
 * @module
 */

import { SessionError } from "./errors.ts";
import { findEvidence } from "./log/detect.ts";
import { type Diagnostic, diagnosticError } from "./log/diagnostics.ts";
import type { ByteSource } from "./log/lines.ts";

export { type Branch, readBranches } from "./log/branches.ts";
export { bytesSource, withAppended } from "./log/bytes.ts";
export { type Evidence, findEvidence } from "./log/detect.ts";
export {
  danglingTail,
  type Diagnostic,
  diagnosticError,
  diagnosticWarnings,
} from "./log/diagnostics.ts";
export { type ByteSource, lineNumbers } from "./log/lines.ts";
export {
  messageId,
  pathEntries,
  type PathEntry,
  pathMessages,
  type PlacedMessage,
  type PositionRange,
} from "./log/messages.ts";
export {
  type AskedPosition,
  type ChainBreak,
  type Damage,
  firstOther,
  type Path,
  positionOf,
  type Run,
  type SystemPlace,
  type Uninterpreted,
} from "./log/path.ts";
export type { WalkOptions } from "./log/walk.ts";
export {
  leafToAppendTo,
  type LogBlock,
  type LogPrompt,
  type ReadOptions,
  readPrompt,
  readTimeline,
  type Timeline,
  type TimelineEntry,
} from "./log/how_far.ts";
export {
  type EntrySource,
  formatBlocks,
  formatHeader,
  formatMessage,
  type ParentId,
} from "./log/write.ts";

/**
 * Refuses to go on where the prompt asked for depends on damage.
 *
 * @param source The log.
 * @param diagnostics What is wrong in it, judged for that prompt.
 * @param options `lenient` goes on all the same. @default { lenient: false }
 * @throws {SessionError} When one of them touches the prompt.
 *
 * @example
 * ```ts
 * import { bytesSource, readPrompt, refuseDamage } from "./log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource('{"role":"system","content":"Be brief."}\n{"role":"user",\n', "s.jsonl");
 * const { diagnostics } = readPrompt(log);
 * assert.throws(() => refuseDamage(log, diagnostics), /line 2/);
 * refuseDamage(log, diagnostics, { lenient: true });
 * ```
 */
export function refuseDamage(
  source: ByteSource,
  diagnostics: readonly Diagnostic[],
  options: { readonly lenient?: boolean | undefined } = {},
): void {
  const touching = diagnostics.find(({ touches }) => touches);
  if (touching === undefined || options.lenient === true) return;
  const error = diagnosticError(source, touching);
  if (findEvidence(source).isSession) throw error;
  const { line } = error.place;
  throw new SessionError(`${noSession(source)} (line ${line}: ${touching.text})`, {
    code: "not-a-session",
    place: error.place,
  });
}

/**
 * Words that a file shows no sign of being a session.
 *
 * @param source The file.
 * @returns A sentence without its full stop, which names the file.
 */
export function noSession(source: ByteSource): string {
  return `"${source.name}" holds no session header and no message`;
}
