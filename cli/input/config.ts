/**
 * The prompt that the files ask for, as a command needs it: prompt files and the manifest read once,
 * with their warnings told, and a way to render a template that is new.
 *
 * @module
 */

import {
  type BlockSource,
  ConfigError,
  type ConfiguredBlock,
  DEFAULT_PROMPT,
  describeInvisible,
  findInvisible,
  type Manifest,
  MAX_RENDERED_BYTES,
  readPrompt,
  renderTemplate,
  sha256Hex,
  type TemplateBlock,
  type TemplateRenderer,
  type TemplateSource,
  type Warning,
} from "../../mod.ts";
import type { Host } from "../host.ts";
import type { FileRef } from "../args/inputs.ts";
import type { PromptFileOptions } from "../args/options/prompt_files.ts";
import type { TemplateOptions } from "../args/options/template.ts";
import { warn } from "../output/report.ts";
import { type LocatedManifest, readManifest, templateVariablesFor } from "./template.ts";

/** Which files count, from where, and what templates may use. */
export type ConfiguredOptions = PromptFileOptions & TemplateOptions & {
  readonly directory: string;
};

/** What the configuration asks for. */
export interface Configured {
  /** The seed and the appends. */
  readonly blocks: readonly ConfiguredBlock[];
  /** Renders a template, each one once. */
  readonly render: TemplateRenderer;
  readonly warnings: readonly Warning[];
}

/**
 * Reads the prompt files of the layers, and the manifest.
 *
 * @param host For the environment and for warnings.
 * @param options Which files count.
 * @returns The seed and the appends.
 * @throws {ConfigError} When a file that takes part cannot be used.
 */
export function readConfigured(host: Host, options: ConfiguredOptions): Configured {
  const configured = readConfiguredQuietly(host, options);
  warn(host, configured.warnings);
  return configured;
}

/**
 * Reads the prompt files without telling their warnings, for a command that only compares.
 *
 * @param host For the environment.
 * @param options Which files count.
 * @returns The blocks and the warnings.
 * @throws {ConfigError} When a file that takes part cannot be used.
 */
export function readConfiguredQuietly(host: Host, options: ConfiguredOptions): Configured {
  const { manifest: ref } = options;
  const manifest = ref === undefined ? undefined : readManifest(ref);
  const { blocks, warnings } = readPrompt({
    env: host.env,
    cwd: options.directory,
    defaultSeed: DEFAULT_PROMPT,
    seed: ref && manifest && seedOf(ref, manifest),
    project: options.project,
    projectRoot: options.projectRoot,
    platform: host.platform,
  });
  return {
    blocks,
    render: rendererFor(host, options, manifest),
    warnings: [...(ref && manifest ? seedWarnings(ref, manifest) : []), ...warnings],
  };
}

function rendererFor(
  host: Host,
  options: ConfiguredOptions,
  manifest: LocatedManifest | undefined,
): TemplateRenderer {
  const variables = templateVariablesFor(host, options, manifest);
  const rendered = new Map<string, string>();
  let bytes = 0;
  return (template) => {
    const { text, name, sha256, firstLine } = template;
    const known = rendered.get(sha256);
    if (known !== undefined) return known;
    const result = renderTemplate(text, name, variables(), { firstLine });
    bytes += new TextEncoder().encode(result).length;
    checkRendered(host, template, { text: result, bytes });
    rendered.set(sha256, result);
    return result;
  };
}

/** What holds for the text of a prompt file holds for a rendered one; the bound is for all of them. */
function checkRendered(
  host: Host,
  { name, untrusted }: TemplateSource,
  rendered: { readonly text: string; readonly bytes: number },
): void {
  const fault = rendered.bytes > MAX_RENDERED_BYTES
    ? "the rendered texts would have more than 8 MiB in all"
    : rendered.text.includes("\0")
    ? "the text holds a NUL"
    : undefined;
  if (fault !== undefined) {
    throw new ConfigError(`Cannot render ${JSON.stringify(name)}: ${fault}`, {
      place: { path: name },
    });
  }
  const invisible = untrusted ? findInvisible(rendered.text) : [];
  if (invisible.length === 0) return;
  const message = `Invisible characters in the text of ${JSON.stringify(name)}: ` +
    describeInvisible(invisible);
  warn(host, [{ message }]);
}

function seedOf(ref: FileRef, manifest: Manifest): TemplateBlock | undefined {
  const { systemPrompt: text, systemPromptLine: firstLine } = manifest;
  if (text === undefined) return undefined;
  return {
    source: { type: "manifest", path: ref.path },
    templateSource: {
      text,
      // Written with escapes, its lines are not those of the file.
      name: firstLine === undefined ? `${ref.name}: system_prompt` : ref.name,
      sha256: sha256Hex(text),
      firstLine,
    },
  };
}

function seedWarnings(ref: FileRef, manifest: Manifest): Warning[] {
  if (manifest.systemPrompt !== undefined) return [];
  return [{
    message: `"${ref.name}" has no [worker] system_prompt, so the seed is that of the prompt files`,
    place: { path: ref.name },
  }];
}

/**
 * Names the layers of a prompt, for the line that announces a change.
 *
 * @param blocks The seed, then the appends.
 * @returns For example `seed project, appends user, base`.
 */
export function layersText(blocks: readonly { readonly source: BlockSource }[]): string {
  const [seed, ...appends] = blocks.map((block) => layerOf(block.source));
  if (appends.length === 0) return `seed ${seed}`;
  return `seed ${seed}, append${appends.length === 1 ? "" : "s"} ${appends.join(", ")}`;
}

function layerOf(source: BlockSource): string {
  return source.type === "file" ? source.layer : source.type;
}
