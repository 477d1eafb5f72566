import assert from "node:assert/strict";
import { openai } from "../../../../lib/serialize/openai_chat/provider.ts";

Deno.test("openai leads the list with the system prompt", () => {
  const parts = openai.parts({ blocks: [{ text: "a\n" }, { text: "b" }], messages: [] }, {
    maxTokens: 9,
  });
  assert.deepEqual(parts.head, { max_completion_tokens: 9 });
  assert.deepEqual([...parts.items], [
    { role: "system", content: "a\n" },
    { role: "system", content: "b" },
  ]);
});
