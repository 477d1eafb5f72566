import assert from "node:assert/strict";
import { goesOver } from "../../../support/scanner.ts";

const encoder = new TextEncoder();

Deno.test("makeScanner() leaves every cut of a line to the parser", () => {
  const whole =
    '{"type":"message","id":"a","parentId":"b","timestamp":"2026-11-30T18:00:00.000Z","n":-1.5e3,' +
    '"message":{"role":"user","content":[{"type":"text","text":"é \\u0041 \\\\"}],"ok":true}} ';
  const bytes = encoder.encode(whole);
  assert.ok(goesOver(bytes, { full: true, parent: "b" }).over);
  for (let cut = 0; cut < bytes.length - 1; cut++) {
    assert.equal(
      goesOver(bytes.subarray(0, cut), { full: true, parent: "b" }).over,
      false,
      `${cut}`,
    );
  }
  const nul = new Uint8Array([...bytes, 0, 0, 0]);
  assert.equal(goesOver(nul, { full: true, parent: "b" }).over, false);
  assert.equal(goesOver(nul, { full: false, parent: "b" }).over, false);
});

Deno.test("makeScanner() goes over a line only when it hangs on the entry before", () => {
  const line = (parent: string) =>
    encoder.encode(
      `{"type":"message","id":"new",${parent}"message":{"role":"user","content":"x"}}`,
    );
  const long = "0123456789abcdef0123456789abcdef0123";
  const cases: [parent: string, before: string | null | undefined, over: boolean][] = [
    ['"parentId":"a",', "a", true],
    ['"parentId":"a",', "b", false],
    ['"parentId":"a",', "ab", false],
    ['"parentId":"ab",', "a", false],
    [`"parentId":"${long}",`, long, true],
    [`"parentId":"${long}",`, `${long.slice(0, -1)}x`, false],
    [`"parentId":"${long}",`, `x${long.slice(1)}`, false],
    ['"parentId":"a",', undefined, false],
    ['"parentId":null,', null, true],
    ['"parentId":null,', "a", false],
    ["", "a", true],
    ["", undefined, true],
  ];
  for (const [parent, before, over] of cases) {
    for (const full of [false, true]) {
      const answer = goesOver(line(parent), { full, parent: before });
      assert.equal(answer.over, over, `${parent} after ${before}`);
      assert.equal(answer.id, over ? "new" : before ?? undefined);
    }
  }
});
