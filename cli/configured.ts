/**
 * The prompt that the files ask for, as a command needs it: read once, with its warnings told.
 *
 * @module
 */

import { type BlockSource, DEFAULT_PROMPT, readPrompt, type ResolvedBlock } from "../mod.ts";
import type { Host } from "./host.ts";
import type { PromptFileOptions } from "./options.ts";
import { warnAll } from "./output.ts";

/** Which files count, and from where. */
export type ConfiguredOptions = PromptFileOptions & { readonly directory: string };

/**
 * Reads the prompt files of the layers.
 *
 * @param host For the environment and for warnings.
 * @param options Which files count.
 * @returns The seed and the appends.
 * @throws {ConfigError} When a file that takes part cannot be used.
 */
export function readConfigured(host: Host, options: ConfiguredOptions): readonly ResolvedBlock[] {
  const { blocks, warnings } = readConfiguredQuietly(host, options);
  warnAll(host, warnings);
  return blocks;
}

/**
 * Reads the prompt files without telling their warnings, for a command that only compares.
 *
 * @param host For the environment.
 * @param options Which files count.
 * @returns The blocks and the warnings.
 * @throws {ConfigError} When a file that takes part cannot be used.
 */
export function readConfiguredQuietly(
  host: Host,
  options: ConfiguredOptions,
): ReturnType<typeof readPrompt> {
  return readPrompt({
    env: host.env,
    cwd: options.directory,
    defaultSeed: DEFAULT_PROMPT,
    project: options.project,
    projectRoot: options.projectRoot,
    platform: host.platform,
  });
}

/**
 * Names the layers of a resolved prompt, for the line that announces a change.
 *
 * @param blocks The seed, then the appends.
 * @returns For example `seed project, appends user, base`.
 */
export function layersText(blocks: readonly ResolvedBlock[]): string {
  const [seed, ...appends] = blocks.map((block) => layerOf(block.source));
  if (appends.length === 0) return `seed ${seed}`;
  return `seed ${seed}, append${appends.length === 1 ? "" : "s"} ${appends.join(", ")}`;
}

function layerOf(source: BlockSource): string {
  return source.type === "built-in" ? "built-in" : source.layer;
}
