import assert from "node:assert/strict";
import { editFate, isReplaced, parentOf, readEnd } from "../../lib/resume.ts";
import { configWindow } from "../../lib/derive.ts";
import { pathMessages, readPrompt } from "../../lib/log.ts";
import { chain, HEADER, logOf, type LogPart, system, user } from "../support/log_builder.ts";

const histories: Record<string, { log: Record<string, unknown>[]; window: string[] }> = {
  "nothing": { log: [], window: [] },
  "leading system messages": { log: [system("a"), system("b")], window: ["a", "b"] },
  "an edit after a message": { log: [system("a"), user("x"), system("b")], window: ["a"] },
  "a replace": { log: [system("a"), user("x"), system("b", "replace")], window: ["b"] },
  "a replace, then a message": { log: [system("a", "replace"), user("x")], window: ["a"] },
  "a replace, then an edit after a gap": {
    log: [system("a", "replace"), user("x"), system("b")],
    window: ["a", "b"],
  },
};

for (const [name, { log, window }] of Object.entries(histories)) {
  Deno.test(`readEnd() finds the window of ${name}`, () => {
    const source = logOf(HEADER, ...chain(...log));
    const { baseline } = readEnd(source, {});
    assert.ok(baseline.type === "window");
    assert.deepEqual(baseline.blocks.map(({ text }) => text), window);
    // The same rule over the messages, with positions from the start.
    const { path } = readPrompt(source, { whole: true });
    const plain = configWindow(pathMessages(source, path));
    assert.deepEqual(
      [baseline.blocks.map((b) => b.text), baseline.contiguous, baseline.outside.length],
      [plain.blocks.map((b) => b.text), plain.contiguous, plain.outside.length],
    );
  });
}

const source = { kind: "layer", layer: "user", file: "SYSTEM.md" };
const recorded = (text: string, mode?: "replace") => ({ ...system(text, mode), source });

const sourced: Record<
  string,
  { log: Record<string, unknown>[]; blocks: string[]; edits: string[]; replaced?: true }
> = {
  "a seed and an edit": { log: [recorded("a"), system("e")], blocks: ["a"], edits: ["e"] },
  "edits between": {
    log: [recorded("a"), system("e"), recorded("b"), user("x"), system("f")],
    blocks: ["a", "b"],
    edits: ["e", "f"],
  },
  "a re-seed": {
    log: [recorded("a"), system("e"), recorded("b", "replace"), user("x"), recorded("c")],
    blocks: ["b", "c"],
    edits: [],
  },
  "an edit that replaces": {
    log: [recorded("a", "replace"), recorded("b"), system("e", "replace"), user("x"), system("f")],
    blocks: ["a", "b"],
    edits: ["e", "f"],
    replaced: true,
  },
  "sources behind an edit that replaces": {
    log: [system("e", "replace"), recorded("a")],
    blocks: ["a"],
    edits: ["e"],
  },
};

for (const [name, { log, blocks, edits, replaced = false }] of Object.entries(sourced)) {
  Deno.test(`readEnd() tells configuration from edits: ${name}`, () => {
    const end = readEnd(logOf(HEADER, ...chain(...log)), {});
    const { baseline } = end;
    assert.ok(baseline.type === "sources");
    assert.deepEqual(baseline.blocks.map(({ text }) => text), blocks);
    assert.deepEqual(baseline.edits.map(({ text }) => text), edits);
    assert.equal(isReplaced(end), replaced);
  });
}

Deno.test("readEnd() judges damage by what was recorded last, not by an edit that replaces", () => {
  const [a = {}, x = {}, e = {}, b = {}] = chain(
    recorded("a"),
    user("x"),
    system("e", "replace"),
    recorded("b", "replace"),
  );
  const unlinked = ({ parentId: _, ...entry }: Record<string, unknown>) => entry;
  const touches = (...parts: LogPart[]) =>
    readEnd(logOf(HEADER, ...parts), {}).diagnostics.some((one) => one.touches);
  assert.equal(touches(a, "{damaged", unlinked(x), e), true);
  const now = readPrompt(logOf(HEADER, a, "{damaged", unlinked(x), e));
  assert.deepEqual(now.diagnostics.filter((one) => one.touches), []);
  assert.equal(touches(a, "{damaged", unlinked(x), e, b), false);
});

Deno.test("parentOf() names the leaf, a root, or nothing", () => {
  assert.equal(parentOf(readEnd(logOf(HEADER), {})), null);
  assert.equal(parentOf(readEnd(logOf(HEADER, ...chain(user("x"))), {})), "e1");
  assert.equal(parentOf(readEnd(logOf({ role: "user", content: "x" }), {})), undefined);
});

Deno.test("editFate() knows whether a configuration is recorded, also behind an edit that replaces", () => {
  const fate = (...messages: Record<string, unknown>[]) => {
    const log = logOf(HEADER, ...chain(...messages));
    return editFate(log, readPrompt(log));
  };
  assert.equal(fate(recorded("a"), user("x")), "kept");
  assert.equal(fate(recorded("a"), system("e", "replace")), "kept");
  assert.equal(fate(system("a"), user("x"), system("b", "replace")), "unrecorded");
  assert.equal(fate(), "unrecorded");
});
