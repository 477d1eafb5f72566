/**
 * Promise 3: writers that come together never corrupt a log and never apply a change twice, also beside
 * programs that take no lock.
 *
 * @module
 */

import assert from "node:assert/strict";
import { appendFileSync, existsSync } from "node:fs";
import { naiveFile, naivePrompt } from "../support/naive_log.ts";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";
import { assertChained } from "../support/session_log.ts";
import { type Proof, type ProveOptions, sized, type Tally } from "./promise.ts";

/** The promise. */
export const writers: Proof = {
  name: "writers",
  promise: "two writers never corrupt or apply twice",
  async prove(tally, options) {
    await excludesOthers(tally);
    await reconcilesOnce(tally, options);
    await seedsOnce(tally, options);
    await survivesHolder(tally, options);
    await besideForeigners(tally, options);
  },
};

const hasFlock: boolean =
  new Deno.Command("/bin/sh", { args: ["-c", "command -v flock"], stdout: "null" }).outputSync()
    .success;

function layers(version: number): string {
  // Every second version differs from the one before in a newline at the end only.
  return `version ${version >> 1}\n${"\n".repeat(version % 2)}`;
}

function boxed(): Sandbox {
  return new Sandbox({ "project/SYSTEM.md": layers(0), "user/APPEND_SYSTEM.md": "rules\n" });
}

/** While another process holds the lock, nothing is written. */
async function excludesOthers(tally: Tally): Promise<void> {
  if (!hasFlock) {
    return tally.note("writers: flock(1) is not there, the locks were not tried with it");
  }
  using box = boxed();
  assertOutcome(await box.panto(["-q", "s.jsonl"]), { code: 0 });
  const before = box.read("s.jsonl");
  const commands = ["s.jsonl --reseed", "append s.jsonl --role user hi"];
  for (const command of commands) {
    await tally.attempt(`${command} beside a holder`, async () => {
      const script = `flock s.jsonl panto ${command} --lock-timeout 0.1`;
      assertOutcome(await box.sh(script), { code: 6, out: "", err: /Cannot lock/ });
      assert.equal(box.read("s.jsonl"), before, "written without the lock");
    });
  }
}

async function reconcilesOnce(tally: Tally, options: ProveOptions): Promise<void> {
  using box = boxed();
  assertOutcome(await box.panto(["-q", "s.jsonl"]), { code: 0 });
  const rounds = sized(options, { full: 50, quick: 10, sources: 2 });
  const one = "panto -q s.jsonl --lock-timeout 60 > /dev/null || echo failed &\n";
  for (let version = 1; version <= rounds; version++) {
    box.layer("project/SYSTEM.md", layers(version));
    const outcome = await box.sh(one.repeat(8) + "wait");
    await tally.attempt(`version ${version} by 8 processes`, () => {
      assertOutcome(outcome, { code: 0, out: "", err: "" });
      const log = box.read("s.jsonl");
      const { replaces, damaged } = naiveFile(log);
      assert.equal(replaces, version, "reconciliations so far");
      assert.deepEqual(naivePrompt(log).texts, [layers(version), "rules\n"]);
      assert.equal(damaged, 0, "damaged lines");
      assertChained(log);
    });
  }
}

async function seedsOnce(tally: Tally, options: ProveOptions): Promise<void> {
  using box = boxed();
  const races = sized(options, { full: 200, quick: 30, sources: 3 });
  const names = Array.from({ length: races }, (_, index) => `r${index}.jsonl`);
  const script = names.map((name) =>
    `panto -q ${name} > a & panto -q ${name} > b & wait; cmp a b || echo ${name}`
  );
  const outcome = await box.sh(script.join("\n"), { limit: 120_000 });
  for (const name of names) {
    await tally.attempt(`race for ${name}`, () => {
      assert.ok(!outcome.out.includes(name), `two different prompts were printed: ${outcome.err}`);
      const log = box.read(name);
      assert.equal(log.match(/"type":"session"/g)?.length, 1, "headers");
      assert.deepEqual(naivePrompt(log).texts, [layers(0), "rules\n"]);
    });
  }
  await tally.attempt("nothing is left behind", async () => {
    assertOutcome(await box.sh("ls -A | grep -v '^[.]panto$' | grep -c ."), {
      code: 0,
      out: `${races + 2}\n`,
    });
  });
}

/** A lock dies with its holder: who waits goes on at once. */
async function survivesHolder(tally: Tally, options: ProveOptions): Promise<void> {
  if (!hasFlock) return;
  using box = boxed();
  assertOutcome(await box.panto(["-q", "s.jsonl"]), { code: 0 });
  const count = sized(options, { full: 20, quick: 4, sources: 1 });
  for (let index = 0; index < count; index++) {
    await tally.attempt("the next one after a killed holder", async () => {
      // Beside other tests the machine itself may take longer.
      const bound = options.quick ? 1000 : 100;
      const took = await timeAfterKill(box, `m${index}`, options.executable ? 250 : 1500);
      assert.equal(naiveFile(box.read("s.jsonl")).said.at(-1), `m${index}`);
      assert.ok(took < bound, `it took ${took.toFixed(0)} ms, more than ${bound}`);
    });
  }
}

/** Kills a holder of the lock, and says how long the next one still took, in milliseconds. */
async function timeAfterKill(box: Sandbox, text: string, patience: number): Promise<number> {
  const holder = new Deno.Command("flock", {
    args: ["s.jsonl", "sleep", "60"],
    cwd: box.project,
    stdin: "null",
    stdout: "null",
    stderr: "null",
    detached: true,
  }).spawn();
  let done = false;
  let start = 0;
  try {
    while (isFree(box.path("s.jsonl"))) await pause(10);
    const append = ["append", "-q", "s.jsonl", "--role", "user", text, "--lock-timeout", "20"];
    const waiting = box.panto(append).then((outcome) => {
      done = true;
      return outcome;
    });
    await pause(patience);
    assert.equal(done, false, "it did not wait for the holder");
    start = performance.now();
    Deno.kill(-holder.pid, "SIGKILL");
    assertOutcome(await waiting, { code: 0 });
    return performance.now() - start;
  } finally {
    if (start === 0) Deno.kill(-holder.pid, "SIGKILL");
    await holder.status;
  }
}

/** Whether nobody holds the lock of a file. */
function isFree(path: string): boolean {
  using file = Deno.openSync(path);
  return file.tryLockSync(true);
}

/** Programs without locks add whole lines all the time; what panto adds stays in one piece. */
async function besideForeigners(tally: Tally, options: ProveOptions): Promise<void> {
  using box = boxed();
  assertOutcome(await box.panto(["-q", "s.jsonl"]), { code: 0 });
  const path = box.path("s.jsonl");
  const rounds = sized(options, { full: 40, quick: 8, sources: 2 });
  let foreign = 0;
  const timer = setInterval(() => {
    for (let i = 0; i < 3; i++) appendFileSync(path, foreignLine(foreign++));
  }, 1);
  const one = "panto -q s.jsonl --lock-timeout 60 > /dev/null || echo failed &\n" +
    "panto -q append s.jsonl --role user ours --lock-timeout 60 || echo failed &\n";
  try {
    for (let version = 1; version <= rounds; version++) {
      box.layer("project/SYSTEM.md", layers(version));
      const outcome = await box.sh(one.repeat(4) + "wait");
      await tally.attempt(`round ${version} beside foreign writers`, () => {
        assertOutcome(outcome, { code: 0, out: "" });
        assertPieces(box.read("s.jsonl"), version);
      });
    }
  } finally {
    clearInterval(timer);
  }
  await tally.attempt("all of the foreign lines are there", () => {
    const { said } = naiveFile(box.read("s.jsonl"));
    assert.equal(said.filter((text) => text.startsWith("foreign")).length, foreign);
    assert.equal(said.filter((text) => text === "ours").length, rounds * 4);
    assert.ok(existsSync(path) && foreign > 0);
  });
}

function foreignLine(number: number): string {
  const message = { role: "user", content: [{ type: "text", text: `foreign ${number}` }] };
  return JSON.stringify({ type: "message", id: `f${number}`, message }) + "\n";
}

function assertPieces(log: string, version: number): void {
  const lines = log.trimEnd().split("\n");
  const { damaged, replaces } = naiveFile(`${lines.join("\n")}\n`);
  assert.equal(damaged, 0, "damaged lines");
  assert.equal(replaces, version, "reconciliations so far");
  for (const [index, line] of lines.entries()) {
    if (!line.includes('"mode":"replace"')) continue;
    assert.match(
      lines[index + 1] ?? "",
      /"mode":"append","content":\[\{"type":"text","text":"rules/,
    );
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
