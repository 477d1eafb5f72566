import assert from "node:assert/strict";
import { parseExact } from "../../lib/message/json.ts";
import { isJsonObject } from "../../lib/types.ts";

Deno.test("isJsonObject() tells objects from arrays, null and numbers that keep their spelling", () => {
  const spelled = ["{}", '{"rawJSON":"1"}', "[]", "null", "1", "1.0", '"a"'];
  assert.deepEqual(spelled.map((text) => isJsonObject(parseExact(text))), [
    true,
    true,
    ...Array(5).fill(false),
  ]);
  assert.equal(isJsonObject(undefined), false);
});
