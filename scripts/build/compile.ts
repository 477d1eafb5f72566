/**
 * Builds `dist/panto` with `deno compile`: `deno task compile [--output FILE]`.
 *
 * main.ts is bundled first and the bundle is compiled, since `deno compile` of the sources would embed
 * every package of deno.json, the ones for development among them. The permissions are those of the task
 * `panto`, so that the two cannot differ.
 *
 * With DENORT_BIN set, Deno takes that file as its runtime. The check in tests/scripts/build/compile_test.ts sets it
 * to Deno itself, and the product of that cannot run panto; so such a build goes to a temporary directory
 * unless `--output` says otherwise.
 *
 * @module
 */

import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { type CommandResult, runCommand } from "./run_command.ts";

/** What to build and where. */
export interface CompileOptions {
  /** The directory that holds deno.json and main.ts. */
  readonly root: string;
  /** The executable to write. */
  readonly output: string;
  /** Set for `deno compile` alone, on top of the script's environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How it went. */
export interface CompileResult {
  readonly ok: boolean;
  /** What `deno compile` printed, or the one line (and hint) that says why there is no product. */
  readonly report: string;
  /** The text that was compiled. */
  readonly bundle: string;
}

/** Bundles and compiles. */
export function compile(options: CompileOptions): CompileResult {
  const { root, output } = options;
  const work = Deno.makeTempDirSync({ prefix: "panto-compile-" });
  try {
    const bundle = join(work, "panto.js");
    const bundled = runCommand(
      [Deno.execPath(), "bundle", "--quiet", "--output", bundle, "main.ts"],
      { cwd: root },
    );
    if (bundled.code !== 0) return { ok: false, report: explain(bundled), bundle: "" };
    Deno.mkdirSync(dirname(output), { recursive: true });
    const compiled = runCommand([
      Deno.execPath(),
      "compile",
      ...["--no-config", "--no-lock", "--no-npm", "--no-remote", "--no-check"],
      ...permissionFlags(taskCommand(root, "panto")),
      ...["--output", output, "panto.js"],
    ], { cwd: work, ...(options.env === undefined ? {} : { env: options.env }) });
    const report = compiled.code === 0 ? compiled.stdout + compiled.stderr : explain(compiled);
    return { ok: compiled.code === 0, report, bundle: Deno.readTextFileSync(bundle) };
  } finally {
    Deno.removeSync(work, { recursive: true });
  }
}

/** Picks the permission flags out of a `deno run …` command, as written. */
export function permissionFlags(command: string): string[] {
  return command.split(/\s+/).filter((word) => /^--(?:no-prompt$|allow-|deny-)/.test(word));
}

/** Says why a build failed, in one line where the cause is known, without a final newline. */
export function explain(failed: Pick<CommandResult, "stderr">): string {
  if (!/Setting up base binary|dl\.deno\.land/.test(failed.stderr)) return failed.stderr.trim();
  return "panto: error: Cannot fetch the Deno runtime to compile with: dl.deno.land is out of reach\n" +
    "hint: build the same executable with Bun from npm: deno task compile:bun";
}

function taskCommand(root: string, name: string): string {
  const config = JSON.parse(Deno.readTextFileSync(join(root, "deno.json")));
  return config.tasks[name].command;
}

function main(args: readonly string[]): number {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const [flag, file, ...rest] = args;
  if (args.length > 0 && (flag !== "--output" || file === undefined || rest.length > 0)) {
    console.error("usage: deno task compile [--output FILE]");
    return 2;
  }
  const name = Deno.build.os === "windows" ? "panto.exe" : "panto";
  const substitute = Deno.env.get("DENORT_BIN") !== undefined;
  const output = file !== undefined
    ? resolve(file)
    : substitute
    ? join(Deno.makeTempDirSync({ prefix: "panto-denort-" }), name)
    : join(root, "dist", name);
  const result = compile({ root, output });
  console.error(result.report.trim());
  if (!result.ok) return 1;
  console.error(`built ${output}`);
  return 0;
}

if (import.meta.main) Deno.exitCode = main(Deno.args);
