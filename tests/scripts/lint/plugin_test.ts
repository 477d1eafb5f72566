/// <reference lib="deno.unstable" />

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

import plugin from "../../../scripts/lint/plugin.ts";
import { ASSEMBLY_SCRIPT, NOT_YET } from "../../../scripts/lint/rooms.ts";

/** The rules that a piece of code breaks when it stands in a file, sorted, each once. */
function broken(file: string, source: string): string[] {
  const ids = Deno.lint.runPlugin(plugin, file, source).map((diagnostic) => diagnostic.id);
  return [...new Set(ids)].sort();
}

/** The source as a test's name shows it. */
function shorten(source: string): string {
  return source.replace(/(?:\/\/\n)+/, (all) => `(${all.length / 3} lines)`).replaceAll("\n", " ");
}

/** So many lines. */
function lines(count: number): string {
  return "//\n".repeat(count);
}

const TABLE: readonly (readonly [rule: string, file: string, source: string, fault: boolean])[] = [
  // Imports, in every form; which of them are faults is told in imports_test.ts.
  ["import-direction", "lib/derive.ts", `import { a } from "./session.ts"; a();`, true],
  ["import-direction", "lib/derive.ts", `import type { A } from "./session.ts";`, true],
  ["import-direction", "lib/derive.ts", `import "./session.ts";`, true],
  ["import-direction", "lib/derive.ts", `export { a } from "./session.ts";`, true],
  ["import-direction", "lib/derive.ts", `export type * from "./session.ts";`, true],
  ["import-direction", "lib/derive.ts", `export const a = () => import("./session.ts");`, true],
  ["import-direction", "lib/derive.ts", `export type A = import("./session.ts").A;`, true],
  ["import-direction", "lib/derive.ts", `import type { A } from "./types.ts";`, false],
  ["import-direction", "tests/lib/log_test.ts", `import "../../cli/host.ts";`, false],
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
  ["pure", "lib/config.ts", "export const a = Date.now();", false],
  ["pure", "lib/live/io/probe.ts", "export const a = Date.now();", false],
  ["pure", "lib/live/env_block.ts", "export const a = Date.now();", true],
  ["pure", "cli/host.ts", "export const a = Date.now();", false],
  ["pure", "cli/host/stdout.ts", "export const a = Date.now();", false],
  ["pure", "cli/clock.ts", "export const a = Date.now();", true],
  ["pure", "scripts/mutate.ts", "export const a = Date.now();", false],
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
  ["streams", "cli/host/stdout.ts", "process.stdout.write('a');", false],
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
  // Ceilings.
  ["ceilings", "lib/derive.ts", lines(350), false],
  ["ceilings", "lib/derive.ts", lines(351), true],
  ["ceilings", "cli/host.ts", lines(351), true],
  ["ceilings", "scripts/mutate.ts", lines(351), true],
  ["ceilings", "mod.ts", lines(351), true],
  ["ceilings", "tests/lib/derive_test.ts", lines(351), false],
  ["ceilings", "lib/log/scan/scan.as.ts", lines(351), false],
  ["ceilings", "lib/derive.ts", `export function a() {\n${lines(58)}}`, false],
  ["ceilings", "lib/derive.ts", `export function a() {\n${lines(59)}}`, true],
  ["ceilings", "lib/derive.ts", `export const a = () => {\n${lines(59)}};`, true],
  ["ceilings", "lib/derive.ts", `export class A {\na() {\n${lines(59)}}\n}`, true],
  ["ceilings", "lib/derive.ts", `export class A {\n${lines(90)}}`, false],
  ["ceilings", "tests/lib/derive_test.ts", `export function a() {\n${lines(59)}}`, false],
  // Failures are not hidden, anywhere.
  ["no-empty-catch", "lib/session.ts", "try { a(); } catch {}", true],
  ["no-empty-catch", "lib/session.ts", "try { a(); } catch (e) { /* gone already */ }", true],
  ["no-empty-catch", "tests/lib/log_test.ts", "try { a(); } catch {}", true],
  ["no-empty-catch", "scripts/build/compile.ts", "a().catch(() => {});", true],
  ["no-empty-catch", "lib/session.ts", "try { a(); } catch (e) { b(e); }", false],
];

for (const [rule, file, source, fault] of TABLE) {
  Deno.test(`lint plugin, ${rule}: ${fault ? "refuses" : "takes"} ${shorten(source)} in ${file}`, () => {
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

Deno.test("lint plugin: deno.json leaves AssemblyScript to its own compiler", () => {
  const config = JSON.parse(Deno.readTextFileSync(new URL("../../../deno.json", import.meta.url)));
  assert.ok(config.exclude.includes(`**/*${ASSEMBLY_SCRIPT}`));
});

Deno.test("lint plugin, import-direction: lets pass what NOT_YET names, and nothing else of that file", () => {
  const [entry] = NOT_YET.filter((name) => name.includes(" -> lib/"));
  if (entry === undefined) return;
  const [file = "", target = ""] = entry.split(" -> ");
  const up = "../".repeat(file.split("/").length - 1) || "./";
  assert.deepEqual(broken(file, `import "${up}${target}";`), []);
  assert.deepEqual(broken(file, `import "${up}tests/a.ts";`), ["panto/import-direction"]);
});
