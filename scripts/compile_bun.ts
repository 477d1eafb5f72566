/**
 * Builds `dist/panto` with Bun: `deno task compile:bun`. The product is one file that needs nothing else.
 *
 * @module
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { compileWithBun } from "./bun.ts";
import { runCommand } from "./run_command.ts";

function main(): number {
  const root = fileURLToPath(new URL("..", import.meta.url));
  // Bun finds the packages in node_modules, which Deno lays out.
  const installed = runCommand([Deno.execPath(), "install", "--quiet"], { cwd: root });
  if (installed.code !== 0) {
    console.error(installed.stderr.trim());
    return 1;
  }
  const output = join(root, "dist", Deno.build.os === "windows" ? "panto.exe" : "panto");
  try {
    console.error(compileWithBun(root, "main.ts", output).trim());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    console.error(`panto: error: ${error.message.trim()}`);
    return 1;
  }
  const megabytes = Math.round(Deno.statSync(output).size / 1e6);
  console.error(`built ${output} (${megabytes} MB)`);
  return 0;
}

if (import.meta.main) Deno.exitCode = main();
