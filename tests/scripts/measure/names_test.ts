import assert from "node:assert/strict";

import { readExportedNames } from "../../../scripts/measure/names.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

Deno.test("readExportedNames() tells types from values and follows re-exports", () => {
  using directory = new TemporaryDirectory();
  directory.write("a.ts", "export interface A {}\nexport const b = 1;\nexport const hidden = 2;\n");
  directory.write(
    "mod.ts",
    `export type { A } from "./a.ts";
export { b } from "./a.ts";
export type T = string;
export class C {}
export function f(text: string): string;
export function f(count: number): number;
export function f(value: string | number): string | number { return value; }
`,
  );
  assert.deepEqual(readExportedNames(directory.path), {
    types: ["A", "T"],
    values: ["C", "b", "f"],
  });
});

Deno.test("readExportedNames() says what stands in the way", () => {
  using directory = new TemporaryDirectory();
  assert.throws(() => readExportedNames(directory.path), /Cannot read the exports of .*mod\.ts/);
});
