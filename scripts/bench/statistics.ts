/**
 * What is computed from times. Processes are compared round by round: whatever else the machine did then
 * fell on both, so the median of the ratios is steadier than the ratio of the medians.
 *
 * @module
 */

/** Milliseconds by round; undefined where a process was not run. */
export type Times = readonly (number | undefined)[];

/** NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? NaN)) / 2;
}

/** The times of the rounds in which it ran. */
export function present(times: Times): number[] {
  return times.filter((time) => time !== undefined);
}

/** How many times as long as `other` a process takes. */
export function ratio(times: Times, other: Times): number {
  return median(paired(times, other).map(([time, base]) => time / base));
}

/** How many milliseconds longer than `other` a process takes. */
export function difference(times: Times, other: Times): number {
  return median(paired(times, other).map(([time, base]) => time - base));
}

function paired(times: Times, other: Times): [number, number][] {
  return times.flatMap((time, round) => {
    const base = other[round];
    return time === undefined || base === undefined ? [] : [[time, base]];
  });
}
