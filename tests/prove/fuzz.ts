/**
 * Promise 8: whatever a log holds, every reading command ends in time with an exit code of the table,
 * and writes nothing.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../cli/run.ts";
import { Sandbox } from "../support/sandbox.ts";
import { fakeHost } from "../support/fake_host.ts";
import { mutatedLog } from "./mutations.ts";
import {
  inTwoLanes,
  type Proof,
  type ProveOptions,
  randomNumbers,
  sized,
  type Tally,
} from "./promise.ts";

/** The promise. */
export const fuzz: Proof = {
  name: "fuzz",
  promise: "broken logs: no crash, no hang, nothing written",
  async prove(tally, options) {
    inProcess(tally, options);
    await throughProgram(tally, options);
  },
};

/** Every command that reads, each in several ways. */
const COMMANDS: readonly (readonly (readonly string[])[])[] = [
  [
    ["inspect", "s.jsonl"],
    ["inspect", "s.jsonl", "--at", "2", "-f", "json"],
    ["inspect", "s.jsonl", "-f", "json", "--lenient"],
    ["inspect", "s.jsonl", "-f", "anthropic"],
    ["inspect", "s.jsonl", "-f", "openai", "--lenient"],
    ["inspect", "s.jsonl", "--leaf", "e1"],
    ["inspect", "s.jsonl", "--at", "-1"],
  ],
  [["log", "s.jsonl"], ["log", "s.jsonl", "--json", "--lenient"]],
  [
    ["diff", "s.jsonl"],
    ["diff", "s.jsonl", "--from", "1"],
    ["diff", "s.jsonl", "s.jsonl", "--json"],
  ],
  [["status", "s.jsonl"]],
  [
    ["s.jsonl", "-n", "--exit-code"],
    ["s.jsonl", "-n", "-f", "anthropic", "--lenient"],
    ["append", "s.jsonl", "-n", "--role", "user", "hi"],
  ],
];

/** Every command in one of its ways, another one for each number. */
function commandsOf(index: number): (readonly string[])[] {
  return COMMANDS.map((ways) => ways[index % ways.length] ?? []);
}

/** Every command may end so; 1 only where it means a difference. */
const CODES: ReadonlySet<number> = new Set([0, 2, 3]);
const DIFFERS: ReadonlySet<string> = new Set(["diff", "status", "s.jsonl"]);

/** How long a command over a few kilobytes may take, in milliseconds. */
const LIMIT = 3000;

function faultOf(argv: readonly string[], code: number, err: string): string[] {
  if (CODES.has(code) || (code === 1 && DIFFERS.has(argv[0] ?? ""))) return [];
  return [`panto ${argv.join(" ")} ends with ${code}: ${err.slice(0, 300)}`];
}

function inProcess(tally: Tally, options: ProveOptions): void {
  using box = new Sandbox({ "user/SYSTEM.md": "seed\n", "base/APPEND_SYSTEM.md": "rules\n" });
  const path = box.path("s.jsonl");
  const random = randomNumbers(options.seed);
  const count = options.quick ? 1000 : 20_000;
  for (let index = 0; index < count; index++) {
    const { log, how } = mutatedLog(random);
    writeFileSync(path, log);
    const broken: string[] = [];
    for (const argv of commandsOf(index)) {
      const start = performance.now();
      const host = fakeHost(argv, { cwd: box.project, env: box.env });
      broken.push(...faultOf(argv, run(host), host.err()));
      const took = performance.now() - start;
      if (took > LIMIT) broken.push(`panto ${argv.join(" ")} took ${took.toFixed(0)} ms`);
    }
    if (!readFileSync(path).equals(log)) broken.push("the log was changed");
    if (readdirSync(box.project).length !== 1) broken.push("a file was made");
    const bytes = broken.length > 0 ? `, log ${Buffer.from(log).toString("base64")}` : "";
    tally.count(broken.map((what) => `log ${index} (${how}): ${what}${bytes}`));
  }
}

async function throughProgram(tally: Tally, options: ProveOptions): Promise<void> {
  using first = new Sandbox({ "user/SYSTEM.md": "seed\n" });
  using second = new Sandbox({ "user/SYSTEM.md": "seed\n" });
  const random = randomNumbers(options.seed + 1);
  const count = sized(options, { full: 300, quick: 40, sources: 6 });
  await inTwoLanes(count, async (index, lane) => {
    const box = lane === 0 ? first : second;
    const { log, how } = mutatedLog(random);
    const argv = commandsOf(index)[index % COMMANDS.length] ?? [];
    box.write("s.jsonl", log);
    const before = box.snapshot();
    const outcome = await box.panto(argv, { limit: 20_000 });
    const broken = faultOf(argv, outcome.code, outcome.err);
    if (box.snapshot() !== before) broken.push("something was written");
    const bytes = `, log ${Buffer.from(log).toString("base64")} at ${join(box.project, "s.jsonl")}`;
    tally.count(broken.map((what) => `log ${index} (${how}) through the program: ${what}${bytes}`));
  });
}
