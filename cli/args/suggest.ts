/**
 * Which known word a mistyped one was probably meant to be.
 *
 * commander suggests too, but only where it reports the unknown command itself; panto's first word may
 * also be a session, so the check is ours (DESIGN §10).
 *
 * @module
 */

/**
 * Finds the nearest word; undefined when none is near enough: at most one slip for every three characters
 * typed, where a slip is a missing, extra, wrong or swapped character.
 */
export function suggest(word: string, known: readonly string[]): string | undefined {
  // Longer than any command by far; the distance would only cost time.
  if (word.length > 40) return undefined;
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const slips = distance(word.toLowerCase(), candidate);
    if (slips < least) [best, least] = [candidate, slips];
  }
  return best;
}

/** Optimal string alignment distance. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let cost = Math.min(
        at(previous, j) + 1,
        at(row, j - 1) + 1,
        at(previous, j - 1) + (same ? 0 : 1),
      );
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
    }
    [before, previous] = [previous, row];
  }
  return at(previous, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
