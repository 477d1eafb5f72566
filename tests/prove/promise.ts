/**
 * What one promise of the program is, and how a proof of it counts: cases tried, and what broke.
 *
 * @module
 */

import { userInfo } from "node:os";

/** Whether everything may be read and written. */
export const isRoot: boolean = userInfo().uid === 0;
/** A user who may do little. */
export const NOBODY = 65534;

/** How much to try, and on what. */
export interface ProveOptions {
  /** Tries a part of the cases only, for `deno task test`. */
  readonly quick: boolean;
  /** Whether an executable is tested; otherwise the sources, whose start takes twenty times as long. */
  readonly executable: boolean;
  /** Where generated cases start from: the same seed gives the same cases. */
  readonly seed: number;
}

/** One promise. */
export interface Proof {
  /** One word, for `--only`. */
  readonly name: string;
  /** The promise, in a few words. */
  readonly promise: string;
  /** Tries it. */
  prove(tally: Tally, options: ProveOptions): Promise<void> | void;
}

/** How many violations are kept in words. */
const MAX_TOLD = 20;

/** Counts cases, and keeps what went wrong. */
export class Tally {
  /** How many cases were tried. */
  cases = 0;
  /** How many of them broke the promise. */
  violations = 0;
  /** The first violations, in words. */
  readonly told: string[] = [];
  /** What the reader of the table should know, such as what could not be tried. */
  readonly notes: string[] = [];

  /** Counts one case; `broken` is empty when the promise held. */
  count(broken: string | readonly string[] = []): void {
    this.cases++;
    const reasons = [broken].flat();
    if (reasons.length === 0) return;
    this.violations++;
    if (this.told.length < MAX_TOLD) this.told.push(reasons.join("; ").slice(0, 1500));
  }

  /** Counts one case; what it throws is a violation. */
  async attempt(name: string, attempt: () => Promise<void> | void): Promise<void> {
    try {
      await attempt();
      this.count();
    } catch (error) {
      this.count(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Adds one sentence below the table. */
  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }
}

/**
 * Chooses how many cases to try: in a full run, in a quick one, and in a quick one over the sources.
 */
export function sized(
  options: ProveOptions,
  sizes: { readonly full: number; readonly quick: number; readonly sources: number },
): number {
  if (!options.executable) return sizes.sources;
  return options.quick ? sizes.quick : sizes.full;
}

/**
 * Makes a generator of numbers from 0 to below 1 that gives the same sequence for the same seed
 * (mulberry32).
 */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Works through jobs, two at a time. `lane` is 0 or 1, for what two jobs must not share. */
export async function inTwoLanes(
  count: number,
  work: (index: number, lane: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (number: number): Promise<void> => {
    while (next < count) await work(next++, number);
  };
  await Promise.all([lane(0), lane(1)]);
}
