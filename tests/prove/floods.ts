/**
 * Row 43 of docs/hostile-inputs.md at sizes up to 256 MB: a log that is filled with one kind of line by the
 * million takes no more memory than any other, and time that grows with its size and no faster.
 *
 * @module
 */

import assert from "node:assert/strict";
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { renderTable } from "../../cli/output/terminal.ts";
import { entry, HEADER, logText, system, user } from "../support/log_builder.ts";
import { Sandbox, testedProgram } from "../support/sandbox.ts";
import { measuresMemory } from "./huge_trial.ts";
import type { Proof, Tally } from "./promise.ts";

/** What a log is filled with; a function gives each line its own id. */
const KINDS: Readonly<Record<string, string | ((index: number) => string)>> = {
  "damaged lines": "x\n",
  "blank lines": "\n",
  "no objects": "1\n",
  "opaque entries": '{"type":"l"}\n',
  "other branches": (index) => logText(entry(`b${index}`, "a", user("beside"))),
  "one id": logText(entry("d", "a", user("beside"))),
};

const MEGABYTES = [1, 4, 16, 64, 256];
const QUESTIONS = [[], ["--at", "1"], ["--at", "-1"]];
const MAX_MEBIBYTES = 64;
/** Four times the size may take so many times as long, on a machine that others use too. */
const MAX_GROWTH = 12;
const CHUNK = 1024 * 1024;

/** The promise. */
export const floods: Proof = {
  name: "floods",
  promise: "lines by the million take bounded memory",
  async prove(tally, options) {
    if (!options.executable || !measuresMemory()) {
      return tally.note("floods: tried with an executable, and GNU time (apt-get install time)");
    }
    const sizes = options.quick ? MEGABYTES.slice(0, 1) : MEGABYTES;
    const rows: string[][] = [];
    for (const [kind, line] of Object.entries(KINDS)) {
      const cells: string[] = [];
      let before = Infinity;
      for (const size of sizes) {
        using box = new Sandbox();
        fill(box.path("s.jsonl"), size * 1e6, line);
        const { seconds, mebibytes } = await measure(tally, box, `${kind}, ${size} MB`);
        const isLarge = mebibytes > MAX_MEBIBYTES;
        tally.count(isLarge ? `${kind}, ${size} MB: ${mebibytes} MiB` : []);
        const isSlow = size >= 64 && seconds > before * MAX_GROWTH;
        tally.count(isSlow ? `${kind}, ${size} MB: ${seconds} s after ${before} s` : []);
        before = seconds;
        cells.push(`${seconds.toFixed(2)} s, ${mebibytes} MiB`);
      }
      rows.push([kind, ...cells]);
    }
    const head = ["slowest of three", ...sizes.map((size) => `${size} MB`)];
    for (const line of renderTable([head, ...rows]).trimEnd().split("\n")) {
      tally.note(`floods: ${line}`);
    }
  },
};

/** Writes a log with a seed, the lines, and a message behind them. */
function fill(path: string, size: number, line: string | ((index: number) => string)): void {
  const file = openSync(path, "w");
  writeSync(file, logText(HEADER, entry("a", null, system("seed\n"))));
  let index = 0;
  for (let written = 0; written < size;) {
    const next = typeof line === "string"
      ? line.repeat(Math.ceil(CHUNK / line.length))
      : Array.from({ length: 10_000 }, () => line(index++)).join("");
    written += writeSync(file, next);
  }
  writeSync(file, logText(entry("z", "a", user("last"))));
  closeSync(file);
}

/** Asks for the prompt at three positions; the longest time and the most memory. */
async function measure(
  tally: Tally,
  box: Sandbox,
  name: string,
): Promise<{ readonly seconds: number; readonly mebibytes: number }> {
  const peak = join(box.root, "peak");
  let seconds = 0;
  let mebibytes = 0;
  for (const question of QUESTIONS) {
    await tally.attempt(`${name} ${question.join(" ")}`, async () => {
      const time = ["/usr/bin/time", "-f", "%e %M", "-o", peak];
      const command = [...time, ...testedProgram(), "inspect", "s.jsonl", ...question];
      const outcome = await box.run(command);
      assert.deepEqual([outcome.code, outcome.out], [0, "seed\n"], outcome.err);
      assert.ok(outcome.err.split("\n").length < 15, outcome.err);
      const [elapsed, kibibytes] = Deno.readTextFileSync(peak).trim().split(" ").map(Number);
      seconds = Math.max(seconds, elapsed ?? NaN);
      mebibytes = Math.max(mebibytes, Math.ceil((kibibytes ?? NaN) / 1024));
    });
  }
  assert.ok(statSync(box.path("s.jsonl")).size > 0);
  return { seconds, mebibytes };
}
