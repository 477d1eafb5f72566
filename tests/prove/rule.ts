/**
 * Promise 13: a resume does what a naive reading of the rule says (tests/support/naive_resume.ts), at every
 * step of generated histories; what it writes is the prompt from then on, a second one finds nothing to do,
 * and no source holds an absolute path.
 *
 * @module
 */

import assert from "node:assert/strict";
import { bytesSource, readPrompt } from "../../lib/log.ts";
import { formatResume, planResume, type Resume } from "../../lib/resume.ts";
import { SessionError } from "../../lib/errors.ts";
import type { ConfiguredPrompt } from "../../lib/prompt_source.ts";
import { History, SECRET, type Step } from "../support/generated_histories.ts";
import {
  NaiveLoop,
  type NaiveOptions,
  type NaiveResume,
  naiveResume,
} from "../support/naive_resume.ts";
import { type Proof, randomNumbers, type Tally } from "./promise.ts";

/** The promise. */
export const rule: Proof = {
  name: "rule",
  promise: "a resume does what a naive reading of the rule says",
  prove(tally, options) {
    const count = options.quick ? 500 : 5000;
    for (let index = 0; index < count; index++) {
      tryHistory(tally, new History(randomNumbers(options.seed + index)), 3 + (index % 14));
    }
  },
};

function tryHistory(tally: Tally, history: History, steps: number): void {
  const taken: string[] = [];
  try {
    for (let left = steps; left > 0; left--) {
      const step = history.next();
      taken.push(step.name);
      tryStep(history, step);
    }
    compare(history, {});
    tally.count();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    tally.count(`${taken.join(", ")}: ${words}, log ${JSON.stringify(history.log)}`);
  }
}

function tryStep(history: History, { resume: options }: Step): void {
  if (options === undefined) return;
  const resume = compare(history, options);
  if (resume === undefined || options.leaf !== undefined) return;
  const entries = { newId: () => history.newId(), now: () => new Date(0) };
  const lines = formatResume(resume, SECRET, entries);
  history.add(lines);
  if (lines === "") return;
  assert.ok(!JSON.stringify(sourcesOf(lines)).includes('"/'), "an absolute path");
  const log = bytesSource(history.log);
  const prompt = readPrompt(log).blocks.map(({ text }) => text);
  assert.deepEqual(prompt, resume.resolved.map(({ text }) => text), "the prompt afterwards");
  assert.equal(compare(history, {})?.plan.action, "unchanged", "the second resume");
}

function sourcesOf(lines: string): unknown[] {
  const entries = lines.trimEnd().split("\n").map((line) => JSON.parse(line));
  const messages = entries.flatMap(({ message }) => message ?? []);
  for (const { source } of messages) assert.equal(typeof source.kind, "string");
  return messages.map(({ source }) => source);
}

/** Holds a plan against the naive one; undefined where neither can follow the log. */
function compare(history: History, options: NaiveOptions): Resume | undefined {
  const expected = naively(history, options);
  const resume = planned(history, options);
  assert.deepEqual(resume && told(resume), expected, JSON.stringify(options));
  return resume;
}

function naively(history: History, options: NaiveOptions): NaiveResume | undefined {
  try {
    return naiveResume(
      history.log,
      history.files,
      (sha256) => history.rendering(sha256),
      options,
    );
  } catch (error) {
    if (error instanceof NaiveLoop) return undefined;
    throw error;
  }
}

function planned(history: History, options: NaiveOptions): Resume | undefined {
  const log = bytesSource(history.log, "s.jsonl");
  const more = { lenient: true, adopt: true, locateEdits: true } as const;
  try {
    return planResume(log, configured(history), { ...options, ...more });
  } catch (error) {
    if (error instanceof SessionError && error.code === "cycle") return undefined;
    throw error;
  }
}

/** The files lie below the session's directory, beside it, and in layers. */
function configured(history: History): ConfiguredPrompt {
  return {
    blocks: history.files.map(({ text, sha256 }, index) => {
      const path = `${SECRET}/${index === 0 ? "SYSTEM.md" : "APPEND_SYSTEM.md"}`;
      const source = index % 2 === 0
        ? { type: "file", layer: "user", path } as const
        : { type: "built-in" } as const;
      if (sha256 === undefined) return { text, source };
      return { source, templateSource: { text: sha256, name: path, sha256 } };
    }),
    render: ({ sha256 }) => ({ text: history.rendering(sha256), warnings: [] }),
  };
}

function told({ plan, end, edits = [], resolved }: Resume): NaiveResume {
  const { baseline } = end;
  const isUnchanged = plan.action === "unchanged";
  return {
    action: plan.action,
    blocks: isUnchanged ? [] : plan.blocks.map(({ text, mode }) => [text, mode]),
    edits: [...edits],
    touches: end.diagnostics.some(({ touches }) => touches),
    recorded: baseline.type === "sources" ? baseline.blocks.map(({ text }) => text) : undefined,
    prompt: (isUnchanged ? end.blocks : resolved).map(({ text }) => text),
  };
}
