import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { sessionWord, shellWord } from "../../../lib/text/shell_word.ts";

Deno.test("shellWord() leaves plain names alone", () => {
  for (const text of ["s.jsonl", "../a-b/s_1.jsonl", "-"]) assert.equal(shellWord(text), text);
});

Deno.test("shellWord() gives back the text when a shell reads it", () => {
  const texts = [
    "my file",
    "it's",
    "$(touch x)",
    "`x`",
    "~/s",
    "a\nb",
    "*",
    "",
    "é",
    "\\",
    '"',
    "a;b",
    "#x",
    "!!",
  ];
  for (const text of texts) {
    const read = execFileSync("sh", ["-c", `printf %s ${shellWord(text)}`], { encoding: "utf8" });
    assert.equal(read, text);
  }
});

Deno.test("shellWord() guards a leading dash", () => {
  assert.equal(shellWord("-n"), "./-n");
});

Deno.test("sessionWord() makes a plain word a path", () => {
  assert.deepEqual(["log", "s.jsonl", "a/b", "my log"].map(sessionWord), [
    "./log",
    "s.jsonl",
    "a/b",
    "'./my log'",
  ]);
});
