import assert from "node:assert/strict";
import {
  discards,
  editsText,
  healing,
  replacedBy,
  startedElsewhere,
} from "../../../lib/resume/warnings.ts";

Deno.test("editsText() counts edits and names where they stand, of many the first ten", () => {
  assert.equal(editsText([7]), "1 edit (position 7)");
  assert.equal(editsText([3, 5]), "2 edits (positions 3, 5)");
  const many = Array.from({ length: 12 }, (_, index) => index + 1);
  assert.equal(editsText(many), "12 edits (positions 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more)");
});

Deno.test("warnings of a resume name the session", () => {
  const warnings = [
    healing("s"),
    startedElsewhere("s", "/w"),
    discards("s", [1]),
    replacedBy("s", 4),
  ];
  for (const { message, place } of warnings) {
    assert.match(message, /^s: /);
    assert.deepEqual(place, { path: "s" });
  }
});
