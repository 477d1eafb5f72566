/**
 * What each command is asked to do, as typed records, and the strict parsers of option values.
 *
 * commander's own coercions are not used: `parseInt` takes "3x" for 3, and a value that is silently
 * bent is worse than an error. A record has no field that is not meant for its command.
 *
 * @module
 */

import { UsageError } from "../mod.ts";
import type { ColorChoice } from "./terminal.ts";

/** Formats of the commands that print a prompt. */
export const promptFormats = ["text", "json", "anthropic", "openai"] as const;

/** Formats of the commands that report. */
export const reportFormats = ["text", "json"] as const;

/** A format of a printed prompt. */
export type PromptFormat = typeof promptFormats[number];

/** A format of a report. */
export type ReportFormat = typeof reportFormats[number];

/** Something to read: `-`, or a file. */
export type InputRef = { readonly type: "stdin" } | FileRef;

/** A file named on the command line. */
export interface FileRef {
  readonly type: "file";
  /** As it was typed: the one to show. */
  readonly name: string;
  /** Absolute, with `-C` taken into account: the one to open. */
  readonly path: string;
}

/** A position as it was asked for: from the start, negative from the end, or the end itself. */
export type PositionSpec = number | "end";

/** What every command takes. */
export interface CommonOptions {
  /** The absolute working directory, `-C` taken into account. */
  readonly directory: string;
  readonly color: ColorChoice;
  /** Leaves out lines about state changes; never warnings. */
  readonly quiet: boolean;
}

/** Which prompt files count. */
export interface PromptFileOptions {
  /** False leaves the project layer out. */
  readonly project: boolean;
  /** Absolute. */
  readonly projectRoot: string | undefined;
}

/** How a session is read. */
export interface ReadingOptions {
  /** The id of the entry that the path ends with. */
  readonly leaf: string | undefined;
  /** Goes on past damage, with a warning. */
  readonly lenient: boolean;
}

/** How a session is written. */
export interface WritingOptions {
  /** Prints the entries instead of writing them. */
  readonly dryRun: boolean;
  /** Writes to a file that shows no sign of being a session. */
  readonly adopt: boolean;
  /** False: the caller holds the lock. */
  readonly lock: boolean;
  readonly lockTimeoutMs: number;
}

/** How a provider's request is built. */
export interface RequestOptions {
  readonly model: string | undefined;
  readonly maxTokens: number | undefined;
  readonly systemForm: "string" | "blocks";
  readonly mergeSystem: boolean;
  readonly systemRole: "system" | "developer";
}

/** How a prompt is printed. */
export interface PrintOptions {
  readonly format: PromptFormat;
  /** Leaves control characters as they are on a terminal. */
  readonly raw: boolean;
  readonly request: RequestOptions;
}

/** `panto [SESSION|-]` */
export interface DefaultOptions
  extends CommonOptions, PromptFileOptions, ReadingOptions, WritingOptions, PrintOptions {
  /** Undefined: resolve the prompt files and print. */
  readonly session: InputRef | undefined;
  /** With `dryRun`: exit 1 when something would be written. */
  readonly exitCode: boolean;
  readonly keepEdits: boolean;
  readonly reseed: boolean;
}

/** `panto inspect SESSION` */
export interface InspectOptions
  extends CommonOptions, PromptFileOptions, ReadingOptions, PrintOptions {
  readonly session: InputRef;
  readonly at: PositionSpec;
}

/** What `panto diff` holds against what. */
export type DiffForm =
  | { readonly form: "resume"; readonly session: InputRef; readonly keepEdits: boolean }
  | {
    readonly form: "positions";
    readonly session: InputRef;
    readonly from: PositionSpec;
    readonly to: PositionSpec | "files";
  }
  | { readonly form: "sessions"; readonly session: InputRef; readonly other: InputRef };

/** `panto diff SESSION`, `panto diff SESSION --from N`, `panto diff A B` */
export interface DiffOptions extends CommonOptions, PromptFileOptions, ReadingOptions {
  readonly compare: DiffForm;
  readonly format: ReportFormat;
  readonly raw: boolean;
}

/** `panto log SESSION` */
export interface LogOptions extends CommonOptions, ReadingOptions {
  readonly session: InputRef;
  readonly format: ReportFormat;
  readonly raw: boolean;
}

/** `panto status SESSION…` */
export interface StatusOptions extends CommonOptions, PromptFileOptions, ReadingOptions {
  /** At least one. */
  readonly sessions: readonly InputRef[];
  readonly format: ReportFormat;
  readonly keepEdits: boolean;
}

/** `panto layers` */
export interface LayersOptions extends CommonOptions, PromptFileOptions {
  readonly format: ReportFormat;
}

/** What `panto append` adds. */
export type AppendContent =
  | {
    readonly type: "text";
    readonly role: "user" | "assistant" | "system";
    readonly replace: boolean;
    readonly source: { readonly type: "argument"; readonly text: string } | {
      readonly type: "stdin";
    };
  }
  | { readonly type: "message"; readonly source: InputRef };

/** `panto append SESSION` */
export interface AppendOptions
  extends CommonOptions, PromptFileOptions, ReadingOptions, WritingOptions {
  readonly session: FileRef;
  readonly format: ReportFormat;
  readonly content: AppendContent;
}

/** A command with everything it needs to know. */
export type Invocation =
  | { readonly command: "default"; readonly options: DefaultOptions }
  | { readonly command: "inspect"; readonly options: InspectOptions }
  | { readonly command: "diff"; readonly options: DiffOptions }
  | { readonly command: "log"; readonly options: LogOptions }
  | { readonly command: "status"; readonly options: StatusOptions }
  | { readonly command: "layers"; readonly options: LayersOptions }
  | { readonly command: "append"; readonly options: AppendOptions }
  | { readonly command: "help"; readonly text: string };

/**
 * Parses a position: `N`, `-K` (K before the end) or `-0` (the end).
 *
 * @param flag The option, for the message.
 * @param value What was given.
 * @returns The position asked for.
 * @throws {UsageError} When it is no such number.
 *
 * @example
 * ```ts
 * import { parsePosition } from "./options.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parsePosition("--at", "-1"), -1);
 * assert.throws(() => parsePosition("--at", "3x"));
 * ```
 */
export function parsePosition(flag: string, value: string): PositionSpec {
  const number = /^-?\d+$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number)) throw badValue(flag, "an integer", value);
  return Object.is(number, -0) ? "end" : number;
}

/**
 * Parses a count that is at least 1.
 *
 * @param flag The option, for the message.
 * @param value What was given.
 * @returns The count.
 * @throws {UsageError} When it is no such number.
 *
 * @example
 * ```ts
 * import { parseCount } from "./options.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parseCount("--max-tokens", "4096"), 4096);
 * assert.throws(() => parseCount("--max-tokens", "0"));
 * ```
 */
export function parseCount(flag: string, value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number) || number < 1) {
    throw badValue(flag, "an integer of at least 1", value);
  }
  return number;
}

/**
 * Parses a duration in seconds, decimals allowed.
 *
 * @param flag The option, for the message.
 * @param value What was given.
 * @returns Milliseconds.
 * @throws {UsageError} When it is no number from 0 to a day.
 *
 * @example
 * ```ts
 * import { parseSeconds } from "./options.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parseSeconds("--lock-timeout", "0.5"), 500);
 * ```
 */
export function parseSeconds(flag: string, value: string): number {
  const seconds = /^(\d+|\d*\.\d+)$/.test(value) ? Number(value) : NaN;
  // A day: longer is a slip, and much longer overflows the timers.
  if (!(seconds <= 86_400)) throw badValue(flag, "seconds from 0 to 86400", value);
  return Math.round(seconds * 1000);
}

/**
 * Parses one of a few words.
 *
 * @param flag The option, for the message.
 * @param value What was given.
 * @param choices The words.
 * @returns The word.
 * @throws {UsageError} When it is none of them.
 *
 * @example
 * ```ts
 * import { parseChoice } from "./options.ts";
 * import assert from "node:assert/strict";
 *
 * assert.throws(() => parseChoice("--color", "yes", ["auto", "always", "never"]));
 * ```
 */
export function parseChoice<Choice extends string>(
  flag: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw badValue(flag, listOf(choices), value);
  return found;
}

/**
 * Parses a text that must not be empty, which an unset shell variable would give.
 *
 * @param flag The option or argument, for the message.
 * @param value What was given.
 * @returns The text.
 * @throws {UsageError} When it is empty.
 *
 * @example
 * ```ts
 * import { parseText } from "./options.ts";
 * import assert from "node:assert/strict";
 *
 * assert.throws(() => parseText("--leaf", ""));
 * ```
 */
export function parseText(flag: string, value: string): string {
  if (value === "") throw new UsageError(`${flag} is empty`);
  return value;
}

/**
 * Lists words as a sentence does: `a, b or c`.
 *
 * @param words At least one word.
 * @returns The list.
 *
 * @example
 * ```ts
 * import { listOf } from "./options.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(listOf(["a", "b", "c"]), "a, b or c");
 * ```
 */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

function badValue(flag: string, wanted: string, value: string): UsageError {
  return new UsageError(`${flag} takes ${wanted}, not ${JSON.stringify(value)}`);
}
