/** lib/message/texts.ts: which texts a block has. */

import assert from "node:assert/strict";
import { parseExact } from "../../../lib/message/json.ts";
import { blockTexts, searchedTexts } from "../../../lib/message/texts.ts";
import type { ContentBlock, JsonObject } from "../../../lib/types.ts";

const image = { type: "image", mediaType: "image/png", data: "AA==" } as const;
const call = (input: JsonObject, rawArguments?: string): ContentBlock => ({
  type: "tool_use",
  id: "t",
  name: "n",
  input,
  ...(rawArguments !== undefined && { rawArguments }),
});

const BLOCKS: readonly (readonly [ContentBlock, string[]])[] = [
  [{ type: "system", text: "a\n", mode: "append" }, ["a\n"]],
  [{ type: "text", text: "" }, [""]],
  [{ type: "thinking", thinking: "why", signature: "s" }, ["why"]],
  [{ type: "redacted_thinking", data: "AA==" }, []],
  [call(parseExact('{"n":1.50,"t":"a\\nb"}') as JsonObject), ['{"n":1.50,"t":"a\\nb"}']],
  [call({}, "{broken"), ["{broken"]],
  [image, []],
  [{ type: "unknown", name: "document" }, []],
  [
    {
      type: "tool_result",
      toolUseId: "t",
      isError: false,
      content: [{ type: "text", text: "a" }, image, { type: "text", text: "b" }],
    },
    ["a", "b"],
  ],
];

for (const [block, texts] of BLOCKS) {
  Deno.test(`blockTexts() gives ${JSON.stringify(texts)} for ${block.type}`, () => {
    assert.deepEqual(blockTexts(block), texts);
  });
}

Deno.test("blockTexts() writes no input that is nested without end", () => {
  let input: JsonObject = {};
  for (let depth = 0; depth < 5000; depth++) input = { input };
  assert.deepEqual(blockTexts(call(input)), ["(nested deeper than 1000 levels)"]);
});

Deno.test("searchedTexts() also gives notes, and the texts in a tool's input by themselves", () => {
  const input = { command: 'say "x"\nls', more: [{ deep: "y" }, 1, null] };
  const call = { type: "tool_use" as const, id: "t", name: "sh", input };
  assert.deepEqual(searchedTexts(call), [JSON.stringify(input), 'say "x"\nls', "y"]);
  const edit = { type: "system" as const, text: "a", mode: "append" as const, note: "why" };
  assert.deepEqual(searchedTexts(edit), ["a", "why"]);
  assert.deepEqual(searchedTexts({ type: "text", text: "a" }), ["a"]);
});
