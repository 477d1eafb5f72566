/**
 * Text that is assembled at each call and never recorded.
 *
 * @module
 */

import { MAX_INSTRUCTION_BYTES } from "../../../mod.ts";
import type { ValuesOf } from "../flag.ts";
import { flags } from "../flags.ts";
import { needs } from "../refuse.ts";

/** The flags about live text. */
export const liveFlags = [flags.live, flags.maxInstructions] as const;

/** Text that is assembled at each call and never recorded. */
export interface LiveOptions {
  /** Adds it as the last block. */
  readonly live: boolean;
  /** How many bytes of the project's instructions are shown; 0 = all of them. */
  readonly maxInstructions: number;
}

/** Reads whether live text is added; its length is refused where it is not. */
export function liveOptions(values: ValuesOf<typeof liveFlags>): LiveOptions {
  const live = values.live === true;
  needs(live || values.maxInstructions === undefined, "--max-instructions", "--live");
  return { live, maxInstructions: instructionBytes(values) };
}

/** Reads how much of the project's instructions is shown. */
export function instructionBytes(
  values: ValuesOf<readonly [typeof flags.maxInstructions]>,
): number {
  return values.maxInstructions ?? MAX_INSTRUCTION_BYTES;
}
