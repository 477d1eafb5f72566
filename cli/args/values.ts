/**
 * The strict parsers of option values. commander's own coercions are not used: `parseInt` takes "3x"
 * for 3, and a value that is silently bent is worse than an error.
 *
 * @module
 */

import { type AskedPosition, type LayerName, UsageError } from "../../mod.ts";

/**
 * A position as it was asked for: from the start, negative from the end, the end itself, or the one of an
 * entry.
 */
export type PositionSpec = AskedPosition;

/**
 * Parses a position: `N`, `-K` (K before the end) or `-0` (the end); every other word is an entry's id.
 */
export function parsePosition(flag: string, value: string): PositionSpec {
  if (!/^-?\d+$/.test(value)) return { id: parseText(flag, value) };
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw badValue(flag, "an integer or an id", value);
  return Object.is(number, -0) ? "end" : number;
}

/** Parses a count of at least 1. */
export function parseCount(flag: string, value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number) || number < 1) {
    throw badValue(flag, "an integer of at least 1", value);
  }
  return number;
}

/** Parses a number of bytes. */
export function parseBytes(flag: string, value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number)) throw badValue(flag, "a number of bytes", value);
  return number;
}

/** A name with a value. */
export interface Assignment {
  readonly name: string;
  readonly value: string;
}

/**
 * Parses `NAME=VALUE`, where a template can use the name as `vars.NAME`. The value may be empty and may
 * hold further equals signs.
 */
export function parseAssignment(flag: string, text: string): Assignment {
  const at = text.indexOf("=");
  if (at === -1) throw badValue(flag, "NAME=VALUE", text);
  const name = text.slice(0, at);
  // The engine's identifiers are ASCII.
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    throw badValue(flag, "NAME=VALUE with a NAME of letters, digits and _", text);
  }
  return { name, value: text.slice(at + 1) };
}

/** Parses a duration in seconds, decimals allowed. */
export function parseSeconds(flag: string, value: string): number {
  const seconds = /^(\d+|\d*\.\d+)$/.test(value) ? Number(value) : NaN;
  // A day: longer is a slip, and much longer overflows the timers.
  if (!(seconds <= 86_400)) throw badValue(flag, "seconds from 0 to 86400", value);
  return Math.round(seconds * 1000);
}

/** A value whose place among those of other flags counts. */
export interface OrderedText {
  readonly text: string;
  /** Grows from one value to the next. */
  readonly order: number;
}

/** Parses a text that must not be empty, and keeps its place on the command line. */
export function parseOrdered(flag: string, value: string, order: number): OrderedText {
  return { text: parseText(flag, value), order };
}

/** Makes a parser for one of a few words. */
export function oneOf<Choice extends string>(
  ...choices: readonly Choice[]
): (flag: string, value: string) => Choice {
  return (flag, value) => parseChoice(flag, value, choices);
}

/** Parses one of a few words. */
export function parseChoice<Choice extends string>(
  flag: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw badValue(flag, listOf(choices), value);
  return found;
}

const LAYERS: readonly LayerName[] = ["project", "user", "base"];

/** Parses the names of layers, with commas between them, or `none`. */
export function parseLayers(flag: string, value: string): readonly LayerName[] {
  if (value === "none") return [];
  const found: LayerName[] = [];
  for (const word of parseText(flag, value).split(",")) {
    const layer = LAYERS.find((name) => name === word);
    if (layer === undefined) {
      throw badValue(flag, `none, or any of ${LAYERS.join(", ")} with commas between`, value);
    }
    if (found.includes(layer)) throw new UsageError(`${flag} names ${layer} more than once`);
    found.push(layer);
  }
  return found;
}

/** Parses a regular expression of JavaScript, with the flags `m` and `u`: `^` and `$` stand for lines. */
export function parsePattern(flag: string, value: string): RegExp {
  try {
    return new RegExp(parseText(flag, value), "mu");
  } catch (error) {
    // The engine's words differ between runtimes.
    if (!(error instanceof SyntaxError)) throw error;
    throw badValue(flag, "a regular expression of JavaScript", value);
  }
}

/** Parses a text that must not be empty, which an unset shell variable would give. */
export function parseText(flag: string, value: string): string {
  if (value === "") throw new UsageError(`${flag} is empty`);
  return value;
}

/** Lists words as a sentence does: `a, b or c`. */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

function badValue(flag: string, wanted: string, value: string): UsageError {
  return new UsageError(`${flag} takes ${wanted}, not ${JSON.stringify(value)}`);
}
