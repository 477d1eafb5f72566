/**
 * The numbers of a path's prompts: those of the rows of its timeline, in which every system block makes
 * one more prompt than there was before. So a message is told the prompt that it was said under by a number
 * that the timeline shows in full.
 *
 * @module
 */

import type { Position } from "../types.ts";
import { entryAt } from "./entry.ts";
import type { ByteSource } from "./lines.ts";
import { type Path, positionOf } from "./path.ts";

/** From which position on a prompt is in force. */
export interface NumberedPrompt {
  /** The position of the message that makes it. */
  readonly position: Position;
  /** The number of its last block in the timeline, 1 or more. */
  readonly number: number;
}

/**
 * Numbers the prompts of a path.
 *
 * @param source The log.
 * @param path A path that reaches its root.
 * @returns One for each position at which the prompt changes, in the order of the path.
 *
 * @example
 * ```ts
 * import { bytesSource, promptNumbers, readPrompt } from "../log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource(
 *   '{"role":"system","content":"a"}\n{"role":"user","content":"Hi"}\n{"role":"system","content":"b"}\n',
 * );
 * const { path } = readPrompt(log, { whole: true });
 * assert.deepEqual(promptNumbers(log, path), [{ position: 1, number: 1 }, { position: 3, number: 2 }]);
 * ```
 */
export function promptNumbers(source: ByteSource, path: Path): NumberedPrompt[] {
  const prompts: NumberedPrompt[] = [];
  let blocks = 0;
  for (const place of path.system) {
    const more = entryAt(source, place).system.content.length;
    // An `append` without a block changes nothing.
    if (more === 0) continue;
    blocks += more;
    prompts.push({ position: positionOf(path, place.after), number: blocks });
  }
  return prompts;
}
