/** cli/output/text.ts: byte-exact in a pipe and escaped on a terminal. */

import assert from "node:assert/strict";
import { firstWords, printLines, printPromptText, shown } from "../../../cli/output/text.ts";
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

Deno.test("shown() escapes only what a terminal reads", () => {
  assert.equal(shown(fakeHost([]), "\x07", plain), "\x07");
  assert.equal(shown(fakeHost([], terminal), "\x07", plain), "\\x07");
  assert.equal(shown(fakeHost([], terminal), "\x07", { raw: true }), "\x07");
});

Deno.test("printLines() leaves lines as they are in a pipe, and escapes what JSON leaves on a terminal", () => {
  const lines = '{"text":"a\x7f\u202e"}\n';
  const print = (raw: boolean, options = {}) => {
    const host = fakeHost([], options);
    printLines(host, lines, { raw });
    return host.out();
  };
  assert.equal(print(false), lines);
  assert.equal(print(true, terminal), lines);
  assert.equal(print(false, terminal), '{"text":"a\\u007f\\u202e"}\n');
});

Deno.test("firstWords() gives the start of a text on one line", () => {
  const cases: readonly (readonly [text: string, words: string])[] = [
    ["", ""],
    [" \n\t", ""],
    ["  a\r\n b  ", "a b"],
    ["0123456789", "0123456789"],
    ["0123456789\n\n", "0123456789"],
    ["0123456789 a", "012345678…"],
    ["\u{1f600}".repeat(10), "\u{1f600}".repeat(10)],
    ["\u{1f600}".repeat(11), `${"\u{1f600}".repeat(9)}…`],
    [`a${" ".repeat(1000)}b`, "a…"],
    [`a${" ".repeat(1000)}`, "a"],
  ];
  for (const [text, words] of cases) assert.equal(firstWords(text, 10), words);
});
