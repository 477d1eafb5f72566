/**
 * The examples of docs/session-log.md are what the library makes of them. A block of log lines is
 * followed by a block of outcomes; every outcome is checked, and no warning or error may be left out.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { PantoError, SessionError } from "../../lib/errors.ts";
import { findEvidence } from "../../lib/log/detect.ts";
import { readPrompt } from "../../lib/log.ts";
import { bytesSource } from "../../lib/log/bytes.ts";
import type { ByteSource } from "../../lib/log/lines.ts";
import { lineNumbers } from "../../lib/log/lines.ts";
import { planResume } from "../../lib/resume.ts";
import { sha256Hex } from "../../lib/text/sha256.ts";
import type { ConfiguredBlock } from "../../lib/prompt_source.ts";

const document = readFileSync(new URL("../../docs/session-log.md", import.meta.url), "utf8");
const EXAMPLE = /^```jsonl( unterminated)?\n(.*?)^```\n\n^```outcome\n(.*?)^```$/gms;

interface Example {
  /** The line of the document that it starts on. */
  readonly line: number;
  readonly log: string;
  readonly outcomes: readonly string[];
}

const examples: Example[] = [...document.matchAll(EXAMPLE)].map((match) => {
  const [, unterminated, log = "", outcomes = ""] = match;
  return {
    line: document.slice(0, match.index).split("\n").length,
    log: unterminated === undefined ? log : log.slice(0, -1),
    outcomes: outcomes.trimEnd().split("\n"),
  };
});

function promptAt(source: ByteSource, at?: number, leaf?: string): string[] {
  return readPrompt(source, { at, leaf, full: true }).blocks.map((block) => block.text);
}

/** What the document calls a warning or an error. */
function findingsOf(source: ByteSource): string[] {
  const { diagnostics } = readPrompt(source, { full: true, whole: true });
  const lines = lineNumbers(source, diagnostics.map(({ offset }) => offset));
  return diagnostics.map(({ touches, text }, index) =>
    `${touches ? "error" : "warning"}: line ${lines[index]}: ${text}`
  );
}

/** A plain block, or a template where the document says `template(SOURCE)`. */
function configured(text: string): ConfiguredBlock {
  const source = { type: "built-in" } as const;
  const [, template] = /^template\((.*)\)$/.exec(text) ?? [];
  if (template === undefined) return { text, source };
  return {
    source,
    templateSource: { text: template, name: "SYSTEM.md.j2", sha256: sha256Hex(template) },
  };
}

/** What a resume does; with `texts`, a replace names the texts that it records. */
function resumeWith(source: ByteSource, files: readonly string[], texts: boolean): string {
  try {
    const render = () => ({ text: "rendered", warnings: [] });
    const { plan } = planResume(source, { blocks: files.map(configured), render });
    if (!texts || plan.action !== "replace") return plan.action;
    return `replace ${JSON.stringify(plan.blocks.map((block) => block.text))}`;
  } catch (error) {
    if (error instanceof PantoError) return "refused";
    throw error;
  }
}

/** The line of a cycle; undefined when there is none. */
function cycleOf(source: ByteSource): number | undefined {
  try {
    promptAt(source);
    return undefined;
  } catch (error) {
    if (error instanceof SessionError) return error.place.line;
    throw error;
  }
}

/** What the library says to the question of an outcome, in as much detail as is expected. */
function answer(source: ByteSource, question: string, expected: string): unknown {
  const [, at, leaf, files] =
    /^prompt at (\d+)$|^prompt of leaf (\w+)$|^resume with (\[.*\])$/.exec(question) ?? [];
  if (at !== undefined) return promptAt(source, Number(at));
  if (leaf !== undefined) return promptAt(source, undefined, leaf);
  if (files !== undefined) return resumeWith(source, JSON.parse(files), expected.includes(" "));
  switch (question) {
    case "prompt":
      return promptAt(source);
    case "messages":
      return readPrompt(source, { whole: true }).path.length;
    case "session":
      return findEvidence(source).kind === "panto" ? "yes" : "no";
    case "cycle":
      return `line ${cycleOf(source)}`;
  }
  throw new Error(`the test knows no outcome "${question}"`);
}

for (const { line, log, outcomes } of examples) {
  Deno.test(`docs/session-log.md line ${line} has the outcome it claims`, () => {
    const source = bytesSource(log, "example");
    const told = outcomes.filter((outcome) => /^(?:warning|error): /.test(outcome));
    if (cycleOf(source) === undefined) assert.deepEqual(findingsOf(source), told);
    for (const outcome of outcomes.filter((outcome) => !told.includes(outcome))) {
      const [, question = "", value = ""] = /^(.*?): (.*)$/.exec(outcome) ?? [];
      const expected: unknown = /^[\[\d]/.test(value) ? JSON.parse(value) : value;
      assert.deepEqual(answer(source, question, value), expected, outcome);
    }
  });
}

Deno.test("docs/session-log.md has an outcome for each block of lines", () => {
  const blocks = document.match(/^```jsonl/gm) ?? [];
  assert.equal(examples.length, blocks.length);
  assert.ok(examples.length > 10);
  assert.doesNotMatch(document, /^```json$/m, "a json block would not be checked");
});
