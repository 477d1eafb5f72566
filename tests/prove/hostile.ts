/**
 * Promise 5: damage and hostile input never pass in silence. Every row of docs/hostile-inputs.md has
 * golden transcripts, with exit codes, messages, and what became of the files; beside the transcripts,
 * no input may lead to a crash, to a lost byte, or to a reading command that writes.
 *
 * PANTO_UPDATE_GOLDEN=1 writes the transcripts anew; read the diff afterwards.
 *
 * @module
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT, Sandbox } from "../support/sandbox.ts";
import { FILE_RECIPES } from "./hostile_files.ts";
import { LOG_RECIPES } from "./hostile_logs.ts";
import { MORE_RECIPES } from "./hostile_more.ts";
import { SCRIPT_RECIPES } from "./hostile_scripts.ts";
import { RELATIVES } from "./hostile_relatives.ts";
import { TEMPLATE_RECIPES } from "./hostile_templates.ts";
import { type Recipe, transcribe } from "./hostile_recipe.ts";
import { inTwoLanes, type Proof, type Tally } from "./promise.ts";

const GOLDEN = join(ROOT, "tests", "golden", "hostile");

const RECIPES: readonly Recipe[] = [
  ...LOG_RECIPES,
  ...MORE_RECIPES,
  ...RELATIVES,
  ...FILE_RECIPES,
  ...SCRIPT_RECIPES,
  ...TEMPLATE_RECIPES,
];

/** The number of rows of docs/hostile-inputs.md, beside row 0. */
const ROWS = 43;

/** The promise. */
export const hostile: Proof = {
  name: "hostile",
  promise: "damage and hostile input never pass in silence",
  async prove(tally, options) {
    const recipes = RECIPES.filter(({ script }) => script === undefined || options.executable);
    if (!options.executable) tally.note("hostile: recipes with a shell need an executable");
    checkRows(tally);
    await inTwoLanes(recipes.length, async (index) => {
      const recipe = recipes[index] as Recipe;
      // Both ways give the same transcript; in a quick run most recipes go the faster one.
      const executable = options.executable && (!options.quick || index % 4 === 0);
      await compare(tally, recipe, { executable });
    });
    checkGoldens(tally);
  },
};

function goldenOf({ row, name }: Recipe): string {
  return join(GOLDEN, `${String(row).padStart(2, "0")}-${name}.txt`);
}

async function compare(
  tally: Tally,
  recipe: Recipe,
  options: { readonly executable: boolean },
): Promise<void> {
  using box = new Sandbox({ "user/SYSTEM.md": "seed\n" });
  const broken: string[] = [];
  try {
    const { text, faults } = await transcribe(recipe, box, options);
    broken.push(...faults);
    const path = goldenOf(recipe);
    if (Deno.env.get("PANTO_UPDATE_GOLDEN")) {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(path, text);
    }
    const wanted = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (text !== wanted) {
      broken.push(`it is not as in ${basename(path)}: ${firstDifference(wanted, text)}`);
    }
  } catch (error) {
    broken.push(String(error));
  }
  tally.count(broken.map((what) => `row ${recipe.row} ${recipe.name}: ${what}`));
}

function firstDifference(wanted: string, got: string): string {
  const lines = wanted.split("\n");
  const others = got.split("\n");
  const at = lines.findIndex((line, index) => line !== others[index]);
  const index = at === -1 ? lines.length : at;
  return `line ${index + 1} is ${JSON.stringify(others[index])}, not ${
    JSON.stringify(lines[index])
  }`;
}

/** Every row has several recipes. */
function checkRows(tally: Tally): void {
  for (let row = 1; row <= ROWS; row++) {
    const count = RECIPES.filter((recipe) => recipe.row === row).length;
    if (count < 2) tally.count(`row ${row} has ${count} recipes`);
  }
}

/** Every golden file belongs to a recipe. */
function checkGoldens(tally: Tally): void {
  const known = new Set(RECIPES.map(goldenOf));
  for (const name of existsSync(GOLDEN) ? readdirSync(GOLDEN) : []) {
    if (!known.has(join(GOLDEN, name))) tally.count(`tests/golden/hostile/${name} has no recipe`);
  }
}
