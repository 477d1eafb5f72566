/**
 * The live block beside recorded ones (DESIGN §1, §7): shown as the last system block of whatever a
 * command prints, and never recorded.
 *
 * @module
 */

import { sha256Hex } from "../../mod.ts";
import type { Host } from "../host.ts";
import { liveText } from "./live.ts";
import type { LiveOptions } from "../args/options/live.ts";
import type { PromptFileOptions } from "../args/options/prompt_files.ts";
import type { BlockDocument } from "../output/documents.ts";

/** Whether live text is asked for, and from where it is assembled. */
export type LiveBlockOptions = LiveOptions & PromptFileOptions & {
  readonly directory: string;
  /** The live text where it was assembled before. @default it is assembled */
  readonly assembled?: string | undefined;
};

/**
 * Assembles the live text ahead, so that its errors come before anything is written.
 *
 * @param host For the environment and for warnings.
 * @param options The options of a command.
 * @returns The same options, with the text where live text is asked for.
 * @throws {ConfigError} When it cannot be assembled.
 */
export function assembledAhead<Options extends LiveBlockOptions>(
  host: Host,
  options: Options,
): Options {
  return options.live ? { ...options, assembled: liveText(host, options) } : options;
}

/**
 * Adds the live block to what is printed, when it is asked for.
 *
 * @param host For the environment and for warnings.
 * @param blocks The blocks in force.
 * @param options Whether live text is asked for.
 * @returns The blocks, with the live one last.
 */
export function withLive<Block extends { readonly text: string }>(
  host: Host,
  blocks: readonly Block[],
  options: LiveBlockOptions,
): readonly (Block | { readonly text: string })[] {
  return options.live
    ? [...blocks, { text: options.assembled ?? liveText(host, options) }]
    : blocks;
}

/**
 * Describes the live block for JSON.
 *
 * @param host For the environment and for warnings.
 * @param options Whether live text is asked for.
 * @returns One block, or none.
 */
export function liveDocuments(host: Host, options: LiveBlockOptions): BlockDocument[] {
  if (!options.live) return [];
  const text = options.assembled ?? liveText(host, options);
  return [{
    text,
    mode: "live",
    position: null,
    line: null,
    sha256: sha256Hex(text),
    origin: "live",
  }];
}
