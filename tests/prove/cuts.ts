/**
 * Promise 1: whatever prefix of a log is left, the next resume makes a session of it with the right
 * prompt, keeps every byte, and a second resume does nothing.
 *
 * @module
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  type ConfiguredPrompt,
  type NewMessage,
  openSession,
  readPrompt,
  type Session,
} from "../../mod.ts";
import { plainPrompt } from "../support/configured.ts";
import { naiveFile, naivePrompt, printed } from "../support/naive_log.ts";
import { Sandbox } from "../support/sandbox.ts";
import {
  inTwoLanes,
  type Proof,
  type ProveOptions,
  randomNumbers,
  sized,
  type Tally,
} from "./promise.ts";

/** The configurations; the last two differ in a newline at the end only. */
const VERSIONS: readonly (readonly string[])[] = [
  ["\u{1f600} seed\n", "rules \u{1d11e}"],
  ["\u{1f600} new seed\n", "rules \u{1d11e}"],
  ["\u{1f600} new seed\n\n", "rules \u{1d11e}"],
];

/** The promise. */
export const cuts: Proof = {
  name: "cuts",
  promise: "any prefix of a log resumes to the right prompt",
  async prove(tally, options) {
    const directory = mkdtempSync(
      join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "panto-cuts-"),
    );
    try {
      const path = join(directory, "s.jsonl");
      const log = makeLog(path);
      const step = options.quick ? 5 : 1;
      withoutWaiting(() => {
        for (const whole of [log, withoutIds(log)]) {
          for (let cut = 0; cut <= whole.length; cut += step) cutInProcess(tally, path, whole, cut);
        }
      });
      await cutThroughProgram(tally, log, options);
    } finally {
      rmSync(directory, { recursive: true });
    }
  },
};

/** Nobody else writes here: panto's pause before it looks again at a torn line is cut short. */
function withoutWaiting(work: () => void): void {
  const { wait } = Atomics;
  Atomics.wait = () => "timed-out";
  try {
    work();
  } finally {
    Atomics.wait = wait;
  }
}

function resolved(version: number): ConfiguredPrompt {
  return plainPrompt(...VERSIONS[version] ?? []);
}

function open(path: string): Session {
  return openSession(path, { cwd: "/w", lockTimeoutMs: 5000 });
}

function say(role: string, text: string): NewMessage {
  return { role, content: [{ type: "text", text }] };
}

/** Twelve entries: three configurations, with messages between them. */
function makeLog(path: string): Uint8Array {
  const session = open(path);
  session.resume(resolved(0));
  session.append(say("user", "hi \u{1f44b}"));
  session.append(say("assistant", "ho"));
  session.resume(resolved(1));
  for (const text of ["one", "two \u{10348}", "three"]) session.append(say("user", text));
  session.resume(resolved(2));
  session.append(say("assistant", "bye"));
  const log = readFileSync(path);
  const entries = log.toString("utf8").trimEnd().split("\n").length - 1;
  if (entries !== 12) throw new Error(`The log has ${entries} entries, not 12`);
  return log;
}

/** The log as another program would write it: no ids, no parents. */
function withoutIds(log: Uint8Array): Uint8Array {
  const lines = new TextDecoder().decode(log).trimEnd().split("\n").map((line) => {
    const { id: _id, parentId: _parentId, ...rest } = JSON.parse(line);
    return JSON.stringify(rest);
  });
  return new TextEncoder().encode(lines.join("\n") + "\n");
}

function cutInProcess(tally: Tally, path: string, whole: Uint8Array, cut: number): void {
  const left = whole.subarray(0, cut);
  for (const version of [0, 2]) {
    writeFileSync(path, left);
    tally.count(named(`cut at ${cut}, version ${version}`, resumeTwice(path, left, version)));
  }
  writeFileSync(path, left);
  tally.count(named(`cut at ${cut}, then append`, appendThenResume(path, left)));
}

function named(name: string, broken: readonly string[]): string[] {
  return broken.map((what) => `${name}: ${what}`);
}

function resumeTwice(path: string, left: Uint8Array, version: number): string[] {
  const broken: string[] = [];
  try {
    open(path).resume(resolved(version));
    const after = readFileSync(path);
    const wanted = VERSIONS[version] ?? [];
    if (!startsWith(after, left)) broken.push("old bytes are no prefix of the new");
    if (!isDeepStrictEqual(promptOf(path), wanted)) broken.push("the prompt is not the files'");
    const { texts } = naivePrompt(after.toString("utf8"));
    if (!isDeepStrictEqual(texts, wanted)) {
      broken.push(`the naive reader sees ${JSON.stringify(texts)}`);
    }
    if (open(path).resume(resolved(version)).plan.action !== "unchanged") {
      broken.push("the second resume finds something to do");
    }
    if (!readFileSync(path).equals(after)) broken.push("the second resume changed the file");
  } catch (error) {
    broken.push(String(error));
  }
  return broken;
}

function appendThenResume(path: string, left: Uint8Array): string[] {
  const broken: string[] = [];
  try {
    open(path).append(say("user", "after the cut"));
    const after = readFileSync(path);
    if (!startsWith(after, left)) broken.push("append: old bytes are no prefix of the new");
    if (naiveFile(after.toString("utf8")).said.at(-1) !== "after the cut") {
      broken.push("append: the message is not in the log");
    }
    broken.push(...resumeTwice(path, after, 2));
  } catch (error) {
    broken.push(String(error));
  }
  return broken;
}

/** The prompt as panto reads it; damage that touches it is an error. */
function promptOf(path: string): string[] {
  const file = open(path).open();
  if (file === undefined) return [];
  try {
    const { blocks, diagnostics } = readPrompt(file);
    const touching = diagnostics.find(({ touches }) => touches);
    return touching === undefined ? blocks.map(({ text }) => text) : [`damage: ${touching.text}`];
  } finally {
    file.close();
  }
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return bytes.length >= start.length && start.every((byte, index) => bytes[index] === byte);
}

async function cutThroughProgram(
  tally: Tally,
  log: Uint8Array,
  options: ProveOptions,
): Promise<void> {
  const random = randomNumbers(options.seed);
  using first = boxed();
  using second = boxed();
  const count = sized(options, { full: 300, quick: 40, sources: 6 });
  await inTwoLanes(count, async (_, lane) => {
    const box = lane === 0 ? first : second;
    const cut = Math.floor(random() * (log.length + 1));
    box.write("s.jsonl", log.subarray(0, cut));
    const resumed = await box.panto(["s.jsonl"]);
    const after = box.read("s.jsonl");
    const again = await box.panto(["s.jsonl"]);
    const wanted = printed(VERSIONS[1] ?? []);
    const broken = [
      ...(resumed.code === 0 && resumed.out === wanted
        ? []
        : [`exit ${resumed.code}: ${resumed.err}`]),
      ...(startsWith(new TextEncoder().encode(after), log.subarray(0, cut)) ||
          cutsCharacter(log, cut)
        ? []
        : ["old bytes are no prefix of the new"]),
      ...(again.code === 0 && again.out === wanted && box.read("s.jsonl") === after
        ? []
        : ["the second resume was no no-op"]),
    ];
    tally.count(named(`cut at ${cut} through the program`, broken));
  });
}

/** Whether the cut splits a character, so that the text of the file is not its bytes. */
function cutsCharacter(log: Uint8Array, cut: number): boolean {
  return ((log[cut] ?? 0) & 0xc0) === 0x80;
}

function boxed(): Sandbox {
  const [seed = "", rules = ""] = VERSIONS[1] ?? [];
  return new Sandbox({ "user/SYSTEM.md": seed, "project/APPEND_SYSTEM.md": rules });
}
