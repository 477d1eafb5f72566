/**
 * Checks the content of a message before it is written to a log (`panto append --message`): what a
 * provider would refuse, or what a serializer would have to leave out, is said while it can still be
 * mended. The log is append-only, so a faulty message stays for good.
 *
 * Reading is lenient (blocks.ts), writing is strict: that is why the two are apart.
 *
 * @module
 */

import { decodeBlock, parseArguments, SIDE_KEYS } from "./blocks.ts";
import { decodeSystem, hasSections, roleOf, ROLES, shortJson } from "./system.ts";
import {
  isDeeperThan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
} from "../types.ts";

/** What a check of a message found. */
export interface MessageCheck {
  /** Faults of known shapes, each naming its place, such as `content[1]: tool_use has no "id"`. */
  readonly problems: readonly string[];
  /** Names of what would be kept in the log and left out of every request, each once. */
  readonly unknown: readonly string[];
}

/** The roles whose content is checked here; system messages are decoded strictly anyway. */
export type CheckedRole = "user" | "assistant" | "tool";

/** The longest note that an edit may carry. */
const MAX_NOTE = 200;

/** Which role may hold a block; a type that is not listed is unknown. */
const HOME: ReadonlyMap<string, CheckedRole> = new Map([
  ["image", "user"],
  ["image_url", "user"],
  ["tool_result", "user"],
  ["thinking", "assistant"],
  ["redacted_thinking", "assistant"],
  ["tool_use", "assistant"],
  ["toolCall", "assistant"],
]);

/**
 * Checks a message, as `parseExact` gives it, that is about to be written to a log. Without faults it
 * decodes and serializes.
 */
export function checkMessage(raw: JsonValue): MessageCheck {
  if (!isJsonObject(raw)) return problem("it is no JSON object");
  if (typeof raw.role !== "string") return problem('it has no "role"');
  if (isDeeperThan(raw, MAX_JSON_DEPTH)) {
    return problem(`it is nested deeper than ${MAX_JSON_DEPTH} levels`);
  }
  const role = roleOf(raw.role);
  if (role === "unknown") {
    return problem(`"role" is ${shortJson(raw.role)}, not one of ${[...ROLES.keys()].join(", ")}`);
  }
  if (role !== "system") return checkContent(raw, role);
  const decoded = decodeSystem(raw, raw.role, true);
  if (decoded.type === "damaged") return problem(decoded.reason);
  const recorded = ["source", "template"].find((key) => Object.hasOwn(raw, key));
  if (recorded !== undefined) {
    return problem(`"${recorded}" says where text came from, and only a resume can record that`);
  }
  if (Object.hasOwn(raw, "note") && !isNote(raw.note)) {
    return problem(`"note" is not one line of text with at most ${MAX_NOTE} characters`);
  }
  return { problems: [], unknown: hasSections(raw) ? ["sections"] : [] };
}

/** A note is shown beside its entry. */
function isNote(note: JsonValue | undefined): boolean {
  return typeof note === "string" && note.trim() !== "" && note.length <= MAX_NOTE &&
    !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(note);
}

function problem(text: string): MessageCheck {
  return { problems: [text], unknown: [] };
}

/** Checks the content of a user, assistant or tool message. */
export function checkContent(raw: JsonObject, role: CheckedRole): MessageCheck {
  const problems: string[] = [];
  const unknown = new Set<string>();
  const found = { problems, unknown };
  if (role === "tool") checkToolMessage(raw, found);
  else {
    checkBody(raw, role, found);
    checkToolCalls(raw.tool_calls, role, found);
  }
  for (const key of SIDE_KEYS) {
    if (raw[key] !== undefined && raw[key] !== null) unknown.add(key);
  }
  return { problems, unknown: [...unknown] };
}

interface Findings {
  readonly problems: string[];
  readonly unknown: Set<string>;
}

function checkBody(raw: JsonObject, role: CheckedRole, found: Findings): void {
  const hasCalls = Array.isArray(raw.tool_calls) && raw.tool_calls.length > 0;
  if (raw.content === undefined || raw.content === null) {
    // An answer without text, such as a refusal, has null content.
    const isEmptyAnswer = role === "assistant" && raw.content === null;
    if (!hasCalls && !isEmptyAnswer) {
      found.problems.push('it has neither "content" nor "tool_calls"');
    }
    return;
  }
  checkBlocks(raw.content, { role, place: "content" }, found);
}

function checkToolMessage(raw: JsonObject, found: Findings): void {
  const named = typeof raw.tool_call_id === "string" || typeof raw.toolCallId === "string";
  if (named) {
    checkResultContent(raw.content, "content", found);
    return;
  }
  const blocks = raw.content;
  const results = Array.isArray(blocks) && blocks.length > 0 && blocks.every(isResult);
  if (!results) found.problems.push('it has no "tool_call_id"');
  else checkBlocks(blocks, { role: "user", place: "content" }, found);
}

function isResult(block: JsonValue): boolean {
  return isJsonObject(block) && block.type === "tool_result";
}

function checkBlocks(
  content: JsonValue,
  at: { readonly role: CheckedRole; readonly place: string },
  found: Findings,
): void {
  if (typeof content === "string") return;
  if (!Array.isArray(content)) {
    found.problems.push(`"${at.place}" is neither text nor a list of blocks`);
    return;
  }
  for (const [index, block] of (content as readonly JsonValue[]).entries()) {
    const place = `${at.place}[${index}]`;
    const type = blockType(block, place, found);
    if (type === undefined) continue;
    const home = HOME.get(type);
    if (home !== undefined && home !== at.role) {
      const owner = home === "user" ? "a user message" : "an assistant message";
      found.problems.push(`${place}: ${type} belongs in ${owner}`);
    } else checkBlock(block as JsonObject, place, found);
  }
}

/** The type of a block that has one; what has none is a fault. */
function blockType(block: JsonValue, place: string, found: Findings): string | undefined {
  if (!isJsonObject(block)) found.problems.push(`${place} is no object`);
  else if (typeof block.type !== "string") found.problems.push(`${place} has no "type"`);
  else return block.type;
  return undefined;
}

function checkBlock(block: JsonObject, place: string, found: Findings): void {
  const type = block.type as string;
  const need = (keys: readonly string[]) => {
    if (keys.some((key) => typeof block[key] === "string" && block[key] !== "")) return;
    found.problems.push(`${place}: ${type} has no "${keys[0]}"`);
  };
  switch (type) {
    case "text":
    case "thinking":
      if (typeof block[type] !== "string") {
        found.problems.push(`${place}: ${type} has no "${type}"`);
      }
      return;
    case "redacted_thinking":
      return need(["data"]);
    case "tool_use":
    case "toolCall":
      need(["id"]);
      need(["name"]);
      return checkInput(block, place, found);
    case "tool_result":
      need(["tool_use_id", "toolCallId", "tool_call_id"]);
      return checkResultContent(block.content, `${place}.content`, found);
    default: {
      const decoded = decodeBlock(block);
      if (decoded.type === "unknown") found.unknown.add(decoded.name);
    }
  }
}

function checkInput(block: JsonObject, place: string, found: Findings): void {
  const key = block.type === "toolCall" ? "arguments" : "input";
  const value = block[key];
  if (value === undefined) found.problems.push(`${place}: ${block.type} has no "${key}"`);
  else if (!isJsonObject(value)) {
    found.problems.push(`${place}: "${key}" of ${block.type} is no object`);
  }
}

function checkResultContent(
  content: JsonValue | undefined,
  place: string,
  found: Findings,
): void {
  if (content === undefined || content === null || typeof content === "string") return;
  if (!Array.isArray(content)) {
    found.problems.push(`"${place}" is neither text nor a list of blocks`);
    return;
  }
  for (const [index, block] of (content as readonly JsonValue[]).entries()) {
    const inner = `${place}[${index}]`;
    const type = blockType(block, inner, found);
    const home = type === undefined ? undefined : HOME.get(type);
    if (type === undefined) continue;
    if (home === "assistant" || type === "tool_result") {
      found.problems.push(`${inner}: ${type} cannot stand in a tool result`);
    } else checkBlock(block as JsonObject, inner, found);
  }
}

function checkToolCalls(
  calls: JsonValue | undefined,
  role: CheckedRole,
  found: Findings,
): void {
  if (calls === undefined || calls === null) return;
  if (role !== "assistant") {
    found.problems.push('"tool_calls" belongs in an assistant message');
  } else if (!Array.isArray(calls)) found.problems.push('"tool_calls" is no list');
  else {
    for (const [index, call] of (calls as readonly JsonValue[]).entries()) {
      checkToolCall(call, `tool_calls[${index}]`, found);
    }
  }
}

function checkToolCall(call: JsonValue, place: string, found: Findings): void {
  if (!isJsonObject(call)) {
    found.problems.push(`${place} is no object`);
    return;
  }
  if (call.type !== undefined && call.type !== "function") {
    if (typeof call.type === "string") found.unknown.add(`${call.type} in tool_calls`);
    else found.problems.push(`${place}: "type" is no string`);
    return;
  }
  if (typeof call.id !== "string" || call.id === "") found.problems.push(`${place} has no "id"`);
  if (!isJsonObject(call.function)) {
    found.problems.push(`${place} has no "function"`);
    return;
  }
  const { name, arguments: args } = call.function;
  if (typeof name !== "string" || name === "") {
    found.problems.push(`${place}: "function" has no "name"`);
  }
  if (typeof args !== "string") {
    found.problems.push(`${place}: "arguments" is no string`);
  } else if (args.trim() !== "" && parseArguments(args) === undefined) {
    found.problems.push(`${place}: "arguments" holds no JSON object`);
  }
}
