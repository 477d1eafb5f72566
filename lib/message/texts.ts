/**
 * The texts of a message: all that somebody wrote or a tool gave back, for reading and for searching.
 *
 * @module
 */

import { toJsonText } from "./json.ts";
import {
  type ContentBlock,
  isDeeperThan,
  isJsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
  type ToolUseBlock,
} from "../types.ts";

/**
 * Gives the texts of a block.
 *
 * @param block Any block of a message.
 * @returns The text of a system or text block; reasoning; the input of a tool's call as JSON; the texts of a
 *   tool's result. Images, encrypted reasoning and unknown blocks have none.
 *
 * @example
 * ```ts
 * import { blockTexts } from "./texts.ts";
 * import assert from "node:assert/strict";
 *
 * const call = { type: "tool_use" as const, id: "t", name: "ls", input: { path: "/" } };
 * assert.deepEqual(blockTexts(call), ['{"path":"/"}']);
 * ```
 */
export function blockTexts(block: ContentBlock): string[] {
  switch (block.type) {
    case "system":
    case "text":
      return [block.text];
    case "thinking":
      return [block.thinking];
    case "tool_use":
      return [inputText(block)];
    case "tool_result":
      return block.content.flatMap((part) => part.type === "text" ? [part.text] : []);
    case "redacted_thinking":
    case "image":
    case "unknown":
      return [];
  }
}

/**
 * Gives the texts of a block that a search goes over: those of {@linkcode blockTexts}, the note of an edit, and
 * every text in the input of a tool's call by itself, without the escapes of JSON.
 *
 * @param block Any block of a message.
 * @returns The texts.
 *
 * @example
 * ```ts
 * import { searchedTexts } from "./texts.ts";
 * import assert from "node:assert/strict";
 *
 * const call = { type: "tool_use" as const, id: "t", name: "ls", input: { path: "/" } };
 * assert.deepEqual(searchedTexts(call), ['{"path":"/"}', "/"]);
 * ```
 */
export function searchedTexts(block: ContentBlock): string[] {
  const texts = blockTexts(block);
  if (block.type === "tool_use") return [...texts, ...stringsIn(block.input)];
  return block.type === "system" && block.note !== undefined ? [...texts, block.note] : texts;
}

/** As the log holds it where that is text, else as JSON; no engine can write what is nested without end. */
function inputText({ rawArguments, input }: ToolUseBlock): string {
  if (rawArguments !== undefined) return rawArguments;
  if (!isDeeperThan(input, MAX_JSON_DEPTH)) return toJsonText(input);
  return `(nested deeper than ${MAX_JSON_DEPTH} levels)`;
}

/** Every text in a value by itself, without the escapes of JSON; one that is nested without end has none. */
function stringsIn(value: JsonValue): string[] {
  if (isDeeperThan(value, MAX_JSON_DEPTH)) return [];
  const found: string[] = [];
  const collect = (one: JsonValue | undefined): void => {
    if (typeof one === "string") found.push(one);
    else if (isJsonObject(one)) Object.values(one).forEach(collect);
    else if (Array.isArray(one)) one.forEach(collect);
  };
  collect(value);
  return found;
}
