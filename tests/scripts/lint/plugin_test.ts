/// <reference lib="deno.unstable" />

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

import plugin from "../../../scripts/lint/plugin.ts";

/** The rules that a piece of code breaks when it stands in a file, sorted, each once. */
function broken(file: string, source: string): string[] {
  const ids = Deno.lint.runPlugin(plugin, file, source).map((diagnostic) => diagnostic.id);
  return [...new Set(ids)].sort();
}

const TABLE: readonly (readonly [rule: string, file: string, source: string, fault: boolean])[] = [
  // Import directions, every pair of layers.
  ["import-direction", "main.ts", `import { run } from "./cli/program.ts"; run();`, false],
  ["import-direction", "main.ts", `import { run } from "./lib/derive.ts"; run();`, true],
  ["import-direction", "cli/commands/log.ts", `export { a } from "../host.ts";`, false],
  ["import-direction", "cli/host.ts", `import type { Message } from "../../../mod.ts";`, false],
  [
    "import-direction",
    "cli/host.ts",
    `import type { Message } from "../../../lib/types.ts";`,
    true,
  ],
  ["import-direction", "cli/host.ts", `import "../../../main.ts";`, true],
  ["import-direction", "cli/host.ts", `import "../tests/session.ts";`, true],
  ["import-direction", "mod.ts", `export * from "./lib/session.ts";`, false],
  ["import-direction", "mod.ts", `export * from "./cli/host.ts";`, true],
  ["import-direction", "lib/session.ts", `import { a } from "./log_file.ts"; a();`, false],
  ["import-direction", "lib/session.ts", `import { a } from "../../../mod.ts"; a();`, true],
  ["import-direction", "lib/derive.ts", `import type { A } from "./types.ts";`, false],
  ["import-direction", "lib/derive.ts", `import type { A } from "./session.ts";`, true],
  [
    "import-direction",
    "lib/serialize/openai_chat/request.ts",
    `import { a } from "../../text/sha256.ts"; a();`,
    true,
  ],
  [
    "import-direction",
    "lib/serialize/openai_chat/request.ts",
    `import { a } from "../derive.ts"; a();`,
    false,
  ],
  ["import-direction", "lib/derive.ts", `export const a = () => import("./session.ts");`, true],
  ["import-direction", "lib/types.ts", `import type { A } from "./derive.ts";`, true],
  ["import-direction", "lib/types.ts", `import type { A } from "./errors.ts";`, false],
  ["import-direction", "tests/lib/log_test.ts", `import "../../../cli/host.ts";`, false],
  [
    "import-direction",
    "lib/prompt_files/default.ts",
    `import text from "./default_prompt.md" with { type: "text" }; export const a = text;`,
    false,
  ],
  // Built-in modules and packages.
  ["import-direction", "lib/derive.ts", `import { readFileSync } from "node:fs";`, true],
  ["import-direction", "lib/derive.ts", `import process from "node:process";`, true],
  ["import-direction", "lib/derive.ts", `import { spawnSync } from "node:child_process";`, true],
  ["import-direction", "lib/layers.ts", `import { posix } from "node:path";`, false],
  ["import-direction", "lib/log/io/open.ts", `import { readSync } from "node:fs";`, false],
  ["import-direction", "lib/text/diff.ts", `import { structuredPatch } from "diff";`, false],
  ["import-direction", "lib/derive.ts", `import { Command } from "commander";`, true],
  ["import-direction", "cli/args/parse.ts", `import { Command } from "commander";`, false],
  ["import-direction", "cli/args/parse.ts", `import fc from "fast-check";`, true],
  ["import-direction", "lib/derive.ts", `import type A from "@anthropic-ai/sdk";`, true],
  ["import-direction", "lib/derive.ts", `import type A from "npm:openai@7.59.0";`, true],
  // Pure files.
  ["pure", "lib/derive.ts", "export const a = Date.now();", true],
  ["pure", "lib/derive.ts", `export const a = Date["now"]();`, true],
  ["pure", "lib/derive.ts", "export const a = [1].map(Date.now);", true],
  ["pure", "lib/derive.ts", "export const { now } = Date;", true],
  ["pure", "lib/derive.ts", "export const a = new Date();", true],
  ["pure", "lib/derive.ts", "export const a = Date();", true],
  ["pure", "lib/derive.ts", "export const a = new Date(0).toISOString();", false],
  ["pure", "lib/derive.ts", "export const a = Date.parse('2026-11-30');", false],
  ["pure", "lib/derive.ts", "export const a = performance.now();", true],
  ["pure", "lib/derive.ts", "export const a = Math.random();", true],
  ["pure", "lib/derive.ts", "export const a = Math.max(1, 2);", false],
  ["pure", "lib/derive.ts", "export const a = crypto.randomUUID();", true],
  ["pure", "lib/derive.ts", "export const a = process.platform;", true],
  ["pure", "lib/derive.ts", "export const a = Deno.cwd();", true],
  ["pure", "lib/derive.ts", "export const a = globalThis.Deno?.cwd();", true],
  ["pure", "lib/derive.ts", "export const a = (globalThis as { Bun?: unknown }).Bun;", true],
  ["pure", "lib/derive.ts", "console.error(1);", true],
  ["pure", "lib/derive.ts", "setTimeout(() => {}, 1);", true],
  ["pure", "lib/derive.ts", "export const a = (b: { process: number }) => b.process;", false],
  ["pure", "lib/errors.ts", "export const a = Date.now();", true],
  ["pure", "mod.ts", "export const a = Date.now();", true],
  ["pure", "lib/session.ts", "export const a = Date.now();", false],
  ["pure", "cli/host.ts", "export const a = Date.now();", false],
  // The end of the process.
  ["end-process", "main.ts", "process.exitCode = 1;", false],
  ["end-process", "main.ts", "process.exit(1);", false],
  ["end-process", "cli/host.ts", "process.exitCode = 1;", true],
  ["end-process", "cli/host.ts", "Deno.exit(1);", true],
  ["end-process", "cli/host.ts", "globalThis.process.exit(1);", true],
  ["end-process", "cli/host.ts", `import p from "node:process"; p.exit(1);`, true],
  ["end-process", "cli/host.ts", `import { exit } from "node:process"; exit(1);`, true],
  ["end-process", "lib/session.ts", "process.abort();", true],
  ["end-process", "lib/session.ts", "export const a = process.pid;", false],
  ["end-process", "scripts/build/compile.ts", "Deno.exit(1);", false],
  // Streams.
  ["streams", "cli/host.ts", "process.stdout.write('a');", false],
  ["streams", "cli/host/stdout.ts", "Deno.stdout.writeSync(bytes);", false],
  ["streams", "cli/failure.ts", "process.stdout.write('a');", true],
  ["streams", "cli/failure.ts", "const { stderr } = process; stderr.write('a');", true],
  ["streams", "cli/failure.ts", "console.log('a');", true],
  ["streams", "main.ts", "console.error('a');", true],
  ["streams", "lib/session.ts", "console.warn('a');", true],
  [
    "streams",
    "lib/session.ts",
    `import { writeSync } from "node:fs"; writeSync(2, "a");`,
    true,
  ],
  ["streams", "lib/session.ts", `import * as fs from "node:fs"; fs.writeSync(1, "a");`, true],
  ["streams", "lib/session.ts", `import * as fs from "node:fs"; fs.writeSync(fd, "a");`, false],
  ["streams", "cli/failure.ts", "Deno.stdout.writeSync(bytes);", true],
  ["streams", "cli/failure.ts", `import { stdout } from "node:process"; stdout.write("");`, true],
  // The environment.
  ["environment", "cli/host.ts", "export const a = process.env.HOME;", false],
  ["environment", "cli/output/terminal.ts", "export const a = process.env.HOME;", true],
  ["environment", "lib/prompt_files/io/read.ts", "export const a = Deno.env.get('HOME');", true],
  [
    "environment",
    "lib/prompt_files/io/read.ts",
    "export const a = (b: { env: string }) => b.env;",
    false,
  ],
  // One form of a function.
  ["sync-lib", "lib/session.ts", "export async function a(): Promise<void> {}", true],
  ["sync-lib", "lib/derive.ts", "export const a = async () => {};", true],
  ["sync-lib", "cli/args/parse.ts", "export const a = async () => {};", false],
  // Failures are not hidden, anywhere.
  ["no-empty-catch", "lib/session.ts", "try { a(); } catch {}", true],
  ["no-empty-catch", "lib/session.ts", "try { a(); } catch (e) { /* gone already */ }", true],
  ["no-empty-catch", "tests/lib/log_test.ts", "try { a(); } catch {}", true],
  ["no-empty-catch", "scripts/build/compile.ts", "a().catch(() => {});", true],
  ["no-empty-catch", "lib/session.ts", "try { a(); } catch (e) { b(e); }", false],
];

for (const [rule, file, source, fault] of TABLE) {
  Deno.test(`lint plugin, ${rule}: ${fault ? "refuses" : "takes"} ${source} in ${file}`, () => {
    assert.equal(broken(file, source).includes(`panto/${rule}`), fault);
  });
}

Deno.test("lint plugin, import-direction: takes absolute file names, as the linter gives them", () => {
  const file = fileURLToPath(new URL("../../../lib/derive.ts", import.meta.url));
  assert.deepEqual(broken(file, `import "./session.ts";`), ["panto/import-direction"]);
});

Deno.test("lint plugin: deno.json loads it", () => {
  const config = JSON.parse(Deno.readTextFileSync(new URL("../../../deno.json", import.meta.url)));
  assert.deepEqual(config.lint.plugins, ["./scripts/lint/plugin.ts"]);
});
