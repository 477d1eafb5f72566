/**
 * What is measured, as data: for every size the logs, the commands that meet them, and the goals.
 *
 * A goal stands in the section that has both sides of its comparison, since ratios count only within one
 * interleaved run. Ratios to `cat` are aimed at for the largest size alone: on a small log start-up
 * outweighs everything else.
 *
 * @module
 */

import type { Goal } from "./goals.ts";
import type { Links } from "./logs/lines.ts";
import type { LogShape } from "./logs/write.ts";
import type { Size } from "./options.ts";

/** A log: generated lines, or one line of about so many bytes. */
export type Input = LogShape | { readonly longLine: number };

/** A command that meets a log. */
export interface Process {
  readonly name: string;
  /** What is run: something on PATH, or one of the executables that the benchmark compiles. */
  readonly program: "panto" | "bare" | "parse_and_print" | "cat" | "wc" | "jq";
  /** `$` stands for the log. */
  readonly args: readonly string[];
  /** The name of the log. */
  readonly input?: string;
}

/** What is measured against each other, in one interleaved run. */
export interface SectionPlan {
  readonly title: string;
  readonly text: string;
  readonly inputs: Readonly<Record<string, Input>>;
  /** The first one is what the others are compared with in the table. */
  readonly processes: readonly Process[];
  readonly goals: readonly Goal[];
  readonly rounds: number;
}

const MEBIBYTE = 2 ** 20;
const MEMORY: Goal = { type: "memory", mebibytes: 64 };
const JQ_FILTER = 'select(.message.role=="system")|.message.content';
const ROUNDS: Readonly<Record<Size, number>> = { 8: 20, 64: 10, 1024: 5 };

/** All sections: start-up, then those of each size. */
export function sectionsOf(sizes: readonly Size[]): SectionPlan[] {
  return [startUp(), ...sizes.flatMap(sectionsOfSize)];
}

function sectionsOfSize(size: Size): SectionPlan[] {
  const sections = [
    plainLog(size, "chained", "with parents"),
    plainLog(size, "unlinked", "without parents"),
    plainLog(size, "bare", "bare chat lines"),
    branched(size),
    reseeded(size),
    shortLines(size),
    providers(size),
    ...(size === 1024 ? [longLine()] : []),
  ];
  return sections.map((section): SectionPlan => ({
    ...section,
    goals: size === 8 ? [...section.goals, { type: "not slower" }] : section.goals,
    rounds: ROUNDS[size],
  }));
}

type Unrounded = Omit<SectionPlan, "rounds">;

/** `flags` are the arguments behind the log. */
function panto(words: string, input: string, ...flags: string[]): Process {
  const args = [...words.split(" ").filter((word) => word !== ""), "$", ...flags];
  return {
    name: `panto ${[...args].join(" ").replace("$", input)}`,
    program: "panto",
    args,
    input,
  };
}

/** `cat` of the first log. */
function cat(input: string): Process {
  return { name: "cat", program: "cat", args: ["$"], input };
}

function session(size: number, style: Partial<LogShape>): LogShape {
  const plain = { messages: "session", links: "chained", spelling: "compact" } as const;
  return { ...plain, bytes: size * MEBIBYTE, ...style };
}

/** The goals that hold for a large log only. */
function whenLarge(size: Size, goals: readonly Goal[]): readonly Goal[] {
  return size === 1024 ? goals : [];
}

function most(who: string, factor: number, of: string): Goal {
  return { type: "most", who, factor, of };
}

function startUp(): SectionPlan {
  return {
    title: "Start-up",
    text: "A session of 10 KB.",
    inputs: { SESSION: session(10_000 / MEBIBYTE, { messages: "short" }) },
    processes: [
      { name: "bare Bun program", program: "bare", args: [] },
      { name: "panto --version", program: "panto", args: ["--version"] },
      panto("inspect", "SESSION"),
      panto("", "SESSION"),
      { name: "jq -n 1", program: "jq", args: ["-n", "1"] },
    ],
    goals: [
      most("panto --version", 3, "bare Bun program"),
      most("panto inspect SESSION", 3, "bare Bun program"),
      most("panto inspect SESSION", 1, "jq -n 1"),
      MEMORY,
    ],
    rounds: 40,
  };
}

/** A log that was never re-seeded, in both spellings, and every way to read it. */
function plainLog(size: Size, links: Links, how: string): Unrounded {
  // A message takes 4.5 KB.
  const middle = String(Math.floor(size * MEBIBYTE / 9000));
  const positions = ["10", middle, "-1"];
  const spellings = ["compact", "spaced"];
  // Its filter is one for messages in an envelope.
  const jq: readonly Process[] = size === 1024 && links !== "bare"
    ? [{ name: "jq -c", program: "jq", args: ["-c", JQ_FILTER, "$"], input: "compact" }]
    : [];
  return {
    title: `${size} MiB, ${how}`,
    text: `Never re-seeded. \`panto compact\` is a resume with nothing to do.`,
    inputs: {
      compact: session(size, { links }),
      spaced: session(size, { links, spelling: "spaced" }),
    },
    processes: [
      cat("compact"),
      { name: "wc -l", program: "wc", args: ["-l", "$"], input: "compact" },
      ...spellings.map((input) => panto("inspect", input)),
      ...spellings.map((input) => panto("", input)),
      ...spellings.flatMap((input) => positions.map((at) => panto("inspect", input, "--at", at))),
      ...spellings.map((input) => panto("inspect", input, "--json")),
      ...spellings.map((input) => panto("log", input)),
      ...jq,
    ],
    goals: [
      ...whenLarge(size, [
        ...spellings.map((input) => most(`panto inspect ${input}`, 1.5, "cat")),
        most("panto inspect spaced", 1.2, "panto inspect compact"),
        ...spellings.map((input) => most(`panto log ${input}`, 3.5, "cat")),
        ...jq.map(({ name }): Goal => ({
          type: "faster",
          who: "panto inspect compact",
          of: name,
          factor: 25,
        })),
      ]),
      MEMORY,
    ],
  };
}

function branched(size: Size): Unrounded {
  const inputs = {
    unbranched: session(size, {}),
    branched: session(size, { links: "branched" }),
    "two-writers": session(size, { links: "two-writers" }),
  };
  const names = Object.keys(inputs);
  const commands = ["inspect", "log"];
  return {
    title: `${size} MiB, branches`,
    text:
      "`branched`: every thousandth entry hangs on one 3 to 20 entries earlier. `two-writers`: " +
      "each entry hangs on the last but one.",
    inputs,
    processes: [
      cat("unbranched"),
      ...commands.flatMap((command) => names.map((input) => panto(command, input))),
      panto("inspect", "branched", "--at", "-1"),
    ],
    goals: [
      ...commands.flatMap((command) =>
        ["branched", "two-writers"].map((input) =>
          most(`panto ${command} ${input}`, 2, `panto ${command} unbranched`)
        )
      ),
      MEMORY,
    ],
  };
}

function reseeded(size: Size): Unrounded {
  // A quarter of a mebibyte before the end of the largest log.
  const replaceAt = 1 - 1 / 4096;
  const inputs = {
    compact: session(size, { replaceAt }),
    spaced: session(size, { replaceAt, spelling: "spaced" }),
    unlinked: session(size, { replaceAt, links: "unlinked" }),
    branched: session(size, { replaceAt, links: "branched" }),
  };
  const names = Object.keys(inputs);
  const processes = [
    ...names.map((input) => panto("inspect", input)),
    ...names.map((input) => panto("", input)),
  ];
  return {
    title: `${size} MiB, re-seeded`,
    text:
      "The last `replace` stands 1/4096 before the end; it names its source, as a resume writes it.",
    inputs,
    processes: [
      { name: "panto --version", program: "panto", args: ["--version"] },
      ...processes,
    ],
    goals: [
      ...processes.map(({ name }): Goal => ({
        type: "over",
        who: name,
        of: "panto --version",
        milliseconds: 10,
      })),
      MEMORY,
    ],
  };
}

function shortLines(size: Size): Unrounded {
  return {
    title: `${size / 4} MiB of short lines`,
    text: "Messages of a few words, 170 bytes a line.",
    inputs: { short: session(size / 4, { messages: "short" }) },
    processes: [cat("short"), panto("inspect", "short"), panto("", "short"), panto("log", "short")],
    goals: [...whenLarge(size, [most("panto inspect short", 5.5, "cat")]), MEMORY],
  };
}

function providers(size: Size): Unrounded {
  const formats = ["anthropic", "openai"];
  const processes = formats.map((format) => panto("inspect", "log", "-f", format));
  return {
    title: `${size / 8} MiB, provider JSON`,
    text: "`parse and print` is scripts/bench/parse_and_print.ts, compiled alike.",
    inputs: { log: session(size / 8, {}) },
    processes: [
      { name: "parse and print", program: "parse_and_print", args: ["$"], input: "log" },
      ...processes,
    ],
    goals: [
      ...whenLarge(size, processes.map(({ name }) => most(name, 2.5, "parse and print"))),
      { type: "memory", mebibytes: 96 },
    ],
  };
}

/** One line alone takes more memory than is aimed at. */
function longLine(): Unrounded {
  return {
    title: "One long line",
    text: "A message of 286 MiB.",
    inputs: { line: { longLine: 3e8 } },
    processes: [cat("line"), panto("inspect", "line")],
    goals: [],
  };
}
