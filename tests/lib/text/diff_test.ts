/**
 * lib/text/diff.ts: what counts as equal, what is said in words, and that `patch` turns one text into the
 * other.
 */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { diffPrompts, renderDiff } from "../../../lib/text/diff.ts";
import type { PromptDiff } from "../../../lib/text/diff.ts";
import { joinBlocks } from "../../../lib/text/join.ts";

function compare(from: readonly string[], to: readonly string[], options = {}): PromptDiff {
  return diffPrompts(
    { label: "from", blocks: from.map((text) => ({ text })) },
    { label: "to", blocks: to.map((text) => ({ text })) },
    options,
  );
}

function textForm(texts: readonly string[]): string {
  const joined = joinBlocks(texts.map((text) => ({ text })));
  return joined === "" ? "" : joined + "\n";
}

const hasPatch = spawnSync("patch", ["--version"]).status === 0;

/** Runs the real patch(1) on `from` and returns the file it leaves. */
function applied(from: string, patch: string): string {
  const directory = mkdtempSync(join(tmpdir(), "panto-diff-"));
  try {
    const file = join(directory, "prompt");
    writeFileSync(file, from);
    const result = spawnSync("patch", ["--binary", "--quiet", "--force", "prompt"], {
      cwd: directory,
      input: patch,
    });
    assert.equal(result.status, 0, String(result.stdout) + String(result.stderr));
    // patch(1) removes a file that it leaves empty.
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  } finally {
    rmSync(directory, { recursive: true });
  }
}

Deno.test("diffPrompts() is equal only for the same number of blocks with the same texts", () => {
  assert.deepEqual(compare(["a", "b\n"], ["a", "b\n"]), {
    equal: true,
    from: "from",
    to: "to",
    hunks: [],
    notes: [],
  });
  assert.equal(compare([], []).equal, true);
  assert.equal(compare(["a"], ["a", ""]).equal, false);
  assert.equal(compare(["a"], ["a\n"]).equal, false);
});

const hidden: [string, string[], string[], string[]][] = [
  ["trailing newline", ["a", "b\n"], ["a", "b"], ["block 2 differs only in trailing newlines"]],
  ["CRLF at the end", ["a\r\n"], ["a\n\n"], ["block 1 differs only in trailing newlines"]],
  ["two of three", ["a", "b\n", "c"], ["a\n", "b\n", "c\n"], [
    "block 1 differs only in trailing newlines",
    "block 3 differs only in trailing newlines",
  ]],
  ["fewer borders", ["a", "b", "c"], ["a", "b\n\n---\n\nc"], [
    "the text is equal, but divided into 2 blocks instead of 3",
  ]],
  ["one block", ["a", "b"], ["a\n\n---\n\nb"], [
    "the text is equal, but divided into 1 block instead of 2",
  ]],
  ["other borders", ["a\n\n---\n\nb", "c"], ["a", "b\n\n---\n\nc"], [
    "the text is equal, but its blocks are divided at other places",
  ]],
  ["blank only", ["a", " "], ["a", "\n\t"], [
    "block 2 is blank in both and differs only in white space",
  ]],
  ["blank added", ["a"], ["a", ""], ["the text is equal, but 1 blank block added"]],
  ["blanks removed", ["", "a", " "], ["a"], ["the text is equal, but 2 blank blocks removed"]],
  ["blank moved", ["", "a"], ["a", ""], [
    "the text is equal, but a blank block stands elsewhere",
  ]],
  ["nothing to see at all", [""], [], ["the text is equal, but 1 blank block removed"]],
];
for (const [name, from, to, notes] of hidden) {
  Deno.test(`diffPrompts() says in words what the joined text hides: ${name}`, () => {
    assert.deepEqual(compare(from, to), { equal: false, from: "from", to: "to", hunks: [], notes });
  });
}

Deno.test("diffPrompts() notes a hidden difference beside a visible one", () => {
  const diff = compare(["seed\n", "user"], ["seed", "project", "user\n"]);
  assert.deepEqual(diff.notes, [
    "block 1 differs only in trailing newlines",
    "block 2 (block 3 of the second prompt) differs only in trailing newlines",
  ]);
  assert.equal(diff.hunks.length, 1);
});

Deno.test("diffPrompts() leaves its input as it was", () => {
  const blocks = Object.freeze([Object.freeze({ text: "a\n" })]);
  diffPrompts({ label: "x", blocks }, { label: "y", blocks: [] });
  assert.deepEqual(blocks, [{ text: "a\n" }]);
});

Deno.test("renderDiff() is the unified format, with the notes first", () => {
  const diff = compare(["one\ntwo\nthree\nfour\nfive\n", "x\n"], [
    "one\ntwo\nthree\nfour\n5\n",
    "x",
  ]);
  assert.equal(
    renderDiff(diff),
    "# block 2 differs only in trailing newlines\n--- from\n+++ to\n@@ -2,7 +2,7 @@\n two\n three\n four\n" +
      "-five\n+5\n \n ---\n \n",
  );
  assert.equal(renderDiff(compare(["a"], ["a"])), "");
});

Deno.test("renderDiff() counts an empty side from zero", () => {
  assert.equal(
    renderDiff(compare([], ["a\nb"])),
    "--- from\n+++ to\n@@ -0,0 +1,2 @@\n+a\n+b\n",
  );
  assert.equal(renderDiff(compare(["a"], [])), "--- from\n+++ to\n@@ -1,1 +0,0 @@\n-a\n");
});

Deno.test("renderDiff() quotes a label that would tear its line", () => {
  const diff = diffPrompts({ label: "a\nb", blocks: [] }, { label: "c", blocks: [{ text: "x" }] });
  assert.equal(renderDiff(diff).split("\n")[0], '--- "a\\nb"');
});

Deno.test("renderDiff() gives every line and its kind to the style", () => {
  const kinds: string[] = [];
  renderDiff(compare(["a\nb", "x"], ["a\nc", "x\n"]), {
    style: (line, kind) => (kinds.push(`${kind}:${line}`), line),
  });
  assert.deepEqual(kinds.slice(0, 7), [
    "note:# block 2 differs only in trailing newlines",
    "label:--- from",
    "label:+++ to",
    "hunk:@@ -1,5 +1,5 @@",
    "context: a",
    "removed:-b",
    "added:+c",
  ]);
});

const applicable: [string, string[], string[]][] = [
  ["CRLF against LF", ["a\r\nb\r\nc\r\n"], ["a\nb\nc\n"]],
  ["a lone CR", ["a\rb\nc"], ["a\rB\nc"]],
  ["from nothing", [], ["a", "b"]],
  ["to nothing", ["a", "b"], []],
  ["lines that look like a diff", ["--- x\n+++ y\n@@ -1 +1 @@\n-a"], ["--- x\n+++ z\n# note\n+a"]],
  ["LINE SEPARATOR and NUL", ["a\u2028b\nc"], ["a\u2028b\nc\0"]],
  ["no final newline", ["a\nb"], ["a\nc"]],
  ["with a note", ["a", "b\n"], ["A", "b"]],
];
for (const [name, from, to] of applicable) {
  Deno.test({
    name: `renderDiff() is applied by patch(1): ${name}`,
    ignore: !hasPatch,
    fn: () => assert.equal(applied(textForm(from), renderDiff(compare(from, to))), textForm(to)),
  });
}

Deno.test("diffPrompts() hunks turn the first text into the second, whatever the texts", () => {
  const prompt = fc.array(
    fc.array(fc.constantFrom("a", "b", "", "---", "a\r", " "), { maxLength: 12 })
      .map((lines) => lines.join("\n")),
    { maxLength: 4 },
  );
  fc.assert(fc.property(prompt, prompt, fc.constantFrom(0, 1000), (from, to, timeoutMs) => {
    const diff = compare(from, to, { timeoutMs: timeoutMs - 1 });
    assert.equal(applyHunks(textForm(from), diff), textForm(to));
    assert.equal(diff.equal, JSON.stringify(from) === JSON.stringify(to));
    assert.ok(diff.equal || diff.hunks.length + diff.notes.length > 0);
  }));
});

function applyHunks(from: string, diff: PromptDiff): string {
  const lines = from === "" ? [] : from.slice(0, -1).split("\n");
  const out: string[] = [];
  let next = 0;
  for (const hunk of diff.hunks) {
    const start = hunk.fromLines === 0 ? hunk.fromStart : hunk.fromStart - 1;
    out.push(...lines.slice(next, start));
    next = start;
    for (const line of hunk.lines) {
      if (!line.startsWith("+")) assert.equal(line.slice(1), lines[next++]);
      if (!line.startsWith("-")) out.push(line.slice(1));
    }
  }
  out.push(...lines.slice(next));
  return out.length === 0 ? "" : out.join("\n") + "\n";
}

Deno.test("diffPrompts() shows the whole text as replaced when the time is over, and says so", () => {
  const from = Array.from({ length: 120_000 }, (_, index) => `old line ${index} ${"x".repeat(30)}`);
  const to = Array.from({ length: 120_000 }, (_, index) => `new line ${index} ${"y".repeat(30)}`);
  const started = performance.now();
  const diff = compare([from.join("\n")], [to.join("\n")], { timeoutMs: 200 });
  assert.ok(performance.now() - started < 5000);
  assert.deepEqual(diff.notes, [
    "the comparison took too long, so the whole text is shown as replaced",
  ]);
  assert.equal(diff.hunks[0]?.lines.length, 240_000);
  assert.equal(applyHunks(from.join("\n") + "\n", diff), to.join("\n") + "\n");
});

Deno.test("diffPrompts() finds one changed line in 5 MB", () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index} ${"x".repeat(40)}`);
  const changed = lines.with(50_000, "changed");
  const diff = compare([lines.join("\n")], [changed.join("\n")]);
  assert.deepEqual(diff.hunks.map((hunk) => hunk.lines.length), [8]);
});
