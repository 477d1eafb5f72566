/**
 * Decodes the content blocks of user, assistant and tool messages from their spellings: Anthropic's
 * (`tool_use`, `tool_result`), pi's (`toolCall`, role `toolResult`) and OpenAI's chat lines
 * (`tool_calls`, `image_url`, role `tool`). See the table of DESIGN §9.
 *
 * Every block of the log gives exactly one block here; what is not understood is an `unknown` block
 * that carries a name for the warning. So nothing is lost without a word, and nothing throws.
 *
 * @module
 */

import { parseExact } from "./json.ts";
import {
  type ContentBlock,
  type ImageBlock,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type TextBlock,
  type ThinkingBlock,
  type ToolResultBlock,
  type ToolUseBlock,
  type UnknownBlock,
} from "../types.ts";

/** What can stand inside a tool result. */
export type ToolResultPart = TextBlock | ImageBlock | UnknownBlock;

/** Keys beside `content` that a chat line may carry and that no serializer sends back. */
export const SIDE_KEYS = ["function_call", "refusal", "audio"] as const;

/** How long the name of an unknown block may be; a log of another program may hold anything there. */
const NAME_LIMIT = 60;

/**
 * Decodes what a user or assistant message holds: its `content` (a string is one text block, absent or
 * null content none), then its `tool_calls`.
 */
export function decodeContent(raw: JsonObject): ContentBlock[] {
  const blocks = contentItems(raw.content).map(decodeBlock);
  const calls = raw.tool_calls;
  if (Array.isArray(calls)) {
    for (const call of calls as readonly JsonValue[]) blocks.push(decodeToolCall(call));
  } else if (calls !== undefined && calls !== null) blocks.push(unknown("tool_calls"));
  for (const key of SIDE_KEYS) {
    if (raw[key] !== undefined && raw[key] !== null) blocks.push(unknown(key));
  }
  // Another tool's way to hold the text: its loss must not pass without a word.
  if (raw.content === undefined && blocks.length === 0) blocks.push(unknown('no "content"'));
  return blocks;
}

/**
 * Decodes a message of role `tool` or `toolResult`: one result named by `tool_call_id` or
 * `toolCallId`, or `tool_result` blocks.
 */
export function decodeToolMessage(raw: JsonObject): (ToolResultBlock | UnknownBlock)[] {
  const id = firstString(raw.tool_call_id, raw.toolCallId);
  if (id !== undefined) return [toolResult(id, raw)];
  return contentItems(raw.content).map((item) => {
    const block = decodeBlock(item);
    if (block.type === "tool_result" || block.type === "unknown") return block;
    return unknown(`${block.type} without "tool_call_id"`);
  });
}

/** Decodes one element of a message's `content`; a bare string counts as a text block. */
export function decodeBlock(item: JsonValue): ContentBlock {
  if (typeof item === "string") return { type: "text", text: item };
  if (!isJsonObject(item)) return unknown("a block that is no object");
  switch (item.type) {
    case "text":
      return typeof item.text === "string"
        ? { type: "text", text: item.text }
        : unknown('text without "text"');
    case "thinking":
      return decodeThinking(item);
    case "redacted_thinking":
      return typeof item.data === "string"
        ? { type: "redacted_thinking", data: item.data }
        : unknown('redacted_thinking without "data"');
    case "tool_use":
      return toolUse(item, item.input ?? item.arguments);
    case "toolCall":
      return toolUse(item, item.arguments ?? item.input);
    case "tool_result":
      return decodeToolResult(item);
    case "image":
    case "image_url":
      return decodeImage(item);
    default:
      return unknown(typeof item.type === "string" ? item.type : 'a block without "type"');
  }
}

/** The elements of a message's content; a value that is neither text nor list is one odd element. */
function contentItems(content: JsonValue | undefined): readonly JsonValue[] {
  if (content === undefined || content === null) return [];
  return Array.isArray(content) ? content : [content as JsonValue];
}

function decodeThinking(item: JsonObject): ContentBlock {
  if (typeof item.thinking !== "string") return unknown('thinking without "thinking"');
  const signature = firstString(item.signature, item.thinkingSignature);
  // pi keeps what the provider encrypted in the signature and says so with `redacted`.
  if (item.redacted === true && signature) return { type: "redacted_thinking", data: signature };
  const block: ThinkingBlock = { type: "thinking", thinking: item.thinking };
  // A stream that broke off leaves an empty signature: as good as none.
  return signature ? { ...block, signature } : block;
}

function decodeToolResult(item: JsonObject): ContentBlock {
  const id = firstString(item.tool_use_id, item.toolCallId, item.tool_call_id);
  return id === undefined ? unknown('tool_result without "tool_use_id"') : toolResult(id, item);
}

function toolResult(toolUseId: string, raw: JsonObject): ToolResultBlock {
  const content = contentItems(raw.content).map((item): ToolResultPart => {
    const block = decodeBlock(item);
    if (block.type === "text" || block.type === "image" || block.type === "unknown") return block;
    return unknown(block.type);
  });
  const isError = raw.is_error === true || raw.isError === true;
  return { type: "tool_result", toolUseId, content, isError };
}

function decodeToolCall(call: JsonValue): ContentBlock {
  const type = isJsonObject(call) ? call.type ?? "function" : undefined;
  if (!isJsonObject(call) || type !== "function" || !isJsonObject(call.function)) {
    return unknown(typeof type === "string" ? `${type} in tool_calls` : "an entry of tool_calls");
  }
  return toolUse({ id: call.id, name: call.function.name }, call.function.arguments);
}

function toolUse(raw: JsonObject, args: JsonValue | undefined): ToolUseBlock | UnknownBlock {
  const { id, name } = raw;
  if (typeof id !== "string") return unknown('tool_use without "id"');
  if (typeof name !== "string") return unknown('tool_use without "name"');
  const block = { type: "tool_use", id, name } as const;
  if (args === undefined || args === null) return { ...block, input: {} };
  if (isJsonObject(args)) return { ...block, input: args };
  // A list or a scalar: kept as text that is no object either, so that a serializer warns.
  const rawArguments = typeof args === "string" ? args : textOfOdd(args);
  return { ...block, input: parseArguments(rawArguments) ?? {}, rawArguments };
}

/** A list may be too deep to write; a scalar never is, nor a number kept as written. */
function textOfOdd(args: JsonValue): string {
  return Array.isArray(args) ? "[]" : JSON.stringify(args);
}

/** Parses the arguments of a call that the log holds as a string; undefined for all but an object. */
export function parseArguments(text: string): JsonObject | undefined {
  try {
    const value = parseExact(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function decodeImage(item: JsonObject): ContentBlock {
  const image = fromSource(item.source) ?? fromPi(item) ?? fromUrl(item.image_url);
  return image ?? unknown(`${item.type} that is not Base64`);
}

function fromSource(source: JsonValue | undefined): ImageBlock | undefined {
  if (!isJsonObject(source) || source.type !== "base64") return undefined;
  return image(source.media_type, source.data);
}

function fromPi(item: JsonObject): ImageBlock | undefined {
  return image(item.mimeType, item.data);
}

/** Reads `data:image/png;base64,…` without a pattern over its megabytes. */
function fromUrl(value: JsonValue | undefined): ImageBlock | undefined {
  const url = isJsonObject(value) ? value.url : value;
  if (typeof url !== "string" || !/^data:/i.test(url)) return undefined;
  const comma = url.indexOf(",");
  const head = url.slice("data:".length, Math.max(comma, 0)).split(";");
  if (head.length < 2 || head.at(-1)?.toLowerCase() !== "base64") return undefined;
  return image(head[0], url.slice(comma + 1));
}

function image(mediaType: JsonValue | undefined, data: JsonValue | undefined) {
  if (typeof mediaType !== "string" || typeof data !== "string") return undefined;
  return mediaType === "" ? undefined : { type: "image", mediaType, data } as const;
}

function firstString(...values: (JsonValue | undefined)[]): string | undefined {
  return values.find((value) => typeof value === "string");
}

function unknown(name: string): UnknownBlock {
  return {
    type: "unknown",
    name: name.length > NAME_LIMIT ? `${name.slice(0, NAME_LIMIT)}…` : name,
  };
}
