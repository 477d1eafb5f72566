/**
 * `deno task measure:house`: prints the measures of a checkout, or of two side by side. The other one
 * is given as a directory and never run, so that a clone of any commit will do.
 *
 *     deno task measure:house [--root DIR] [--before DIR] [--entry FILE]
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { readTree } from "./facts.ts";
import { type Amount, type House, measureHouse, sum } from "./measure.ts";
import { type ExportedNames, readExportedNames } from "./names.ts";

/** A checkout, measured. */
export interface Measured {
  readonly house: House;
  readonly names: ExportedNames;
}

/** A row of the report: a heading or a measure, and its value for each checkout. */
export type Row = readonly [what: string, ...values: string[]];

/** The rows of the report on one or two checkouts. */
export function reportRows(all: readonly Measured[]): Row[] {
  const row = (what: string, value: (measured: Measured) => string): Row => [
    what,
    ...all.map(value),
  ];
  const rooms = union(all.map(({ house }) => house.rooms));
  const houses = union(all.map(({ house }) => house.functions));
  return [
    row("lib: floors of imports", ({ house }) => count(house.floors)),
    row("lib: arrows", ({ house }) => count(house.arrows)),
    row("circles of files", ({ house }) => circlesText(house.fileCircles)),
    row("circles of folders", ({ house }) => circlesText(house.folderCircles)),
    row("fullest folder", ({ house: { fullest } }) => `${fullest.files} in ${fullest.folder}/`),
    row("behind the prompt at N: from", ({ house }) => house.behind.entry),
    row("behind the prompt at N: files", ({ house }) => count(house.behind.files)),
    row("behind the prompt at N: lines", ({ house }) => count(house.behind.lines)),
    row("… of them AssemblyScript", ({ house }) => count(house.behind.assemblyScript)),
    row("behind the prompt at N: types", ({ house }) => count(house.behind.types)),
    row("mod.ts: names", ({ names }) => count(names.types.length + names.values.length)),
    row("… of them types", ({ names }) => count(names.types.length)),
    row("lib: lines that are code", ({ house }) => count(libOf(house).code)),
    row("lib: files, lines", ({ house }) => amountText(libOf(house))),
    ...rooms.map((room) => row(`${room}/`, ({ house }) => amountText(house.rooms.get(room)))),
    ...houses.map((name) => row(`${name}: functions`, ({ house }) => lengthsText(house, name))),
  ];
}

/** Lays rows out as a table that reads as text and as Markdown. */
export function layOut(rows: readonly Row[]): string {
  const [first] = rows;
  if (first === undefined) return "";
  const widths = first.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |\n`;
  return lines.toSpliced(1, 0, rule).join("");
}

function libOf(house: House): Amount {
  const rooms = [...house.rooms].filter(([room]) => room === "lib" || room.startsWith("lib/"));
  return sum(rooms.map(([, amount]) => amount));
}

function union(maps: readonly ReadonlyMap<string, unknown>[]): string[] {
  return [...new Set(maps.flatMap((map) => [...map.keys()]))].filter((key) => !key.endsWith(".ts"))
    .sort();
}

function amountText(amount: Amount | undefined): string {
  if (amount === undefined) return "–";
  const { files, lines, code, comment } = amount;
  const noun = files === 1 ? "file" : "files";
  return `${files} ${noun}, ${count(lines)} lines: ${count(code)} code, ${count(comment)} comment`;
}

function lengthsText(house: House, name: string): string {
  const lengths = house.functions.get(name);
  if (lengths === undefined) return "–";
  return `${lengths.count}: median ${lengths.median}, p90 ${lengths.p90}, longest ${lengths.longest}`;
}

function circlesText(circles: readonly (readonly string[])[]): string {
  return circles.length === 0
    ? "0"
    : `${circles.length}: ${circles.map((circle) => circle.join(" ⇄ ")).join("; ")}`;
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function measured(root: string, entry?: string): Measured {
  const tree = readTree(resolve(root));
  return { house: measureHouse(tree, entry), names: readExportedNames(resolve(root)) };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      root: { type: "string", default: fileURLToPath(new URL("../..", import.meta.url)) },
      before: { type: "string" },
      entry: { type: "string" },
    },
  });
  const now = measured(values.root, values.entry);
  const rows: Row[] = values.before === undefined
    ? [["measure", "now"], ...reportRows([now])]
    : [["measure", "before", "now"], ...reportRows([measured(values.before), now])];
  console.log(layOut(rows).trimEnd());
}
