/**
 * Live text (DESIGN §1, §7): assembled anew whenever it is shown, as the last system block of whatever a
 * command prints, and never recorded.
 *
 * @module
 */

import { type LiveText, readLiveText, sha256Hex, type Warning } from "../../mod.ts";
import type { LiveOptions } from "../args/groups/live.ts";
import type { PromptFileOptions } from "../args/groups/prompt_files.ts";
import type { Host } from "../host.ts";
import { saysRealPaths } from "../host/files.ts";
import type { BlockDocument } from "../output/documents.ts";

/** Where live text is assembled, and how long it may be. */
export type LivePlace =
  & Pick<LiveOptions, "maxInstructions">
  & Pick<PromptFileOptions, "projectRoot">
  & { /** Absolute. */ readonly directory: string };

/** Whether live text is asked for, and from where it is assembled. */
export type LiveRequest = LiveOptions & LivePlace & {
  /** The live text where it was assembled before. @default it is assembled */
  readonly assembled?: string | undefined;
};

/** The live text, or none. */
export interface Live {
  /** Without a final newline; undefined when it is not asked for. */
  readonly text: string | undefined;
  readonly warnings: readonly Warning[];
}

/** Assembles live text and its parts. */
export function liveTextOf(host: Host, options: LivePlace): LiveText {
  const { directory: cwd, projectRoot, maxInstructions } = options;
  const { env, platform } = host;
  const place = { cwd, cwdIsReal: saysRealPaths(host), projectRoot };
  return readLiveText({ ...place, env, platform, maxInstructions, now: host.now() });
}

/** Assembles the one block that `--live` adds; see {@linkcode liveTextOf} for what it throws. */
export function readLive(host: Host, options: LiveRequest): Live {
  if (!options.live) return { text: undefined, warnings: [] };
  // Its warnings were told when it was assembled.
  if (options.assembled !== undefined) return { text: options.assembled, warnings: [] };
  const { text, warnings } = liveTextOf(host, options);
  return { text, warnings };
}

/** Adds the live block, where there is one, behind the blocks in force. */
export function withLive<Block extends { readonly text: string }>(
  blocks: readonly Block[],
  { text }: Pick<Live, "text">,
): readonly (Block | { readonly text: string })[] {
  return text === undefined ? blocks : [...blocks, { text }];
}

/** Describes the live block for JSON; none where there is none. */
export function liveDocuments({ text }: Pick<Live, "text">): BlockDocument[] {
  if (text === undefined) return [];
  return [{
    text,
    mode: "live",
    position: null,
    line: null,
    sha256: sha256Hex(text),
    origin: "live",
  }];
}
