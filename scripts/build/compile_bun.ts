/**
 * Builds `dist/panto` with Bun: `deno task compile:bun`. The product is one file that needs nothing else.
 *
 * @module
 */

import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { compileWithBun, installPackages } from "./bun.ts";

function main(): number {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const output = join(root, "dist", Deno.build.os === "windows" ? "panto.exe" : "panto");
  try {
    installPackages(root);
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
