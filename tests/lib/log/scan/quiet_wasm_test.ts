import assert from "node:assert/strict";
import { goesOver } from "../../../support/scanner.ts";

/** A line without a parent whose rest is no JSON, so that only a search goes over it. */
function trusts(content: string): boolean {
  const line = `{"type":"message","message":{"role":"user","content":"${content}"x}}`;
  return goesOver(new TextEncoder().encode(line), { full: false, parent: undefined }).over;
}

Deno.test("quietRest() finds what could be a system entry, at every distance from a vector's edge", () => {
  const needles = ['"system"', '"developer"', '"parentId"', '"session"', "\\u0073"];
  const harmless = [
    "system",
    '"systems"',
    '"syst',
    '"developers"',
    '"parent"',
    '"p"',
    "\\n",
    '"sessions"',
  ];
  for (let pad = 0; pad < 140; pad++) {
    const before = "x".repeat(pad);
    for (const needle of needles) {
      assert.equal(trusts(`${before}${needle} and more`), false, needle);
    }
    for (const text of harmless) assert.equal(trusts(`${before}${text} and more`), true, text);
    assert.equal(trusts(`${before}"s"d"p"${needles[0]}`), false);
  }
});

Deno.test("quietRest() does not look beyond the line", () => {
  const bytes = new TextEncoder().encode(
    '{"type":"message","message":{"role":"user","content":"x"}}\n{"role":"system","content":"y"}',
  );
  const first = bytes.subarray(0, bytes.indexOf(10));
  assert.equal(goesOver(first, { full: false, parent: undefined }).over, true);
});
