/**
 * Projects in which another process exchanges a file or a directory for a link, as fast as it can, while
 * they are read: what is exchanged, who exchanges it, and what reading came to.
 *
 * @module
 */

import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { ConfigError } from "../../lib/errors.ts";
import { readInstructions } from "../../lib/live/io/find_instructions.ts";
import type { Telling } from "../../lib/prompt_files/io/open_found.ts";
import { readLayeredPrompt } from "../../lib/prompt_files/io/read.ts";
import { readPromptFile } from "../../lib/prompt_files/io/read_file.ts";

/** What is exchanged for a link that leads out of the project. */
export const EXCHANGES = ["SYSTEM.md", ".panto", "AGENTS.md", "above", "cwd"] as const;
/** One of them. */
export type Exchange = (typeof EXCHANGES)[number];

/** What no reading may give. */
export const SECRET = "SECRET";
const INSIDE = "inside";

/** Whether there is someone to exchange. */
export const canExchange: boolean = process.platform === "linux" &&
  spawnSync("python3", ["--version"]).status === 0;

/** What a number of readings came to. */
export interface Readings {
  /** The project's own text. */
  inside: number;
  /** Errors and warnings that say why there is none. */
  refused: number;
  /** Neither, such as the built-in prompt where the file was not there. */
  other: number;
  /** The text from outside. */
  leaked: number;
}

/** A project and a place outside it. */
export interface ExchangedTree {
  /** The working directory, below the project. */
  readonly cwd: string;
  readonly project: string;
  /** The file that would be read. */
  readonly file: string;
  /** The two paths to exchange. */
  readonly pair: readonly [string, string];
}

/** Makes the tree in an empty directory with a real path. */
export function exchangedTree(root: string, exchange: Exchange): ExchangedTree {
  const project = join(root, "project");
  const cwd = join(project, "sub");
  const outside = join(root, "outside");
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${text}\n`);
  };
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(root, "home"));
  const name = exchange === "AGENTS.md" ? "AGENTS.md" : join(".panto", "SYSTEM.md");
  const file = join(cwd, name);
  if (exchange === "cwd") {
    // Who takes the directory outside for the working directory may read a prompt file there, and no more.
    write(join(outside, "secret"), SECRET);
    write(join(outside, name), "elsewhere");
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(join(outside, "secret"), file);
  } else {
    write(file, INSIDE);
    write(join(outside, name), SECRET);
  }
  const exchanged = {
    "SYSTEM.md": name,
    ".panto": ".panto",
    "AGENTS.md": name,
    above: "",
    cwd: "",
  }[exchange];
  const one = join(cwd, exchanged);
  const other = `${one}-link`;
  symlinkSync(join(outside, exchanged), other);
  return { cwd, project, file, pair: [one, other] };
}

/** Reads as the program does, or the one file in the way that is named. */
export function readExchanged(
  tree: ExchangedTree,
  exchange: Exchange,
  count: number,
  telling?: Telling,
): Readings {
  const readings = { inside: 0, refused: 0, other: 0, leaked: 0 };
  for (let left = count; left > 0; left--) {
    const text = telling === undefined
      ? readWhole(tree, exchange)
      : readAlone(tree.file, tree.project, telling);
    if (text === undefined) readings.refused++;
    else if (text.includes(SECRET)) readings.leaked++;
    else if (text.includes(INSIDE)) readings.inside++;
    else readings.other++;
  }
  return readings;
}

function readAlone(file: string, inside: string, telling: Telling): string | undefined {
  const read = readPromptFile(file, { inside, telling, isPatient: false });
  return read.type === "text" ? read.text : read.type === "absent" ? "" : undefined;
}

function readWhole({ cwd, project }: ExchangedTree, exchange: Exchange): string | undefined {
  const cwdIsReal = exchange !== "cwd";
  const sources = { cwd, cwdIsReal, env: { HOME: join(dirname(project), "home") } };
  if (exchange === "AGENTS.md") {
    const { instructions, warnings } = readInstructions(sources);
    return instructions?.text ?? (warnings.length > 0 ? undefined : "");
  }
  try {
    const { blocks } = readLayeredPrompt({ ...sources, defaultSeed: "" });
    return blocks.map((block) => "text" in block ? block.text : "").join();
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

// It ends by itself when nobody is there to end it.
const EXCHANGER = `
import ctypes, os, random, sys, time
libc = ctypes.CDLL(None, use_errno=True)
one, other, rest, parent = os.fsencode(sys.argv[1]), os.fsencode(sys.argv[2]), float(sys.argv[3]), os.getppid()
print("ready", flush=True)
while os.getppid() == parent:
    for _ in range(random.randrange(1, 3000)):
        if libc.renameat2(-100, one, -100, other, 2) != 0:
            sys.exit(os.strerror(ctypes.get_errno()))
    if rest > 0:
        time.sleep(rest)
`;

/**
 * Runs a piece of work while the two paths of a tree are exchanged, with rests of so many seconds; it fails
 * when they no longer are.
 */
export async function whileExchanged<Result>(
  { pair }: ExchangedTree,
  rest: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const child = spawn("python3", ["-c", EXCHANGER, ...pair, String(rest)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<string>((resolve) =>
    child.on("exit", (code, signal) => resolve(`${code} ${signal}`))
  );
  let result: Result;
  try {
    await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), ended]);
    result = await work();
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
  const how = await ended;
  if (how !== "null SIGKILL") throw new Error(`nobody exchanged ${pair.join(" and ")}: ${how}`);
  return result;
}
