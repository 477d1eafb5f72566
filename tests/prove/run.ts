/**
 * Tries the promises of the program and prints, for each, how many cases were tried and how many broke
 * it: `deno task prove`.
 *
 * It runs the executable that `--bin` or PANTO_BIN names, else one that it builds with Bun, or with
 * `--sources` the sources. `--quick` tries a part, `--only NAME,NAME` some promises, `--seed N` other
 * generated cases. A promise is a file of scripts/prove/.
 *
 * @module
 */

import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { escapeText, renderTable } from "../../cli/output/terminal.ts";
import { compileWithBun, installPackages } from "../../scripts/build/bun.ts";
import { type Proof, type ProveOptions, Tally } from "./promise.ts";

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      quick: { type: "boolean", default: false },
      sources: { type: "boolean", default: false },
      bin: { type: "string" },
      only: { type: "string" },
      seed: { type: "string", default: "4" },
    },
  });
  const directory = Deno.makeTempDirSync({ prefix: "panto-prove-" });
  try {
    const named = values.bin ?? Deno.env.get("PANTO_BIN");
    const bin = values.sources ? "" : named ? resolve(named) : build(directory);
    // The tests' sandbox asks for it when it is loaded, so that happens afterwards.
    Deno.env.set("PANTO_BIN", bin);
    const { PROOFS } = await import("./all.ts");
    const options = { quick: values.quick, executable: bin !== "", seed: Number(values.seed) };
    return await prove(chosen(PROOFS, values.only), options);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

function build(directory: string): string {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const output = join(directory, "panto");
  // One proof runs it as another user.
  Deno.chmodSync(directory, 0o755);
  installPackages(root);
  compileWithBun(root, "main.ts", output);
  return output;
}

function chosen(proofs: readonly Proof[], only: string | undefined): readonly Proof[] {
  if (only === undefined) return proofs;
  return only.split(",").map((name) => {
    const found = proofs.find((proof) => proof.name === name);
    if (found !== undefined) return found;
    throw new Error(`No promise is called "${name}": ${proofs.map((p) => p.name).join(", ")}`);
  });
}

async function prove(proofs: readonly Proof[], options: ProveOptions): Promise<number> {
  const rows: string[][] = [];
  const tallies: Tally[] = [];
  const start = performance.now();
  for (const proof of proofs) {
    const before = performance.now();
    const tally = new Tally();
    try {
      await proof.prove(tally, options);
    } catch (error) {
      tally.count(`the proof itself failed: ${error instanceof Error ? error.stack : error}`);
    }
    tallies.push(tally);
    rows.push([
      proof.name,
      proof.promise,
      String(tally.cases),
      String(tally.violations),
      seconds(before),
    ]);
    for (const text of tally.told) console.error(escapeText(`violation: ${proof.name}: ${text}`));
  }
  const total = (count: (tally: Tally) => number): string =>
    String(tallies.reduce((sum, tally) => sum + count(tally), 0));
  rows.push(["total", "", total((t) => t.cases), total((t) => t.violations), seconds(start)]);
  const head = ["NAME", "PROMISE", "CASES", "VIOLATIONS", "SECONDS"];
  console.log(renderTable([head, ...rows], { right: [2, 3, 4] }).trimEnd());
  for (const note of tallies.flatMap((tally) => tally.notes)) console.log(`note: ${note}`);
  return tallies.some((tally) => tally.violations > 0) ? 1 : 0;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}

if (import.meta.main) Deno.exitCode = await main();
