/**
 * What templates may use, and the manifest that may hold one.
 *
 * @module
 */

import { UsageError } from "../../../mod.ts";
import { firstGiven, type ValuesOf } from "../flag.ts";
import { flags } from "../flags.ts";
import { fileOf, type FileRef, type Raw } from "../inputs.ts";
import type { Assignment, OrderedText } from "../values.ts";

const scopeFlags = [flags.readable, flags.writable] as const;

/** The flags that mean something only where a template may be rendered. */
export const templateFlags = [
  flags.manifest,
  flags.var,
  flags.tool,
  flags.tools,
  ...scopeFlags,
] as const;

/** A path that templates may tell the model of. */
export interface ScopePath {
  /** As it was typed, relative to the working directory. */
  readonly target: string;
  /** `write` includes reading. */
  readonly permission: "read" | "write";
}

/** What templates may use, and the manifest that may hold one. */
export interface TemplateOptions {
  readonly manifest: FileRef | undefined;
  /** The user's own variables, by name. */
  readonly vars: Readonly<Record<string, string>>;
  /** Names of tools. */
  readonly tools: readonly string[];
  /** A JSON array of tool definitions. */
  readonly toolsFile: FileRef | undefined;
  /** In the order of the command line; empty beside a manifest, which has its own. */
  readonly scope: readonly ScopePath[];
}

/** Reads what templates may use; a variable given twice is refused, and paths beside a manifest. */
export function templateOptions(raw: Raw<ValuesOf<typeof templateFlags>>): TemplateOptions {
  const { manifest, tools, tool, readable, writable } = raw.values;
  const path = firstGiven(raw.values, scopeFlags);
  if (manifest !== undefined && path !== undefined) {
    throw new UsageError(`${path} cannot be used with --manifest, which holds the scope`);
  }
  return {
    manifest: fileOption(raw, "--manifest", manifest),
    vars: variablesOf(raw.values.var ?? []),
    tools: tool ?? [],
    toolsFile: fileOption(raw, "--tools", tools),
    scope: scopeOf(readable ?? [], writable ?? []),
  };
}

/** The options that were given and mean something only where a template is rendered. */
export function givenTemplateOptions(options: TemplateOptions): readonly string[] {
  const { vars, tools, toolsFile, scope } = options;
  const given: [name: string, isGiven: boolean][] = [
    ["--var", Object.keys(vars).length > 0],
    ["--tool", tools.length > 0],
    ["--tools", toolsFile !== undefined],
    ["--readable", scope.some(({ permission }) => permission === "read")],
    ["--writable", scope.some(({ permission }) => permission === "write")],
  ];
  return given.flatMap(([name, isGiven]) => isGiven ? [name] : []);
}

/** A file that is opened by its name; stdin is for the text that a command works on. */
function fileOption(raw: Raw, flag: string, name: string | undefined): FileRef | undefined {
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
