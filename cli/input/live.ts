/**
 * Live text (DESIGN §7): assembled anew whenever it is shown, with its warnings told.
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
} from "../../mod.ts";
import type { Host } from "../host.ts";
import type { LiveOptions } from "../args/options/live.ts";
import type { PromptFileOptions } from "../args/options/prompt_files.ts";
import { warn } from "../output/report.ts";

/** Where live text is assembled, and how long it may be. */
export type LiveTextOptions =
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
}

/**
 * Assembles the parts of live text, and tells what is wrong with the instructions.
 *
 * @param host For the environment, the clock and warnings.
 * @param options The directory and the bounds.
 * @returns The parts.
 * @throws {ConfigError} When the directory or the named project cannot be used.
 * @throws {UsageError} When the environment sets a time that is none.
 */
export function liveParts(host: Host, options: LiveTextOptions): LiveParts {
  const { directory: cwd, projectRoot, maxInstructions } = options;
  const { env, platform } = host;
  const facts = probeEnvironment({ cwd, env, platform, now: host.now() });
  const { instructions: file, warnings } = readInstructions({ cwd, env, platform, projectRoot });
  warn(host, warnings);
  return {
    environment: environmentBlock(facts),
    instructions: file && instructionsSection(file, maxInstructions),
    file,
  };
}

/**
 * Assembles live text as the one block that `--live` adds.
 *
 * @param host For the environment, the clock and warnings.
 * @param options The directory and the bounds.
 * @returns The text, without a final newline.
 * @throws {ConfigError} When the directory or the named project cannot be used.
 * @throws {UsageError} When the environment sets a time that is none.
 */
export function liveText(host: Host, options: LiveTextOptions): string {
  const { environment, instructions } = liveParts(host, options);
  return liveBlock(environment, instructions);
}
