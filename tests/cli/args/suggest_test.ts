/** cli/args/suggest.ts: which slips are mended, and which words are left alone. */

import assert from "node:assert/strict";
import { suggest } from "../../../cli/args/suggest.ts";

const commands = ["inspect", "diff", "log", "status", "layers", "append", "help"];

const rules: [typed: string, suggestion: string | undefined][] = [
  ["inspct", "inspect"],
  ["inpsect", "inspect"],
  ["INSPECT", "inspect"],
  ["layer", "layers"],
  ["lgo", "log"],
  ["dif", "diff"],
  ["stats", "status"],
  ["apend", "append"],
  ["x", undefined],
  ["", undefined],
  ["session", undefined],
  ["a".repeat(1e6), undefined],
];
for (const [typed, suggestion] of rules) {
  Deno.test(`suggest() ${JSON.stringify(typed.slice(0, 20))} gives ${suggestion}`, () => {
    assert.equal(suggest(typed, commands), suggestion);
  });
}
