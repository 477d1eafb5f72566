import assert from "node:assert/strict";
import { answerPart } from "../../../cli/input/answer.ts";

Deno.test("answerPart() knows the answers of providers, and no message", () => {
  const content = [{ type: "text", text: "Two." }];
  const message = { role: "assistant", content };
  const table: [value: unknown, part: string | undefined][] = [
    [{ id: "c", object: "chat.completion", choices: [{ message }] }, ".choices[0].message"],
    [{ id: "m", type: "message", ...message, stop_reason: "end_turn" }, "{role, content}"],
    [{ type: "message", ...message, usage: {} }, "{role, content}"],
    [message, undefined],
    // pi records these beside the content.
    [{ ...message, usage: {}, stopReason: "stop" }, undefined],
    [{ role: "assistant", content: "x", tool_calls: [] }, undefined],
    [[{ choices: [] }], undefined],
    ["choices", undefined],
    [null, undefined],
  ];
  for (const [value, part] of table) {
    const text = JSON.stringify(value);
    assert.equal(answerPart(text), part, text);
    assert.equal(answerPart(`\ufeff${text}\n`), part, text);
  }
  for (const text of ["", "{", "[".repeat(300_000)]) assert.equal(answerPart(text), undefined);
});
