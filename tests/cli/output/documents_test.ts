/** cli/output/documents.ts: JSON for programs in a pipe, for people on a terminal. */

import assert from "node:assert/strict";
import { printJson } from "../../../cli/output/documents.ts";
import { fakeHost } from "../../support/fake_host.ts";

const terminal = { terminals: ["stdout"] } as const;

Deno.test("printJson() is compact in a pipe, indented and escaped on a terminal", () => {
  const value = { text: "\x1b\x7f\u{e0041}" };
  const pipe = fakeHost([]);
  printJson(pipe, value);
  assert.equal(pipe.out(), '{"text":"\\u001b\x7f\u{e0041}"}\n');
  const shownHost = fakeHost([], terminal);
  printJson(shownHost, value);
  assert.equal(shownHost.out(), '{\n  "text": "\\u001b\\u007f\\udb40\\udc41"\n}\n');
  const raw = fakeHost([], terminal);
  printJson(raw, value, { raw: true });
  assert.equal(raw.out(), '{\n  "text": "\\u001b\x7f\u{e0041}"\n}\n');
});

Deno.test("printJson() writes valid UTF-8 for a lone surrogate", () => {
  const host = fakeHost([]);
  printJson(host, "\ud800");
  assert.equal(host.out(), '"\\ud800"\n');
});
