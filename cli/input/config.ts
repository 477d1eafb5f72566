/**
 * From a command's options to the configuration (lib/config.ts has the rules): prompt files, manifest,
 * and what templates may use.
 *
 * @module
 */

import {
  type Config,
  ConfigError,
  type ConfiguredBlock,
  type JsonValue,
  readConfig,
  readTemplateInputs,
  type TemplateInputs,
  type Warning,
} from "../../mod.ts";
import type { Host } from "../host.ts";
import type { PromptFileOptions } from "../args/options/prompt_files.ts";
import type { TemplateOptions } from "../args/options/template.ts";

/** Which files count, from where, and what templates may use. */
export type ConfiguredOptions = PromptFileOptions & TemplateOptions & {
  readonly directory: string;
};

/** What a template may use that stands in no layer. */
export type RenderInputOptions = Omit<ConfiguredOptions, "project" | "vars"> & {
  /** The user's own variables, by name. */
  readonly vars: Readonly<Record<string, JsonValue>>;
};

/** What recorded blocks are looked up in. */
export interface OriginSources {
  /** Empty where the configuration cannot be used: the log can be read without it. */
  readonly blocks: readonly ConfiguredBlock[];
  readonly warnings: readonly Pick<Warning, "message">[];
}

/** Reads the configuration that a command's options ask for. */
export function readConfigured(host: Host, options: ConfiguredOptions): Config {
  return readConfig({ ...inputOptions(host, options), project: options.project });
}

/** Gathers what `panto render` renders its template with. */
export function readRenderInputs(host: Host, options: RenderInputOptions): TemplateInputs {
  return readTemplateInputs(inputOptions(host, options));
}

/** Reads the configuration for a command that only compares; its own warnings are not to the point. */
export function readOriginSources(host: Host, options: ConfiguredOptions): OriginSources {
  try {
    return { blocks: readConfigured(host, options).blocks, warnings: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { blocks: [], warnings: [{ message: `no origins: ${error.message}` }] };
  }
}

function inputOptions(host: Host, options: RenderInputOptions) {
  const { directory: cwd, projectRoot, manifest, vars, tools, toolsFile, scope } = options;
  const { env, platform } = host;
  const now = () => host.now();
  return { env, cwd, platform, projectRoot, manifest, vars, tools, toolsFile, scope, now };
}
