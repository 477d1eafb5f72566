/**
 * Promise 11: a log says the same whether its lines are gone over by the scanner or parsed one by one:
 * positions, blocks, damage, at every position and block size. Both are tried in this process, on lines that
 * were made to mislead one of them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { messageAt } from "../../lib/log/ids.ts";
import {
  bytesSource,
  type LogPrompt,
  positionOf,
  readPrompt,
  readTimeline,
} from "../../lib/log.ts";
import { adversarialLines } from "../support/adversarial_lines.ts";
import { entry, HEADER, logText, system, user } from "../support/log_builder.ts";
import { type Proof, randomNumbers, type Tally } from "./promise.ts";

/** The promise. */
export const scanner: Proof = {
  name: "scanner",
  promise: "what is gone over says what is parsed",
  prove(tally, options) {
    // Of equal keys another one may count for either reader (DESIGN §13).
    const lines = [...adversarialLines()].filter((line) => !line.includes("\n"));
    const random = randomNumbers(options.seed);
    const count = options.quick ? 300 : 6000;
    for (let index = 0; index < count; index++) tryLog(tally, misleadingLog(lines, random));
  },
};

type Reading = Readonly<Record<string, number>>;

const PARSED: Reading = { block: 4096, scanFrom: Infinity };
const BLOCKS: readonly number[] = [300, 1000, 65536];

function tryLog(tally: Tally, log: Uint8Array): void {
  const size = BLOCKS[tally.cases % BLOCKS.length] as number;
  try {
    compare(log, { block: size, scanFrom: 0 });
    tally.count();
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    tally.count(`${words}, log ${new TextDecoder("latin1").decode(log)}`);
  }
}

function compare(log: Uint8Array, scanned: Reading): void {
  const source = bytesSource(log);
  const both = (what: string, read: (options: Reading) => unknown): void =>
    assert.deepEqual(outcome(() => read(scanned)), outcome(() => read(PARSED)), what);
  both("log", (options) => readTimeline(source, options));
  both("inspect, every line", (options) => {
    const { path, ...prompt } = readPrompt(source, { ...options, full: true, whole: true });
    const { runs: _, ...rest } = path;
    return { path: rest, prompt, entry: messageAt(source, path, path.length)?.id };
  });
  const total = outcome(() => readPrompt(source, { ...PARSED, whole: true }).path.length);
  if (typeof total !== "number") return;
  for (let at = -total - 1; at <= total + 1; at++) {
    both(`inspect --at ${at}`, (options) => textsAt(readPrompt(source, { at, ...options })));
    both(`inspect --json --at ${at}`, (options) => {
      const prompt = readPrompt(source, { at, whole: true, ...options });
      const position = positionOf(prompt.path, prompt.left);
      return { position, entry: messageAt(source, prompt.path, position)?.id, ...textsAt(prompt) };
    });
  }
}

function textsAt({ blocks, diagnostics }: LogPrompt) {
  return {
    texts: blocks.map(({ text }) => text),
    touched: diagnostics.filter(({ touches }) => touches).map(({ offset }) => offset),
  };
}

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

/** What may fill a log by the million. */
const JUNK: readonly string[] = [
  "x",
  "{",
  " \t",
  "",
  "1",
  '{"type":"l"}',
  '"',
  "{x}",
  "tru",
  "x\0",
];

/** Damage whose head can be read, and a torn line: no entry follows. */
const BROKEN = '{"type":"message","message":{"role":"user","content":x}}\n{"torn';

/** Entries in a chain, or without ids, with misleading lines among them; now and then records are fused. */
function misleadingLog(lines: readonly string[], random: () => number): Uint8Array {
  const below = (limit: number): number => Math.floor(random() * limit);
  const isChain = random() < 0.5;
  const parts: string[] = [logText(HEADER)];
  for (let index = 0; index < 3 + below(6); index++) {
    if (random() < 0.4) parts.push(`${lines[below(lines.length)]}\n`);
    if (random() < 0.02) parts.push(`${JUNK[below(JUNK.length)]}\n`.repeat(below(900)));
    const message = random() < 0.3
      ? system(`s${index}`, random() < 0.3 ? "replace" : "append")
      : user(random() < 0.5 ? "hi" : "long ".repeat(below(300)));
    const made = isChain
      ? entry(`e${index}`, index === 0 ? null : `e${index - 1}`, message)
      : entry(undefined, undefined, message);
    const text = logText(made);
    parts.push(random() < 0.08 ? text.slice(0, -1) : text);
  }
  if (random() < 0.1) parts.push(BROKEN);
  const log = new TextEncoder().encode(parts.join(""));
  if (random() < 0.25) log[below(log.length)] = [0xff, 0x22, 0x5c, 0x00, 0x0d][below(5)] as number;
  return log;
}
