/**
 * Times whole processes. One of each kind runs in every round, an older executable right beside the new
 * one, so that whatever else the machine does falls on all of them; the order turns with each round. What
 * counts are the ratios within one run, not milliseconds.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { join } from "node:path";

import { present, type Times } from "./statistics.ts";

/** A program and its arguments. */
export type Command = readonly [string, ...string[]];

/** One kind of process. */
export interface Contender {
  readonly name: string;
  readonly command: Command;
  /** The same with the older executable. */
  readonly before?: Command;
}

/** What the runs of one command gave. */
export interface Sample {
  readonly times: Times;
  /** MiB, in the run that warmed up; undefined where GNU time is absent. */
  readonly peak: number | undefined;
  /** A digest of what it printed in that run. */
  readonly printed: string;
}

/** What a kind of process took. */
export interface Measurement {
  readonly name: string;
  readonly now: Sample;
  readonly before?: Sample;
}

/** Where and how often processes run. */
export interface Place {
  /** Their working directory and home. */
  readonly directory: string;
  /** Rounds that count. */
  readonly rounds: number;
}

/** How peak memory is measured, for the report. */
export const PEAK_METHOD = "maximum resident set size of the first run by GNU time (%M)";

/** What takes longer than so many milliseconds does not run in every round, but in so many. */
export const SLOW = { milliseconds: 2000, rounds: 2 } as const;

const TIME = "/usr/bin/time";

/** Measures contenders against each other. What is not installed is left out, and this is said. */
export async function measure(
  contenders: readonly Contender[],
  place: Place,
): Promise<Measurement[]> {
  const installed = contenders.filter(({ name, command }) => isInstalled(command[0], name));
  const measureMemory = isInstalled(TIME, "peak memory");
  const units = installed.map(({ command, before }) =>
    [command, ...(before === undefined ? [] : [before])].map((one) => new Run(one, place))
  );
  // The first run also fills the page cache.
  for (const run of units.flat()) run.warmUp(measureMemory);
  for (let round = 0; round < place.rounds; round++) {
    for (const run of inTurn(units, round)) {
      // Lets a signal be heard between two processes.
      await new Promise((resolve) => setTimeout(resolve, 0));
      run.time(round);
    }
  }
  return installed.flatMap(({ name }, index) => {
    const [now, before] = (units[index] ?? []).map((run) => run.sample());
    return now === undefined ? [] : [{ name, now, ...(before && { before }) }];
  });
}

/** The order of a round: everything once, what belongs together side by side, each time another first. */
export function inTurn<Item>(units: readonly (readonly Item[])[], round: number): Item[] {
  const first = round % Math.max(1, units.length);
  return [...units.slice(first), ...units.slice(0, first)]
    .flatMap((unit) => round % 2 === 0 ? unit : unit.toReversed());
}

/** Milliseconds of the fastest run. */
export function fastest({ times }: Sample): number {
  return Math.min(...present(times));
}

/** One command and what its runs gave so far. */
class Run {
  readonly #command: Command;
  readonly #place: Place;
  readonly #times: (number | undefined)[] = [];
  #isSlow = false;
  #peak: number | undefined;
  #printed = "";

  constructor(command: Command, place: Place) {
    this.#command = command;
    this.#place = place;
  }

  warmUp(measureMemory: boolean): void {
    const file = join(this.#place.directory, "peak");
    const before = performance.now();
    const stdout = this.#start(measureMemory ? [TIME, "-f", "%M", "-o", file] : [], "piped");
    this.#isSlow = performance.now() - before > SLOW.milliseconds;
    this.#printed = createHash("sha256").update(stdout).digest("hex");
    if (measureMemory) this.#peak = Number(Deno.readTextFileSync(file).trim()) / 1024;
  }

  time(round: number): void {
    if (this.#isSlow && round >= SLOW.rounds) return;
    const before = performance.now();
    this.#start([], "null");
    this.#times[round] = performance.now() - before;
  }

  sample(): Sample {
    return { times: this.#times, peak: this.#peak, printed: this.#printed };
  }

  #start(through: readonly string[], stdout: "null" | "piped"): Uint8Array {
    const { directory } = this.#place;
    const [program = "", ...args] = [...through, ...this.#command];
    const output = new Deno.Command(program, {
      args,
      cwd: directory,
      clearEnv: true,
      env: { HOME: directory, PATH: Deno.env.get("PATH") ?? "" },
      stdin: "null",
      stdout,
      stderr: "piped",
    }).outputSync();
    if (output.code === 0) return stdout === "null" ? new Uint8Array(0) : output.stdout;
    const reason = new TextDecoder().decode(output.stderr).trim();
    throw new Error(`Cannot time "${this.#command.join(" ")}": exit ${output.code}: ${reason}`);
  }
}

function isInstalled(program: string, name: string): boolean {
  try {
    new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync();
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.error(
      `${name}: ${program} is not installed, left out (Debian: apt-get install jq time)`,
    );
    return false;
  }
}
