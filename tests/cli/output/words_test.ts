import assert from "node:assert/strict";
import { type Change, changeText, planText, sessionState } from "../../../cli/output/words.ts";
import type { ReconcilePlan } from "../../../lib/resume/reconcile.ts";

const seed: Change = { action: "seed", blocks: [{ text: "a", mode: "append" }] };
const replace = (count: number): ReconcilePlan & { action: "replace" } => ({
  action: "replace",
  reason: "changed",
  blocks: Array.from({ length: count }, () => ({ text: "a", mode: "append" })),
  edits: [],
});

Deno.test("planText() counts what is added and names the layers", () => {
  const resolved = [{ text: "a", source: { type: "built-in" as const } }];
  assert.equal(planText(seed, resolved), ": seed built-in");
  assert.equal(planText(replace(1), resolved), " (+1 replace): seed built-in");
  assert.equal(planText(replace(3), resolved), " (+1 replace, +2 append): seed built-in");
});

Deno.test("sessionState() spells what was done and what would be", () => {
  const states = [{ action: "unchanged", edits: [] } as const, seed, replace(1)]
    .flatMap((plan) => [sessionState(plan, true), sessionState(plan, false)]);
  assert.deepEqual(states, [
    "unchanged",
    "unchanged",
    "seeded",
    "would-seed",
    "reconciled",
    "would-reconcile",
  ]);
});

Deno.test("changeText() says what was done, or would be", () => {
  const resolved = [{ text: "a", source: { type: "built-in" as const } }];
  const told = (plan: Change, done: boolean, created: boolean) =>
    changeText("s", { plan, resolved, done, created });
  assert.equal(told(seed, true, true), "created s: seed built-in");
  assert.equal(told(seed, true, false), "seeded s: seed built-in");
  assert.equal(told(seed, false, true), "s: would be created: seed built-in");
  assert.equal(told(replace(1), true, false), "s: re-seeded (+1 replace): seed built-in");
  assert.equal(told(replace(1), false, false), "s: would be re-seeded (+1 replace): seed built-in");
});
