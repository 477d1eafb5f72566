/**
 * What templates are rendered with: the manifest, the tools, the scope, AGENTS.md, the clock. It is all
 * gathered when the first template is rendered and not before, since mostly none is.
 *
 * @module
 */

import { dirname } from "node:path";
import {
  type AllowRule,
  ConfigError,
  type JsonValue,
  type Manifest,
  parseManifest,
  readAgentsMd,
  readPromptFile,
  resolveScope,
  type Scope,
  type TemplateVariables,
  templateVariables,
} from "../../mod.ts";
import { readConfigText } from "./config_text.ts";
import type { Host } from "../host.ts";
import type { FileRef } from "../args/inputs.ts";
import type { TemplateOptions } from "../args/options/template.ts";
import { warn } from "../output/report.ts";

/** What the command line says about templates. */
export interface TemplateInputOptions extends Omit<TemplateOptions, "vars"> {
  /** The absolute working directory. */
  readonly directory: string;
  /** The project that the user named. */
  readonly projectRoot: string | undefined;
  /** The user's own variables, by name. */
  readonly vars: Readonly<Record<string, JsonValue>>;
}

/** A manifest and where it stands. */
export type LocatedManifest = Manifest & {
  /** Absolute; targets of rules start from its directory. */
  readonly path: string;
};

/**
 * Reads the manifest that the command line names.
 *
 * @param ref The file.
 * @returns What panto takes from it.
 * @throws {ConfigError} When it cannot be read, or is no manifest; its place has the line.
 */
export function readManifest(ref: FileRef): LocatedManifest {
  const file = readPromptFile(ref.path, { shownAs: ref.name });
  switch (file.type) {
    case "text":
      return { ...parseManifest(file.text, ref.name), path: ref.path };
    case "failed":
      throw file.error;
    case "absent":
      throw new ConfigError(`Cannot read ${JSON.stringify(ref.name)}: it does not exist`, {
        place: { path: ref.name },
      });
  }
}

/**
 * Makes a source of the variables of templates.
 *
 * @param host For the environment, the clock and warnings.
 * @param options What the command line says.
 * @param manifest The manifest, where it has been read already; else it is read when it is needed.
 * @returns A function that gathers the variables, tells the warnings, and from then on returns the same
 *   variables. It throws a ConfigError when a file that was named cannot be used, and a UsageError when
 *   the clock cannot.
 */
export function templateVariablesFor(
  host: Host,
  options: TemplateInputOptions,
  manifest?: LocatedManifest,
): () => TemplateVariables {
  let gathered: TemplateVariables | undefined;
  return () => gathered ??= gather(host, options, manifest);
}

function gather(
  host: Host,
  options: TemplateInputOptions,
  known: LocatedManifest | undefined,
): TemplateVariables {
  const { directory, projectRoot, toolsFile } = options;
  const now = host.now();
  const tools = toolsFile === undefined ? [] : readTools(host, toolsFile);
  const scope = scopeOf(options, known);
  const agents = readAgentsMd({
    cwd: directory,
    env: host.env,
    platform: host.platform,
    projectRoot,
  });
  warn(host, agents.warnings);
  return templateVariables({
    now,
    cwd: directory,
    scope,
    tools: [...options.tools, ...tools],
    agentsMd: agents.text,
    vars: options.vars,
  });
}

function scopeOf(options: TemplateInputOptions, known: LocatedManifest | undefined): Scope {
  const { manifest: ref, directory } = options;
  if (ref === undefined) return resolveScope(options.scope, directory);
  const manifest = known ?? readManifest(ref);
  const rules: readonly AllowRule[] = manifest.allow;
  return resolveScope(rules, dirname(manifest.path), { path: ref.name });
}

function readTools(host: Host, ref: FileRef): string[] {
  const { text } = readConfigText(host, ref);
  const definitions = parseJson(text, ref.name);
  if (!Array.isArray(definitions)) {
    throw unusable(ref.name, "it is not an array of tool definitions");
  }
  return definitions.map((definition: unknown, index) => {
    const name = toolName(definition);
    if (typeof name === "string" && name !== "") return name;
    throw unusable(ref.name, `[${index}] has no name and is not one`);
  });
}

/** Of a definition as Anthropic or OpenAI has it; or the definition is the name. */
function toolName(definition: unknown): unknown {
  if (typeof definition === "string") return definition;
  return memberOf(definition, "name") ?? memberOf(memberOf(definition, "function"), "name");
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

/**
 * Reads a JSON object of variables.
 *
 * @param text The file's text.
 * @param name The file's name for errors.
 * @returns The variables by name.
 * @throws {ConfigError} When it is no JSON object.
 *
 * @example
 * ```ts
 * import { parseVariables } from "./template.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseVariables('{"n": 1}', "vars.json"), { n: 1 });
 * assert.throws(() => parseVariables("[1]", "vars.json"));
 * ```
 */
export function parseVariables(text: string, name: string): Record<string, JsonValue> {
  const value = parseJson(text, name);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw unusable(name, "it is not a JSON object");
  }
  return value as Record<string, JsonValue>;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's words differ between the runtimes. A RangeError is too deep a nesting.
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    throw unusable(name, "it is not JSON");
  }
}

function unusable(name: string, reason: string): ConfigError {
  return new ConfigError(`Cannot use ${JSON.stringify(name)}: ${reason}`, {
    place: { path: name },
  });
}
