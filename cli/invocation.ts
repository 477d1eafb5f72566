/**
 * From raw option values to a command's typed record: what options mean together, and that `-` stands
 * for stdin only once.
 *
 * @module
 */

import { isAbsolute } from "node:path";
import { UsageError } from "../mod.ts";
import type { FlagName, RawValues } from "./flags.ts";
import { parseChoice, parseText, promptFormats, reportFormats } from "./options.ts";
import type {
  AppendContent,
  AppendOptions,
  CommonOptions,
  DefaultOptions,
  DiffForm,
  DiffOptions,
  FileRef,
  InputRef,
  InspectOptions,
  LayersOptions,
  LogOptions,
  PrintOptions,
  PromptFileOptions,
  PromptFormat,
  ReadingOptions,
  ReportFormat,
  RequestOptions,
  StatusOptions,
  WritingOptions,
} from "./options.ts";

/** What commander found on one command. */
export interface RawInvocation {
  readonly values: RawValues;
  readonly words: readonly string[];
  /** The absolute working directory, `-C` taken into account. */
  readonly cwd: string;
}

/** Options that mean something only where there is a session. */
const sessionOnly: readonly [FlagName, string][] = [
  ["leaf", "--leaf"],
  ["lenient", "--lenient"],
  ["keepEdits", "--keep-edits"],
  ["reseed", "--reseed"],
  ["dryRun", "--dry-run"],
  ["adopt", "--adopt"],
  ["lock", "--no-lock"],
  ["lockTimeout", "--lock-timeout"],
];

/**
 * Builds the record of `panto [SESSION|-]`.
 *
 * @param raw What commander found.
 * @returns The record.
 * @throws {UsageError} When options contradict each other.
 */
export function defaultOptions(raw: RawInvocation): DefaultOptions {
  const { values } = raw;
  const session = raw.words[0] === undefined ? undefined : inputOf(raw, raw.words[0]);
  if (session === undefined) {
    const misplaced = sessionOnly.find(([name]) => values[name] !== undefined);
    if (misplaced !== undefined) throw new UsageError(`${misplaced[1]} needs a SESSION`);
  }
  if (values.exitCode === true) needs(values.dryRun === true, "--exit-code", "--dry-run");
  const print = printOptions(values);
  if (values.dryRun === true && print.format !== "text" && print.format !== "json") {
    throw new UsageError(
      `--dry-run prints entries and cannot be used with --format ${print.format}`,
      { hint: "panto - < SESSION prints what a resume would give, in any format" },
    );
  }
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw),
    ...readingOptions(values),
    ...writingOptions(values),
    ...print,
    session,
    exitCode: values.exitCode === true,
    keepEdits: values.keepEdits === true,
    reseed: values.reseed === true,
  };
}

/**
 * Builds the record of `panto inspect SESSION`.
 *
 * @param raw What commander found.
 * @returns The record.
 * @throws {UsageError} When options contradict each other.
 */
export function inspectOptions(raw: RawInvocation): InspectOptions {
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw),
    ...readingOptions(raw.values),
    ...printOptions(raw.values),
    session: inputOf(raw, raw.words[0] ?? ""),
    at: raw.values.at ?? "end",
  };
}

/**
 * Builds the record of `panto diff`.
 *
 * @param raw What commander found.
 * @returns The record.
 * @throws {UsageError} When the words and options are none of the three forms.
 */
export function diffOptions(raw: RawInvocation): DiffOptions {
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw),
    ...readingOptions(raw.values),
    compare: diffForm(raw),
    format: formatOf(raw.values, reportFormats),
    raw: raw.values.raw === true,
  };
}

/**
 * Builds the record of `panto log SESSION`.
 *
 * @param raw What commander found.
 * @returns The record.
 * @throws {UsageError} When options contradict each other.
 */
export function logOptions(raw: RawInvocation): LogOptions {
  return {
    ...commonOptions(raw),
    ...readingOptions(raw.values),
    session: inputOf(raw, raw.words[0] ?? ""),
    format: formatOf(raw.values, reportFormats),
    raw: raw.values.raw === true,
  };
}

/**
 * Builds the record of `panto status SESSION…`.
 *
 * @param raw What commander found.
 * @returns The record.
 * @throws {UsageError} When `-` is given twice, or one `--leaf` for several sessions.
 */
export function statusOptions(raw: RawInvocation): StatusOptions {
  const sessions = raw.words.map((word) => inputOf(raw, word));
  stdinOnce(sessions);
  if (sessions.length > 1 && raw.values.leaf !== undefined) {
    throw new UsageError("--leaf cannot be used with several sessions");
  }
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw),
    ...readingOptions(raw.values),
    sessions,
    format: formatOf(raw.values, reportFormats),
    keepEdits: raw.values.keepEdits === true,
  };
}

/**
 * Builds the record of `panto layers`.
 *
 * @param raw What commander found.
 * @returns The record.
 * @throws {UsageError} When options contradict each other.
 */
export function layersOptions(raw: RawInvocation): LayersOptions {
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw),
    format: formatOf(raw.values, reportFormats),
  };
}

/**
 * Builds the record of `panto append SESSION`.
 *
 * @param raw What commander found.
 * @returns The record.
 * @throws {UsageError} When it is not clear what to append.
 */
export function appendOptions(raw: RawInvocation): AppendOptions {
  const session = inputOf(raw, raw.words[0] ?? "");
  if (session.type === "stdin") {
    throw new UsageError("append writes to its SESSION, which cannot be -");
  }
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw),
    ...readingOptions(raw.values),
    ...writingOptions(raw.values),
    session,
    format: formatOf(raw.values, reportFormats),
    content: appendContent(raw),
  };
}

function diffForm(raw: RawInvocation): DiffForm {
  const { from, to, leaf } = raw.values;
  const keepEdits = raw.values.keepEdits === true;
  const session = inputOf(raw, raw.words[0] ?? "");
  if (raw.words[1] !== undefined) {
    const other = inputOf(raw, raw.words[1]);
    stdinOnce([session, other]);
    const misplaced = from !== undefined
      ? "--from"
      : to !== undefined
      ? "--to"
      : leaf !== undefined
      ? "--leaf"
      : keepEdits
      ? "--keep-edits"
      : undefined;
    if (misplaced !== undefined) {
      throw new UsageError(`${misplaced} cannot be used between two sessions`);
    }
    return { form: "sessions", session, other };
  }
  if (from === undefined) {
    needs(to === undefined, "--to", "--from");
    return { form: "resume", session, keepEdits };
  }
  if (keepEdits) throw new UsageError("--keep-edits cannot be used with --from");
  return { form: "positions", session, from, to: to ?? "end" };
}

function appendContent(raw: RawInvocation): AppendContent {
  const { role, message } = raw.values;
  const replace = raw.values.replace === true;
  const text = raw.words[1];
  if (message !== undefined) {
    const misplaced = role !== undefined ? "--role" : replace ? "--replace" : undefined;
    if (misplaced !== undefined) {
      throw new UsageError(`${misplaced} cannot be used with --message, which holds it`);
    }
    if (text !== undefined) throw new UsageError("TEXT cannot be used with --message");
    return { type: "message", source: inputOf(raw, message, "--message") };
  }
  if (role === undefined) throw new UsageError("append needs --role or --message");
  if (replace && role !== "system") {
    throw new UsageError("--replace can only be used with --role system");
  }
  if (text === undefined) throw new UsageError("append needs TEXT, or - to read it from stdin");
  const source = text === "-" ? { type: "stdin" } as const : { type: "argument", text } as const;
  return { type: "text", role, replace, source };
}

function commonOptions(raw: RawInvocation): CommonOptions {
  return {
    directory: raw.cwd,
    color: raw.values.color ?? "auto",
    quiet: raw.values.quiet === true,
  };
}

function promptFileOptions(raw: RawInvocation): PromptFileOptions {
  const root = raw.values.projectRoot;
  return {
    project: raw.values.project !== false,
    projectRoot: root === undefined ? undefined : absolutePath(raw.cwd, root),
  };
}

function readingOptions(values: RawValues): ReadingOptions {
  return { leaf: values.leaf, lenient: values.lenient === true };
}

function writingOptions(values: RawValues): WritingOptions {
  if (values.lock === false && values.lockTimeout !== undefined) {
    throw new UsageError("--lock-timeout cannot be used with --no-lock");
  }
  return {
    dryRun: values.dryRun === true,
    adopt: values.adopt === true,
    lock: values.lock !== false,
    lockTimeoutMs: values.lockTimeout ?? 2000,
  };
}

function printOptions(values: RawValues): PrintOptions {
  const format = formatOf(values, promptFormats);
  return { format, raw: values.raw === true, request: requestOptions(values, format) };
}

function requestOptions(values: RawValues, format: PromptFormat): RequestOptions {
  const provider = format === "anthropic" || format === "openai";
  const either = "--format anthropic or openai";
  needs(provider || values.model === undefined, "--model", either);
  needs(provider || values.maxTokens === undefined, "--max-tokens", either);
  const { systemForm, mergeSystem, systemRole } = values;
  needs(
    format === "anthropic" || systemForm === undefined,
    "--system-form",
    "--format anthropic",
  );
  needs(format === "openai" || mergeSystem === undefined, "--merge-system", "--format openai");
  needs(format === "openai" || systemRole === undefined, "--system-role", "--format openai");
  return {
    model: values.model,
    maxTokens: values.maxTokens,
    systemForm: systemForm ?? "string",
    mergeSystem: mergeSystem === true,
    systemRole: systemRole ?? "system",
  };
}

function formatOf<Format extends PromptFormat | ReportFormat>(
  values: RawValues,
  formats: readonly Format[],
): Format {
  const { format, json } = values;
  if (json === true && format !== undefined && format !== "json") {
    throw new UsageError(`--json cannot be used with --format ${format}`);
  }
  return parseChoice("--format", json === true ? "json" : format ?? "text", formats);
}

/** Reads a word as `-` or as a file below the working directory. */
function inputOf(raw: RawInvocation, word: string, flag = "SESSION"): InputRef {
  if (word === "-") return { type: "stdin" };
  return fileOf(raw, parseText(flag, word));
}

function fileOf(raw: RawInvocation, name: string): FileRef {
  return { type: "file", name, path: absolutePath(raw.cwd, name) };
}

function stdinOnce(inputs: readonly InputRef[]): void {
  if (inputs.filter((input) => input.type === "stdin").length > 1) {
    throw new UsageError("- can be given only once: stdin is read to its end");
  }
}

function needs(met: boolean, flag: string, other: string): void {
  if (!met) throw new UsageError(`${flag} needs ${other}`);
}

/**
 * Makes a path absolute and leaves the rest to the system: `a/..` is where it leads, which is another
 * place than the text tells when `a` is a symbolic link.
 *
 * @param cwd The absolute working directory.
 * @param path A path as it was typed.
 * @returns The absolute path.
 *
 * @example
 * ```ts
 * import { absolutePath } from "./invocation.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(absolutePath("/w", "link/../s.jsonl"), "/w/link/../s.jsonl");
 * ```
 */
export function absolutePath(cwd: string, path: string): string {
  return isAbsolute(path) ? path : `${cwd}/${path}`;
}
