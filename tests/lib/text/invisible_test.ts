import assert from "node:assert/strict";
import { describeInvisible, findInvisible, isInvisible } from "../../../lib/text/invisible.ts";

Deno.test("isInvisible() is true for the list of the design and for nothing beside it", () => {
  const ranges: [first: number, last: number][] = [
    [0x200b, 0x200b],
    [0x202a, 0x202e],
    [0x2060, 0x2060],
    [0x2066, 0x2069],
    [0xe0000, 0xe007f],
  ];
  const wanted: number[] = [];
  for (const [first, last] of ranges) {
    for (let codePoint = first; codePoint <= last; codePoint++) wanted.push(codePoint);
  }
  const seen: number[] = [];
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (isInvisible(codePoint)) seen.push(codePoint);
  }
  assert.deepEqual(seen, wanted);
});

Deno.test("findInvisible() finds every character of the list in a text", () => {
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    if (!isInvisible(codePoint)) continue;
    const text = `a\n${String.fromCodePoint(codePoint)}`;
    assert.deepEqual(findInvisible(text), [{ line: 2, codePoint }]);
  }
});

Deno.test("findInvisible() names line and character, each pair once", () => {
  const table: [text: string, found: [line: number, codePoint: number][]][] = [
    ["", []],
    ["plain — “text” …\r\n", []],
    ["\u200b", [[1, 0x200b]]],
    ["\n\n\u202ex\u202e\u2066\n\u202e", [[3, 0x202e], [3, 0x2066], [4, 0x202e]]],
    ["a\r\nb\u{e0041}\u{e0042}", [[2, 0xe0041], [2, 0xe0042]]],
    ["one\rline\u2060", [[1, 0x2060]]],
    ["\u2028\u2029\u200b", [[1, 0x200b]]],
  ];
  for (const [text, found] of table) {
    const seen = findInvisible(text).map(({ line, codePoint }) => [line, codePoint]);
    assert.deepEqual(seen, found, JSON.stringify(text));
  }
});

Deno.test("findInvisible() is silent on variation selectors and joiners of emoji", () => {
  assert.deepEqual(findInvisible("❤\ufe0f 👩\u200d👩\u200d👧 नि\u200cर"), []);
});

Deno.test("findInvisible() takes a large text of nothing but them", () => {
  const started = performance.now();
  assert.equal(findInvisible("\n\u200b".repeat(300_000)).length, 300_000);
  assert(performance.now() - started < 2_000);
});

Deno.test("describeInvisible() shows five and counts the others", () => {
  const found = [1, 2, 3, 4, 5, 6, 7].map((line) => ({ line, codePoint: 0xe0000 + line }));
  assert.equal(describeInvisible(found.slice(0, 1)), "U+E0001 (line 1)");
  assert.match(describeInvisible(found.slice(0, 5)), /, U\+E0005 \(line 5\)$/);
  assert.match(describeInvisible(found), /, U\+E0005 \(line 5\) and 2 more$/);
  assert.equal(describeInvisible([{ line: 9, codePoint: 0x200b }]), "U+200B (line 9)");
});
