/**
 * The benchmark's results as Markdown.
 *
 * @module
 */

import { cpus, totalmem } from "node:os";
import { BUN_VERSION } from "../build/bun.ts";
import { type Measurement, PEAK_METHOD } from "./measure.ts";

/** What was measured on one input. */
export interface Section {
  readonly title: string;
  /** What the input is. */
  readonly text: string;
  readonly measurements: readonly Measurement[];
  /** Whether a line of it alone takes more memory than is aimed at. */
  readonly isHuge?: boolean;
}

/** The most memory that panto is to take, in MiB (DESIGN §13). */
const MOST_MEMORY = 64;

/**
 * Writes a section as a heading and a table.
 *
 * @param section What was measured.
 * @returns Markdown.
 */
export function sectionText({ title, text, measurements, isHuge }: Section): string {
  const reference = measurements[0];
  const header = [
    "process",
    "median ms",
    "fastest ms",
    "ratio",
    "of",
    "goal",
    "",
    "peak MiB",
  ];
  const rows = measurements.map((measurement) => {
    const to = measurements.find(({ name }) => name === measurement.reference) ?? reference;
    const ratio = measurement.median / (to?.median ?? NaN);
    return [
      `\`${measurement.name}\``,
      measurement.median.toFixed(1),
      measurement.fastest.toFixed(1),
      measurement === to ? "1" : ratio.toFixed(2),
      measurement === to ? "" : `\`${to?.name}\``,
      ...goalCells(measurement, ratio),
      memoryCell(measurement, isHuge ?? false),
    ];
  });
  return `## ${title}\n\n${text}\n\n${table([header, ...rows])}\n`;
}

function memoryCell({ name, peak }: Measurement, isHuge: boolean): string {
  const mebibytes = peak?.toFixed(0) ?? "-";
  const isOver = name.startsWith("panto ") && !isHuge && (peak ?? 0) > MOST_MEMORY;
  return isOver ? `**${mebibytes}**` : mebibytes;
}

function goalCells({ goal }: Measurement, ratio: number): [string, string] {
  if (goal === undefined) return ["", ""];
  return "most" in goal
    ? [`≤ ${goal.most}`, ratio <= goal.most ? "met" : "**missed**"]
    : [`≥ ${goal.least}`, ratio >= goal.least ? "met" : "**missed**"];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0))
  );
  const isNumber = (column: number) => column > 0 && column < 4 || column === 7;
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
    );
    return `| ${cells.join(" | ")} |`;
  });
  const rule = widths.map((width, column) =>
    isNumber(column) ? `${"-".repeat(width - 1)}:` : "-".repeat(width)
  );
  return [lines[0], `| ${rule.join(" | ")} |`, ...lines.slice(1)].join("\n");
}

/**
 * Says on what and how it was measured.
 *
 * @param rounds Rounds that count.
 * @param version The executable's own version line.
 * @returns A paragraph.
 */
export function machineText(rounds: number, version: string): string {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Measured on ${
    cores[0]?.model.trim() ?? "an unknown processor"
  }, ${cores.length} cores, ` +
    `${gigabytes} GiB, ${Deno.build.target}, with ${version}, compiled with Bun ${BUN_VERSION}; load ` +
    `at the start: ${(Deno.loadavg()[0] ?? NaN).toFixed(1)}. ` +
    `Whole processes, output to /dev/null, everything in the page cache, one of each a round, medians ` +
    `of ${rounds} rounds; compare ratios, not milliseconds. Peak memory: ${PEAK_METHOD}; bold where it is over the ${MOST_MEMORY} MiB that are aimed at.`;
}
