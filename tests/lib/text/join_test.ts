import assert from "node:assert/strict";
import { isBlank, joinBlocks, promptText, stripTrailingNewlines } from "../../../lib/text/join.ts";

Deno.test("isBlank() knows white space alone", () => {
  const cases: [string, boolean][] = [["", true], [" \t\r\n", true], ["\u00a0\u3000", true], [
    "x",
    false,
  ], [
    "\u200b",
    false,
  ]];
  for (const [text, blank] of cases) assert.equal(isBlank(text), blank, JSON.stringify(text));
});

Deno.test("stripTrailingNewlines() strips LF and CRLF and nothing else", () => {
  const cases: [string, string][] = [
    ["", ""],
    ["\n", ""],
    ["\r\n\n\r\n", ""],
    ["a\n\n", "a"],
    ["a\r\n", "a"],
    ["a\r", "a\r"],
    ["a \n", "a "],
    ["\na", "\na"],
    ["a\n \n", "a\n "],
  ];
  for (const [text, stripped] of cases) {
    assert.equal(stripTrailingNewlines(text), stripped, JSON.stringify(text));
  }
});

Deno.test("joinBlocks() leaves no dangling rule", () => {
  const join = (...texts: string[]) => joinBlocks(texts.map((text) => ({ text })));
  assert.equal(join(), "");
  assert.equal(join("", " \n"), "");
  assert.equal(join("\n", "a\n", "", "b"), "a\n\n---\n\nb");
  assert.equal(join("You are panto.\n\n", "Use tabs.\n"), "You are panto.\n\n---\n\nUse tabs.");
});

Deno.test("promptText() ends in one newline, and is empty where no block shows", () => {
  assert.equal(promptText([{ text: "a\n\n" }, { text: "" }, { text: "b" }]), "a\n\n---\n\nb\n");
  assert.equal(promptText([{ text: " \n" }]), "");
});
