/**
 * What goes over the wire to Anthropic's Messages API: the fields that panto emits and nothing else (DESIGN §9).
 *
 * The types are assignable to the SDK's own, so a program can hand a request to the official client.
 * They are apart from the domain types of types.ts and must stay so: a log may hold more than a
 * provider takes.
 *
 * @module
 */

import type { JsonObject } from "../types.ts";

/** Text of a user, an assistant or a system prompt. */
export interface AnthropicText {
  type: "text";
  text: string;
}

/** The image types that the API takes. */
export type AnthropicImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** An image in Base64. */
export interface AnthropicImage {
  type: "image";
  source: { type: "base64"; media_type: AnthropicImageType; data: string };
}

/** Reasoning that can be sent back because it is signed. */
export interface AnthropicThinking {
  type: "thinking";
  thinking: string;
  signature: string;
}

/** Reasoning that the provider encrypted. */
export interface AnthropicRedactedThinking {
  type: "redacted_thinking";
  data: string;
}

/** The model's call of a tool. */
export interface AnthropicToolUse {
  type: "tool_use";
  id: string;
  name: string;
  input: JsonObject;
}

/** What a tool answered. */
export interface AnthropicToolResult {
  type: "tool_result";
  tool_use_id: string;
  content?: (AnthropicText | AnthropicImage)[];
  is_error?: true;
}

/** A block of a user message. */
export type AnthropicUserBlock = AnthropicText | AnthropicImage | AnthropicToolResult;

/** A block of an assistant message. */
export type AnthropicAssistantBlock =
  | AnthropicText
  | AnthropicThinking
  | AnthropicRedactedThinking
  | AnthropicToolUse;

/** One element of `messages`. */
export type AnthropicMessage =
  | { role: "user"; content: AnthropicUserBlock[] }
  | { role: "assistant"; content: AnthropicAssistantBlock[] };

/** A request, or the fragment of one when `model` and `max_tokens` are still to be added. */
export interface AnthropicRequest {
  model?: string;
  max_tokens?: number;
  system?: string | AnthropicText[];
  messages: AnthropicMessage[];
}
