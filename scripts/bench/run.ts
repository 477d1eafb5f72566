/**
 * `deno task bench [--quick] [--write]`: the figures of DESIGN §13, measured on generated logs with the
 * executable as it is compiled. `--quick` takes inputs of a sixteenth and under a minute; `--write` puts
 * the result into docs/performance.md, followed by notes.md.
 *
 * @module
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { compileWithBun, installPackages } from "../build/bun.ts";
import { runCommand } from "../build/run_command.ts";
import { writeLog, writeLongLine } from "./inputs.ts";
import { type Contender, measure, type Place } from "./measure.ts";
import { machineText, type Section, sectionText } from "./report.ts";

const GIBIBYTE = 2 ** 30;
const ROUNDS = 5;
const START_ROUNDS = 40;
const JQ_FILTER = 'select(.message.role=="system")|.message.content';

/** What a section needs. */
interface Bench extends Place {
  readonly panto: string;
  readonly bare: string;
  readonly parseAndPrint: string;
  /** Part of the full size. */
  readonly scale: number;
}

function program(root: string, directory: string, name: string): string {
  const output = join(directory, name);
  compileWithBun(root, join("bench", `${name}.ts`), output);
  return output;
}

function prepare(scale: number): Bench {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const directory = Deno.makeTempDirSync({ prefix: "panto-bench-" });
  installPackages(root);
  compileWithBun(root, "main.ts", join(directory, "panto"));
  Deno.writeTextFileSync(join(directory, "bare.ts"), "export {};\n");
  compileWithBun(directory, "bare.ts", join(directory, "bare"));
  Deno.mkdirSync(join(directory, ".panto"));
  Deno.writeTextFileSync(join(directory, ".panto", "SYSTEM.md"), "Be brief.");
  return {
    directory,
    rounds: ROUNDS,
    scale,
    panto: join(directory, "panto"),
    bare: join(directory, "bare"),
    parseAndPrint: program(root, directory, "parse_and_print"),
  };
}

/** Two runs of one command differ by as much. */
const NOISE = 1.1;

function asFastAsInspect(
  name: string,
  command: Contender["command"],
  most: number = NOISE,
): Contender {
  return { name, command, reference: "panto inspect", goal: { most } };
}

/** Measures on a file that is gone afterwards. */
function onFile(
  bench: Bench,
  make: (path: string) => void,
  contenders: (path: string) => Contender[],
) {
  const path = join(bench.directory, "session.jsonl");
  make(path);
  try {
    // On small inputs start-up outweighs everything else.
    const withGoals = bench.scale === 1;
    return measure(
      contenders(path).map((one) => withGoals ? one : { ...one, goal: undefined }),
      bench,
    );
  } finally {
    Deno.removeSync(path);
  }
}

function startUp(bench: Bench): Section {
  const { panto, bare } = bench;
  const measurements = onFile(
    { ...bench, rounds: START_ROUNDS, scale: 1 },
    (path) => writeLog(path, { bytes: 10_000, lines: "short", parents: true }),
    (path) => [
      { name: "bare Bun program", command: [bare] },
      { name: "panto --version", command: [panto, "--version"], goal: { most: 3 } },
      { name: "panto inspect SESSION", command: [panto, "inspect", path], goal: { most: 3 } },
      { name: "panto SESSION", command: [panto, path] },
      {
        name: "jq -n 1",
        command: ["jq", "-n", "1"],
        reference: "panto inspect SESSION",
        goal: { least: 1 },
      },
    ],
  );
  return { title: "Start-up", text: `${START_ROUNDS} rounds.`, measurements };
}

function largeLog(bench: Bench, parents: boolean): Section {
  const { panto } = bench;
  let messages = 0;
  const measurements = onFile(
    bench,
    (path) => {
      messages = writeLog(path, { bytes: GIBIBYTE * bench.scale, lines: "session", parents });
    },
    (path) => [
      { name: "cat", command: ["cat", path] },
      { name: "wc -l", command: ["wc", "-l", path] },
      { name: "rg -c", command: ["rg", "-c", '"role":"system"', path] },
      { name: "panto inspect", command: [panto, "inspect", path], goal: { most: 2 } },
      asFastAsInspect("panto SESSION", [panto, path]),
      ...["1000", "-1"].map((at) =>
        // Without parents it stops there: far from the end that is a small part of the work.
        asFastAsInspect(
          `panto inspect --at ${at}`,
          [panto, "inspect", path, "--at", at],
          at === "1000" && !parents ? 0.5 : undefined,
        )
      ),
      { name: "panto inspect --json", command: [panto, "inspect", path, "--json"] },
      { name: "panto log", command: [panto, "log", path], goal: { most: 3 } },
      {
        name: "jq -c",
        command: ["jq", "-c", JQ_FILTER, path],
        isSlow: true,
        reference: "panto inspect",
        goal: { least: 50 },
      },
    ],
  );
  return {
    title: `A long log, entries ${parents ? "with" : "without"} parentId`,
    text: `${mebibytes(GIBIBYTE * bench.scale)}, ${messages} messages, never re-seeded. ` +
      "`panto SESSION` is a resume with nothing to do.",
    measurements,
  };
}

function shortLines(bench: Bench): Section {
  const bytes = GIBIBYTE / 4 * bench.scale;
  let messages = 0;
  const measurements = onFile(
    bench,
    (path) => {
      messages = writeLog(path, { bytes, lines: "short", parents: true });
    },
    (path) => [
      { name: "cat", command: ["cat", path] },
      { name: "wc -l", command: ["wc", "-l", path] },
      { name: "panto inspect", command: [bench.panto, "inspect", path], goal: { most: 5 } },
      asFastAsInspect("panto SESSION", [bench.panto, path]),
      { name: "panto log", command: [bench.panto, "log", path] },
    ],
  );
  return { title: "Short lines", text: `${mebibytes(bytes)}, ${messages} messages.`, measurements };
}

function reseeded(bench: Bench): Section {
  const { panto } = bench;
  const measurements = onFile(
    bench,
    (path) =>
      writeLog(path, {
        bytes: GIBIBYTE * bench.scale,
        lines: "session",
        parents: true,
        replaceAt: 1 - 1 / 4096,
      }),
    (path) => [
      { name: "panto --version", command: [panto, "--version"] },
      { name: "panto inspect", command: [panto, "inspect", path] },
      { name: "panto SESSION", command: [panto, path] },
    ],
  );
  const [start, inspect] = measurements;
  const over = (inspect?.median ?? NaN) - (start?.median ?? NaN);
  return {
    title: "A re-seeded log",
    text: `${mebibytes(GIBIBYTE * bench.scale)}, its last \`replace\` 1/4096 before the end. ` +
      `\`inspect\` takes ${over.toFixed(1)} ms over start-up (goal: ≤ 40, ${
        over <= 40 ? "met" : "**missed**"
      }).`,
    measurements,
  };
}

function manyEntries(bench: Bench): Section {
  const { panto } = bench;
  const bytes = 17_930_000;
  let messages = 0;
  const measurements = onFile(
    bench,
    (path) => {
      messages = writeLog(path, { bytes, lines: "short", parents: true });
    },
    (path) => [
      { name: "cat", command: ["cat", path] },
      { name: "panto inspect", command: [panto, "inspect", path] },
      { name: "panto SESSION", command: [panto, path] },
      { name: "panto log", command: [panto, "log", path] },
    ],
  );
  return { title: "Many entries", text: `${messages} messages.`, measurements };
}

function providers(bench: Bench): Section {
  const bytes = 1e8 * bench.scale;
  const { panto, parseAndPrint } = bench;
  const measurements = onFile(
    bench,
    (path) => writeLog(path, { bytes, lines: "session", parents: true }),
    (path) => [
      { name: "parse and print", command: [parseAndPrint, path] },
      ...["anthropic", "openai"].map((format): Contender => ({
        name: `panto inspect -f ${format}`,
        command: [panto, "inspect", "-f", format, path],
        goal: { most: 2.5 },
      })),
    ],
  );
  return {
    title: "Provider JSON",
    text: `${
      mebibytes(bytes)
    }. \`parse and print\` is scripts/bench/parse_and_print.ts, compiled alike.`,
    measurements,
  };
}

function longLine(bench: Bench): Section {
  const bytes = 3e8 * bench.scale;
  const measurements = onFile(bench, (path) => writeLongLine(path, bytes), (path) => [
    { name: "cat", command: ["cat", path] },
    { name: "panto inspect", command: [bench.panto, "inspect", path] },
  ]);
  return {
    title: "One long line",
    text: `A message of ${mebibytes(bytes)}.`,
    measurements,
    isHuge: true,
  };
}

function growth(bench: Bench): Section[] {
  const sections = GROWTH.map((part): Section => {
    const bytes = GIBIBYTE * bench.scale * part;
    const measurements = onFile(
      bench,
      (path) => writeLog(path, { bytes, lines: "session", parents: true }),
      (path) => [
        { name: "cat", command: ["cat", path] },
        { name: "panto inspect", command: [bench.panto, "inspect", path] },
        {
          name: "panto inspect --at 100",
          command: [bench.panto, "inspect", path, "--at", "100"],
        },
        { name: "panto log", command: [bench.panto, "log", path] },
      ],
    );
    return { title: `Growth: ${mebibytes(bytes)}`, text: "", measurements };
  });
  return sections.map((section, index) =>
    index < 2 ? section : { ...section, text: growthText(sections) }
  );
}

const GROWTH = [1 / 16, 1 / 4, 1] as const;

/** The time of each further byte, between the second size and the third against between the first two. */
function growthText(sections: readonly Section[]): string {
  const [small, middle, large] = sections.map(({ measurements }) => measurements);
  const [first, second, third] = GROWTH;
  const parts = (small ?? []).map(({ name, median }, index) => {
    const [between, later] = [middle?.[index]?.median ?? NaN, large?.[index]?.median ?? NaN];
    const slope = (later - between) / (third - second) / ((between - median) / (second - first));
    return `\`${name}\` ${slope.toFixed(2)}`;
  });
  return `A further byte costs here, against one between the two smaller logs: ${
    parts.join(", ")
  } ` +
    "(1 is linear).";
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}

function main(args: readonly string[]): number {
  if (args.some((arg) => arg !== "--quick" && arg !== "--write")) {
    console.error("usage: deno task bench [--quick] [--write]");
    return 2;
  }
  const bench = prepare(args.includes("--quick") ? 1 / 16 : 1);
  try {
    const version = runCommand([bench.panto, "--version"]).stdout.trim();
    const parts = [
      `# Performance\n\nWritten by \`deno task bench --write\` on ` +
      `${new Date().toISOString().slice(0, 10)}; do not edit.${
        bench.scale === 1 ? "" : " Small inputs: start-up weighs too much for the goals."
      }\n\n${machineText(ROUNDS, version)}\n`,
    ];
    const steps: (() => Section | Section[])[] = [
      () => startUp(bench),
      () => largeLog(bench, true),
      () => largeLog(bench, false),
      () => shortLines(bench),
      () => reseeded(bench),
      () => manyEntries(bench),
      () => providers(bench),
      () => longLine(bench),
      () => growth(bench),
    ];
    console.log(parts[0]);
    for (const step of steps) {
      for (const section of [step()].flat()) {
        parts.push(sectionText(section));
        console.log(parts.at(-1));
      }
    }
    if (args.includes("--write")) {
      parts.push(Deno.readTextFileSync(new URL("notes.md", import.meta.url)));
      const page = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));
      Deno.writeTextFileSync(page, parts.join("\n").replace(/\n{3,}/g, "\n\n"));
    }
    return 0;
  } finally {
    Deno.removeSync(bench.directory, { recursive: true });
  }
}

if (import.meta.main) Deno.exitCode = main(Deno.args);
