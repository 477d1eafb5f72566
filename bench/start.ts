/**
 * Start-up of the executable beside a bare compiled Bun program and `jq -n 1` (DESIGN §13):
 * `deno task bench [RUNS]`.
 *
 * Whole processes are timed, one of each kind a round, so that whatever else the machine does falls on all
 * of them; the order turns with each round. What counts are the ratios within one run, not milliseconds.
 *
 * @module
 */

import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { BUN_VERSION, compileWithBun, installPackages } from "../scripts/bun.ts";

/** One kind of process and how long each of its runs took, in milliseconds. */
interface Contender {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly times: number[];
}

/** A session as a resume of an untouched configuration finds it. */
const SESSION = [
  '{"type":"session","version":3,"id":"s","timestamp":"2026-11-30T18:00:00.000Z","cwd":"/w"}',
  '{"type":"message","id":"a","parentId":null,"message":{"role":"system","mode":"append","content":[{"type":"text","text":"Be brief."}]}}',
  '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":[{"type":"text","text":"Hello"}]}}',
  "",
].join("\n");

function contenders(directory: string, panto: string, bare: string): Contender[] {
  const session = join(directory, "session.jsonl");
  Deno.writeTextFileSync(session, SESSION);
  const commands: [name: string, ...command: Contender["command"]][] = [
    ["true", "true"],
    ["bare Bun program", bare],
    ["panto --version", panto, "--version"],
    ["panto", panto],
    ["panto inspect SESSION", panto, "inspect", session],
    ["jq -n 1", "jq", "-n", "1"],
  ];
  return commands
    .map(([name, ...command]) => ({ name, command, times: [] }))
    .filter(({ name, command }) => isInstalled(name, command[0]));
}

function isInstalled(name: string, program: string): boolean {
  try {
    new Deno.Command(program, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync();
    return true;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    console.log(
      `${name}: ${program} is not installed, left out (Debian: apt-get install ${program})`,
    );
    return false;
  }
}

/** Runs a command once, in a home of its own, and returns the milliseconds. */
function time(command: Contender["command"], home: string): number {
  const [program, ...args] = command;
  const process = new Deno.Command(program, {
    args,
    cwd: home,
    clearEnv: true,
    env: { HOME: home, PATH: Deno.env.get("PATH") ?? "" },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  });
  const start = performance.now();
  const { code } = process.outputSync();
  const milliseconds = performance.now() - start;
  if (code !== 0) throw new Error(`Cannot time "${command.join(" ")}": exit ${code}`);
  return milliseconds;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

function table(all: readonly Contender[]): string {
  const of = (name: string) => {
    const found = all.find((contender) => contender.name === name);
    return found === undefined ? NaN : median(found.times);
  };
  const ratio = (value: number, to: number) => Number.isNaN(to) ? "-" : (value / to).toFixed(2);
  const rows = all.map(({ name, times }) => {
    const value = median(times);
    return [
      name,
      value.toFixed(1),
      Math.min(...times).toFixed(1),
      ratio(value, of("bare Bun program")),
      ratio(value, of("jq -n 1")),
    ];
  });
  const header = ["process", "median ms", "min ms", "× bare", "× jq"];
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0))
  );
  return [header, ...rows]
    .map((row) =>
      row.map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      }).join("  ")
    )
    .join("\n");
}

function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const cores = cpus();
  const model = cores[0]?.model.trim() ?? "unknown processor";
  return `${model}, ${cores.length} cores, ${gigabytes} GiB, ${Deno.build.target}, ` +
    `Deno ${Deno.version.deno}, Bun ${BUN_VERSION}`;
}

function main(argument: string): number {
  const runs = Number(argument);
  if (!Number.isInteger(runs) || runs < 1) {
    console.error("usage: deno task bench [RUNS]");
    return 2;
  }
  const root = fileURLToPath(new URL("..", import.meta.url));
  const directory = Deno.makeTempDirSync({ prefix: "panto-bench-" });
  try {
    const [panto, bare] = [join(directory, "panto"), join(directory, "bare")];
    installPackages(root);
    compileWithBun(root, "main.ts", panto);
    Deno.writeTextFileSync(join(directory, "bare.ts"), "export {};\n");
    compileWithBun(directory, "bare.ts", bare);
    const all = contenders(directory, panto, bare);
    for (let round = -3; round < runs; round++) {
      for (let index = 0; index < all.length; index++) {
        const contender = all[(index + round + 3) % all.length];
        if (contender === undefined) continue;
        const milliseconds = time(contender.command, directory);
        // The first rounds fill the page cache.
        if (round >= 0) contender.times.push(milliseconds);
      }
    }
    console.log(`${machine()}; ${runs} runs of each, interleaved\n\n${table(all)}`);
    return 0;
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

if (import.meta.main) Deno.exitCode = main(Deno.args[0] ?? "100");
