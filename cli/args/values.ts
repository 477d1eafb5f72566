/**
 * The strict parsers of option values. commander's own coercions are not used: `parseInt` takes "3x"
 * for 3, and a value that is silently bent is worse than an error.
 *
 * @module
 */

import { UsageError } from "../../mod.ts";
import type { PositionSpec } from "./options.ts";

/**
 * Parses a position: `N`, `-K` (K before the end) or `-0` (the end).
 *
 * @param flag The option, for the message.
 * @param value What was given.
 * @returns The position asked for.
 * @throws {UsageError} When it is no such number.
 *
 * @example
 * ```ts
 * import { parsePosition } from "./values.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parsePosition("--at", "-1"), -1);
 * assert.throws(() => parsePosition("--at", "3x"));
 * ```
 */
export function parsePosition(flag: string, value: string): PositionSpec {
  const number = /^-?\d+$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number)) throw badValue(flag, "an integer", value);
  return Object.is(number, -0) ? "end" : number;
}

/**
 * Parses a count that is at least 1.
 *
 * @param flag The option, for the message.
 * @param value What was given.
 * @returns The count.
 * @throws {UsageError} When it is no such number.
 *
 * @example
 * ```ts
 * import { parseCount } from "./values.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parseCount("--max-tokens", "4096"), 4096);
 * assert.throws(() => parseCount("--max-tokens", "0"));
 * ```
 */
export function parseCount(flag: string, value: string): number {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number) || number < 1) {
    throw badValue(flag, "an integer of at least 1", value);
  }
  return number;
}

/**
 * Parses a number of bytes.
 *
 * @param flag The option, for the message.
 * @param value What was given.
 * @returns The number, 0 or more.
 * @throws {UsageError} When it is no such number.
 *
 * @example
 * ```ts
 * import { parseBytes } from "./values.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parseBytes("--max-instructions", "0"), 0);
 * assert.throws(() => parseBytes("--max-instructions", "8K"));
 * ```
 */
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
 *
 * @param flag The option, for the message.
 * @param text What was given.
 * @returns Both parts.
 * @throws {UsageError} When there is no equals sign, or no identifier before it.
 *
 * @example
 * ```ts
 * import { parseAssignment } from "./values.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseAssignment("--var", "user=Ann"), { name: "user", value: "Ann" });
 * assert.throws(() => parseAssignment("--var", "user"));
 * ```
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

/**
 * Parses a duration in seconds, decimals allowed.
 *
 * @param flag The option, for the message.
 * @param value What was given.
 * @returns Milliseconds.
 * @throws {UsageError} When it is no number from 0 to a day.
 *
 * @example
 * ```ts
 * import { parseSeconds } from "./values.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parseSeconds("--lock-timeout", "0.5"), 500);
 * ```
 */
export function parseSeconds(flag: string, value: string): number {
  const seconds = /^(\d+|\d*\.\d+)$/.test(value) ? Number(value) : NaN;
  // A day: longer is a slip, and much longer overflows the timers.
  if (!(seconds <= 86_400)) throw badValue(flag, "seconds from 0 to 86400", value);
  return Math.round(seconds * 1000);
}

/**
 * Parses one of a few words.
 *
 * @param flag The option, for the message.
 * @param value What was given.
 * @param choices The words.
 * @returns The word.
 * @throws {UsageError} When it is none of them.
 *
 * @example
 * ```ts
 * import { parseChoice } from "./values.ts";
 * import assert from "node:assert/strict";
 *
 * assert.throws(() => parseChoice("--color", "yes", ["auto", "always", "never"]));
 * ```
 */
export function parseChoice<Choice extends string>(
  flag: string,
  value: string,
  choices: readonly Choice[],
): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw badValue(flag, listOf(choices), value);
  return found;
}

/**
 * Parses a text that must not be empty, which an unset shell variable would give.
 *
 * @param flag The option or argument, for the message.
 * @param value What was given.
 * @returns The text.
 * @throws {UsageError} When it is empty.
 *
 * @example
 * ```ts
 * import { parseText } from "./values.ts";
 * import assert from "node:assert/strict";
 *
 * assert.throws(() => parseText("--leaf", ""));
 * ```
 */
export function parseText(flag: string, value: string): string {
  if (value === "") throw new UsageError(`${flag} is empty`);
  return value;
}

/**
 * Lists words as a sentence does: `a, b or c`.
 *
 * @param words At least one word.
 * @returns The list.
 *
 * @example
 * ```ts
 * import { listOf } from "./values.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(listOf(["a", "b", "c"]), "a, b or c");
 * ```
 */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

function badValue(flag: string, wanted: string, value: string): UsageError {
  return new UsageError(`${flag} takes ${wanted}, not ${JSON.stringify(value)}`);
}
