/**
 * Promise 12: at every position of a log the reader says what a naive reader says that parses every line
 * and keeps everything in memory (tests/support/naive_log.ts): chains, branches, missing parents, damage,
 * cycles; with the scanner and without, in blocks of any size, in both spellings of JSON.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { messageAt } from "../../lib/log/ids.ts";
import { UsageError } from "../../lib/errors.ts";
import {
  type ByteSource,
  bytesSource,
  pathMessages,
  positionOf,
  type ReadOptions,
  readPrompt,
  readTimeline,
} from "../../lib/log.ts";
import { generatedLogs, outcome, READINGS, told } from "../support/generated_logs.ts";
import { entry, HEADER, logText, plainSystem } from "../support/log_builder.ts";
import { naivePrompt } from "../support/naive_log.ts";
import { spelled } from "../../scripts/bench/logs/spelling.ts";
import { type Proof, randomNumbers, type Tally } from "./promise.ts";

/** The promise. */
export const reader: Proof = {
  name: "reader",
  promise: "every position says what a naive reader says",
  prove(tally, options) {
    const numRuns = options.quick ? 400 : 4000;
    const logs = fc.sample(generatedLogs, { numRuns, seed: options.seed });
    const random = randomNumbers(options.seed);
    for (let index = 0; index < numRuns / 4; index++) logs.push(branchedLog(random));
    for (const [index, log] of logs.entries()) {
      const reading = READINGS[index % READINGS.length];
      if (reading !== undefined) tryLog(tally, log, reading);
      if (reading !== undefined) tryLog(tally, spacedLog(log), reading);
    }
  },
};

/** Plain entries, each of which hangs on one of the last four, now and then a system message among them. */
function branchedLog(random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const parts = Array.from({ length: 5 + below(40) }, (_, index) => {
    const parent = index === 0 ? null : `e${Math.max(0, index - 1 - below(4))}`;
    const message = below(9) === 0
      ? plainSystem(`s${index}`, below(3) === 0 ? "replace" : undefined)
      : { role: "user", content: "x".repeat(below(60)) };
    return entry(`e${index}`, parent, message);
  });
  return logText(HEADER, ...parts);
}

/** Every line that is JSON as Python spells it; the others as they are. */
function spacedLog(log: string): string {
  return log.split("\n").map((line) => line.startsWith("{") ? respelled(line) : line).join("\n");
}

function respelled(line: string): string {
  try {
    JSON.parse(line);
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return line;
  }
  return spelled(line, "spaced");
}

/** Whether an entry has this id, so that a conversation can end with it. */
function readsLeaf(source: ByteSource, leaf: string): boolean {
  try {
    readPrompt(source, { leaf });
  } catch (error) {
    // A cycle is another matter.
    return !(error instanceof UsageError);
  }
  return true;
}

function tryLog(tally: Tally, log: string, reading: ReadOptions): void {
  try {
    compare(log, reading);
    tally.count();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    tally.count(`${words.split("\n")[0]}, log ${JSON.stringify(log)}`);
  }
}

function compare(log: string, reading: ReadOptions): void {
  const source = bytesSource(log);
  const end = outcome(() => naivePrompt(log));
  const whole = { ...reading, whole: true };
  assert.deepEqual(outcome(() => told(readPrompt(source, whole))), end, "at the end");
  if (end === "cycle") return;
  for (let at = 0; at <= end.total; at++) {
    const naive = naivePrompt(log, at);
    assert.deepEqual(told(readPrompt(source, { ...reading, at })), naive, `at ${at}`);
    if (at === end.total) continue;
    const back = told(readPrompt(source, { ...reading, at: at - end.total }));
    assert.deepEqual([back.texts, back.touches], [naive.texts, naive.touches], `at ${at} back`);
  }
  for (const leaf of ["a", "d"].filter((id) => readsLeaf(source, id))) {
    const naive = outcome(() => naivePrompt(log, undefined, leaf));
    assert.deepEqual(outcome(() => told(readPrompt(source, { ...whole, leaf }))), naive, leaf);
  }
  const { path } = readPrompt(source, whole);
  assert.equal([...pathMessages(source, path)].length, end.total, "messages");
  assert.equal(messageAt(source, path, end.total + 1)?.id, undefined, "no message behind the last");
  const { entries } = readTimeline(source, reading);
  const alive = entries.filter(({ surviving }) => surviving);
  assert.deepEqual(alive.map(({ position }) => position), end.positions, "the timeline");
  for (const { position, after, line, offset } of entries) {
    assert.equal(position, positionOf(path, after));
    assert.equal(line, log.slice(0, offset).split("\n").length, "the line");
  }
}
