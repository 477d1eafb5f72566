/**
 * Promise 14: no text from outside the project is read, whatever another process exchanges for a link in
 * the meantime: a prompt file, `.panto`, AGENTS.md, a directory above.
 *
 * Twenty thousand readings of each in one process, under each runtime, and as many in the way that asks
 * nothing of the open descriptor; then the program itself. A part of the exchanges rests now and then, so
 * that readings succeed too.
 *
 * @module
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "../../scripts/build/run_command.ts";
import {
  canExchange,
  type Exchange,
  exchangedTree,
  EXCHANGES,
  readExchanged,
  type Readings,
  SECRET,
  whileExchanged,
} from "../support/exchanged.ts";
import { Sandbox } from "../support/sandbox.ts";
import { TemporaryDirectory } from "../support/temporary_directory.ts";
import { type Proof, sized, type Tally } from "./promise.ts";

/** The promise. */
export const races: Proof = {
  name: "races",
  promise: "no text from outside the project is read, whatever is exchanged",
  async prove(tally, options) {
    if (!canExchange) return tally.note("races needs Linux and python3: nothing was tried");
    for (const exchange of EXCHANGES) {
      for (const way of options.quick ? [] : waysOf(tally)) await readApart(tally, exchange, way);
      if (options.quick) await readHere(tally, exchange);
      await runProgram(tally, exchange, sized(options, { full: 100, quick: 10, sources: 2 }));
    }
  },
};

const READINGS = 20_000;

/** A runtime, and what it goes by. */
interface Way {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly telling?: "trail";
  /** @default READINGS */
  readonly count?: number;
  /** Seconds between the exchanges, long enough for readings that succeed. */
  readonly rest: number;
}

const SCRIPT = fileURLToPath(new URL("../support/exchanged_process.ts", import.meta.url));
const CONFIG = fileURLToPath(new URL("../../deno.json", import.meta.url));

function waysOf(tally: Tally): Way[] {
  const start = [Deno.execPath(), "run", "--no-check", "--no-prompt", "--config", CONFIG] as const;
  const few = ["--allow-read", "--allow-env", "--allow-sys=uid", "--allow-run=python3"];
  const ways: Way[] = [
    { name: "Deno", command: [...start, "--allow-all", SCRIPT], rest: 0.01 },
    // Deno tells the time of a change in seconds.
    {
      name: "Deno by the trail",
      command: [...start, "--allow-all", SCRIPT],
      telling: "trail",
      rest: 1.5,
    },
    // What it may not ask of the descriptor, it goes by the trail for, and waits.
    {
      name: "Deno with few permissions",
      command: [...start, ...few, SCRIPT],
      count: 10,
      rest: 1.5,
    },
  ];
  if (runCommand(["bun", "--version"]).code === 0) {
    ways.push(
      { name: "Bun", command: ["bun", SCRIPT], rest: 0.01 },
      { name: "Bun by the trail", command: ["bun", SCRIPT], telling: "trail", rest: 0.04 },
    );
  } else tally.note("bun is not installed: races were tried under Deno alone");
  return ways;
}

async function readApart(tally: Tally, exchange: Exchange, way: Way): Promise<void> {
  for (const rest of [0, way.rest]) {
    using directory = new TemporaryDirectory();
    const tree = exchangedTree(directory.path, exchange);
    const words = [
      directory.path,
      exchange,
      String((way.count ?? READINGS) / 2),
      way.telling ?? "",
    ];
    const { code, stdout, stderr } = await whileExchanged(
      tree,
      rest,
      () => runCommand([...way.command, ...words]),
    );
    if (code === 0) count(tally, `${exchange}, ${way.name}`, JSON.parse(stdout));
    else tally.count(`${exchange}, ${way.name}: exit ${code}: ${stderr}`);
  }
}

async function readHere(tally: Tally, exchange: Exchange): Promise<void> {
  using directory = new TemporaryDirectory();
  const tree = exchangedTree(directory.path, exchange);
  await whileExchanged(tree, 0.01, () => {
    count(tally, exchange, readExchanged(tree, exchange, 200));
    count(tally, `${exchange} by the trail`, readExchanged(tree, exchange, 100, "trail"));
  });
}

/** One note adds up what came of the same readings. */
function count(tally: Tally, name: string, readings: Readings): void {
  const { inside, refused, other, leaked } = readings;
  for (let left = inside + refused + other; left > 0; left--) tally.count();
  for (let left = leaked; left > 0; left--) tally.count(`${name}: text from outside`);
  tally.note(`${name}: ${inside} read, ${refused} refused, ${other} without, ${leaked} leaked`);
}

/** A shell stands in the directory from the start, so that the program works in the one that is meant. */
async function runProgram(tally: Tally, exchange: Exchange, runs: number): Promise<void> {
  using sandbox = new Sandbox();
  const root = join(sandbox.root, "exchanged");
  Deno.mkdirSync(root);
  const tree = exchangedTree(root, exchange === "cwd" ? "above" : exchange);
  const command = exchange === "AGENTS.md" ? "panto assemble" : "panto";
  const script = `cd '${tree.cwd}' && echo ready && read go && for n in $(seq ${runs}); do ` +
    `${command} 2>&1; echo "$?"; done`;
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", script],
    env: sandbox.env,
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const outputs = child.stdout.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  await outputs.next();
  const text = await whileExchanged(tree, 0.01, async () => {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode("go\n"));
    await writer.close();
    let all = "";
    for (let part = await outputs.next(); !part.done; part = await outputs.next()) {
      all += part.value;
    }
    return all;
  });
  await child.status;
  const ends = text.split("\n").filter((line) => /^\d+$/.test(line));
  const leaks = text.split("\n").filter((line) => line.includes(SECRET));
  for (const end of ends) {
    tally.count(end === "0" || end === "4" ? [] : `${exchange}, the program: exit ${end}: ${text}`);
  }
  for (const line of leaks) tally.count(`${exchange}, the program: ${line}`);
  if (ends.length !== runs) {
    tally.count(`${exchange}: ${ends.length} of ${runs} runs ended: ${text}`);
  }
  const read = text.split("\n").filter((line) => line === "inside").length;
  tally.note(`${exchange}, the program: ${runs} runs, ${read} read, ${leaks.length} leaked`);
}
