import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";

import { countLines, listFiles, readTree } from "../../../scripts/measure/facts.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

const COUNTS: readonly (readonly [text: string, lines: number, code: number, comment: number])[] = [
  ["", 0, 0, 0],
  ["a();\n", 1, 1, 0],
  ["a();", 1, 1, 0],
  ["\na();\n\n", 3, 1, 0],
  ["// why\na(); // how\n", 2, 1, 1],
  ["/** why */\na();\n", 2, 1, 1],
  ["/**\n * why\n *\n */\na();\n", 5, 1, 4],
  ["/*\n\nnot code\n*/\na();\n", 5, 1, 4],
  ["a(/* what */ b);\n", 1, 1, 0],
];

for (const [text, lines, code, comment] of COUNTS) {
  Deno.test(`countLines() of ${JSON.stringify(text)}`, () => {
    assert.deepEqual(countLines(text), { lines, code, comment });
  });
}

/** A directory with these files in it. */
function checkout(files: Readonly<Record<string, string>>): TemporaryDirectory {
  const directory = new TemporaryDirectory();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(directory.at(path)), { recursive: true });
    directory.write(path, text);
  }
  return directory;
}

Deno.test("readTree() finds imports in every form, each file once, and no file outside", () => {
  using directory = checkout({
    "mod.ts": `export * from "./lib/a.ts";\n`,
    "lib/a.ts": [
      `import { b } from "./b.ts";`,
      `import type { B } from "./b.ts";`,
      `export type C = import("./c.ts").C;`,
      `export const d = () => import("../cli/d.ts");`,
      `import "node:fs";`,
      `import text from "./text.md";`,
      `import { gone } from "./gone.ts";`,
      "",
    ].join("\n"),
    "lib/b.ts": "export const b = 1;\nexport type B = 1;\n",
    "lib/c.ts": "export interface C {}\n",
    "lib/text.md": "text",
    "cli/d.ts": "",
    "node_modules/e.ts": "",
    "tests/golden/f.ts": "",
  });
  const tree = readTree(directory.path);
  assert.deepEqual([...tree.keys()], ["mod.ts", "lib/a.ts", "lib/b.ts", "lib/c.ts", "cli/d.ts"]);
  assert.deepEqual(tree.get("mod.ts")?.imports, ["lib/a.ts"]);
  assert.deepEqual(tree.get("lib/a.ts")?.imports, ["lib/b.ts", "lib/c.ts", "cli/d.ts"]);
  assert.ok(tree.get("lib/a.ts")?.specifiers.includes("node:fs"));
});

Deno.test("readTree() counts declarations and methods as functions, and every named type", () => {
  using directory = checkout({
    "lib/a.ts": [
      "interface A {}",
      "export type B = A;",
      "export class C {",
      "  m(): void {",
      "    n();",
      "  }",
      "}",
      "function n() {}",
      "export const arrow = () => [1].map((x) => x);",
      "",
    ].join("\n"),
  });
  const facts = readTree(directory.path).get("lib/a.ts");
  assert.deepEqual(facts?.types, ["A", "B", "C"]);
  assert.deepEqual(facts?.functions, [3, 1]);
});

Deno.test("readTree() takes compiled AssemblyScript for its source, and does not parse that", () => {
  using directory = checkout({
    "lib/a.ts": `import { bytes } from "./scan_wasm.ts";\nimport "./other_wasm.ts";\n`,
    "lib/scan_wasm.ts": `export const bytes = "";\n`,
    "lib/scan.as.ts": "@@ no TypeScript\n// at all\n",
    "lib/other_wasm.ts": "",
  });
  const tree = readTree(directory.path);
  assert.deepEqual(tree.get("lib/a.ts")?.imports, ["lib/scan.as.ts", "lib/other_wasm.ts"]);
  const { lines, code, functions } = tree.get("lib/scan.as.ts") ?? {};
  assert.deepEqual({ lines, code, functions }, { lines: 2, code: 1, functions: [] });
});

Deno.test("readTree() names the files that the parser could not read", () => {
  using directory = checkout({ "lib/a.ts": "const = ;\n", "lib/b.ts": "" });
  assert.throws(() => readTree(directory.path), /Cannot measure lib\/a\.ts: no facts found/);
});

Deno.test("listFiles() passes over what is not there", () => {
  using directory = checkout({ "lib/b.md": "", "lib/a/a.ts": "" });
  assert.deepEqual(listFiles(directory.path, ["cli", "lib"]), ["lib/a/a.ts", "lib/b.md"]);
});
