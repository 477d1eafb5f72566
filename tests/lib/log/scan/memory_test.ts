import assert from "node:assert/strict";
import { LINES_START, MAX_ID, ScanMemory } from "../../../../lib/log/scan/memory.ts";

Deno.test("ScanMemory.previousId keeps every id, in the memory or beside it", () => {
  const memory = new ScanMemory(100);
  for (
    const id of ["a", "é", "", "x".repeat(MAX_ID), "x".repeat(MAX_ID + 1), "\ud800", undefined]
  ) {
    memory.previousId = id;
    assert.equal(memory.previousId, id);
  }
  memory.previousId = "\ud800";
  assert.ok(memory.get("previousLength") < 0);
});

Deno.test("ScanMemory.grow() keeps numbers, id and lines", () => {
  const memory = new ScanMemory(100);
  memory.previousId = "a";
  memory.block.set([1, 2, 3]);
  assert.equal(memory.increase("count"), 1);
  memory.set("last", LINES_START);
  memory.grow(1 << 20);
  assert.equal(memory.block.length, 1 << 20);
  assert.deepEqual([...memory.block.subarray(0, 4)], [1, 2, 3, 0]);
  assert.deepEqual([memory.get("count"), memory.get("last"), memory.previousId], [
    1,
    LINES_START,
    "a",
  ]);
});
