/**
 * Sessions of 600 MB, 3 GB and 4.5 GB, sound and damaged.
 *
 * @module
 */

import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import {
  type Content,
  type Damage,
  discardsOf,
  SEED,
  SESSION,
  textAt,
  timelineOf,
  warningsOf,
} from "./huge_content.ts";
import { idOf, TIME } from "../../scripts/bench/logs/lines.ts";
import { printed } from "../support/naive_log.ts";
import { HugeLog } from "./huge_log.ts";
import { CHANGED, Trial } from "./huge_trial.ts";
import type { Tally } from "./promise.ts";

/** The sessions, the longest first; each is made, tried and removed. */
export const LARGE_LOGS: readonly ((tally: Tally) => Promise<void>)[] = [gigabytes, megabytes];

async function megabytes(tally: Tally): Promise<void> {
  using trial = new Trial("600 MB log", tally);
  const { log, content } = writeSession(trial, 6e8);
  const middle = Math.floor(log.messages / 2);
  await readAndResume(trial, log, content);
  await brokenText(trial, log, { content, position: middle });
  await brokenChain(trial, log, { content, position: middle });
  await healed(trial, log, { content, position: middle });
}

async function gigabytes(tally: Tally): Promise<void> {
  using trial = new Trial("3 GB log", tally);
  const { log, content } = writeSession(trial, 3e9);
  await readAndResume(trial, log, content);
  await tornTail(trial, log, content);
  await brokenChain(trial, log, { content, position: log.positionBeyond(2 ** 31) });
  await beyond32Bits(trial, log, content);
}

/** A seed, messages, one more system message at four fifths, and messages. */
function writeSession(trial: Trial, size: number): { log: HugeLog; content: Content } {
  const log = new HugeLog(trial.path);
  const blocks = [added(log, SEED)];
  log.fill(size * 0.8);
  blocks.push(added(log, "Be late."));
  log.fill(size);
  return { log, content: contentOf(log, blocks) };
}

function added(log: HugeLog, text: string): Content["blocks"][number] {
  const position = log.say(text);
  return { text, position, line: log.place(position).line };
}

function contentOf(
  log: HugeLog,
  blocks: Content["blocks"],
  damage: readonly Damage[] = [],
): Content {
  const { messages, lines, size } = log;
  return { blocks, messages, lines, time: TIME, idOf, size, damage };
}

async function readAndResume(trial: Trial, log: HugeLog, content: Content): Promise<void> {
  await trial.read(content, "reading");
  await trial.resume(content, {
    limit: "writing",
    told: discardsOf(content),
    isWhole: () => log.isWhole(),
  });
}

/** A message in which something is broken. */
interface Broken {
  /** What the log held before. */
  readonly content: Content;
  readonly position: number;
}

/** A byte of a message's text is no UTF-8: the prompt does not hang on it, and only `log` reads it. */
async function brokenText(
  trial: Trial,
  log: HugeLog,
  { content, position }: Broken,
): Promise<void> {
  const place = log.place(position);
  await log.withByte(place.offset + TEXT_COLUMN, 0xff, async () => {
    const out = textAt(content, content.messages);
    await trial.panto("inspect $", { out, err: "", limit: "reading" });
    const damage = [{ ...place, text: "damaged line ignored: it is not UTF-8" }];
    await trial.panto("log $ --json", {
      out: timelineOf({ ...content, damage }),
      err: warningsOf(damage),
      limit: "damaged",
    });
  });
}

/** A column that lies in the text of every message. */
const TEXT_COLUMN = 180;

/** A message is no JSON, and the next one hangs on it. */
async function brokenChain(trial: Trial, log: HugeLog, broken: Broken): Promise<void> {
  const { content, position } = broken;
  await withoutBrace(log, position, async ({ line, offset }, orphan) => {
    const reason = "and the next entry hangs on it: it is not JSON";
    const refused = {
      code: 3,
      out: "",
      err: `panto: error: Cannot tell the prompt of "${SESSION}": line ${line} (byte ${offset}): ` +
        `damaged line, ${reason}\nhint: --lenient goes on without it; a resume (panto ${SESSION}) ` +
        "records the prompt anew\n",
      limit: "damaged",
    } as const;
    await trial.panto("inspect $", refused);
    const damage = { line, offset, text: `damaged line, ${reason}` };
    const rest = without(content, position);
    await trial.panto("inspect $ --json --lenient", {
      out: trial.document(rest, rest.messages),
      err: warningsOf([damage, orphan]),
      limit: "damaged",
    });
  });
}

/** The same: what stands before it can be read, and a resume heals it. */
async function healed(
  trial: Trial,
  log: HugeLog,
  { content, position }: Broken,
): Promise<void> {
  await withoutBrace(log, position, async (place, orphan) => {
    const before = position - 1;
    const ignored = { ...place, text: "damaged line ignored: it is not JSON" };
    await trial.panto(`inspect $ --at ${before}`, {
      out: textAt(content, before),
      err: warningsOf([ignored, orphan]),
      limit: "damaged",
    });
    const text = "damaged line, and the next entry hangs on it: it is not JSON";
    await trial.resume(content, {
      limit: "damaged",
      told: warningsOf([{ ...place, text }, orphan]) +
        `panto: warning: ${SESSION}: the damage touches the prompt, so it is recorded anew\n` +
        discardsOf(without(content, position)),
      isWhole: () => log.isWhole(),
    });
  });
}

/** Breaks the last brace of a message's line; the next message then has lost its parent. */
async function withoutBrace(
  log: HugeLog,
  position: number,
  meanwhile: (place: ReturnType<HugeLog["place"]>, orphan: Damage) => Promise<void>,
): Promise<void> {
  const next = log.place(position + 1);
  const orphan = { ...next, text: "its parent is not found; the line before is taken for it" };
  const brace = next.offset - "}\n".length;
  await log.withByte(brace, "x".charCodeAt(0), () => meanwhile(log.place(position), orphan));
}

/** What is left when a message cannot be read: later ones move up. */
function without(content: Content, position: number): Content {
  return {
    ...content,
    messages: content.messages - 1,
    idOf: (at) => content.idOf(at < position ? at : at + 1),
    blocks: content.blocks.map((block) =>
      block.position < position ? block : { ...block, position: block.position - 1 }
    ),
  };
}

/** The last line is cut: a resume begins a new one behind it. */
async function tornTail(trial: Trial, log: HugeLog, content: Content): Promise<void> {
  const torn = '{"type":"message","id":"torn","parentId":"';
  appendFileSync(trial.path, torn);
  const place = { line: log.lines + 1, offset: log.size };
  const told = warningsOf([{ ...place, text: "incomplete last line ignored" }]);
  const out = textAt(content, content.messages);
  await trial.panto("inspect $", { out, err: told, limit: "reading" });
  await trial.resume(content, {
    limit: "writing",
    told: told + discardsOf(content),
    torn,
    isWhole: () => log.isWhole(),
    then: async () => {
      await trial.panto("inspect $", { out: printed(CHANGED), err: "", limit: "reading" });
      const text = "damaged line ignored: it is not JSON";
      const reported = { line: place.line, byteOffset: place.offset };
      await trial.panto("log $ --json", {
        out: ({ out }) => {
          const { messages, lines, entries, damage } = JSON.parse(out);
          assert.deepEqual([messages, lines], [log.messages + 2, log.lines + 3]);
          assert.deepEqual([entries.at(-1).position, entries.at(-1).line], [messages, lines]);
          assert.deepEqual(damage, [{ ...reported, touches: false, text }]);
        },
        err: warningsOf([{ ...place, text }]),
        limit: "reading",
      });
    },
  });
}

/** The log grows further; beyond 2^32 bytes stand a line that is no JSON and a system message. */
async function beyond32Bits(trial: Trial, log: HugeLog, before: Content): Promise<void> {
  log.fill(2 ** 32 + 1);
  const junk = { ...log.addLine("no JSON"), text: "damaged line ignored: it is not JSON" };
  const last = added(log, "Be last.");
  log.fill(4.5e9);
  const content = contentOf(log, [...before.blocks, last], [junk]);
  const { position } = last;
  const same = { err: warningsOf([junk]), limit: "reading" } as const;
  await trial.panto(`inspect $ --at ${position - 1}`, {
    ...same,
    out: textAt(content, position - 1),
  });
  await trial.panto(`inspect $ --at ${position} --json`, {
    ...same,
    out: trial.document(content, position),
  });
  await trial.panto("log $ --json", { ...same, out: timelineOf(content) });
  await trial.attempt("the file is as it was written", () => assert.ok(log.isWhole()));
}
