/**
 * Messages to the request of OpenAI's Chat Completions API: leading system messages, one a block and
 * with untouched text, then everything else in its order (DESIGN §9).
 *
 * Wire objects are rebuilt from known fields, so nothing else of a log leaks into a request. Where the
 * API leaves a choice: a message with nothing to send (an assistant that only thought) is left out,
 * blank text is sent as it is, and blank arguments of a call are sent as `{}`, since servers parse them.
 *
 * @module
 */

import { deriveBlocks } from "../../derive.ts";
import { isBlank, joinBlocks } from "../../text/join.ts";
import type {
  ContentBlock,
  Message,
  Position,
  ToolResultBlock,
  ToolUseBlock,
} from "../../types.ts";
import type {
  OpenAIMessage,
  OpenAIPart,
  OpenAIRequest,
  OpenAISystemMessage,
  OpenAIToolCall,
} from "./wire.ts";
import type { RequestOptions } from "../provider.ts";
import { WellFormed } from "../well_formed.ts";

/** The options that OpenAI's request goes by. */
export type OpenAIOptions = Pick<
  RequestOptions,
  "model" | "maxTokens" | "mergeSystem" | "systemRole" | "onWarning"
>;

/**
 * Serializes all messages of a path up to a position, system messages included, for OpenAI and servers
 * compatible with it.
 */
export function serializeOpenAIChat(
  messages: readonly Message[],
  options: OpenAIOptions = {},
): OpenAIRequest {
  const system = openaiSystem(deriveBlocks(messages), options);
  return {
    ...openaiHead(options),
    messages: [...system, ...openaiMessages(messages, options)],
  };
}

/** Makes the keys of a request that come before `messages`, as far as their options are set. */
export function openaiHead(
  options: OpenAIOptions,
): Pick<OpenAIRequest, "model" | "max_completion_tokens"> {
  return {
    ...(options.model === undefined ? {} : { model: options.model.toWellFormed() }),
    ...(options.maxTokens === undefined ? {} : { max_completion_tokens: options.maxTokens }),
  };
}

/**
 * Makes the leading messages of the system prompt from the surviving blocks, those without a position
 * counting as 0: one message a block that is not blank, or one for all of them.
 */
export function openaiSystem(
  blocks: readonly { readonly text: string; readonly position?: Position }[],
  options: OpenAIOptions = {},
): OpenAISystemMessage[] {
  const role = options.systemRole ?? "system";
  const texts = blocks
    .filter((block) => !isBlank(block.text))
    .map((block) => new WellFormed(block.position ?? 0, options.onWarning).text(block.text));
  if (options.mergeSystem !== true || texts.length === 0) {
    return texts.map((content) => ({ role, content }));
  }
  return [{ role, content: joinBlocks(texts.map((text) => ({ text }))) }];
}

/**
 * Makes the elements of `messages` that follow the system prompt from all messages of the path (system
 * messages are skipped and counted), one at a time, never reading ahead.
 */
export function* openaiMessages(
  messages: Iterable<Message>,
  options: OpenAIOptions = {},
): Generator<OpenAIMessage, void, undefined> {
  let position = 0;
  for (const message of messages) {
    position++;
    yield* wireMessages(message, new WellFormed(position, options.onWarning));
  }
}

function wireMessages(message: Message, fit: WellFormed): OpenAIMessage[] {
  switch (message.role) {
    case "system":
      return [];
    case "unknown":
      fit.warn(`role ${JSON.stringify(fit.text(message.roleName ?? message.role))} is left out`);
      return [];
    case "assistant":
      return assistantMessage(message, fit);
    case "user":
    case "tool":
      return userMessages(message, fit);
    default:
      return message.role satisfies never;
  }
}

function assistantMessage(message: Message, fit: WellFormed): OpenAIMessage[] {
  const texts: string[] = [];
  const calls: OpenAIToolCall[] = [];
  for (const block of message.content) {
    switch (block.type) {
      case "text":
        texts.push(fit.text(block.text));
        break;
      case "tool_use":
        calls.push(toolCall(block, fit));
        break;
      case "thinking":
      case "redacted_thinking":
        break;
      default:
        leftOut(block, "an assistant message", fit);
    }
  }
  if (texts.length === 0 && calls.length === 0) return [];
  const content = joinTexts(texts);
  return [{ role: "assistant", content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }];
}

/** One text stays as it is; several stand a blank line apart, where a blank one would only widen it. */
function joinTexts(texts: readonly string[]): string | null {
  if (texts.length < 2) return texts[0] ?? null;
  return texts.filter((text) => !isBlank(text)).join("\n\n");
}

function userMessages(message: Message, fit: WellFormed): OpenAIMessage[] {
  const results: OpenAIMessage[] = [];
  const parts: OpenAIPart[] = [];
  for (const block of message.content) {
    switch (block.type) {
      case "tool_result":
        results.push(toolMessage(block, fit));
        break;
      case "text":
        parts.push({ type: "text", text: fit.text(block.text) });
        break;
      case "image": {
        const url = `data:${fit.text(block.mediaType)};base64,${fit.text(block.data)}`;
        parts.push({ type: "image_url", image_url: { url } });
        break;
      }
      default:
        leftOut(block, `a ${message.role} message`, fit);
    }
  }
  const [first, ...more] = parts;
  if (first === undefined) return results;
  const single = more.length === 0 && first.type === "text";
  return [...results, { role: "user", content: single ? first.text : parts }];
}

function toolMessage(block: ToolResultBlock, fit: WellFormed): OpenAIMessage {
  const texts: string[] = [];
  for (const part of block.content) {
    if (part.type === "text") texts.push(fit.text(part.text));
    else leftOut(part, "a tool result", fit);
  }
  return { role: "tool", tool_call_id: fit.text(block.toolUseId), content: texts.join("\n") };
}

function toolCall(block: ToolUseBlock, fit: WellFormed): OpenAIToolCall {
  const fn = { name: fit.text(block.name), arguments: argumentsText(block, fit) };
  return { id: fit.text(block.id), type: "function", function: fn };
}

/** The text of the log where it has one; blank text is no JSON and stands for no arguments. */
function argumentsText(block: ToolUseBlock, fit: WellFormed): string {
  const raw = block.rawArguments;
  if (raw === undefined) return JSON.stringify(fit.input(block.input));
  return isBlank(raw) ? "{}" : fit.jsonText(raw);
}

function leftOut(block: ContentBlock, place: string, fit: WellFormed): void {
  const what = block.type === "unknown" ? fit.text(block.name) : block.type;
  fit.warn(`${what} in ${place} is left out`);
}
