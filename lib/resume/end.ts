/**
 * The end of a log as a resume sees it (DESIGN §5): the configuration that was last recorded, which is what
 * the files are compared with, and the edits that were made beside it.
 *
 * Entries that name a source are the configuration. Where none on the path does, as in a log of 0.1.0, the
 * configuration is the window: a place in the log, and not a record.
 *
 * @module
 */

import { type ConfigWindow, windowOf } from "../derive.ts";
import {
  type ByteSource,
  firstOther,
  type LogBlock,
  type LogPrompt,
  type ParentId,
  type ReadOptions,
  readRecorded,
} from "../log.ts";
import type { Baseline } from "./reconcile.ts";

/** The end of a log. */
export interface LogEnd extends LogPrompt {
  /** What a resume compares. */
  readonly baseline: Baseline<LogBlock>;
}

/**
 * Reads the end of a log as far as a resume asks: back to the last `replace` of the configuration, else to
 * the root.
 *
 * @param source The log.
 * @param options The leaf, and whether every line that is read is checked to its end.
 * @returns The prompt there, and what a resume compares.
 * @throws {UsageError} When the leaf is unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 *
 * @example
 * ```ts
 * import { readEnd } from "./end.ts";
 * import { bytesSource } from "../log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource('{"role":"system","content":"Be brief."}\n{"role":"user","content":"Hi"}\n');
 * const { baseline } = readEnd(log);
 * assert.equal(baseline.type, "window");
 * assert.deepEqual(baseline.blocks.map(({ text }) => text), ["Be brief."]);
 * ```
 */
export function readEnd(
  source: ByteSource,
  options: Pick<ReadOptions, "leaf" | "full"> = {},
): LogEnd {
  const { recorded, ...prompt } = readRecorded(source, options);
  const baseline: Baseline<LogBlock> = recorded === undefined
    ? { type: "window", ...windowAt(prompt) }
    : { type: "sources", blocks: recorded, edits: editsAmong(prompt.blocks) };
  return { ...prompt, baseline };
}

/** What a new entry hangs on: the leaf's id, `null` in a log without an entry, undefined without an id. */
export function parentOf({ path: { leaf } }: Pick<LogPrompt, "path">): ParentId {
  return leaf === undefined ? null : leaf.id;
}

/** Whether edits cleared all of the recorded configuration. */
export function isReplaced({ baseline, blocks }: LogEnd): boolean {
  return baseline.type === "sources" && blocks.length === baseline.edits.length;
}

/**
 * What becomes of a system entry that is appended now: it is kept until the configuration changes, or, where
 * nothing on the path records a configuration, the next resume may take it for one that changed.
 */
export type EditFate = "kept" | "unrecorded";

/** Tells what becomes of a system entry that is appended behind a prompt. */
export function editFate(
  source: ByteSource,
  prompt: LogPrompt,
  leaf: string | undefined,
): EditFate {
  const isRecorded = prompt.path.system.some(({ configured }) => configured) ||
    readRecorded(source, { leaf }).recorded !== undefined;
  return isRecorded ? "kept" : "unrecorded";
}

function editsAmong(blocks: readonly LogBlock[]): readonly LogBlock[] {
  return blocks.filter(({ source }) => source === undefined);
}

function windowAt({ path, blocks }: LogPrompt): ConfigWindow<LogBlock> {
  return windowOf(blocks, {
    placeOf: ({ after }) => -after,
    replaced: blocks[0]?.mode === "replace",
    firstOther: -(firstOther(path) ?? -Infinity),
  });
}
