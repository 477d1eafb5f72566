/**
 * Plants faults in a copy of the tree, one at a time, and sees that a proof catches each:
 * `deno task mutate`. `--only TEXT` takes the faults whose name holds the text.
 *
 * A proof that never fails shows nothing. The faults stand in scripts/mutate/faults.ts, each with the
 * proof that must catch it; before any is planted, these proofs must hold on the unchanged copy.
 *
 * @module
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { escapeLine, renderTable } from "../cli/output/terminal.ts";
import { compileWithBun } from "./build/bun.ts";
import { type Fault, FAULTS } from "./mutate/faults.ts";
import { runCommand } from "./build/run_command.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What the proofs need; everything else stays where it is. */
const COPIED: readonly string[] = [
  "cli",
  "lib",
  "scripts",
  "tests",
  "deno.json",
  "deno.lock",
  "main.ts",
  "mod.ts",
];

/** The scanner as it is compiled. */
const SCANNER = "lib/log/scan/scan_wasm.ts";

interface Verdict {
  readonly code: number;
  /** What the proof said. */
  readonly output: string;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
  const faults = FAULTS.filter(({ name }) => name.includes(values.only));
  if (faults.length === 0) throw new Error(`No fault's name holds "${values.only}"`);
  const copy = Deno.makeTempDirSync({ prefix: "panto-mutate-" });
  try {
    // For proofs that run the program as another user.
    Deno.chmodSync(copy, 0o755);
    for (const name of COPIED) copyInto(copy, name);
    Deno.symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    for (const proof of new Set(faults.map(({ proof }) => proof))) {
      console.error(`without a fault: ${proof}`);
      const sound = check(copy, proof);
      if (sound.code === 0) continue;
      console.error(`The proof "${proof}" fails without a fault:\n${sound.output}`);
      return 1;
    }
    const rows = faults.map((fault) => [fault.name, fault.proof, ...plant(copy, fault)]);
    console.log(renderTable([["FAULT", "PROOF", "RESULT", "FIRST VIOLATION"], ...rows]).trimEnd());
    return rows.every(([, , result]) => result === "caught") ? 0 : 1;
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

function copyInto(copy: string, name: string): void {
  const { code, stderr } = runCommand(["cp", "-R", join(ROOT, name), join(copy, name)]);
  if (code !== 0) throw new Error(`Cannot copy ${name}: ${stderr}`);
}

/** Plants a fault, asks the proof, and takes the fault out again. */
function plant(copy: string, fault: Fault): [result: string, violation: string] {
  const path = join(copy, fault.file);
  const before = Deno.readTextFileSync(path);
  const parts = before.split(fault.find);
  if (parts.length !== 2) {
    return ["not planted", `${fault.file} has the place ${parts.length - 1} times`];
  }
  console.error(`planting: ${fault.name}`);
  const compiled = join(copy, SCANNER);
  const scanner = Deno.readTextFileSync(compiled);
  Deno.writeTextFileSync(path, parts.join(fault.put));
  try {
    if (fault.file.endsWith(".as.ts")) buildScanner(copy);
    const { code, output } = check(copy, fault.proof);
    const violation = /^violation: .*/m.exec(output)?.[0].slice("violation: ".length) ?? "";
    // A fault that breaks the build or the proof itself is not caught, it is not tried.
    if (code !== 1 || violation === "") return [code === 0 ? "MISSED" : "failed", lastLine(output)];
    return ["caught", escapeLine(violation.slice(0, 90))];
  } finally {
    Deno.writeTextFileSync(path, before);
    Deno.writeTextFileSync(compiled, scanner);
  }
}

function buildScanner(copy: string): void {
  const { code, stderr } = runCommand([Deno.execPath(), "run", "-A", "scripts/build/scanner.ts"], {
    cwd: copy,
  });
  if (code !== 0) throw new Error(`Cannot compile the scanner: ${stderr}`);
}

function lastLine(text: string): string {
  return escapeLine(text.trimEnd().split("\n").at(-1)?.slice(0, 90) ?? "");
}

/** Proofs that are about processes; the others are as good, and faster, over the sources. */
const NEED_EXECUTABLE: ReadonlySet<string> = new Set([
  "durable",
  "huge",
  "kills",
  "storage",
  "writers",
]);

/** Proofs without a quick form. */
const NEED_FULL: ReadonlySet<string> = new Set(["huge"]);

/** Runs a proof of the copy, in its quick form if it has one, over an executable if it needs one. */
function check(copy: string, proof: string): Verdict {
  const how = NEED_EXECUTABLE.has(proof) ? ["--bin", join(copy, "dist", "panto")] : ["--sources"];
  try {
    if (NEED_EXECUTABLE.has(proof)) compileWithBun(copy, "main.ts", join(copy, "dist", "panto"));
  } catch (error) {
    return { code: 2, output: String(error) };
  }
  const form = NEED_FULL.has(proof) ? [] : ["--quick"];
  const { code, stdout, stderr } = runCommand(
    [Deno.execPath(), "run", "-A", "tests/prove/run.ts", ...form, "--only", proof, ...how],
    { cwd: copy },
  );
  return { code, output: stderr + stdout };
}

if (import.meta.main) Deno.exitCode = await main();
