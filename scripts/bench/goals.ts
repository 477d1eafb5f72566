/**
 * The goals of DESIGN §13 as data, and the verdict on each: what was measured, for the older executable
 * as well where there is one, so that a miss tells whether it is new.
 *
 * @module
 */

import { fastest, type Measurement, type Sample } from "./measure.ts";
import { difference, ratio } from "./statistics.ts";

/** What is aimed at in one section; processes go by their names. */
export type Goal =
  /** Takes at most so many times as long as another. */
  | { readonly type: "most"; readonly who: string; readonly of: string; readonly factor: number }
  /** Is at least so many times faster than another. */
  | { readonly type: "faster"; readonly who: string; readonly of: string; readonly factor: number }
  /** Takes at most so many milliseconds longer than another. */
  | {
    readonly type: "over";
    readonly who: string;
    readonly of: string;
    readonly milliseconds: number;
  }
  /** No process of panto's takes more memory. */
  | { readonly type: "memory"; readonly mebibytes: number }
  /** No process takes longer than with the older executable, but for noise. */
  | { readonly type: "not slower" };

/** How a goal was met. */
export interface Verdict {
  readonly goal: string;
  /** What was measured; empty without an older executable. */
  readonly before: string;
  readonly now: string;
  readonly met: boolean;
}

/** Two runs of one command differ by as much. */
export const NOISE = 1.05;

/** A value that was measured, as it is compared and as it is shown. */
interface Measured {
  readonly value: number;
  readonly text: string;
}

/** Gives the verdict; undefined where what it is about was not measured. */
export function judge(goal: Goal, measurements: readonly Measurement[]): Verdict | undefined {
  const now = measured(goal, measurements, "now");
  if (now === undefined || Number.isNaN(now.value)) return undefined;
  const before = goal.type === "not slower" ? undefined : measured(goal, measurements, "before");
  return {
    goal: words(goal),
    before: before?.text ?? "",
    now: now.text,
    met: goal.type === "faster" ? now.value >= goal.factor : now.value <= bound(goal),
  };
}

function bound(goal: Exclude<Goal, { type: "faster" }>): number {
  switch (goal.type) {
    case "most":
      return goal.factor;
    case "over":
      return goal.milliseconds;
    case "memory":
      return goal.mebibytes;
    case "not slower":
      return NOISE;
  }
}

function words(goal: Goal): string {
  switch (goal.type) {
    case "most":
      return `\`${goal.who}\` ≤ ${goal.factor} × \`${goal.of}\``;
    case "faster":
      return `\`${goal.who}\` ≥ ${goal.factor} × faster than \`${goal.of}\``;
    case "over":
      return `\`${goal.who}\` ≤ ${goal.milliseconds} ms over \`${goal.of}\``;
    case "memory":
      return `memory ≤ ${goal.mebibytes} MiB`;
    case "not slower":
      return `not slower than before (≤ ${NOISE})`;
  }
}

type Which = "now" | "before";

function measured(
  goal: Goal,
  measurements: readonly Measurement[],
  which: Which,
): Measured | undefined {
  if (goal.type === "memory") return highest(peaks(measurements, which), (peak) => peak.toFixed(0));
  if (goal.type === "not slower") {
    return highest(slowdowns(measurements), (factor) => factor.toFixed(2));
  }
  const who = sampleOf(goal.who, measurements, which);
  const of = sampleOf(goal.of, measurements, which);
  if (who === undefined || of === undefined) return undefined;
  const value = goal.type === "over"
    ? difference(who.times, of.times)
    : goal.type === "faster"
    ? ratio(of.times, who.times)
    : ratio(who.times, of.times);
  return { value, text: goal.type === "over" ? `${value.toFixed(1)} ms` : value.toFixed(2) };
}

/** What is not panto has one sample, which serves for both. */
function sampleOf(
  name: string,
  measurements: readonly Measurement[],
  which: Which,
): Sample | undefined {
  const found = measurements.find((measurement) => measurement.name === name);
  if (which === "now") return found?.now;
  return measurements.some(({ before }) => before !== undefined)
    ? found?.before ?? found?.now
    : undefined;
}

/** A value of one process. */
type Named = readonly [string, number];

function peaks(measurements: readonly Measurement[], which: Which): Named[] {
  return measurements.filter(isPanto).flatMap((measurement): Named[] => {
    const peak = measurement[which]?.peak;
    return peak === undefined ? [] : [[measurement.name, peak]];
  });
}

function isPanto({ name }: Measurement): boolean {
  return name.startsWith("panto ");
}

/** What is really slower is so in the median and in the fastest run: noise seldom is in both. */
function slowdowns(measurements: readonly Measurement[]): Named[] {
  return measurements.flatMap(({ name, now, before }): Named[] => {
    if (before === undefined) return [];
    const slowdown = Math.min(ratio(now.times, before.times), fastest(now) / fastest(before));
    return [[name, slowdown]];
  });
}

function highest(
  values: readonly Named[],
  format: (value: number) => string,
): Measured | undefined {
  const [top] = values.toSorted(([, a], [, b]) => b - a);
  return top && { value: top[1], text: `${format(top[1])} (\`${top[0]}\`)` };
}
