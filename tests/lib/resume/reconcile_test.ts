import assert from "node:assert/strict";
import fc from "fast-check";
import { Conversation } from "../../../lib/message/conversation.ts";
import { configWindow, type PositionedBlock } from "../../../lib/derive.ts";
import {
  type Baseline,
  planReconcile,
  type ReconcileOptions,
  type ReconcilePlan,
} from "../../../lib/resume/reconcile.ts";
import type { TemplateRef } from "../../../lib/types.ts";
import type { ResolvedBlock } from "../../../lib/prompt_source.ts";

function resolved(...texts: string[]): ResolvedBlock[] {
  return texts.map((text) => ({ text, source: { type: "built-in" } }));
}

/** Carries a plan out on a conversation, as the log would. */
function carryOut(plan: ReconcilePlan, conversation: Conversation): void {
  if (plan.action === "unchanged") return;
  for (const { text, mode } of plan.blocks) {
    if (mode === "replace") conversation.replaceSystemMessage(text);
    else conversation.addSystemMessage(text);
  }
}

function plan(
  conversation: Conversation,
  files: ResolvedBlock[],
  options: ReconcileOptions = {},
): ReconcilePlan<PositionedBlock> {
  const hasMessages = conversation.messages.length > 0;
  const window = { type: "window" as const, ...configWindow(conversation.messages) };
  return planReconcile(files, window, { hasMessages, ...options });
}

function seeded(...texts: string[]): Conversation {
  const conversation = new Conversation();
  carryOut(plan(conversation, resolved(...texts)), conversation);
  return conversation;
}

function say(conversation: Conversation): void {
  conversation.addMessage({ role: "user", content: [] });
}

Deno.test("planReconcile() seeds a conversation without messages, every block in append mode", () => {
  const made = plan(new Conversation(), resolved("seed", "project", "user"));
  assert.deepEqual(made, {
    action: "seed",
    blocks: [
      { text: "seed", mode: "append" },
      { text: "project", mode: "append" },
      { text: "user", mode: "append" },
    ],
  });
});

const changes: { name: string; before: string[]; after: string[] }[] = [
  { name: "the seed is edited", before: ["s", "a"], after: ["S", "a"] },
  { name: "an append is edited", before: ["s", "a"], after: ["s", "A"] },
  { name: "an append is added", before: ["s", "a"], after: ["s", "a", "b"] },
  { name: "an append is removed", before: ["s", "a", "b"], after: ["s", "a"] },
  { name: "appends are reordered", before: ["s", "a", "b"], after: ["s", "b", "a"] },
  { name: "only a trailing newline differs", before: ["s", "a"], after: ["s", "a\n"] },
  { name: "only line ends differ", before: ["s", "a\nb"], after: ["s", "a\r\nb"] },
  { name: "only trailing white space differs", before: ["s"], after: ["s "] },
  { name: "an empty append appears", before: ["s"], after: ["s", ""] },
];

for (const { name, before, after } of changes) {
  Deno.test(`planReconcile() records replace + N × append once when ${name}`, () => {
    const conversation = seeded(...before);
    say(conversation);
    assert.equal(plan(conversation, resolved(...before)).action, "unchanged");
    const made = plan(conversation, resolved(...after));
    assert.equal(made.action, "replace");
    assert.ok(made.action === "replace");
    assert.deepEqual(
      made.blocks.map(({ text, mode }) => [text, mode]),
      after.map((text, index) => [text, index === 0 ? "replace" : "append"]),
    );
    assert.deepEqual([made.reason, made.edits.length], [
      "changed",
      Math.max(0, before.length - after.length),
    ]);
    carryOut(made, conversation);
    assert.equal(plan(conversation, resolved(...after)).action, "unchanged");
  });
}

Deno.test("planReconcile() replaces in a conversation that has messages but no system entry", () => {
  const conversation = new Conversation();
  say(conversation);
  const made = plan(conversation, resolved("seed"));
  assert.ok(made.action === "replace");
  assert.deepEqual(made.blocks, [{ text: "seed", mode: "replace" }]);
  carryOut(made, conversation);
  assert.equal(plan(conversation, resolved("seed")).action, "unchanged");
});

Deno.test("planReconcile() leaves late system messages of a never-replaced log alone", () => {
  const conversation = seeded("seed", "a");
  say(conversation);
  conversation.addSystemMessage("late");
  assert.equal(plan(conversation, resolved("seed", "a")).action, "unchanged");
  const changed = plan(conversation, resolved("seed", "b"));
  assert.ok(changed.action === "replace");
  assert.deepEqual(changed.edits.map((block) => [block.text, block.position]), [["late", 4]]);
});

Deno.test("planReconcile() discards an edit after a re-seed unless edits are kept", () => {
  const conversation = seeded("seed");
  carryOut(plan(conversation, resolved("seed"), { reseed: true }), conversation);
  say(conversation);
  conversation.addSystemMessage("edit");
  const literal = plan(conversation, resolved("seed"));
  assert.ok(literal.action === "replace");
  assert.deepEqual(literal.edits.map((block) => block.text), ["edit"]);
  assert.equal(plan(conversation, resolved("seed"), { keepEdits: true }).action, "unchanged");
  const changed = plan(conversation, resolved("other"), { keepEdits: true });
  assert.ok(changed.action === "replace");
  assert.deepEqual(changed.edits.map((block) => block.text), ["edit"]);
});

Deno.test("planReconcile() counts blocks of the run beyond the configuration as discarded edits", () => {
  const conversation = seeded("seed", "a");
  conversation.addSystemMessage("script");
  const made = plan(conversation, resolved("seed", "a"));
  assert.ok(made.action === "replace");
  assert.deepEqual(made.edits.map((block) => [block.text, block.position]), [["script", 3]]);
});

Deno.test("planReconcile() replaces a script's own replace with the files", () => {
  const conversation = seeded("seed", "a");
  say(conversation);
  conversation.replaceSystemMessage("script");
  for (const keepEdits of [false, true]) {
    const made = plan(conversation, resolved("seed", "a"), { keepEdits });
    assert.equal(made.action, "replace", `keepEdits ${keepEdits}`);
  }
});

Deno.test("planReconcile() reseeds on request and on damage, saying which", () => {
  const conversation = seeded("seed");
  const reasons = [{ reseed: true }, { damaged: true }].map((options) => {
    const made = plan(conversation, resolved("seed"), options);
    return made.action === "replace" ? made.reason : made.action;
  });
  assert.deepEqual(reasons, ["reseed", "damage"]);
});

Deno.test("planReconcile() compares a frozen block by the digest of its source alone", () => {
  const frozen = (text: string, sha256: string): ResolvedBlock[] => [
    { text, source: { type: "built-in" }, template: { sha256 } },
  ];
  const recorded = (text: string, template?: TemplateRef) => ({
    type: "window" as const,
    blocks: [{
      type: "system" as const,
      text,
      mode: "append" as const,
      position: 1,
      ...(template && { template }),
    }],
    contiguous: 1,
    outside: [],
  });
  const cases: [string, ResolvedBlock[], ReturnType<typeof recorded>, string][] = [
    [
      "same digest, other text",
      frozen("new", "d1"),
      recorded("old", { sha256: "d1" }),
      "unchanged",
    ],
    ["other digest, same text", frozen("t", "d2"), recorded("t", { sha256: "d1" }), "replace"],
    ["frozen against plain", frozen("t", "d1"), recorded("t"), "replace"],
    ["plain against frozen", resolved("t"), recorded("t", { sha256: "d1" }), "replace"],
  ];
  for (const [name, files, window, action] of cases) {
    assert.equal(planReconcile(files, window).action, action, name);
  }
});

Deno.test("planReconcile() twice equals once, over generated configurations and edits", () => {
  const files = fc.array(fc.constantFrom("a", "b", "c\n", ""), { minLength: 1, maxLength: 3 });
  const steps = fc.array(
    fc.oneof(
      files.map((texts) => ({ type: "resume" as const, texts })),
      fc.constantFrom({ type: "say" as const }, { type: "add" as const }, {
        type: "wipe" as const,
      }),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(steps, files, fc.boolean(), (history, last, keepEdits) => {
      const conversation = new Conversation();
      for (const step of history) {
        if (step.type === "say") say(conversation);
        else if (step.type === "add") conversation.addSystemMessage("edit");
        else if (step.type === "wipe") conversation.replaceSystemMessage("wipe");
        else carryOut(plan(conversation, resolved(...step.texts), { keepEdits }), conversation);
      }
      carryOut(plan(conversation, resolved(...last), { keepEdits }), conversation);
      assert.equal(plan(conversation, resolved(...last), { keepEdits }).action, "unchanged");
    }),
    { numRuns: 500 },
  );
});

Deno.test("planReconcile() compares what was recorded, whatever edits stand beside it", () => {
  const block = (text: string) => ({ type: "system" as const, text, mode: "append" as const });
  const baseline: Baseline = {
    type: "sources",
    blocks: [block("seed"), block("a")],
    edits: [block("edit")],
  };
  assert.deepEqual(planReconcile(resolved("seed", "a"), baseline), {
    action: "unchanged",
    edits: baseline.edits,
  });
  const changed = planReconcile(resolved("seed"), baseline);
  assert.ok(changed.action === "replace");
  // A prompt file that is gone is no edit.
  assert.deepEqual(changed.edits, baseline.edits);
});
