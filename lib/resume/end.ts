/**
 * The end of a log as a resume needs it: the prompt in force there, and what is compared with the
 * configuration (DESIGN §5).
 *
 * @module
 */

import { type ConfigWindow, windowOf } from "../derive.ts";
import {
  type ByteSource,
  firstOther,
  type LogBlock,
  type LogPrompt,
  type ReadOptions,
  readPrompt,
} from "../log.ts";

/**
 * Where a system entry stands that is appended at the end: in the contiguous run of the window, in the
 * window after a gap, or outside the window.
 */
export type EditPlace = "run" | "window" | "outside";

/** The end of a log. */
export interface LogEnd extends LogPrompt {
  /** What a resume compares. */
  readonly window: ConfigWindow<LogBlock>;
  /** What a system entry would be that is appended now. */
  readonly editPlace: EditPlace;
}

/** Reads the end of a log from its tail. */
export function readEnd(source: ByteSource, options: Pick<ReadOptions, "leaf" | "full">): LogEnd {
  const prompt = readPrompt(source, options);
  const window = windowAt(prompt);
  return { ...prompt, window, editPlace: editPlaceAt(prompt, window) };
}

function windowAt({ path, blocks }: LogPrompt): ConfigWindow<LogBlock> {
  return windowOf(blocks, {
    placeOf: ({ after }) => -after,
    replaced: isReplaced(blocks),
    firstOther: -(firstOther(path) ?? -Infinity),
  });
}

function editPlaceAt({ path, blocks }: LogPrompt, window: ConfigWindow<LogBlock>): EditPlace {
  if (!isReplaced(blocks)) return firstOther(path) === undefined ? "run" : "outside";
  const endsInSystem = path.system.at(-1)?.after === 0;
  return endsInSystem && window.contiguous === window.blocks.length ? "run" : "window";
}

function isReplaced(blocks: readonly LogBlock[]): boolean {
  return blocks[0]?.mode === "replace";
}
