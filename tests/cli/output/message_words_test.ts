/** cli/output/message_words.ts: a message in a few words. */

import assert from "node:assert/strict";
import { blockKind, kindOf, wordsAround, wordsOf } from "../../../cli/output/message_words.ts";
import type { ContentBlock } from "../../../mod.ts";

const text = (text: string): ContentBlock => ({ type: "text", text });
const call: ContentBlock = { type: "tool_use", id: "t", name: "ls", input: { path: "/" } };
const thinking: ContentBlock = { type: "thinking", thinking: "hm" };

Deno.test("kindOf() names each kind once, in order, and nothing by a dash", () => {
  const other = { ...call, id: "u" } as ContentBlock;
  assert.equal(
    kindOf({ content: [thinking, text("a"), call, text("b"), other] }),
    "thinking, text, tool call ls",
  );
  assert.equal(kindOf({ content: [] }), "-");
});

Deno.test("blockKind() tells a failed tool from one that answered, and modes of the prompt apart", () => {
  const result = { type: "tool_result", toolUseId: "t", content: [] } as const;
  assert.equal(blockKind({ ...result, isError: false }), "tool result");
  assert.equal(blockKind({ ...result, isError: true }), "tool error");
  assert.equal(blockKind({ type: "system", text: "", mode: "replace" }), "replace");
  assert.equal(blockKind({ type: "unknown", name: "document" }), "(document)");
});

Deno.test("wordsOf() takes what is said before what is thought or called", () => {
  assert.equal(wordsOf({ content: [thinking, call, text("\n said  it ")] }), "said it");
  assert.equal(wordsOf({ content: [text(" \n"), call] }), '{"path":"/"}');
  assert.equal(wordsOf({ content: [text(" ")] }), "");
});

Deno.test("wordsAround() shows the first match with a little before it", () => {
  const long = `${"a ".repeat(40)}needle ${"b ".repeat(40)}`;
  const words = wordsAround({ content: [call, text(long)] }, /needle/u);
  assert.match(words ?? "", /^…(a )+a needle( b)+…$/);
  assert.ok([...words ?? ""].length <= 50);
  assert.equal(wordsAround({ content: [call] }, /path/u), '{"path":"/"}');
  assert.equal(wordsAround({ content: [call, text("a")] }, /b/u), undefined);
});

Deno.test("wordsAround() cuts no character in half", () => {
  const words = wordsAround({ content: [text(`${"\u{1f600}".repeat(9)} needle`)] }, /needle/u);
  assert.ok(words?.isWellFormed());
});
