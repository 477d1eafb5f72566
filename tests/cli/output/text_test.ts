/** cli/output/output.ts: payload on stdout, byte-exact in a pipe and escaped on a terminal; words on stderr. */

import assert from "node:assert/strict";
import {
  announce,
  printJson,
  printPromptText,
  shown,
  warnAll,
} from "../../../cli/output/output.ts";
import { fakeHost } from "../../support/fake_host.ts";

const terminal = { terminals: ["stdout"] } as const;
const plain = { raw: false };

const prompts: [name: string, blocks: string[], text: string][] = [
  ["no block", [], ""],
  ["blank blocks only", ["", " \n", "\r\n"], ""],
  ["one block without a newline", ["a"], "a\n"],
  ["trailing newlines", ["a\n\n", " ", "b\r\n"], "a\n\n---\n\nb\n"],
  ["control characters in a pipe", ["a\x1b[2J\r\u202e"], "a\x1b[2J\r\u202e\n"],
  ["a lone surrogate", ["a\ud800"], "a\ufffd\n"],
];
for (const [name, blocks, text] of prompts) {
  Deno.test(`printPromptText() ${name}`, () => {
    const host = fakeHost([]);
    printPromptText(host, blocks.map((text) => ({ text })), plain);
    assert.equal(host.out(), text);
    const warned = text.includes("\ufffd");
    assert.equal(host.err().includes("lone surrogate"), warned);
    assert.equal(host.err() === "", !warned);
  });
}

Deno.test("printPromptText() escapes on a terminal unless raw", () => {
  const blocks = [{ text: "a\x1b\t\u202e\n" }];
  const escaped = fakeHost([], terminal);
  printPromptText(escaped, blocks, plain);
  assert.equal(escaped.out(), "a\\x1b\t\\u202e\n");
  const raw = fakeHost([], terminal);
  printPromptText(raw, blocks, { raw: true });
  assert.equal(raw.out(), "a\x1b\t\u202e\n");
});

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

Deno.test("shown() escapes only what a terminal reads", () => {
  assert.equal(shown(fakeHost([]), "\x07", plain), "\x07");
  assert.equal(shown(fakeHost([], terminal), "\x07", plain), "\\x07");
  assert.equal(shown(fakeHost([], terminal), "\x07", { raw: true }), "\x07");
});

Deno.test("announce() writes one escaped line, and nothing when quiet", () => {
  const host = fakeHost([]);
  announce(host, { quiet: false }, "created a\nb");
  announce(host, { quiet: true }, "never");
  assert.equal(host.err(), "panto: created a\\x0ab\n");
  assert.equal(host.out(), "");
});

Deno.test("warnAll() writes one escaped line for each warning", () => {
  const host = fakeHost([]);
  warnAll(host, [{ message: "first\x1b" }, { message: "second" }]);
  assert.equal(host.err(), "panto: warning: first\\x1b\npanto: warning: second\n");
});
