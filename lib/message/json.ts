/**
 * JSON that keeps numbers as they were written, and the guards for what it gives.
 *
 * A tool argument such as `1.0`, `-0` or `12345678901234567890` must reach the provider in the spelling
 * of the log (DESIGN §9). `JSON.parse` alone would round or respell it, so such numbers become
 * `JSON.rawJSON` objects: frozen, and written by `JSON.stringify` as they were read. Every consumer of
 * a `JsonObject` tells them from objects with `isJsonObject`.
 *
 * A parser of our own was rejected: the reviver does the same at native speed, and nearly every line is
 * settled by one search for a number that could change.
 *
 * @module
 */

import type { JsonObject, JsonValue } from "../types.ts";

/** What the reviver is told beside key and value; TypeScript's library does not know it yet. */
interface ReviverContext {
  /** The source text, for primitive values only. */
  readonly source?: string;
}

/** `JSON` with the two functions that TypeScript's library does not know yet. */
interface ExactJson {
  parse(
    text: string,
    reviver?: (key: string, value: JsonValue, context: ReviverContext) => JsonValue,
  ): JsonValue;
  stringify(value: JsonValue, replacer?: null, space?: number): string;
  rawJSON(text: string): JsonObject;
  isRawJSON(value: unknown): boolean;
}

const exactJson = JSON as unknown as ExactJson;

/**
 * Finds the end of what may be a number that `String` would spell differently: an exponent, a zero at
 * the end of a fraction, 16 digits or more, minus zero, six zeros behind the point. Up to 15 significant
 * digits in plain notation always survive a double. A hit inside a string costs a second parse, nothing
 * else. The search starts at the end of a number because a digit before `,`, `]`, `}` or white space is
 * rare in prose and in Base64; started at its beginning it takes several times as long.
 */
const RESPELLED = /\d(?=[\s,\]}]|$)(?<=\d[eE][-+]?\d+|\.\d*0|\d{16}|[\d.]{17}|-0|0\.000000\d+)/;

/**
 * Parses JSON; a number whose spelling `String(value)` would not give back becomes a `JSON.rawJSON`
 * object. Keys such as `__proto__` are own keys like any other, and of equal keys the last counts.
 * Throws a SyntaxError also for text that is nested more deeply than the engine can walk (thousands of
 * levels).
 */
export function parseExact(text: string): JsonValue {
  try {
    return RESPELLED.test(text) ? exactJson.parse(text, keepSpelling) : exactJson.parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SyntaxError("JSON is nested too deeply", { cause: error });
  }
}

/** Says whether a JSON value is a number, in either form. */
export function isJsonNumber(value: JsonValue | undefined): boolean {
  return typeof value === "number" || exactJson.isRawJSON(value);
}

/**
 * Writes a value as JSON; numbers kept as written come out so.
 *
 * @param value A JSON value, or a wire object of a provider.
 * @param options `pretty`: two spaces of indentation and line ends. @default { pretty: false }
 * @returns The text without a final newline.
 *
 * @example
 * ```ts
 * import { parseExact, toJsonText } from "./json.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(toJsonText(parseExact('{ "n": 1.50 }')), '{"n":1.50}');
 * assert.equal(toJsonText({ n: 1 }, { pretty: true }), '{\n  "n": 1\n}');
 * ```
 */
export function toJsonText(value: object | JsonValue, options: { pretty?: boolean } = {}): string {
  return JSON.stringify(value, null, options.pretty === true ? 2 : 0);
}

function keepSpelling(_key: string, value: JsonValue, context: ReviverContext): JsonValue {
  if (typeof value !== "number" || context.source === undefined) return value;
  return String(value) === context.source ? value : exactJson.rawJSON(context.source);
}
