/**
 * Where a recorded block's text can be found today. A content match, not recorded provenance: the log
 * holds none on purpose (seed 1 §2.5).
 *
 * @module
 */

import { ConfigError, type ResolvedBlock } from "../mod.ts";
import { type ConfiguredOptions, readConfiguredQuietly } from "./configured.ts";
import type { Host } from "./host.ts";
import { type Origin, warnAll } from "./output.ts";

/** Gives the origin of a text. */
export type OriginFinder = (block: { readonly text: string }) => Origin;

/**
 * Reads the prompt files once and looks blocks up in them.
 *
 * @param host For the environment and for warnings.
 * @param options Which files count. When they cannot be used, a warning says so and no block has an
 *   origin: the log can be read without them.
 * @returns The function that looks a block up.
 */
export function originFinder(
  host: Host,
  options: ConfiguredOptions,
): OriginFinder {
  const blocks = readBlocks(host, options);
  return ({ text }) => {
    const found = blocks.find((block) => block.text === text);
    return found === undefined ? null : originOf(found);
  };
}

/**
 * Says where a resolved block came from.
 *
 * @param block The block.
 * @returns Its layer and path, or `built-in`.
 */
export function originOf({ source }: Pick<ResolvedBlock, "source">): Origin {
  return source.type === "built-in" ? "built-in" : { layer: source.layer, path: source.path };
}

function readBlocks(
  host: Host,
  options: ConfiguredOptions,
): readonly ResolvedBlock[] {
  try {
    return readConfiguredQuietly(host, options).blocks;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    warnAll(host, [{ message: `no origins: ${error.message}` }]);
    return [];
  }
}
