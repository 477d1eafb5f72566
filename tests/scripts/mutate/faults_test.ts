import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FAULTS } from "../../../scripts/mutate/faults.ts";
import { PROOFS } from "../../prove/all.ts";
import { ROOT } from "../../support/sandbox.ts";

for (const { name, proof, file, find, put } of FAULTS) {
  Deno.test(`the fault "${name}" has its place in the source, and its proof`, () => {
    const parts = readFileSync(join(ROOT, file), "utf8").split(find);
    assert.equal(parts.length, 2, `${file} has the place ${parts.length - 1} times`);
    assert.notEqual(put, find);
    assert.ok(PROOFS.some((one) => one.name === proof), proof);
  });
}

Deno.test("no two faults have one name", () => {
  assert.equal(new Set(FAULTS.map(({ name }) => name)).size, FAULTS.length);
});
