/**
 * docs/hostile-inputs.md, the recipes of tests/prove/ and the transcripts in tests/golden/hostile/ speak
 * of the same rows. Whether a recipe's transcripts are right is for the proof `hostile`.
 */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FILE_RECIPES } from "../prove/hostile_files.ts";
import { LOG_RECIPES } from "../prove/hostile_logs.ts";
import { MORE_RECIPES } from "../prove/hostile_more.ts";
import type { Recipe } from "../prove/hostile_recipe.ts";
import { RELATIVES } from "../prove/hostile_relatives.ts";
import { SCRIPT_RECIPES } from "../prove/hostile_scripts.ts";
import { TEMPLATE_RECIPES } from "../prove/hostile_templates.ts";
import { ROOT } from "../support/sandbox.ts";

const PAGE = readFileSync(join(ROOT, "docs", "hostile-inputs.md"), "utf8");
const ROW = /^\| (\d+) +\|.*\| (`.*`) +\|$/gm;
/** Row 0 stands for the relatives, so one row more than the last number says. */
const ROWS = 44;

/** Who tries the row, by its number. */
const rows = new Map([...PAGE.matchAll(ROW)].map(([, number, names = ""]) => [
  Number(number),
  [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
]));

const recipes: Readonly<Record<string, readonly Recipe[]>> = {
  hostile_files: FILE_RECIPES,
  hostile_logs: LOG_RECIPES,
  hostile_more: MORE_RECIPES,
  hostile_relatives: RELATIVES,
  hostile_scripts: SCRIPT_RECIPES,
  hostile_templates: TEMPLATE_RECIPES,
};

const goldens = readdirSync(join(ROOT, "tests", "golden", "hostile"));

Deno.test("docs/hostile-inputs.md has the rows 0 to 43, each once", () => {
  const numbers = [...PAGE.matchAll(ROW)].map(([, number]) => Number(number));
  assert.deepEqual(numbers.toSorted((a, b) => a - b), Array.from({ length: ROWS }, (_, n) => n));
});

Deno.test("docs/hostile-inputs.md: every row has a golden transcript, and every one of them its row", () => {
  const numbers = new Set(goldens.map((name) => Number(/^\d\d(?=-)/.exec(name)?.[0] ?? NaN)));
  assert.deepEqual(
    [...numbers].toSorted((a, b) => a - b),
    [...rows.keys()].toSorted((a, b) => a - b),
  );
});

Deno.test("docs/hostile-inputs.md names for each row exactly the files that hold its recipes", () => {
  for (const [row, names] of rows) {
    const named = names.filter((name) => Object.hasOwn(recipes, name));
    const holding = Object.keys(recipes)
      .filter((name) => recipes[name]?.some((recipe) => recipe.row === row));
    assert.deepEqual(named.toSorted(), holding.toSorted(), `row ${row}`);
  }
});

Deno.test("docs/hostile-inputs.md names only proofs and tests that exist", () => {
  const missing = [...rows.values()].flat().filter((name) =>
    !existsSync(join(ROOT, "tests", "prove", `${name}.ts`)) &&
    !existsSync(join(ROOT, "tests", `${name}_test.ts`))
  );
  assert.deepEqual(missing, []);
});
