/**
 * Numbers that look like chance and are the same on every machine: generated logs must not differ from
 * one run to the next, or figures of two runs could not be compared. `Math.random` cannot be seeded.
 *
 * @module
 */

/** Gives the next number, from 0 up to 1. */
export type Random = () => number;

/** Makes a generator that starts at a seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Takes one of a list that is not empty. */
export function pick<Item>(list: readonly Item[], random: Random): Item {
  return list[Math.floor(random() * list.length)] as Item;
}

/** A length as lengths of texts are spread: half are below the median, and few make up most of the bytes. */
export function lengthAround(median: number, spread: number, random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(median * Math.exp(spread * normal));
}
