/**
 * The two JSON files that variables of templates may come from: definitions of tools, and the user's own
 * variables (DESIGN §6).
 *
 * @module
 */

import { ConfigError } from "../errors.ts";
import type { JsonValue } from "../types.ts";

/**
 * Takes the names out of definitions of tools, as Anthropic or OpenAI has them; a string is a name.
 * Throws when the text is no JSON array, or a definition has no name.
 */
export function parseToolNames(text: string, name: string): string[] {
  const definitions = parseJson(text, name);
  if (!Array.isArray(definitions)) {
    throw unusable(name, "it is not an array of tool definitions");
  }
  return definitions.map((definition: unknown, index) => {
    const tool = toolName(definition);
    if (typeof tool === "string" && tool !== "") return tool;
    throw unusable(name, `[${index}] has no name and is not one`);
  });
}

/**
 * Reads a JSON object of variables.
 *
 * @param text The file's text.
 * @param name The file's name for errors.
 * @returns The variables by name.
 * @throws {ConfigError} When it is no JSON object.
 *
 * @example
 * ```ts
 * import { parseVariables } from "./json_inputs.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(parseVariables('{"n": 1}', "vars.json"), { n: 1 });
 * assert.throws(() => parseVariables("[1]", "vars.json"));
 * ```
 */
export function parseVariables(text: string, name: string): Record<string, JsonValue> {
  const value = parseJson(text, name);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw unusable(name, "it is not a JSON object");
  }
  return value as Record<string, JsonValue>;
}

function toolName(definition: unknown): unknown {
  if (typeof definition === "string") return definition;
  return memberOf(definition, "name") ?? memberOf(memberOf(definition, "function"), "name");
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The engine's words differ between the runtimes. A RangeError is too deep a nesting.
    if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error;
    throw unusable(name, "it is not JSON");
  }
}

function unusable(name: string, reason: string): ConfigError {
  return new ConfigError(`Cannot use ${JSON.stringify(name)}: ${reason}`, {
    code: "template-input-invalid",
    place: { path: name },
  });
}
