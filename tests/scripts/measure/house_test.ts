/**
 * What the house has to keep: the numbers below which a stranger still finds his way. They are
 * measured on this checkout, with the definitions of scripts/measure/measure.ts.
 */

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

import { readTree } from "../../../scripts/measure/facts.ts";
import { layOut, type Measured, reportRows } from "../../../scripts/measure/house.ts";
import { measureHouse } from "../../../scripts/measure/measure.ts";
import { readExportedNames } from "../../../scripts/measure/names.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const here: Measured = {
  house: measureHouse(readTree(root), "lib/log/how_far.ts"),
  names: readExportedNames(root),
};

/** A number that must not grow beyond its ceiling. */
interface Target {
  readonly what: string;
  readonly most: number;
  readonly value: (measured: Measured) => number;
}

const BUILT_LINES = Deno.readTextFileSync(
  new URL("../../../lib/log/scan/scan_wasm.ts", import.meta.url),
).split("\n").length - 1;

const TARGETS: readonly Target[] = [
  // Seven were wished for; the door of the log is a floor of its own, see docs/architecture.md.
  { what: "floors of imports in lib", most: 8, value: ({ house }) => house.floors },
  { what: "circles of files", most: 0, value: ({ house }) => house.fileCircles.length },
  { what: "circles of folders", most: 0, value: ({ house }) => house.folderCircles.length },
  { what: "files behind the prompt at N", most: 14, value: ({ house }) => house.behind.files },
  {
    what: "lines behind the prompt at N, the scanner's source and what is built of it aside",
    most: 2720,
    value: ({ house }) => house.behind.lines - house.behind.assemblyScript - BUILT_LINES,
  },
  // Thirty were wished for; the kinds of errors and of content blocks alone are 29.
  { what: "types behind the prompt at N", most: 77, value: ({ house }) => house.behind.types },
  // About sixty were wished for; blame, show and branches came after.
  { what: "values of mod.ts", most: 68, value: ({ names }) => names.values.length },
  ...["lib", "cli", "scripts"].flatMap((house): Target[] => [
    {
      what: `median of the lines of a function in ${house}`,
      most: 10,
      value: (measured) => measured.house.functions.get(house)?.median ?? Infinity,
    },
    {
      what: `longest function in ${house}`,
      most: 60,
      value: (measured) => measured.house.functions.get(house)?.longest ?? Infinity,
    },
  ]),
];

for (const { what, most, value } of TARGETS) {
  Deno.test(`house: ${what}: at most ${most.toLocaleString("en")}`, () => {
    const found = value(here);
    assert.ok(found <= most, `${found}`);
  });
}

Deno.test("reportRows() has a value of every checkout in every row", () => {
  const rows = reportRows([here, here]);
  assert.deepEqual(rows.filter((row) => row.length !== 3 || row[1] !== row[2]), []);
  const cells = new Map(rows.map(([what, value]) => [what, value]));
  assert.equal(cells.get("behind the prompt at N: from"), "lib/log/how_far.ts");
  assert.match(
    cells.get("lib/log/") ?? "",
    /^\d+ files, [\d,]+ lines: [\d,]+ code, [\d,]+ comment$/,
  );
});

Deno.test("reportRows() marks a room that one checkout lacks", () => {
  const rooms = new Map(here.house.rooms);
  rooms.delete("lib/log");
  const rows = reportRows([{ ...here, house: { ...here.house, rooms } }, here]);
  assert.equal(rows.find(([what]) => what === "lib/log/")?.[1], "–");
});

Deno.test("layOut() aligns the columns below a rule", () => {
  assert.equal(
    layOut([["measure", "now"], ["floors", "7"]]),
    "| measure | now |\n| ------- | --- |\n| floors  | 7   |\n",
  );
});
