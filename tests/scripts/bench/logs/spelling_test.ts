import assert from "node:assert/strict";
import fc from "fast-check";
import { spelled } from "../../../../scripts/bench/logs/spelling.ts";

Deno.test("spelled() writes what json.dumps writes by default", () => {
  // The right side was printed by Python 3.
  const table: [unknown, string][] = [
    [{ a: 1, b: [1, 2], c: { d: null } }, '{"a": 1, "b": [1, 2], "c": {"d": null}}'],
    [{ "a:b": 'c,d: "e", \\' }, '{"a:b": "c,d: \\"e\\", \\\\"}'],
    [["é", "世", "😀"], '["\\u00e9", "\\u4e16", "\\ud83d\\ude00"]'],
    [[], "[]"],
  ];
  for (const [value, text] of table) assert.equal(spelled(JSON.stringify(value), "spaced"), text);
});

Deno.test("spelled() keeps every value, and compact JSON as it is", () => {
  fc.assert(fc.property(fc.json(), (text) => {
    const json = JSON.stringify(JSON.parse(text));
    assert.equal(spelled(json, "compact"), json);
    const spaced = spelled(json, "spaced");
    assert.deepEqual(JSON.parse(spaced), JSON.parse(json));
    assert.match(spaced, /^[\x20-\x7f]*$/);
  }));
});
