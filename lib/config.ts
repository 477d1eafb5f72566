/**
 * The configuration of a prompt: the files of the layers, the manifest, and what templates are rendered
 * with (DESIGN §2, §6). One call reads what takes part and gives everything that a resume needs, so that
 * a program is held to the same rules as the command line.
 *
 * It is one of the two doors that touch the outside. Nothing is printed, and a template's inputs are
 * gathered at the first rendering: mostly no template is new, and then no clock is read and no scope
 * resolved.
 *
 * @module
 */

import { dirname } from "node:path";
import process from "node:process";
import { ConfigError, UsageError, type Warning } from "./errors.ts";
import { type Environment, layersInOrder, RESOLUTION_ORDER } from "./layers.ts";
import { readAgentsMd } from "./live/io/find_instructions.ts";
import { DEFAULT_PROMPT } from "./prompt_files/default.ts";
import type { LayerSources } from "./prompt_files/io/discover.ts";
import { type LaunchFiles, readLaunchBlocks } from "./prompt_files/io/launch.ts";
import { readLayeredPrompt } from "./prompt_files/io/read.ts";
import { readPromptFile } from "./prompt_files/io/read_file.ts";
import type { NamedFile } from "./prompt_files/io/named_bytes.ts";
import { readNamedFile } from "./prompt_files/io/read_named.ts";
import { templateRenderer } from "./template/io/renderer.ts";
import type { TemplateInputs } from "./template/io/renderer.ts";
import { resolveScope } from "./template/io/scope.ts";
import { parseToolNames } from "./template/json_inputs.ts";
import { type AllowRule, type Manifest, parseManifest } from "./template/manifest.ts";
import { type Scope, templateVariables } from "./template/variables.ts";
import { sha256Hex } from "./text/sha256.ts";
import type { JsonValue } from "./types.ts";
import type { ConfiguredPrompt, TemplateBlock } from "./prompt_source.ts";

export { assemblePrompt } from "./live/assemble.ts";
export { type Instructions, MAX_INSTRUCTION_BYTES } from "./live/instructions.ts";
export type { InstructionFile, InstructionSources } from "./live/io/find_instructions.ts";
export type { ProbeOptions } from "./live/io/probe.ts";
export { type LiveText, type LiveTextOptions, readLiveText } from "./live/io/read.ts";
export { DEFAULT_PROMPT } from "./prompt_files/default.ts";
export {
  type CandidateState,
  type LayerListing,
  type LayerRow,
  listLayers,
} from "./prompt_files/io/list.ts";
export type { LaunchFile, LaunchFiles } from "./prompt_files/io/launch.ts";
export {
  decodePromptFile,
  MAX_PROMPT_BYTES,
  type PromptFileText,
} from "./prompt_files/io/read_file.ts";
export {
  type NamedBytesOptions,
  type NamedFile,
  readNamedBytes,
} from "./prompt_files/io/named_bytes.ts";
export { readNamedFile } from "./prompt_files/io/read_named.ts";
export {
  parseTemplate,
  renderTemplate,
  type Template,
  type TemplatePlace,
} from "./template/io/render.ts";
export type { TemplateInputs } from "./template/io/renderer.ts";
export type { AllowRule, Permission } from "./template/manifest.ts";
export type { Scope, TemplateVariables } from "./template/variables.ts";
export type { LayerSources } from "./prompt_files/io/discover.ts";
export { parseVariables } from "./template/json_inputs.ts";

/** What templates may use. */
export interface TemplateInputOptions {
  /** The environment, as a plain record. */
  readonly env: Environment;
  /** The absolute path of the working directory. */
  readonly cwd: string;
  /** True when no part of it is a link, as the system says it itself: then none is followed. @default false */
  readonly cwdIsReal?: boolean | undefined;
  /** A `process.platform`. @default process.platform */
  readonly platform?: string | undefined;
  /** How far links of project files may lead. @default PANTO_PROJECT_ROOT, else what findProjectRoot finds */
  readonly projectRoot?: string | undefined;
  /** A manifest, for its scope and its prompt; its path is absolute. @default none */
  readonly manifest?: NamedFile | undefined;
  /** The user's own variables, by name. @default none */
  readonly vars?: Readonly<Record<string, JsonValue>> | undefined;
  /** Names of tools. @default none */
  readonly tools?: readonly string[] | undefined;
  /** A JSON array of tool definitions, whose names are added. @default none */
  readonly toolsFile?: NamedFile | undefined;
  /** Paths from the working directory, in their order; a manifest has its own. @default none */
  readonly scope?: readonly AllowRule[] | undefined;
  /** The time of a rendering. @default the system's clock */
  readonly now?: (() => Date) | undefined;
}

/** Which files count, and what templates may use. */
export interface ConfigOptions extends LayerSources, LaunchFiles, TemplateInputOptions {
  /** The seed where no layer has a SYSTEM.md. @default DEFAULT_PROMPT */
  readonly defaultSeed?: string | undefined;
}

/** What the configuration asks for. */
export interface Config extends ConfiguredPrompt {
  /** What is odd about the files that were read; the renderer gives its own warnings. */
  readonly warnings: readonly Warning[];
}

/**
 * Reads the configuration.
 *
 * @param options The environment and the working directory; more where a manifest or templates need it.
 * @returns The blocks, the renderer of those that are templates, and warnings.
 * @throws {ConfigError} When a file that takes part cannot be used. panto never falls through to a lower
 *   layer.
 * @throws {UsageError} When `system` stands beside a manifest that has a prompt.
 *
 * @example
 * ```ts
 * import { readConfig } from "./config.ts";
 * import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import assert from "node:assert/strict";
 *
 * const cwd = mkdtempSync(`${tmpdir()}/panto-`);
 * mkdirSync(`${cwd}/.panto`);
 * writeFileSync(`${cwd}/.panto/SYSTEM.md.j2`, "Today is {{ date }}.\n");
 * const now = () => new Date("2026-11-30T18:00:00Z");
 * const { blocks, render } = readConfig({ env: { HOME: cwd }, cwd, now });
 * const [seed] = blocks;
 * assert.ok(seed !== undefined && "templateSource" in seed);
 * assert.equal(render(seed.templateSource).text, "Today is 2026-11-30.\n");
 * ```
 */
export function readConfig(options: ConfigOptions): Config {
  const { manifest: file, defaultSeed = DEFAULT_PROMPT } = options;
  const manifest = file && readManifest(file);
  const manifestSeed = manifest && seedOf(manifest);
  if (manifestSeed !== undefined && options.system !== undefined) throw twoSeeds(options.system);
  const launch = readLaunchBlocks(options);
  const seed = manifestSeed ?? launch.system;
  const { blocks, warnings } = readLayeredPrompt({ ...options, defaultSeed, seed });
  const layers = layersInOrder(options.layers);
  return {
    blocks: [...blocks, ...launch.append],
    ...(layers.length === RESOLUTION_ORDER.length ? {} : { layers }),
    named: { manifest: file !== undefined, layers: options.layers !== undefined },
    render: templateRenderer(() => inputsOf(options, manifest)),
    warnings: [...(manifest && seed === undefined ? [noPrompt(manifest)] : []), ...warnings],
  };
}

/**
 * Gathers what templates are rendered with, for a template that stands in no layer.
 *
 * @param options The environment, the working directory, and what else templates may use.
 * @returns The variables, and what is odd about the files they come from.
 * @throws {ConfigError} When a file that was named cannot be used.
 *
 * @example
 * ```ts
 * import { readTemplateInputs } from "./config.ts";
 * import assert from "node:assert/strict";
 *
 * const { variables } = readTemplateInputs({ env: {}, cwd: "/", vars: { user: "Ann" } });
 * assert.deepEqual(variables.vars, { user: "Ann" });
 * ```
 */
export function readTemplateInputs(options: TemplateInputOptions): TemplateInputs {
  return inputsOf(options, undefined);
}

/** A manifest and where it stands. */
interface LocatedManifest extends Manifest {
  /** Absolute; targets of rules start from its directory. */
  readonly path: string;
  /** What messages call it. */
  readonly name: string;
}

function readManifest({ path, name = path }: NamedFile): LocatedManifest {
  const file = readPromptFile(path, { shownAs: name });
  switch (file.type) {
    case "text":
      return { ...parseManifest(file.text, name), path, name };
    case "failed":
      throw file.error;
    case "absent":
      throw new ConfigError(`Cannot read ${JSON.stringify(name)}: it does not exist`, {
        code: "file-missing",
        place: { path: name },
      });
  }
}

function seedOf(manifest: LocatedManifest): TemplateBlock | undefined {
  const { systemPrompt: text, systemPromptLine: firstLine, path, name } = manifest;
  if (text === undefined) return undefined;
  return {
    source: { type: "manifest", path },
    templateSource: {
      text,
      // Written with escapes, its lines are not those of the file.
      name: firstLine === undefined ? `${name}: system_prompt` : name,
      sha256: sha256Hex(text),
      firstLine,
    },
  };
}

function noPrompt({ name }: LocatedManifest): Warning {
  return {
    message: `"${name}" has no [worker] system_prompt, so the seed is that of the prompt files`,
    place: { path: name },
  };
}

function twoSeeds({ path, name = path }: NamedFile): UsageError {
  const message = `Cannot use ${JSON.stringify(name)}: the manifest has a prompt of its own`;
  return new UsageError(message, { code: "two-seeds", place: { path: name } });
}

function inputsOf(
  options: TemplateInputOptions,
  known: LocatedManifest | undefined,
): TemplateInputs {
  const { env, cwd, cwdIsReal, projectRoot, toolsFile, vars } = options;
  const { platform = process.platform } = options;
  const now = (options.now ?? systemClock)();
  const tools = toolsFile === undefined
    ? []
    : parseToolNames(readNamedFile(toolsFile), toolsFile.name ?? toolsFile.path);
  const scope = scopeOf(options, known);
  const agents = readAgentsMd({ cwd, cwdIsReal, env, platform, projectRoot });
  const variables = templateVariables({
    now,
    cwd,
    scope,
    tools: [...options.tools ?? [], ...tools],
    agentsMd: agents.text,
    vars,
  });
  return { variables, warnings: agents.warnings };
}

function systemClock(): Date {
  return new Date();
}

function scopeOf(options: TemplateInputOptions, known: LocatedManifest | undefined): Scope {
  const { manifest: file, scope = [], cwd } = options;
  if (file === undefined) return resolveScope(scope, cwd);
  const manifest = known ?? readManifest(file);
  return resolveScope(manifest.allow, dirname(manifest.path), { path: manifest.name });
}
