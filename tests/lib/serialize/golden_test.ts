/**
 * The golden requests, byte for byte. To update them, then read the diff:
 * `PANTO_UPDATE_GOLDEN=1 deno test -A tests/lib/serialize/golden_test.ts`
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { GOLDEN, goldenMessages, goldenRequests } from "../../support/serialize_golden.ts";

Deno.test("serializers: the golden conversation has the seven messages that the issue names", () => {
  const roles = goldenMessages().map((message) => message.role);
  assert.deepEqual(roles, ["system", "system", "user", "assistant", "tool", "system", "user"]);
});

for (const { file, json } of goldenRequests()) {
  Deno.test(`serializers: ${file} is as recorded`, () => {
    const path = new URL(file, GOLDEN);
    if (Deno.env.get("PANTO_UPDATE_GOLDEN") === "1") writeFileSync(path, json);
    assert.equal(json, readFileSync(path, "utf8"));
  });
}

Deno.test("serializers: no golden file is left over", () => {
  const known = ["conversation.jsonl", ...goldenRequests().map((request) => request.file)];
  assert.deepEqual(readdirSync(GOLDEN).sort(), known.sort());
});
