/**
 * Live text of a directory (DESIGN §7): the environment block and the project's instructions, made anew at
 * each call and never recorded.
 *
 * @module
 */

import type { Warning } from "../../errors.ts";
import { liveBlock } from "../assemble.ts";
import { environmentBlock } from "../env_block.ts";
import { instructionsSection } from "../instructions.ts";
import {
  type InstructionFile,
  type InstructionSources,
  readInstructions,
} from "./find_instructions.ts";
import { probeEnvironment, type ProbeOptions } from "./probe.ts";

/** Where live text is assembled, and how long it may be. */
export interface LiveTextOptions extends InstructionSources, ProbeOptions {
  /** How many bytes of the instructions are shown at most; 0 = all of them. @default 8192 */
  readonly maxInstructions?: number;
}

/** Live text and its parts. */
export interface LiveText {
  /** The whole, without a final newline: the one block that is added behind the recorded ones. */
  readonly text: string;
  /** The environment block. */
  readonly environment: string;
  /** The section; undefined when the project has no instructions. */
  readonly instructions: string | undefined;
  /** The file that the instructions stand in, with the whole text. */
  readonly file: InstructionFile | undefined;
  /** What is odd about the instructions. */
  readonly warnings: readonly Warning[];
}

/**
 * Assembles live text.
 *
 * @param options The directory, the environment, the time, and the bound.
 * @returns The text and its parts.
 * @throws {ConfigError} When the directory or the named project cannot be used.
 *
 * @example
 * ```ts
 * import { readLiveText } from "./read.ts";
 * import assert from "node:assert/strict";
 *
 * const now = new Date("2026-11-30T18:00:00Z");
 * const { text, instructions } = readLiveText({ cwd: "/", env: {}, now });
 * assert.match(text, /2026-11-30/);
 * assert.equal(instructions, undefined);
 * ```
 */
export function readLiveText(options: LiveTextOptions): LiveText {
  const environment = environmentBlock(probeEnvironment(options));
  const { instructions: file, warnings } = readInstructions(options);
  const instructions = file && instructionsSection(file, options.maxInstructions);
  return { text: liveBlock(environment, instructions), environment, instructions, file, warnings };
}
