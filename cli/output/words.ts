/**
 * The words for what a resume did or would do; the same in every command.
 *
 * @module
 */

import {
  type BlockSource,
  editsText,
  type ReconcilePlan,
  type ResolvedBlock,
  type Resume,
} from "../../mod.ts";
import type { SessionState } from "./documents.ts";

/** A plan that changes something. */
export type Change = Exclude<ReconcilePlan, { readonly action: "unchanged" }>;

/** Says what a plan adds: for example ` (+1 replace, +2 append): seed user, appends project, base`. */
export function planText(plan: Change, resolved: readonly ResolvedBlock[]): string {
  if (plan.action === "seed") return `: ${layersText(resolved)}`;
  const appends = plan.blocks.length - 1;
  const counts = appends === 0 ? "+1 replace" : `+1 replace, +${appends} append`;
  return ` (${counts}): ${layersText(resolved)}`;
}

/** Says what a resume did to a session, or would do. */
export function changeText(
  name: string,
  change: {
    readonly plan: Change;
    readonly resolved: readonly ResolvedBlock[];
    /** Whether it was carried out. */
    readonly done: boolean;
    /** Whether the session did not exist before. */
    readonly created: boolean;
  },
): string {
  const text = planText(change.plan, change.resolved);
  if (change.plan.action === "replace") {
    return `${name}: ${change.done ? "" : "would be "}re-seeded${text}`;
  }
  const made = change.created ? "created" : "seeded";
  return change.done ? `${made} ${name}${text}` : `${name}: would be ${made}${text}`;
}

/** Says how a session stands to the files: whether a resume would change it, and what becomes of edits. */
export function standingText(resume: Resume, isMissing: boolean): string {
  const { plan, resolved, edits = [], replacedAt } = resume;
  switch (plan.action) {
    case "unchanged":
      if (replacedAt !== undefined) {
        return `in step, but edit ${replacedAt} replaces the prompt files' text`;
      }
      return edits.length === 0 ? "in step" : `in step, with ${editsText(edits)}`;
    case "seed":
      return `would be ${isMissing ? "created" : "seeded"}${planText(plan, resolved)}`;
    case "replace": {
      const lost = edits.length === 0 ? "" : `, discarding ${editsText(edits)}`;
      return `would be re-seeded${planText(plan, resolved)}${lost}`;
    }
  }
}

/** Names what a plan does to a session, as JSON output spells it. */
export function sessionState(plan: ReconcilePlan, done: boolean): SessionState {
  switch (plan.action) {
    case "unchanged":
      return "unchanged";
    case "seed":
      return done ? "seeded" : "would-seed";
    case "replace":
      return done ? "reconciled" : "would-reconcile";
  }
}

/** Names the layers of a prompt, for example `seed project, appends user, base`. */
export function layersText(blocks: readonly { readonly source: BlockSource }[]): string {
  const [seed, ...appends] = blocks.map((block) => layerOf(block.source));
  if (appends.length === 0) return `seed ${seed}`;
  return `seed ${seed}, append${appends.length === 1 ? "" : "s"} ${appends.join(", ")}`;
}

function layerOf(source: BlockSource): string {
  return source.type === "file" ? source.layer : source.type;
}
