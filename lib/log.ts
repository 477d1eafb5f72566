/**
 * The session log (DESIGN §3, §4): what is read of it, and where reading and writing refuse to go on.
 * Everything outside the room log/ comes in here.
 *
 * @module
 */

import { SessionError, UsageError, type Warning } from "./errors.ts";
import { type Evidence, findReadable } from "./log/detect.ts";
import type { AskedPosition } from "./log/path.ts";
import { foreignWords } from "./readers.ts";
import { type Diagnostic, diagnosticError } from "./log/damage.ts";
import type { ByteSource } from "./log/lines.ts";

export { bytesSource, joinLines } from "./log/bytes.ts";
export { type Evidence, findEvidence, findReadable, type SessionKind } from "./log/detect.ts";
export {
  danglingTail,
  type Diagnostic,
  diagnosticError,
  diagnosticWarnings,
} from "./log/damage.ts";
export { type ByteSource, lineNumbers } from "./log/lines.ts";
export {
  pathEntries,
  type PathEntry,
  type PathEntryOptions,
  pathMessages,
  type PlacedMessage,
} from "./log/messages.ts";
export { type Branch, readBranches } from "./log/branches.ts";
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
  type Unlisted,
} from "./log/path.ts";
export type { WalkOptions } from "./log/walk.ts";
export {
  leafToAppendTo,
  type LogBlock,
  type LogPrompt,
  type ReadOptions,
  readPath,
  readPrompt,
  readRecorded,
  readSystemEntry,
  readTimeline,
  type RecordedEnd,
  type SystemEntry,
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
 * @param options `lenient` goes on all the same; the leaf and the position that were asked for, where
 *   that was not the end. @default { lenient: false }
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
  options: {
    readonly lenient?: boolean | undefined;
    readonly leaf?: string | undefined;
    readonly at?: AskedPosition | undefined;
  } = {},
): void {
  const touching = diagnostics.find(({ touches }) => touches);
  if (touching === undefined || options.lenient === true) return;
  const { leaf, at = "end" } = options;
  throw diagnosticError(source, touching, leaf !== undefined || at !== "end");
}

/**
 * What is written into although it is no session of panto's: anything but the files of programs other
 * than pi, or bare chat lines alone.
 */
export type Adoption = boolean | "chat-lines";

/**
 * Refuses to read a file that holds no session, or one that cannot be read yet.
 *
 * @param source The file.
 * @throws {SessionError} `not-a-session` or `format-unreadable`.
 *
 * @example
 * ```ts
 * import { bytesSource, refuseUnreadable } from "./log.ts";
 * import assert from "node:assert/strict";
 *
 * refuseUnreadable(bytesSource('{"role":"user","content":"Hello"}\n'));
 * const notes = bytesSource("# Notes\n", "notes.md");
 * assert.throws(() => refuseUnreadable(notes), /holds no session header and no message/);
 * ```
 */
export function refuseUnreadable(source: ByteSource): void {
  const { isLog, foreign } = findReadable(source);
  if (foreign !== undefined) {
    throw new SessionError(
      `"${source.name}" ${foreignWords(foreign)}, which panto cannot read yet`,
      { code: "format-unreadable", place: { path: source.name }, details: foreign },
    );
  }
  if (!isLog) throw noSession(source, "not-a-session");
}

/**
 * Refuses to write into a file that is no session of panto's.
 *
 * @param source The file.
 * @param evidence What was found about it.
 * @param adopt What is written into all the same. @default false: nothing
 * @returns What the user must know who adopts it.
 * @throws {SessionError} `foreign-session` or `adoption-needed`.
 * @throws {UsageError} When it cannot be adopted.
 */
export function refuseWriting(
  source: ByteSource,
  { kind, foreign }: Evidence,
  adopt: Adoption = false,
): Warning[] {
  const { name } = source;
  const place = { path: name };
  if (foreign !== undefined) {
    const words = foreignWords(foreign);
    if (adopt === true && foreign.format !== "pi") {
      throw new UsageError(`Cannot adopt "${name}": it ${words}`, { place });
    }
    if (adopt === true) {
      const message = `${name}: pi does not read "mode": it will send its own prompt as well`;
      return [{ message, place }];
    }
    throw new SessionError(
      `"${name}" ${words}; panto does not write into it`,
      { code: "foreign-session", place, details: foreign },
    );
  }
  if (kind === "none" && adopt !== true) throw noSession(source, "adoption-needed");
  if (kind === "chat-lines" && adopt === false) {
    throw new SessionError(
      `"${name}" holds chat lines, with no session header and no system message`,
      { code: "adoption-needed", place },
    );
  }
  return [];
}

/** The one wording for a file that is no session, whatever was to be done with it. */
function noSession(
  { name }: ByteSource,
  code: "not-a-session" | "adoption-needed",
): SessionError {
  const message = `"${name}" holds no session header and no message`;
  return new SessionError(message, { code, place: { path: name } });
}
