/**
 * The prompt at a position where nothing but its text is asked for, neither positions nor the number of
 * messages: from no more of the log than that takes (DESIGN §13).
 *
 * @module
 */

import { readPromptAt } from "../log.ts";
import { MAX_SKIP, readBeforeEnd } from "./before_end.ts";
import { readEnd } from "./end.ts";
import { type Finding, judge } from "./diagnostics.ts";
import type { PathOptions } from "./walk.ts";
import { isFromStart } from "./position.ts";
import type { ByteSource } from "./bytes.ts";
import type { Position, SystemBlock } from "../types.ts";

/** The text of a prompt. */
export interface PromptBlocks {
  /** The surviving blocks. */
  readonly blocks: readonly SystemBlock[];
  /** Whether a message was met. */
  readonly hasMessages: boolean;
  /** What is wrong, judged for the position, in the order of the log. */
  readonly findings: readonly Finding[];
}

/**
 * Reads the blocks of the prompt at a position.
 *
 * @param source The log.
 * @param at Number of messages to keep; negative counts from the end; undefined is the end itself.
 * @param options The leaf.
 * @returns The blocks and what is wrong.
 * @throws {UsageError} When the position is out of range or the leaf unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 *
 * @example
 * ```ts
 * import { readBlocks } from "./blocks.ts";
 * import { bytesSource } from "./bytes.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource('{"role":"system","content":"seed"}\n{"role":"user","content":"hi"}\n');
 * assert.deepEqual([-1, -2].map((at) => readBlocks(log, at).blocks.length), [1, 0]);
 * ```
 */
export function readBlocks(
  source: ByteSource,
  at: Position | undefined,
  options: PathOptions = {},
): PromptBlocks {
  if (at === undefined) return readEnd(source, options);
  if (isFromStart(at) || -at > MAX_SKIP) {
    const { path, blocks, findings } = readPromptAt(source, at, { ...options, onlyPrefix: true });
    return { blocks, hasMessages: path.total > 0, findings };
  }
  const met = readBeforeEnd(source, -at, options);
  return { blocks: met.blocks, hasMessages: true, findings: judge(met, met.blocks[0], met.last) };
}
