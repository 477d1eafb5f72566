import assert from "node:assert/strict";
import { layersText, planText, sessionState } from "../../../cli/output/words.ts";
import type { ReconcilePlan } from "../../../lib/resume/reconcile.ts";
import type { ResolvedBlock } from "../../../lib/types.ts";

const seed: ReconcilePlan = { action: "seed", blocks: [{ text: "a", mode: "append" }] };
const replace = (count: number): ReconcilePlan & { action: "replace" } => ({
  action: "replace",
  reason: "changed",
  blocks: Array.from({ length: count }, () => ({ text: "a", mode: "append" })),
  discarded: [],
});

Deno.test("planText() counts what is added and names the layers", () => {
  const resolved = [{ text: "a", source: { type: "built-in" as const } }];
  assert.equal(planText(seed, resolved), ": seed built-in");
  assert.equal(planText(replace(1), resolved), " (+1 replace): seed built-in");
  assert.equal(planText(replace(3), resolved), " (+1 replace, +2 append): seed built-in");
});

Deno.test("sessionState() spells what was done and what would be", () => {
  const states = [{ action: "unchanged" } as const, seed, replace(1)]
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

Deno.test("layersText() names the seed and the appends", () => {
  const block = (layer: "project" | "user" | "base" | "built-in"): ResolvedBlock => ({
    text: "",
    source: layer === "built-in" ? { type: layer } : { type: "file", layer, path: "/p" },
  });
  assert.equal(layersText([block("built-in")]), "seed built-in");
  assert.equal(layersText([block("user"), block("project")]), "seed user, append project");
  assert.equal(
    layersText([block("project"), block("user"), block("base")]),
    "seed project, appends user, base",
  );
});
