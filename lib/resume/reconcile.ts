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

import type { ConfigWindow } from "../derive.ts";
import type { NewBlock, SystemBlock } from "../types.ts";
import type { ResolvedBlock } from "../prompt_source.ts";

/** What a resume compares with the files. */
export type Baseline<Block extends SystemBlock = SystemBlock> =
  | {
    readonly type: "sources";
    /** The configuration that was last recorded, also what an edit cleared. */
    readonly blocks: readonly Block[];
    /** What survives in the prompt beside it. */
    readonly edits: readonly Block[];
  }
  | ({ readonly type: "window" } & ConfigWindow<Block>);

/** What a resume does. */
export type ReconcilePlan<Block extends SystemBlock = SystemBlock> =
  | {
    readonly action: "unchanged";
    /** Edits that stay in force beside the recorded configuration, in log order. */
    readonly edits: readonly Block[];
  }
  | { readonly action: "seed"; readonly blocks: readonly NewBlock[] }
  | {
    readonly action: "replace";
    readonly reason: ReplaceReason;
    readonly blocks: readonly NewBlock[];
    /** Edits that the `replace` discards, in log order. */
    readonly edits: readonly Block[];
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
export function planReconcile<Block extends SystemBlock>(
  resolved: readonly ResolvedBlock[],
  baseline: Baseline<Block>,
  options: ReconcileOptions = {},
): ReconcilePlan<Block> {
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

function comparedWith<Block extends SystemBlock>(
  baseline: Baseline<Block>,
  keepEdits: boolean,
): readonly Block[] {
  const isCut = keepEdits && baseline.type === "window";
  return isCut ? baseline.blocks.slice(0, baseline.contiguous) : baseline.blocks;
}

/**
 * Where nothing names a source, the surviving blocks that are edits rather than earlier configuration:
 * those after the contiguous run that starts the window, and those of the run beyond as many as the
 * configuration has now.
 */
function editsBeside<Block extends SystemBlock>(
  baseline: Baseline<Block>,
  count: number,
): readonly Block[] {
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
