/**
 * Promise 9: exit 0 means durable. The system calls of the program show one write of all that is added,
 * its fsync, for a new file also the fsync of its directory, and only then the first byte of output.
 *
 * @module
 */

import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";
import type { Proof } from "./promise.ts";

/** The promise. */
export const durable: Proof = {
  name: "durable",
  promise: "exit 0 means durable: one write, fsync, then output",
  async prove(tally) {
    const found = new Deno.Command("/bin/sh", {
      args: ["-c", "command -v strace"],
      stdout: "null",
    });
    if (!found.outputSync().success) {
      return tally.note("durable: strace is not there (apt-get install strace), nothing was tried");
    }
    for (const step of STEPS) {
      await tally.attempt(step.name, () => traceStep(step));
    }
    await tally.attempt("replaced while it is synced", replacedMeanwhile);
  },
};

interface Step {
  readonly name: string;
  readonly args: readonly string[];
  readonly seed: string;
  readonly creates?: boolean;
  /** The log ends without a newline, so that one goes before. */
  readonly torn?: boolean;
}

const BIG = "x".repeat(300_000);

const STEPS: readonly Step[] = [
  { name: "seed a new session", args: ["s.jsonl"], seed: "seed\n", creates: true },
  { name: "seed a new session, 300 KB", args: ["s.jsonl"], seed: BIG, creates: true },
  { name: "reconcile", args: ["s.jsonl"], seed: "new seed\n" },
  { name: "reconcile, 300 KB", args: ["s.jsonl"], seed: BIG },
  { name: "reconcile, as JSON", args: ["s.jsonl", "-f", "json"], seed: "new seed\n" },
  { name: "reconcile, as a request", args: ["s.jsonl", "-f", "anthropic"], seed: "new seed\n" },
  { name: "reconcile after a torn line", args: ["s.jsonl"], seed: "new seed\n", torn: true },
  { name: "append", args: ["append", "s.jsonl", "--role", "user", "hi"], seed: "seed\n" },
  {
    name: "append after a torn line",
    args: ["append", "s.jsonl", "--role", "user", "hi", "--json"],
    seed: "seed\n",
    torn: true,
  },
];

async function traceStep(step: Step): Promise<void> {
  using box = new Sandbox({ "user/SYSTEM.md": "seed\n", "user/APPEND_SYSTEM.md": "rules\n" });
  if (!step.creates) assertOutcome(await box.panto(["-q", "s.jsonl"]), { code: 0 });
  if (step.torn) writeFileSync(box.path("s.jsonl"), '{"type":"mess', { flag: "a" });
  box.layer("user/SYSTEM.md", step.seed);
  const command = step.args.map((word) => `'${word}'`).join(" ");
  // -D: strace is no parent, so that a signal or an exit code passes through unchanged.
  const script = `strace -f -y -s 8 -o trace -e trace=write,pwrite64,writev,pwritev,pwritev2,` +
    `fsync,fdatasync,link,linkat panto ${command} > out 2> err`;
  assertOutcome(await box.sh(script), { code: 0 });
  chmodSync(box.path("trace"), 0o600);
  const calls = callsOf(box.read("trace"), box.project);
  const wanted = step.creates
    ? ["write log", "sync log", "link", "sync directory"]
    : ["write log", "sync log"];
  const shown = calls.join(", ");
  assert.deepEqual(calls.slice(0, wanted.length), wanted, `the calls are ${shown}`);
  const rest = calls.slice(wanted.length);
  assert.ok(rest.length > 0 && rest.every((call) => call === "output"), `the calls are ${shown}`);
}

/** The entry goes into a file that is gone: that is no success, and the next append is. */
async function replacedMeanwhile(): Promise<void> {
  using box = new Sandbox({ "user/SYSTEM.md": "seed\n" });
  assertOutcome(await box.panto(["-q", "s.jsonl"]), { code: 0 });
  const before = box.read("s.jsonl");
  box.write("other", before);
  // The sync takes a second; meanwhile an editor saves the file: another one takes its name.
  const written = `[ "$(wc -c < s.jsonl)" -gt ${before.length} ]`;
  const script = `strace -f -o /dev/null -e trace=fsync -e inject=fsync:delay_enter=1000000 ` +
    `panto append s.jsonl --role user lost & until ${written}; do sleep 0.02; done; ` +
    "mv other s.jsonl; wait $!";
  const outcome = await box.sh(script);
  assertOutcome(outcome, { code: 5, out: "" });
  assert.match(outcome.err, /^panto: error: .* it was replaced while writing\nhint: /);
  assert.equal(box.read("s.jsonl"), before, "the new file was touched");
  assertOutcome(await box.panto(["append", "-q", "s.jsonl", "--role", "user", "kept"]), {
    code: 0,
  });
  assert.match(box.read("s.jsonl").slice(before.length), /"kept"/);
}

/** The calls that matter, in their order. */
function callsOf(trace: string, project: string): string[] {
  const calls: string[] = [];
  for (const line of trace.split("\n")) {
    const call = /^\d+ +(\w+)\((?:(\d+)<([^>]*)>)?/.exec(line);
    const [, name = "", descriptor, path = ""] = call ?? [];
    if (name === "link" || name === "linkat") calls.push("link");
    else if (name.includes("sync")) calls.push(path === project ? "sync directory" : "sync log");
    else if (name.includes("write")) {
      if (descriptor === "1" || descriptor === "2") calls.push("output");
      else if (path.startsWith(join(project, "s.jsonl")) || path.includes(".panto-")) {
        calls.push("write log");
      }
    }
  }
  return calls;
}
