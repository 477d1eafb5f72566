/**
 * Numbers that look like chance and are the same on every machine.
 *
 * @module
 */

/** Gives the next number, from 0 up to 1. */
export type Random = () => number;

/**
 * Makes a generator (mulberry32).
 *
 * @param seed Where it starts.
 * @returns The generator.
 */
export function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Takes one of a list.
 *
 * @param list What to take from.
 * @param random The generator.
 * @returns One item.
 */
export function pick<Item>(list: readonly Item[], random: Random): Item {
  return list[Math.floor(random() * list.length)] as Item;
}

/**
 * Gives a length as lengths of texts are spread: most are short, and few make up most of the bytes.
 *
 * @param median Half of the lengths are below.
 * @param spread The deviation of the logarithm.
 * @param random The generator.
 * @returns A length.
 */
export function lengthAround(median: number, spread: number, random: Random): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.round(median * Math.exp(spread * normal));
}
