/**
 * docs/design.md is what the code cites, and the repository needs no page beside it: every `§n` of a
 * source finds its rule there, and nothing speaks of what lies outside.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/sandbox.ts";

const PAGE = readFileSync(join(ROOT, "docs", "design.md"), "utf8");
const SOURCES = ["cli", "lib", "scripts", "tests"];
const DOCUMENTS = [".ci", "docs", "examples"];

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".wasm"))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}

function filesAt(root: string): string[] {
  return readdirSync(join(ROOT, root)).filter((name) => /\.(ts|md|json)$/.test(name));
}

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** `§2.6-2.8` cites both ends. */
function citationsOf(text: string): string[] {
  return [...text.matchAll(/§(\d+(?:\.\d+)?)(?:[-–](\d+(?:\.\d+)?))?/g)]
    .flatMap(([, first = "", last]) => last === undefined ? [first] : [first, last]);
}

Deno.test("docs/design.md has a rule under every number that a source cites", () => {
  const rules = new Set([
    ...[...PAGE.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number),
    ...[...PAGE.matchAll(/^\*\*§(\d+\.\d+) /gm)].map(([, number]) => number),
  ]);
  const sources = ["main.ts", "mod.ts", ...SOURCES.flatMap(filesBelow)]
    .filter((path) => path.endsWith(".ts"));
  const cited = sources.flatMap((path) =>
    citationsOf(read(path)).map((number) => ({ path, number }))
  );
  assert.ok(cited.length > 50, `only ${cited.length} citations were found`);
  assert.deepEqual(cited.filter(({ number }) => !rules.has(number)), []);
});

Deno.test("docs/design.md has the parts of §3 that sources cite by name", () => {
  const parts = new Set([...PAGE.matchAll(/^### (\w+)$/gm)].map(([, name]) => name));
  const named = [...SOURCES.flatMap(filesBelow)].filter((path) => path.endsWith(".ts"))
    .flatMap((path) => [...read(path).matchAll(/DESIGN §3,?\s(?:\* )?([A-Z]\w+)/g)])
    .map(([, name = ""]) => name);
  assert.ok(named.length > 5);
  assert.deepEqual(named.filter((name) => !parts.has(name)), []);
});

Deno.test("no file refers to what lies beside the repository", () => {
  const outside = [
    /\.\.\/shared(?!\.)/,
    /\bseed [123]\b/,
    /\b(HOUSE|STYLE)\b/,
    /\b(LINT|PROVIDERS|READERS|RELEASE) §/,
    /\bbeside the repository\b/,
  ];
  const allowed = ["tests/support/shared.ts", "tests/docs/design_test.ts"];
  const files = [...filesAt("."), ...SOURCES.flatMap(filesBelow), ...DOCUMENTS.flatMap(filesBelow)]
    .filter((path) => !allowed.includes(path) && !path.startsWith("tests/golden/"));
  const found = files.flatMap((path) =>
    read(path).split("\n").flatMap((line, index) =>
      outside.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1}: ${line}`] : []
    )
  );
  assert.deepEqual(found, []);
});
