/**
 * Live text (DESIGN §1, §7): assembled anew whenever it is shown, as the last system block of whatever a
 * command prints, and never recorded.
 *
 * @module
 */

import {
  environmentBlock,
  type InstructionFile,
  instructionsSection,
  liveBlock,
  probeEnvironment,
  readInstructions,
  sha256Hex,
  type Warning,
} from "../../mod.ts";
import type { Host } from "../host.ts";
import type { LiveOptions } from "../args/options/live.ts";
import type { PromptFileOptions } from "../args/options/prompt_files.ts";
import type { BlockDocument } from "../output/documents.ts";

/** Where live text is assembled, and how long it may be. */
export type LivePartsOptions =
  & Pick<LiveOptions, "maxInstructions">
  & Pick<PromptFileOptions, "projectRoot">
  & { /** Absolute. */ readonly directory: string };

/** The parts of live text. */
export interface LiveParts {
  readonly environment: string;
  /** The section; undefined when the project has no instructions. */
  readonly instructions: string | undefined;
  /** The file that the instructions stand in, with the whole text. */
  readonly file: InstructionFile | undefined;
  /** What is wrong with the instructions. */
  readonly warnings: readonly Warning[];
}

/** Whether live text is asked for, and from where it is assembled. */
export type LiveTextOptions = LiveOptions & LivePartsOptions & {
  /** The live text where it was assembled before. @default it is assembled */
  readonly assembled?: string | undefined;
};

/** The live text, or none. */
export interface LiveText {
  /** Without a final newline; undefined when it is not asked for. */
  readonly text: string | undefined;
  readonly warnings: readonly Warning[];
}

/**
 * Assembles the parts of live text.
 *
 * @throws {ConfigError} When the directory or the named project cannot be used.
 * @throws {UsageError} When the environment sets a time that is none.
 */
export function liveParts(host: Host, options: LivePartsOptions): LiveParts {
  const { directory: cwd, projectRoot, maxInstructions } = options;
  const { env, platform } = host;
  const facts = probeEnvironment({ cwd, env, platform, now: host.now() });
  const { instructions: file, warnings } = readInstructions({ cwd, env, platform, projectRoot });
  return {
    environment: environmentBlock(facts),
    instructions: file && instructionsSection(file, maxInstructions),
    file,
    warnings,
  };
}

/**
 * Assembles live text as the one block that `--live` adds.
 *
 * @throws {ConfigError} When the directory or the named project cannot be used.
 * @throws {UsageError} When the environment sets a time that is none.
 */
export function readLive(host: Host, options: LiveTextOptions): LiveText {
  if (!options.live) return { text: undefined, warnings: [] };
  // Its warnings were told when it was assembled.
  if (options.assembled !== undefined) return { text: options.assembled, warnings: [] };
  const { environment, instructions, warnings } = liveParts(host, options);
  return { text: liveBlock(environment, instructions), warnings };
}

/** Adds the live block, where there is one, behind the blocks in force. */
export function withLive<Block extends { readonly text: string }>(
  blocks: readonly Block[],
  { text }: Pick<LiveText, "text">,
): readonly (Block | { readonly text: string })[] {
  return text === undefined ? blocks : [...blocks, { text }];
}

/** Describes the live block for JSON; none where there is none. */
export function liveDocuments({ text }: Pick<LiveText, "text">): BlockDocument[] {
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
