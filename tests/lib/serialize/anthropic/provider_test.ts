import assert from "node:assert/strict";
import { anthropic } from "../../../../lib/serialize/anthropic/provider.ts";

Deno.test("anthropic keeps the system prompt in the head, and leaves its key out when it is blank", () => {
  const parts = (text: string) =>
    anthropic.parts({ blocks: [{ text }], messages: [] }, { model: "m" });
  assert.deepEqual(parts("a\n").head, { model: "m", system: "a" });
  assert.equal(JSON.stringify(parts(" ").head), '{"model":"m"}');
  assert.deepEqual([parts("a").list, ...parts("a").items], ["messages"]);
});
