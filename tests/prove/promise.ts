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

  /**
   * Counts one case.
   *
   * @param broken What broke; empty when the promise held.
   */
  count(broken: string | readonly string[] = []): void {
    this.cases++;
    const reasons = [broken].flat();
    if (reasons.length === 0) return;
    this.violations++;
    if (this.told.length < MAX_TOLD) this.told.push(reasons.join("; ").slice(0, 1500));
  }

  /**
   * Counts one case that may throw.
   *
   * @param name What to call it.
   * @param attempt Tries the case; what it throws is a violation.
   */
  async attempt(name: string, attempt: () => Promise<void> | void): Promise<void> {
    try {
      await attempt();
      this.count();
    } catch (error) {
      this.count(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /**
   * Adds a note below the table.
   *
   * @param text One sentence.
   */
  note(text: string): void {
    if (!this.notes.includes(text)) this.notes.push(text);
  }
}

/**
 * Chooses how many cases to try.
 *
 * @param options How the proof runs.
 * @param sizes The number for a full run, for a quick one, and for a quick one over the sources.
 * @returns One of the three.
 *
 * @example
 * ```ts
 * import { sized } from "./promise.ts";
 * import assert from "node:assert/strict";
 *
 * const options = { quick: true, executable: true, seed: 1 };
 * assert.equal(sized(options, { full: 500, quick: 40, sources: 4 }), 40);
 * ```
 */
export function sized(
  options: ProveOptions,
  sizes: { readonly full: number; readonly quick: number; readonly sources: number },
): number {
  if (!options.executable) return sizes.sources;
  return options.quick ? sizes.quick : sizes.full;
}

/**
 * Makes a generator of random numbers that gives the same sequence for the same seed.
 *
 * @param seed Any integer.
 * @returns A function that gives numbers from 0 to below 1 (mulberry32).
 *
 * @example
 * ```ts
 * import { randomNumbers } from "./promise.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(randomNumbers(7)(), randomNumbers(7)());
 * ```
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

/**
 * Works through jobs, two at a time.
 *
 * @param count How many.
 * @param work Does the job of a number; `lane` is 0 or 1, for what two jobs must not share.
 */
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
