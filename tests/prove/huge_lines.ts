/**
 * Sessions with lines that are too long: 10 million nested brackets, 300 MB of text, and more than a text
 * can hold.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { appendFileSync, statSync, truncateSync } from "node:fs";
import { idOf, TIME } from "../../scripts/bench/logs/lines.ts";
import { writeLongLine } from "../../scripts/bench/logs/write.ts";
import type { Outcome } from "../support/sandbox.ts";
import { chain, HEADER, logText, system, user } from "../support/log_builder.ts";
import {
  type Content,
  type Damage,
  SEED,
  SESSION,
  textAt,
  timelineOf,
  warningsOf,
} from "./huge_content.ts";
import { digestOf, readBytes } from "./huge_log.ts";
import { Trial } from "./huge_trial.ts";
import type { Tally } from "./promise.ts";

const BRACKETS = 10_000_000;
const [seed = {}, hi = {}] = chain(system(SEED), user("hi"));

/** A seed, a message, and what stands between them or behind. */
function shortContent(size: number, lines: number, damage: readonly Damage[] = []): Content {
  const blocks = [{ text: SEED, position: 1, line: 2 }];
  const time = HEADER.timestamp;
  return { blocks, messages: 2, lines, time, idOf: (position) => `e${position}`, size, damage };
}

async function brackets(tally: Tally): Promise<void> {
  using trial = new Trial("10 M brackets", tally);
  const before = logText(HEADER, seed);
  const text = before + logText("[".repeat(BRACKETS), hi);
  trial.box.write(SESSION, text);
  const damage = {
    line: 3,
    offset: before.length,
    text: "damaged line ignored: it is not JSON",
  };
  const content = shortContent(text.length, 4, [damage]);
  await trial.read(content, "long line");
  await trial.resume(content, {
    limit: "long line",
    told: warningsOf(content.damage),
    isWhole: keeper(trial.path),
  });
}

async function bracketsAtTheEnd(tally: Tally): Promise<void> {
  using trial = new Trial("10 M brackets at the end", tally);
  const before = logText(HEADER, seed, hi);
  const torn = "[".repeat(BRACKETS);
  trial.box.write(SESSION, before + torn);
  const damage = { line: 4, offset: before.length, text: "incomplete last line ignored" };
  await trial.resume(shortContent(before.length, 3), {
    limit: "long line",
    told: warningsOf([damage]),
    torn,
    isWhole: keeper(trial.path),
  });
}

/** Valid JSON, which a parser has to go through. */
async function bracketsInMessage(tally: Tally): Promise<void> {
  using trial = new Trial("10 M brackets in a message", tally);
  const nested = "[".repeat(BRACKETS) + "]".repeat(BRACKETS);
  const [start, end] = JSON.stringify({ ...hi, message: { role: "user", content: "|" } })
    .split('"|"') as [string, string];
  trial.box.write(SESSION, logText(HEADER, seed, `${start}${nested}${end}`));
  await trial.panto("inspect $ -f anthropic", {
    out: `${JSON.stringify({ system: SEED, messages: [] })}\n`,
    err: `panto: warning: ${SESSION}: Message 2: a block that is no object in a user message is ` +
      "left out\n",
    limit: "long line",
  });
}

async function longLine(tally: Tally): Promise<void> {
  using trial = new Trial("300 MB line", tally);
  writeLongLine(trial.path, 3e8);
  const start = readBytes(trial.path, 0, 1000).toString().split("\n", 2).join("\n").length + 1;
  const content: Content = {
    blocks: [{ text: SEED, position: 1, line: 2 }],
    messages: 2,
    lines: 3,
    time: TIME,
    idOf,
    size: statSync(trial.path).size,
    damage: [],
  };
  await trial.read(content, "long line");
  await trial.panto("inspect $ -f anthropic", {
    out: (outcome) => assertRequest(outcome, readBytes(trial.path, start)),
    err: "",
    limit: "long line",
  });
  const isWhole = keeper(trial.path);
  await trial.resume(content, { limit: "long line", told: "", isWhole });
}

/** The request holds the message of the line as it stands there, and is JSON. */
function assertRequest({ bytes, out }: Outcome, line: Buffer): void {
  const message = line.subarray(line.indexOf('{"role"'), line.lastIndexOf("}"));
  const start = `{"system":${JSON.stringify(SEED)},"messages":[`;
  const inside = bytes.subarray(start.length, start.length + message.length);
  assert.ok(out.startsWith(start), `it begins with ${out.slice(0, 200)}`);
  assert.equal(Buffer.compare(inside, message), 0, "the message is another one");
  assert.equal(out.slice(start.length + message.length), "]}\n");
  JSON.parse(out);
}

/** A line of NUL, longer than a text can be: a hole, which takes no room on the disk. */
async function lineBeyondLimit(tally: Tally): Promise<void> {
  using trial = new Trial("540 MiB line", tally);
  const before = logText(HEADER, seed);
  trial.box.write(SESSION, before);
  truncateSync(trial.path, before.length + 540 * 2 ** 20);
  appendFileSync(trial.path, `\n${logText(hi)}`);
  const damage = {
    line: 3,
    offset: before.length,
    text: "damaged line ignored: it is longer than 512 MiB",
  };
  const content = shortContent(statSync(trial.path).size, 4, [damage]);
  const same = { err: warningsOf(content.damage), limit: "long line" } as const;
  await trial.panto("inspect $", { ...same, out: textAt(content, 2) });
  await trial.panto("log $ --json", { ...same, out: timelineOf(content) });
}

/** The sessions; each is made, tried and removed. */
export const LONG_LINES: readonly ((tally: Tally) => Promise<void>)[] = [
  longLine,
  brackets,
  bracketsInMessage,
  lineBeyondLimit,
  bracketsAtTheEnd,
];

/** Takes a digest of a file; the function it gives says whether the file still begins with all that. */
function keeper(path: string): () => boolean {
  const { size } = statSync(path);
  const before = digestOf(path, size);
  return () => digestOf(path, size) === before;
}
