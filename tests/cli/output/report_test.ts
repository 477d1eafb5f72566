/** cli/output/report.ts: one escaped line on stderr for each thing that is told. */

import assert from "node:assert/strict";
import { info, reported, warn, warnOfMany } from "../../../cli/output/report.ts";
import { fakeHost } from "../../support/fake_host.ts";

Deno.test("info() writes one escaped line, and nothing when quiet", () => {
  const host = fakeHost([]);
  info(host, { quiet: false }, "created a\nb");
  info(host, { quiet: true }, "never");
  assert.equal(host.err(), "panto: created a\\x0ab\n");
  assert.equal(host.out(), "");
});

Deno.test("warn() writes one escaped line for each warning, however many", () => {
  const host = fakeHost([]);
  warn(host, [{ message: "first\x1b" }, { message: "second" }]);
  assert.equal(host.err(), "panto: warning: first\\x1b\npanto: warning: second\n");
  const many = fakeHost([]);
  warn(many, Array.from({ length: 100 }, () => ({ message: "x" })));
  assert.equal(many.err().split("\n").length, 101);
});

Deno.test("warnOfMany() tells ten and counts the rest", () => {
  const told = (count: number) => {
    const host = fakeHost([]);
    const warnings = Array.from({ length: count }, (_, index) => ({ message: `w${index}` }));
    warnOfMany(host, warnings, { name: "s", rest: "more of them" });
    return host.err().trimEnd().split("\n").slice(9);
  };
  assert.deepEqual(told(10), ["panto: warning: w9"]);
  assert.deepEqual(told(12), ["panto: warning: w9", "panto: warning: s: 2 more of them"]);
});

Deno.test("reported() tells the warnings of what was read, and hands it on", () => {
  const host = fakeHost([]);
  const found = { value: 1, warnings: [{ message: "odd" }] };
  assert.equal(reported(host, found), found);
  assert.equal(host.err(), "panto: warning: odd\n");
});
