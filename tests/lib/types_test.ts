import assert from "node:assert/strict";
import { parseExact } from "../../lib/message/json.ts";
import { isDeeperThan, isJsonObject, MAX_JSON_DEPTH } from "../../lib/types.ts";

Deno.test("isJsonObject() tells objects from arrays, null and numbers that keep their spelling", () => {
  const spelled = ["{}", '{"rawJSON":"1"}', "[]", "null", "1", "1.0", '"a"'];
  assert.deepEqual(spelled.map((text) => isJsonObject(parseExact(text))), [
    true,
    true,
    ...Array(5).fill(false),
  ]);
  assert.equal(isJsonObject(undefined), false);
});

Deno.test("isDeeperThan() counts levels of lists and objects, the innermost value included", () => {
  const cases: [json: string, levels: number][] = [
    ["1", 1],
    ["1.50", 1],
    ["[]", 1],
    ['{"a":1}', 2],
    ['[1,{"a":[null]}]', 4],
  ];
  for (const [json, levels] of cases) {
    assert.equal(isDeeperThan(parseExact(json), levels), false, json);
    assert.equal(isDeeperThan(parseExact(json), levels - 1), true, json);
  }
});

Deno.test("isDeeperThan() judges what is deeper than the stack", () => {
  const deep = parseExact("[".repeat(100_000) + "]".repeat(100_000));
  assert.equal(isDeeperThan(deep, MAX_JSON_DEPTH), true);
  assert.equal(isDeeperThan(deep, 100_000), false);
});
