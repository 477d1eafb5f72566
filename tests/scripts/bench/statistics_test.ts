import assert from "node:assert/strict";
import { difference, median, present, ratio } from "../../../scripts/bench/statistics.ts";

Deno.test("median() takes the middle, or the mean of two", () => {
  assert.equal(median([5, 1, 100]), 5);
  assert.equal(median([4, 1, 2, 100]), 3);
  assert.ok(Number.isNaN(median([])));
});

Deno.test("ratio() and difference() compare round by round", () => {
  // The machine was ten times slower in the second round: medians alone would give 20 / 10.
  assert.equal(ratio([15, 150, 20], [10, 100, 10]), 1.5);
  assert.equal(difference([15, 150, 20], [10, 100, 10]), 10);
});

Deno.test("ratio() takes only rounds in which both ran", () => {
  assert.equal(ratio([30, undefined, 90], [10, 10]), 3);
  assert.ok(Number.isNaN(ratio([1], [])));
  assert.deepEqual(present([1, undefined, 2]), [1, 2]);
});
