/**
 * From a command's options to the configuration (lib/config.ts has the rules): prompt files, manifest,
 * and what templates may use.
 *
 * @module
 */

import {
  type Config,
  ConfigError,
  type JsonValue,
  type LaunchFile,
  type LaunchFiles,
  MAX_PROMPT_BYTES,
  readConfig,
  readTemplateInputs,
  type TemplateInputs,
  type Warning,
} from "../../mod.ts";
import { info } from "../output/report.ts";
import type { InputRef } from "../args/inputs.ts";
import type { Host } from "../host.ts";
import { saysRealPaths } from "../host/files.ts";
import type { PromptFileOptions } from "../args/groups/prompt_files.ts";
import { givenTemplateOptions, type TemplateOptions } from "../args/groups/template.ts";

/** Which files count, from where, and what templates may use. */
export type ConfiguredOptions = PromptFileOptions & TemplateOptions & {
  readonly directory: string;
};

/** What a template may use that stands in no layer. */
export type RenderInputOptions = Omit<ConfiguredOptions, "layers" | "launch" | "vars"> & {
  /** The user's own variables, by name. */
  readonly vars: Readonly<Record<string, JsonValue>>;
};

/** What recorded blocks are looked up in, and how it is come by. */
export type OriginOptions = ConfiguredOptions & {
  /** The configuration where it was read before: a pipe can be read once. @default it is read */
  readonly configured?: Config | undefined;
};

/** What recorded blocks are looked up in. */
export interface OriginSources {
  /** Undefined where the configuration cannot be used: the log can be read without it. */
  readonly configured: Config | undefined;
  readonly warnings: readonly Pick<Warning, "message">[];
}

/** Reads the configuration that a command's options ask for. */
export function readConfigured(host: Host, options: ConfiguredOptions): ObservedConfig {
  const { layers, launch } = options;
  const config = readConfig({
    ...inputOptions(host, options),
    layers,
    ...readLaunch(host, launch),
  });
  let hasRendered = false;
  return {
    ...config,
    render(template) {
      hasRendered = true;
      return config.render(template);
    },
    hasRendered: () => hasRendered,
  };
}

/** A configuration that knows whether its variables were of use. */
export interface ObservedConfig extends Config {
  /** Whether a template was rendered. */
  readonly hasRendered: () => boolean;
}

/** Says which options about templates had no effect, since nothing was rendered. */
export function tellUnused(
  host: Host,
  options: TemplateOptions & { readonly quiet: boolean; readonly reseed?: boolean },
  configs: readonly ObservedConfig[],
): void {
  const given = givenTemplateOptions(options);
  if (given.length === 0 || configs.some((config) => config.hasRendered())) return;
  const verb = given.length === 1 ? "has" : "have";
  info(host, options, `${given.join(", ")} ${verb} no effect: ${whyUnused(configs, options)}`);
}

/** What stands in the log is printed as it is, and nothing of a template is looked at for that. */
function whyUnused(
  configs: readonly ObservedConfig[],
  { reseed }: { readonly reseed?: boolean },
): string {
  if (configs.length === 0) return "this call renders no template";
  const hasTemplate = configs.some(({ blocks }) =>
    blocks.some((block) => "templateSource" in block)
  );
  if (!hasTemplate) return "no prompt file is a template";
  const next = reseed === true ? "another --reseed" : "--reseed";
  return `the recorded texts of the templates are kept (${next} renders them anew)`;
}

/** Reads stdin where it stands for a prompt file; other files are the library's to open. */
export function readLaunch(
  host: Host,
  { system, append }: PromptFileOptions["launch"],
): LaunchFiles {
  return {
    system: system && launchFile(host, system),
    append: append.map((ref) => launchFile(host, ref)),
  };
}

function launchFile(host: Host, ref: InputRef): LaunchFile {
  if (ref.type === "file") return { path: ref.path, name: ref.name };
  return { path: "-", name: "standard input", bytes: host.readStdin(MAX_PROMPT_BYTES) };
}

/** Gathers what `panto render` renders its template with. */
export function readRenderInputs(host: Host, options: RenderInputOptions): TemplateInputs {
  return readTemplateInputs(inputOptions(host, options));
}

/** Reads the configuration for a command that only compares; its own warnings are not to the point. */
export function readOriginSources(host: Host, options: OriginOptions): OriginSources {
  try {
    return { configured: options.configured ?? readConfigured(host, options), warnings: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { configured: undefined, warnings: [{ message: `no origins: ${error.message}` }] };
  }
}

function inputOptions(host: Host, options: RenderInputOptions) {
  const { directory: cwd, projectRoot, manifest, vars, tools, toolsFile, scope } = options;
  const { env, platform } = host;
  const now = () => host.now();
  const cwdIsReal = saysRealPaths(host);
  return {
    env,
    cwd,
    cwdIsReal,
    platform,
    projectRoot,
    manifest,
    vars,
    tools,
    toolsFile,
    scope,
    now,
  };
}
