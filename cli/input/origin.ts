/**
 * Where a recorded block's text can be found today. A content match, not recorded provenance: the log
 * holds none on purpose (seed 1 §2.5).
 *
 * @module
 */

import { ConfigError, type ConfiguredBlock, isTemplateBlock, type TemplateRef } from "../../mod.ts";
import { type ConfiguredOptions, readConfiguredQuietly } from "./config.ts";
import type { Host } from "../host.ts";
import type { Origin } from "../output/documents.ts";
import { warn } from "../output/report.ts";

/** Gives the origin of a block. */
export type OriginFinder = (
  block: { readonly text: string; readonly template?: TemplateRef },
) => Origin;

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
  return ({ text, template }) => {
    const found = blocks.find((block) =>
      isTemplateBlock(block)
        ? block.templateSource.sha256 === template?.sha256
        : block.text === text && template === undefined
    );
    return found === undefined ? null : originOf(found);
  };
}

/**
 * Says where a resolved block came from.
 *
 * @param block The block.
 * @returns Its layer (or `manifest`) and path, or `built-in`.
 */
export function originOf({ source }: Pick<ConfiguredBlock, "source">): Origin {
  if (source.type === "built-in") return "built-in";
  return { layer: source.type === "manifest" ? source.type : source.layer, path: source.path };
}

function readBlocks(
  host: Host,
  options: ConfiguredOptions,
): readonly ConfiguredBlock[] {
  try {
    return readConfiguredQuietly(host, options).blocks;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    warn(host, [{ message: `no origins: ${error.message}` }]);
    return [];
  }
}
