/**
 * Builds executables with Bun from npm, of one exact version.
 *
 * Bun stands in no import map: `deno compile` would embed it. So it is run through npx, which fetches it;
 * a Bun of the same version on PATH is taken instead, which saves half a second.
 *
 * @module
 */

import { basename, dirname, join } from "node:path";

import { runCommand } from "./run_command.ts";

/** The version that the flags below were tried with. */
export const BUN_VERSION = "1.4.5";

/**
 * How panto is compiled. Without the two `--no-compile-autoload` flags the executable would *run* a
 * preload that a `bunfig.toml` of the current directory names, and take settings from its `.env`.
 */
export const BUN_FLAGS: readonly string[] = [
  "--compile",
  "--minify",
  "--bytecode",
  "--format=esm",
  "--sourcemap=linked",
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
];

/**
 * Lays out `node_modules` from the lock file, which is where Bun finds the packages. `root` holds
 * deno.json.
 */
export function installPackages(root: string): void {
  const { code, stderr } = runCommand([Deno.execPath(), "install", "--quiet"], { cwd: root });
  if (code !== 0) throw new Error(`Cannot install the packages: exit ${code}\n${stderr}`);
}

/**
 * Compiles one entry file, whose path starts from `root`, which holds `node_modules`, and gives what
 * Bun printed. The work is done in a directory beside the output and renamed into place, so that an
 * interrupted build leaves the old executable, and neither the source map (it is inside as well) nor
 * Bun's own temporary file stays behind.
 */
export function compileWithBun(root: string, entry: string, output: string): string {
  const before = new Set(temporaryFiles(root));
  Deno.mkdirSync(dirname(output), { recursive: true });
  const work = Deno.makeTempDirSync({ dir: dirname(output), prefix: ".build-" });
  try {
    const product = join(work, basename(output));
    const result = runCommand(
      [...bunCommand(), "build", ...BUN_FLAGS, entry, "--outfile", product],
      { cwd: root },
    );
    if (result.code !== 0) {
      throw new Error(`Cannot build ${output} with Bun: exit ${result.code}\n${result.stderr}`);
    }
    Deno.renameSync(product, output);
    return result.stdout;
  } finally {
    Deno.removeSync(work, { recursive: true });
    for (const name of temporaryFiles(root)) {
      if (!before.has(name)) Deno.removeSync(join(root, name));
    }
  }
}

function bunCommand(): [string, ...string[]] {
  const installed = runCommand(["bun", "--version"]);
  if (installed.code === 0 && installed.stdout.trim() === BUN_VERSION) return ["bun"];
  const npx = Deno.build.os === "windows" ? "npx.cmd" : "npx";
  return [npx, "-y", `bun@${BUN_VERSION}`];
}

/** Bun builds in a file `.HASH-N.bun-build` of the working directory and leaves it when it is ended. */
function temporaryFiles(directory: string): string[] {
  return [...Deno.readDirSync(directory)]
    .map((entry) => entry.name)
    .filter((name) => /^\..*\.bun-build$/.test(name));
}
