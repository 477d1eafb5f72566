/**
 * What a resume does with the prompt (DESIGN §5): nothing, a first seed, or a new
 * `replace` + N × `append` sequence.
 *
 * Blocks are compared by position and exact text, without a provenance tag; a frozen block by the
 * digest of its template source. Anchoring the comparison to the last `replace` is what makes a second
 * resume a no-op.
 *
 * @module
 */

import type { ConfigWindow } from "../derive.ts";
import type { NewBlock, SystemBlock } from "../types.ts";
import type { ResolvedBlock } from "../prompt_source.ts";

/** What a resume does. */
export type ReconcilePlan<Block extends SystemBlock = SystemBlock> =
  | { readonly action: "unchanged" }
  | { readonly action: "seed"; readonly blocks: readonly NewBlock[] }
  | {
    readonly action: "replace";
    readonly reason: ReplaceReason;
    readonly blocks: readonly NewBlock[];
    /** Edits made in the conversation that the `replace` discards, in log order. */
    readonly discarded: readonly Block[];
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
  window: ConfigWindow<Block>,
  options: ReconcileOptions = {},
): ReconcilePlan<Block> {
  const { hasMessages = true, keepEdits = false, reseed = false, damaged = false } = options;
  if (!hasMessages && !damaged) {
    return { action: "seed", blocks: resolved.map((block) => newBlock(block, "append")) };
  }
  const compared = keepEdits ? window.blocks.slice(0, window.contiguous) : window.blocks;
  const equal = compared.length === resolved.length &&
    resolved.every((block, index) => isSame(block, compared[index]));
  if (equal && !reseed && !damaged) return { action: "unchanged" };
  return {
    action: "replace",
    reason: damaged ? "damage" : equal ? "reseed" : "changed",
    blocks: resolved.map((block, index) => newBlock(block, index === 0 ? "replace" : "append")),
    discarded: discardedBy(window, resolved.length),
  };
}

/**
 * The surviving blocks that are edits rather than earlier configuration: those after the contiguous
 * run that starts the window, and those of the run beyond as many as the configuration has now.
 */
function discardedBy<Block extends SystemBlock>(
  window: ConfigWindow<Block>,
  count: number,
): Block[] {
  const run = window.blocks.slice(0, window.contiguous);
  return [...run.slice(count), ...window.blocks.slice(window.contiguous), ...window.outside];
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
