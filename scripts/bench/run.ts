/**
 * `deno task bench`: the goals of DESIGN §13 (speed and memory), measured on generated logs with the
 * executable as it is compiled. `--before FILE` runs an older executable beside it, on the same logs and
 * in the same rounds; `--bin FILE` takes one that is there; `--size` and `--only` restrict, `--quick`
 * takes the smallest logs and few rounds; `--keep DIR` lets the logs stay for the next run; `--write`
 * puts the result into docs/performance.md, followed by notes.md.
 *
 * @module
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { runCommand } from "../build/run_command.ts";
import { compileAll, type Executables } from "./executables.ts";
import { InputFiles } from "./input_files.ts";
import { SEED } from "./logs/write.ts";
import { type Command, type Contender, measure } from "./measure.ts";
import { type BenchOptions, readOptions, USAGE } from "./options.ts";
import { goalsText, machineText, type Section, sectionText } from "./report.ts";
import { type Process, type SectionPlan, sectionsOf } from "./sections.ts";

const QUICK_ROUNDS = 5;

async function main(args: readonly string[]): Promise<number> {
  const options = optionsOf(args);
  if (options === undefined) return 2;
  const plans = chosen(options);
  if (plans.length === 0) {
    console.error(`No section has "${options.only}" in its title:`);
    for (const { title } of sectionsOf(options.sizes)) console.error(`  ${title}`);
    return 2;
  }
  const directory = Deno.makeTempDirSync({ prefix: "panto-bench-" });
  const remove = () => rmSync(directory, { recursive: true, force: true });
  // Gigabytes would stay.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    Deno.addSignalListener(signal, () => {
      remove();
      Deno.exit(130);
    });
  }
  try {
    await bench(directory, plans, options);
    return 0;
  } finally {
    remove();
  }
}

function optionsOf(args: readonly string[]): BenchOptions | undefined {
  try {
    return readOptions(args);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    console.error(`${error.message}\n${USAGE}`);
    return undefined;
  }
}

async function bench(
  directory: string,
  plans: readonly SectionPlan[],
  options: BenchOptions,
): Promise<void> {
  // A resume then finds what the logs record.
  Deno.mkdirSync(join(directory, ".panto"));
  Deno.writeTextFileSync(join(directory, ".panto", "SYSTEM.md"), SEED);
  const executables = compileAll(directory, options);
  const inputs = new InputFiles(directory, options.keep);
  const intro = machineText(settingOf(executables));
  console.log(`${intro}\n`);
  const sections: Section[] = [];
  for (const plan of plans) {
    const measurements = await inputs.use(plan.inputs, (paths) =>
      measure(
        plan.processes.map((process) => contenderOf(process, executables, paths)),
        { directory, rounds: plan.rounds },
      ));
    const section = { plan, measurements, load: Deno.loadavg()[0] ?? NaN };
    sections.push(section);
    console.log(sectionText(section));
  }
  console.log(goalsText(sections));
  if (options.write) writePage(intro, sections);
}

function settingOf({ panto, before }: Executables): { version: string; before?: string } {
  const version = (path: string) => runCommand([path, "--version"]).stdout.trim();
  return { version: version(panto), ...(before !== undefined && { before: version(before) }) };
}

function chosen({ sizes, only, quick }: BenchOptions): SectionPlan[] {
  return sectionsOf(sizes)
    .filter(({ title }) => title.toLowerCase().includes(only))
    .map((plan) => quick ? { ...plan, rounds: QUICK_ROUNDS } : plan);
}

function contenderOf(
  { name, program, args, input = "" }: Process,
  executables: Executables,
  paths: ReadonlyMap<string, string>,
): Contender {
  const words = args.map((arg) => arg === "$" ? paths.get(input) ?? "" : arg);
  const command = (path: string): Command => [path, ...words];
  switch (program) {
    case "panto": {
      const { panto, before } = executables;
      return { name, command: command(panto), ...(before && { before: command(before) }) };
    }
    case "bare":
    case "parse_and_print":
      return { name, command: command(executables[program]) };
    default:
      return { name, command: command(program) };
  }
}

function writePage(intro: string, sections: readonly Section[]): void {
  const parts = [
    `# Performance\n\nWritten by \`deno task bench --write\` on ` +
    `${new Date().toISOString().slice(0, 10)}; do not edit.\n\n${intro}\n`,
    goalsText(sections),
    ...sections.map(sectionText),
    Deno.readTextFileSync(new URL("notes.md", import.meta.url)),
  ];
  const page = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));
  Deno.writeTextFileSync(page, parts.join("\n").replace(/\n{3,}/g, "\n\n"));
}

if (import.meta.main) Deno.exitCode = await main(Deno.args);
