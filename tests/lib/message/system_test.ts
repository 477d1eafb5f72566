import assert from "node:assert/strict";
import { decodeSystem, rawMessage, roleOf } from "../../../lib/message/system.ts";
import type { JsonObject } from "../../../lib/types.ts";

Deno.test("rawMessage() finds a message under its key, or in the entry itself", () => {
  const user = { role: "user", content: "x" };
  const cases: [entry: Parameters<typeof rawMessage>[0], role: string | undefined][] = [
    [{ type: "message", message: user }, "user"],
    [{ role: "system", content: "a", message: user }, "user"],
    [{ role: "system", content: "a", message: "text" }, "system"],
    [{ role: "assistant", tool_calls: [] }, "assistant"],
    [{ type: "system", role: "system" }, undefined],
    [{ type: "label", content: "x" }, undefined],
    [{ role: 7, content: "x" }, undefined],
  ];
  for (const [entry, role] of cases) assert.equal(rawMessage(entry)?.role, role);
});

Deno.test("decodeSystem() reads texts and mode, and takes what is unclear for damage", () => {
  const block = (text: string, mode = "append") => ({ type: "system", text, mode });
  const texts = [{ type: "text", text: "a" }, { type: "text", text: "b" }];
  const replaced = decodeSystem(
    { role: "system", mode: "replace", content: texts },
    "system",
    true,
  );
  assert.ok(replaced.type === "message");
  assert.deepEqual(replaced.message.content, [block("a", "replace"), block("b")]);
  const frozen = decodeSystem({ content: "a", template: { sha256: "t" } }, "developer", true);
  assert.ok(frozen.type === "message");
  assert.deepEqual(frozen.message, {
    role: "system",
    roleName: "developer",
    content: [{ ...block("a"), template: { sha256: "t" } }],
  });
  for (
    const [raw, newer] of [[{ content: "a", mode: "fold" }, true], [{ content: 7 }, false]] as const
  ) {
    const damaged = decodeSystem(raw, "system", true);
    assert.ok(damaged.type === "damaged");
    assert.equal(damaged.newer, newer);
  }
});

Deno.test("roleOf() maps spellings, and case counts", () => {
  assert.deepEqual(["developer", "toolResult", "User"].map(roleOf), ["system", "tool", "unknown"]);
});

Deno.test("decodeSystem() keeps source and note of an enveloped message of one block", () => {
  const source = { kind: "layer", layer: "project", file: "SYSTEM.md", more: [1] };
  const raw = { role: "system", content: "a", source, note: "by hand" };
  const blockOf = (value: JsonObject, isEnveloped = true) => {
    const decoded = decodeSystem(value, "system", isEnveloped);
    return decoded.type === "message" ? decoded.message.content[0] : undefined;
  };
  const plain = { type: "system", text: "a", mode: "append" };
  assert.deepEqual(blockOf(raw), { ...plain, source, note: "by hand" });
  assert.deepEqual(blockOf(raw, false), plain);
  const text = { type: "text", text: "a" };
  assert.deepEqual(blockOf({ ...raw, content: [text, text] }), plain);
  for (const wrong of [null, "layer", [], { layer: "user" }, { kind: 1 }]) {
    assert.deepEqual(blockOf({ ...raw, source: wrong, note: 1 }), plain);
  }
  const nested = (depth: number) => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
  const deep = (depth: number) => ({ kind: "layer", more: nested(depth) });
  assert.deepEqual(blockOf({ ...raw, source: deep(900) })?.type, "system");
  assert.equal(Object.hasOwn(blockOf({ ...raw, source: deep(900) }) ?? {}, "source"), true);
  assert.equal(Object.hasOwn(blockOf({ ...raw, source: deep(50_000) }) ?? {}, "source"), false);
});
