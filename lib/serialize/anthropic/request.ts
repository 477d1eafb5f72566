/**
 * Messages to the request of Anthropic's Messages API: one top-level `system`, then user and assistant
 * messages (DESIGN §9).
 *
 * Wire objects are rebuilt from known fields, so nothing else of a log leaks into a request. Where the
 * API leaves a choice: content is always a list of blocks, in a tool result too. An empty list is left
 * out there, except that the API refuses a failed result without content: it says "error" then.
 *
 * @module
 */

import { deriveBlocks } from "../../derive.ts";
import { parseArguments } from "../../message/blocks.ts";
import { isBlank, joinBlocks, stripTrailingNewlines } from "../../text/join.ts";
import type {
  ContentBlock,
  ImageBlock,
  JsonObject,
  Message,
  Position,
  ToolResultBlock,
  ToolUseBlock,
} from "../../types.ts";
import type {
  AnthropicAssistantBlock,
  AnthropicImage,
  AnthropicImageType,
  AnthropicMessage,
  AnthropicRequest,
  AnthropicText,
  AnthropicToolResult,
  AnthropicToolUse,
  AnthropicUserBlock,
} from "./wire.ts";
import type { RequestOptions } from "../provider.ts";
import { WellFormed } from "../well_formed.ts";

/** The options that Anthropic's request goes by. */
export type AnthropicOptions = Pick<
  RequestOptions,
  "model" | "maxTokens" | "systemForm" | "onWarning"
>;

const IMAGE_TYPES: ReadonlySet<string> = new Set<AnthropicImageType>([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
]);

/**
 * Serializes all messages of a path up to a position, system messages included. `JSON.stringify`
 * writes the request's numbers as the log has them.
 */
export function serializeAnthropic(
  messages: readonly Message[],
  options: AnthropicOptions = {},
): AnthropicRequest {
  return {
    ...anthropicHead(options),
    ...systemKey(anthropicSystem(deriveBlocks(messages), options)),
    messages: [...anthropicMessages(messages, options)],
  };
}

/** Makes the keys of a request that come before `system`, as far as their options are set. */
export function anthropicHead(
  options: AnthropicOptions,
): Pick<AnthropicRequest, "model" | "max_tokens"> {
  return {
    ...(options.model === undefined ? {} : { model: options.model.toWellFormed() }),
    ...(options.maxTokens === undefined ? {} : { max_tokens: options.maxTokens }),
  };
}

/**
 * Makes the value of `system` from the surviving blocks, those without a position counting as 0.
 * Undefined when nothing is left, and the key must be left out.
 */
export function anthropicSystem(
  blocks: readonly { readonly text: string; readonly position?: Position }[],
  options: AnthropicOptions = {},
): string | AnthropicText[] | undefined {
  const kept = blocks
    .filter((block) => !isBlank(block.text))
    .map((block) => ({
      text: new WellFormed(block.position ?? 0, options.onWarning).text(block.text),
    }));
  if (kept.length === 0) return undefined;
  if (options.systemForm !== "blocks") return joinBlocks(kept);
  return kept.map((block) => ({ type: "text", text: stripTrailingNewlines(block.text) }));
}

/**
 * Makes the elements of `messages` from all messages of the path (system messages are skipped and
 * counted), one at a time, reading at most one message ahead of what it gives. A run of messages that
 * hold only tool results is one user message, whatever is left out between them.
 */
export function* anthropicMessages(
  messages: Iterable<Message>,
  options: AnthropicOptions = {},
): Generator<AnthropicMessage, void, undefined> {
  let results: AnthropicToolResult[] = [];
  let position = 0;
  for (const message of messages) {
    position++;
    const wire = wireMessage(message, new WellFormed(position, options.onWarning));
    if (wire === undefined) continue;
    if (wire.role === "user" && wire.content.every(isResult)) {
      results.push(...wire.content);
      continue;
    }
    if (results.length > 0) yield { role: "user", content: results };
    results = [];
    yield wire;
  }
  if (results.length > 0) yield { role: "user", content: results };
}

function systemKey(system: AnthropicRequest["system"]): Pick<AnthropicRequest, "system"> {
  return system === undefined ? {} : { system };
}

function isResult(block: AnthropicUserBlock): block is AnthropicToolResult {
  return block.type === "tool_result";
}

/** One message; undefined when nothing of it is left. */
function wireMessage(message: Message, fit: WellFormed): AnthropicMessage | undefined {
  switch (message.role) {
    case "system":
      return undefined;
    case "unknown":
      fit.warn(`role ${JSON.stringify(fit.text(message.roleName ?? message.role))} is left out`);
      return undefined;
    case "assistant": {
      const content = message.content.flatMap((block) => assistantBlock(block, fit));
      return content.length === 0 ? undefined : { role: "assistant", content };
    }
    case "user":
    case "tool": {
      const blocks = message.content.flatMap((block) =>
        userBlock(block, `a ${message.role} message`, fit)
      );
      // The API wants results first; the order among each kind stays.
      const others = blocks.filter((block) => !isResult(block));
      const content = [...blocks.filter(isResult), ...others];
      return content.length === 0 ? undefined : { role: "user", content };
    }
    default:
      return message.role satisfies never;
  }
}

function assistantBlock(block: ContentBlock, fit: WellFormed): AnthropicAssistantBlock[] {
  switch (block.type) {
    case "text":
      return textBlock(block.text, fit);
    case "thinking":
      if (!block.signature) return [];
      return [{
        type: "thinking",
        thinking: fit.text(block.thinking),
        signature: fit.text(block.signature),
      }];
    case "redacted_thinking":
      return [{ type: "redacted_thinking", data: fit.text(block.data) }];
    case "tool_use":
      return [toolUse(block, fit)];
    default:
      return leftOut(block, "an assistant message", fit);
  }
}

function userBlock(block: ContentBlock, place: string, fit: WellFormed): AnthropicUserBlock[] {
  switch (block.type) {
    case "text":
      return textBlock(block.text, fit);
    case "image":
      return imageBlock(block, fit);
    case "tool_result":
      return [toolResult(block, fit)];
    default:
      return leftOut(block, place, fit);
  }
}

function textBlock(text: string, fit: WellFormed): AnthropicText[] {
  return isBlank(text) ? [] : [{ type: "text", text: fit.text(text) }];
}

function imageBlock(block: ImageBlock, fit: WellFormed): AnthropicImage[] {
  const type = block.mediaType;
  if (!isImageType(type)) {
    fit.warn(`image of type ${JSON.stringify(fit.text(type))} is left out`);
    return [];
  }
  return [{
    type: "image",
    source: { type: "base64", media_type: type, data: fit.text(block.data) },
  }];
}

function isImageType(type: string): type is AnthropicImageType {
  return IMAGE_TYPES.has(type);
}

function toolUse(block: ToolUseBlock, fit: WellFormed): AnthropicToolUse {
  const input = fit.input(inputOf(block, fit));
  return { type: "tool_use", id: fit.text(block.id), name: fit.text(block.name), input };
}

/** The input of a call; the log may hold it as text, which need not be an object. */
function inputOf(block: ToolUseBlock, fit: WellFormed): JsonObject {
  const raw = block.rawArguments;
  if (raw === undefined || isBlank(raw) || Object.keys(block.input).length > 0) return block.input;
  const parsed = parseArguments(raw);
  if (parsed === undefined) fit.warn("tool_use arguments are no JSON object and sent as {}");
  return parsed ?? {};
}

function toolResult(block: ToolResultBlock, fit: WellFormed): AnthropicToolResult {
  const content = block.content.flatMap((part): (AnthropicText | AnthropicImage)[] => {
    if (part.type === "text") return textBlock(part.text, fit);
    if (part.type === "image") return imageBlock(part, fit);
    return leftOut(part, "a tool result", fit);
  });
  if (block.isError && content.length === 0) {
    fit.warn('failed tool result without content is sent with the text "error"');
    content.push({ type: "text", text: "error" });
  }
  return {
    type: "tool_result",
    tool_use_id: fit.text(block.toolUseId),
    ...(content.length === 0 ? {} : { content }),
    ...(block.isError ? { is_error: true } : {}),
  };
}

function leftOut(block: ContentBlock, place: string, fit: WellFormed): never[] {
  const what = block.type === "unknown" ? fit.text(block.name) : block.type;
  fit.warn(`${what} in ${place} is left out`);
  return [];
}
