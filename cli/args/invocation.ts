/**
 * From raw option values to a command's typed record: what options mean together. The records of
 * templates and live text are made in cli/args/template_options.ts.
 *
 * @module
 */

import { UsageError } from "../../mod.ts";
import { hinted } from "../hint.ts";
import type { FlagName, RawValues } from "./flags.ts";
import { promptFormats, reportFormats } from "./options.ts";
import type {
  AppendContent,
  AppendOptions,
  DefaultOptions,
  DiffForm,
  DiffOptions,
  InspectOptions,
  LayersOptions,
  LogOptions,
  PrintOptions,
  PromptFormat,
  ReadingOptions,
  RequestOptions,
  StatusOptions,
  WritingOptions,
} from "./options.ts";
import {
  commonOptions,
  formatOf,
  inputOf,
  needs,
  promptFileOptions,
  type RawInvocation,
  stdinOnce,
} from "./raw.ts";
import { liveOptions, templateFlagOf, templateOptions } from "./template_options.ts";

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
    throw hinted(
      new UsageError(`--dry-run prints entries and cannot be used with --format ${print.format}`),
      "panto - < SESSION prints what a resume would give, in any format",
    );
  }
  const live = liveOptions(values);
  if (values.dryRun === true && live.live && print.format === "text") {
    throw hinted(
      new UsageError("--dry-run prints entries and cannot be used with --live"),
      "panto --live - < SESSION prints what a resume would give",
    );
  }
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw),
    ...templateOptions(raw),
    ...readingOptions(values),
    ...writingOptions(values),
    ...print,
    ...live,
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
    ...templateOptions(raw),
    ...readingOptions(raw.values),
    ...printOptions(raw.values),
    ...liveOptions(raw.values),
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
    ...templateOptions(raw),
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
    ...templateOptions(raw),
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
      : templateFlagOf(raw.values);
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
  const templateFlag = templateFlagOf(raw.values);
  if (templateFlag !== undefined) needs(to === "files", templateFlag, "--to files");
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
