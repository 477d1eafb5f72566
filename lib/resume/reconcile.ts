/**
 * What a resume does with the prompt (DESIGN §5): nothing, a first seed, or a new
 * `replace` + N × `append` sequence.
 *
 * The prompt changes if and only if the configuration differs from the one last recorded. Blocks are
 * compared by position and exact text; a frozen block by the digest of its template source. What is recorded
 * is what the next resume compares, so that a second one is a no-op.
 *
 * @module
 */

import type { LogBlock } from "../log.ts";
import type { Baseline } from "./end.ts";
import type { NewBlock, SystemBlock } from "../types.ts";
import type { ResolvedBlock } from "../prompt_source.ts";

/** What a resume does. */
export type ReconcilePlan =
  | {
    readonly action: "unchanged";
    /** Edits that stay in force beside the recorded configuration, in log order. */
    readonly edits: readonly LogBlock[];
  }
  | { readonly action: "seed"; readonly blocks: readonly NewBlock[] }
  | {
    readonly action: "replace";
    readonly reason: ReplaceReason;
    readonly blocks: readonly NewBlock[];
    /** Edits that the `replace` discards, in log order. */
    readonly edits: readonly LogBlock[];
  };

/** Why a prompt is recorded anew. */
export type ReplaceReason = "changed" | "reseed" | "damage";

/** How to plan. */
export interface ReconcileOptions {
  /** Whether the path holds a message of any role. @default true */
  readonly hasMessages?: boolean;
  /** Leaves edits alone that follow the contiguous run, as long as the files do not change. @default false */
  readonly keepEdits?: boolean;
  /** Records the prompt anew in any case. @default false */
  readonly reseed?: boolean;
  /** Whether damage touches the prompt, so that it must be recorded anew. @default false */
  readonly damaged?: boolean;
}

/**
 * Plans a resume from what the files ask for (the seed, then the appends) and what the log holds.
 * Carrying the plan out and planning again gives `unchanged`.
 */
export function planReconcile(
  resolved: readonly ResolvedBlock[],
  baseline: Baseline,
  options: ReconcileOptions = {},
): ReconcilePlan {
  const { hasMessages = true, keepEdits = false, reseed = false, damaged = false } = options;
  if (!hasMessages && !damaged) {
    return { action: "seed", blocks: resolved.map((block) => newBlock(block, "append")) };
  }
  const compared = comparedWith(baseline, keepEdits);
  const equal = compared.length === resolved.length &&
    resolved.every((block, index) => isSame(block, compared[index]));
  const edits = editsBeside(baseline, resolved.length);
  if (equal && !reseed && !damaged) return { action: "unchanged", edits };
  return {
    action: "replace",
    reason: damaged ? "damage" : equal ? "reseed" : "changed",
    blocks: resolved.map((block, index) => newBlock(block, index === 0 ? "replace" : "append")),
    edits,
  };
}

function comparedWith(baseline: Baseline, keepEdits: boolean): readonly LogBlock[] {
  const isCut = keepEdits && baseline.type === "window";
  return isCut ? baseline.blocks.slice(0, baseline.contiguous) : baseline.blocks;
}

/**
 * Where nothing names a source, the surviving blocks that are edits rather than earlier configuration:
 * those after the contiguous run that starts the window, and those of the run beyond as many as the
 * configuration has now.
 */
function editsBeside(baseline: Baseline, count: number): readonly LogBlock[] {
  if (baseline.type === "sources") return baseline.edits;
  const { blocks, contiguous, outside } = baseline;
  return [...blocks.slice(Math.min(count, contiguous)), ...outside];
}

function isSame(resolved: ResolvedBlock, recorded: SystemBlock | undefined): boolean {
  if (recorded === undefined) return false;
  if (resolved.template === undefined) {
    return recorded.template === undefined && recorded.text === resolved.text;
  }
  return recorded.template?.sha256 === resolved.template.sha256;
}

function newBlock(block: ResolvedBlock, mode: SystemBlock["mode"]): NewBlock {
  return block.template === undefined
    ? { text: block.text, mode }
    : { text: block.text, mode, template: block.template };
}
