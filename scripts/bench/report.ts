/**
 * The benchmark's results as Markdown: a table for each section, and one of all goals.
 *
 * @module
 */

import { cpus, totalmem } from "node:os";

import { BUN_VERSION } from "../build/bun.ts";
import { judge, type Verdict } from "./goals.ts";
import { fastest, type Measurement, PEAK_METHOD, SLOW } from "./measure.ts";
import type { SectionPlan } from "./sections.ts";
import { median, present, ratio } from "./statistics.ts";

/** A section and what was measured. */
export interface Section {
  readonly plan: SectionPlan;
  readonly measurements: readonly Measurement[];
  /** Load of the machine at its end, its own included. */
  readonly load: number;
}

/** What the run was made with. */
export interface Setting {
  /** The executable's own version line. */
  readonly version: string;
  /** The older executable's; undefined without one. */
  readonly before?: string;
}

/** A heading, what differs, and a table. */
export function sectionText({ plan, measurements, load }: Section): string {
  const hasBefore = measurements.some(({ before }) => before !== undefined);
  const reference = measurements[0];
  const rows = measurements.map((measurement) => [
    `\`${measurement.name}\``,
    ...(hasBefore ? compared(measurement) : alone(measurement)),
    reference === undefined || measurement === reference
      ? "1"
      : ratio(measurement.now.times, reference.now.times).toFixed(2),
  ]);
  const columns = hasBefore
    ? ["before ms", "now ms", "now / before", "of fastest", "before MiB", "now MiB"]
    : ["median ms", "fastest ms", "peak MiB"];
  const header = ["process", ...columns, `/ ${reference?.name ?? ""}`];
  const text = `${plan.text} ${plan.rounds} rounds, load ${load.toFixed(1)} at the end.`;
  return `## ${plan.title}\n\n${text}${otherwise(measurements)}\n\n${table([header, ...rows])}\n`;
}

/** All goals of all sections, each with its verdict. */
export function goalsText(sections: readonly Section[]): string {
  const verdicts = sections.flatMap(({ plan, measurements }) =>
    plan.goals.flatMap((goal) => {
      const verdict = judge(goal, measurements);
      return verdict === undefined ? [] : [{ ...verdict, title: plan.title }];
    })
  );
  const hasBefore = verdicts.some(({ before }) => before !== "");
  const met = verdicts.filter((verdict) => verdict.met).length;
  const header = ["log", "goal", ...(hasBefore ? ["before"] : []), "now", "verdict"];
  const rows = verdicts.map((verdict: Verdict & { readonly title: string }) => [
    verdict.title,
    verdict.goal,
    ...(hasBefore ? [verdict.before] : []),
    verdict.now,
    verdict.met ? "met" : "**missed**",
  ]);
  return `## Goals\n\n${met} of ${verdicts.length} are met.\n\n${table([header, ...rows])}\n`;
}

/** On what and how it was measured. */
export function machineText({ version, before }: Setting): string {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Measured on ${
    cores[0]?.model.trim() ?? "an unknown processor"
  }, ${cores.length} cores, ` +
    `${gigabytes} GiB, ${Deno.build.target}, with ${version}, compiled with Bun ${BUN_VERSION}` +
    `${before === undefined ? "" : ` (before: ${before})`}; load at the start: ` +
    `${
      (Deno.loadavg()[0] ?? NaN).toFixed(1)
    }. Whole processes, output to /dev/null, everything in ` +
    "the page cache, one of each a round, medians; what takes over " +
    `${
      SLOW.milliseconds / 1000
    } s runs ${SLOW.rounds} times. Ratios are medians of the ratios in ` +
    `each round; compare them, not milliseconds. Peak memory: ${PEAK_METHOD}.`;
}

function alone({ now }: Measurement): string[] {
  return [median(present(now.times)).toFixed(1), fastest(now).toFixed(1), mebibytes(now.peak)];
}

function compared({ now, before }: Measurement): string[] {
  const middle = median(present(now.times)).toFixed(1);
  if (before === undefined) return ["", middle, "", "", "", mebibytes(now.peak)];
  return [
    median(present(before.times)).toFixed(1),
    middle,
    ratio(now.times, before.times).toFixed(2),
    (fastest(now) / fastest(before)).toFixed(2),
    mebibytes(before.peak),
    mebibytes(now.peak),
  ];
}

/** Names what the two executables print differently: their times say nothing about each other then. */
function otherwise(measurements: readonly Measurement[]): string {
  const names = measurements
    .filter(({ now, before }) => before !== undefined && before.printed !== now.printed)
    .map(({ name }) => `\`${name}\``);
  return names.length === 0 ? "" : ` **Printed otherwise before**: ${names.join(", ")}.`;
}

function mebibytes(peak: number | undefined): string {
  return peak?.toFixed(0) ?? "-";
}

/** A column of nothing but numbers stands at the right. */
function table(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows;
  const columns = header.map((name, column) => {
    const cells = body.map((row) => row[column] ?? "");
    return {
      width: Math.max(3, name.length, ...cells.map((cell) => cell.length)),
      isNumber: cells.every((cell) => /^(-|[\d.]*)$/.test(cell)),
    };
  });
  const lines = rows.map((row) => {
    const cells = columns.map(({ width, isNumber }, column) =>
      isNumber ? (row[column] ?? "").padStart(width) : (row[column] ?? "").padEnd(width)
    );
    return `| ${cells.join(" | ")} |`;
  });
  const rule = columns.map(({ width, isNumber }) =>
    isNumber ? `${"-".repeat(width - 1)}:` : "-".repeat(width)
  );
  return [lines[0], `| ${rule.join(" | ")} |`, ...lines.slice(1)].join("\n");
}
