/**
 * The records of templates and live text, and of the two commands for them: what their options mean
 * together.
 *
 * @module
 */

import { MAX_INSTRUCTION_BYTES, UsageError } from "../../mod.ts";
import type { FlagName, OrderedText, RawValues } from "./flags.ts";
import { type Assignment, parseText } from "./values.ts";
import type {
  AssembleOptions,
  FileRef,
  LiveOptions,
  RenderOptions,
  ScopePath,
  TemplateOptions,
} from "./options.ts";
import { reportFormats } from "./options.ts";
import {
  commonOptions,
  directoryOf,
  fileOf,
  formatOf,
  inputOf,
  needs,
  promptFileOptions,
  type RawInvocation,
  stdinOnce,
} from "./raw.ts";

/** Options that mean something only where a template may be rendered. */
const templateFlags: readonly [FlagName, string][] = [
  ["manifest", "--manifest"],
  ["var", "--var"],
  ["tool", "--tool"],
  ["tools", "--tools"],
  ["readable", "--readable"],
  ["writable", "--writable"],
];

/**
 * Takes what templates may use.
 *
 * @param raw What commander found.
 * @returns The options.
 * @throws {UsageError} When a variable is given twice, or paths beside a manifest.
 */
export function templateOptions(raw: RawInvocation): TemplateOptions {
  const { manifest, tools, tool, readable, writable } = raw.values;
  if (manifest !== undefined && (readable ?? writable) !== undefined) {
    const flag = readable === undefined ? "--writable" : "--readable";
    throw new UsageError(`${flag} cannot be used with --manifest, which holds the scope`);
  }
  return {
    manifest: fileOption(raw, "--manifest", manifest),
    vars: variablesOf(raw.values.var ?? []),
    tools: tool ?? [],
    toolsFile: fileOption(raw, "--tools", tools),
    scope: scopeOf(readable ?? [], writable ?? []),
  };
}

/**
 * Finds an option that is about templates.
 *
 * @param values The values.
 * @returns The first one that was given, or undefined.
 */
export function templateFlagOf(values: RawValues): string | undefined {
  return templateFlags.find(([name]) => values[name] !== undefined)?.[1];
}

/**
 * Takes whether live text is added, and how much of it.
 *
 * @param values The values.
 * @returns The options.
 * @throws {UsageError} When its length is limited and it is not asked for.
 */
export function liveOptions(values: RawValues): LiveOptions {
  const live = values.live === true;
  needs(live || values.maxInstructions === undefined, "--max-instructions", "--live");
  return { live, maxInstructions: instructionBytes(values) };
}

/**
 * Builds the record of `panto render FILE|-`.
 *
 * @param raw What commander found.
 * @returns The record.
 * @throws {UsageError} When options contradict each other.
 */
export function renderOptions(raw: RawInvocation): RenderOptions {
  const { check, vars } = raw.values;
  const template = inputOf(raw, raw.words[0] ?? "", "FILE");
  const varsFile = vars === undefined ? undefined : inputOf(raw, vars, "--vars");
  stdinOnce(varsFile === undefined ? [template] : [template, varsFile]);
  const format = formatOf(raw.values, reportFormats);
  if (check === true && format !== "text") {
    throw new UsageError(`--check prints nothing and cannot be used with --format ${format}`);
  }
  return {
    ...commonOptions(raw),
    ...templateOptions(raw),
    projectRoot: promptFileOptions(raw).projectRoot,
    template,
    check: check === true,
    varsFile,
    format,
    raw: raw.values.raw === true,
  };
}

/**
 * Builds the record of `panto assemble [DIR]`.
 *
 * @param raw What commander found.
 * @returns The record; its directory is DIR.
 * @throws {UsageError} When options contradict each other.
 * @throws {IoError} When DIR is no directory.
 */
export function assembleOptions(raw: RawInvocation): AssembleOptions {
  const [word] = raw.words;
  const { projectRoot } = promptFileOptions(raw);
  return {
    ...commonOptions(raw),
    directory: word === undefined ? raw.cwd : directoryOf(parseText("DIR", word), raw.cwd),
    projectRoot,
    maxInstructions: instructionBytes(raw.values),
    format: formatOf(raw.values, reportFormats),
    raw: raw.values.raw === true,
  };
}

function instructionBytes(values: RawValues): number {
  return values.maxInstructions ?? MAX_INSTRUCTION_BYTES;
}

/** A file that is opened by its name; stdin is for the text that a command works on. */
function fileOption(
  raw: RawInvocation,
  flag: string,
  name: string | undefined,
): FileRef | undefined {
  if (name === "-") throw new UsageError(`${flag} takes a file, which cannot be -`);
  return name === undefined ? undefined : fileOf(raw, name);
}

function variablesOf(assignments: readonly Assignment[]): Readonly<Record<string, string>> {
  const values = new Map<string, string>();
  for (const { name, value } of assignments) {
    if (values.has(name)) throw new UsageError(`--var ${name} is given more than once`);
    values.set(name, value);
  }
  // Not an assignment to a key, which `__proto__` would not survive.
  return Object.fromEntries(values);
}

function scopeOf(readable: readonly OrderedText[], writable: readonly OrderedText[]): ScopePath[] {
  const rules = [
    ...readable.map((path) => ({ ...path, permission: "read" as const })),
    ...writable.map((path) => ({ ...path, permission: "write" as const })),
  ];
  return rules.sort((a, b) => a.order - b.order)
    .map(({ text, permission }) => ({ target: text, permission }));
}
