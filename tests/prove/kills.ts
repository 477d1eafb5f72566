/**
 * Promise 2: kill -9 at any moment loses nothing that was reported, and the next resume heals what is
 * left.
 *
 * @module
 */

import { existsSync, readFileSync, rmSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { naiveFile, naivePrompt } from "../support/naive_log.ts";
import { Sandbox, testedProgram } from "../support/sandbox.ts";
import { inTwoLanes, type Proof, randomNumbers, sized, type Tally } from "./promise.ts";

type Kind = "seed" | "reconcile" | "append";

interface Job {
  readonly kind: Kind;
  readonly big: boolean;
}

const JOBS: readonly Job[] = (["seed", "reconcile", "append"] as const)
  .flatMap((kind) => [{ kind, big: false }, { kind, big: true }]);

/** A log that has grown beyond this is begun anew. */
const MAX_LOG = 8_000_000;

/** The promise. */
export const kills: Proof = {
  name: "kills",
  promise: "kill -9 loses nothing that was reported, and heals",
  async prove(tally, options) {
    const random = randomNumbers(options.seed);
    using first = new Sandbox();
    using second = new Sandbox();
    const lanes = [new Victim(first), new Victim(second)] as const;
    const durations: number[] = [];
    for (const job of JOBS) durations.push(await lanes[0].duration(job));
    const wanted = sized(options, { full: 500, quick: 60, sources: 6 });
    const [a, b] = lanes;
    const killed = () => a.killed + b.killed;
    // A job that ends before its kill is a case too, and does not count as a kill.
    const most = wanted * ATTEMPTS_A_KILL;
    await inTwoLanes(most, async (index, lane) => {
      if (killed() >= wanted) return;
      const number = index % JOBS.length;
      const victim = lanes[lane === 0 ? 0 : 1];
      const delay = random() * (durations[number] ?? 20);
      const wasAtWork = await victim.kill(tally, JOBS[number] as Job, delay);
      // How long a job takes changes with what else the machine does; most are to be met at work.
      durations[number] = (durations[number] ?? 20) * (wasAtWork ? 1.02 : 0.92);
    });
    if (killed() < wanted) tally.count(`only ${killed()} of ${wanted} kills met a running process`);
    tally.note(
      `kills: ${killed()} ended the process, of these ${a.torn + b.torn} left a torn line ` +
        `and ${a.written + b.written} a changed file`,
    );
  },
};

/** How often a kill may come too late. */
const ATTEMPTS_A_KILL = 4;

/** A session whose writers are killed. */
class Victim {
  killed = 0;
  torn = 0;
  written = 0;
  readonly #box: Sandbox;
  readonly #acknowledged: string[] = [];
  #version = 0;

  constructor(box: Sandbox) {
    this.#box = box;
    box.layer("project/APPEND_SYSTEM.md", "rules\n");
    box.layer("project/SYSTEM.md", "version 0\n");
  }

  /** How long the job takes when nothing ends it, in milliseconds. */
  async duration(job: Job): Promise<number> {
    await this.#prepare(job);
    const start = performance.now();
    await this.#start(job, 60_000);
    const duration = performance.now() - start;
    this.#begin();
    return duration;
  }

  /** Starts a job, kills it, and looks at what is left; says whether it was still running. */
  async kill(tally: Tally, job: Job, delay: number): Promise<boolean> {
    if (this.#log().length > MAX_LOG) this.#begin();
    const wanted = await this.#prepare(job);
    const before = this.#log();
    const ended = await this.#start(job, delay);
    const log = this.#log();
    const broken: string[] = [];
    if (!log.startsWith(before)) broken.push("bytes that were there are gone");
    if (ended.signal === "SIGKILL") this.killed++;
    if (log !== before) this.written++;
    if (log !== "" && !log.endsWith("\n")) this.torn++;
    if (ended.reported && job.kind === "append") {
      this.#acknowledged.push(wanted);
      if (!naiveFile(log).said.includes(wanted)) {
        broken.push("a message that was reported is not there");
      }
    } else if (ended.reported && naivePrompt(log).texts[0] !== wanted) {
      broken.push("a prompt that was reported is not there");
    }
    if (!ended.reported && ended.signal === null) broken.push(`it failed: ${ended.err}`);
    broken.push(...await this.#heal(log));
    const name = `${job.kind}${job.big ? " 1 MB" : ""}, killed after ${delay.toFixed(1)} ms`;
    tally.count(broken.map((what) => `${name}: ${what}`));
    return ended.signal === "SIGKILL";
  }

  async #heal(left: string): Promise<string[]> {
    const broken: string[] = [];
    const healed = await this.#box.panto(["-q", "s.jsonl"]);
    const log = this.#log();
    const { said } = naiveFile(log);
    const wanted = [readFileSync(this.#box.layerPath("project/SYSTEM.md"), "utf8"), "rules\n"];
    if (healed.code !== 0) broken.push(`healing ends with ${healed.code}: ${healed.err}`);
    if (!log.startsWith(left)) broken.push("healing lost bytes");
    if (!isDeepStrictEqual(naivePrompt(log).texts, wanted)) {
      broken.push("the healed prompt is not the files'");
    }
    const lost = this.#acknowledged.filter((text) => !said.includes(text));
    if (lost.length > 0) broken.push(`${lost.length} reported messages are gone`);
    const again = await this.#box.panto(["-q", "s.jsonl"]);
    if (again.code !== 0 || this.#log() !== log) broken.push("the second resume was no no-op");
    return broken;
  }

  /** Brings files and session to where the job starts; returns the text it will record. */
  async #prepare({ kind, big }: Job): Promise<string> {
    const text = `version ${++this.#version} of ${Deno.pid}\n` + (big ? "x".repeat(1_000_000) : "");
    if (kind === "seed") this.#begin();
    if (kind !== "seed" && !existsSync(this.#box.path("s.jsonl"))) {
      await this.#box.panto(["-q", "s.jsonl"]);
    }
    if (kind === "append") {
      const message = { role: "user", content: [{ type: "text", text }] };
      this.#box.write("message.json", JSON.stringify(message));
    } else this.#box.layer("project/SYSTEM.md", text);
    return text;
  }

  async #start({ kind }: Job, delay: number): Promise<
    { readonly signal: string | null; readonly reported: boolean; readonly err: string }
  > {
    const args = kind === "append"
      ? ["append", "s.jsonl", "--message", "message.json"]
      : ["s.jsonl"];
    const [path, ...first] = testedProgram();
    const child = new Deno.Command(path, {
      args: [...first, ...args],
      cwd: this.#box.project,
      env: this.#box.env,
      clearEnv: true,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const timer = setTimeout(() => killIfAlive(child), delay);
    const { code, signal, stdout, stderr } = await child.output();
    clearTimeout(timer);
    const err = new TextDecoder().decode(stderr);
    const told = /^panto: .*(created|seeded|appended)/m.test(err);
    return { signal, err, reported: stdout.length > 0 || told || (code === 0 && signal === null) };
  }

  /** Begins a new session. */
  #begin(): void {
    rmSync(this.#box.path("s.jsonl"), { force: true });
    this.#acknowledged.length = 0;
  }

  #log(): string {
    const path = this.#box.path("s.jsonl");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }
}

function killIfAlive(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch (error) {
    // It was faster: then it has to have done its work.
    if (!(error instanceof TypeError)) throw error;
  }
}
