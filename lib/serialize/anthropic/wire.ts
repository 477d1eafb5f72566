/**
 * What goes over the wire to Anthropic's Messages API: the fields that panto emits
 * and nothing else (DESIGN §9).
 *
 * The types are assignable to the SDK's own, so a program can hand a request to the official client.
 * They are apart from the domain types of types.ts and must stay so: a log may hold more than a
 * provider takes.
 *
 * @module
 */

import type { JsonObject } from "../../types.ts";

/** Text of a user, an assistant or a system prompt. */
export interface AnthropicText {
  /** Tells the block apart. */
  type: "text";
  /** The text; the API refuses a blank one. */
  text: string;
}

/** The image types that the API takes. */
export type AnthropicImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp";

/** An image in Base64. */
export interface AnthropicImage {
  /** Tells the block apart. */
  type: "image";
  /** The media type and the Base64 data, without a `data:` prefix. */
  source: { type: "base64"; media_type: AnthropicImageType; data: string };
}

/** Reasoning that can be sent back because it is signed. */
export interface AnthropicThinking {
  /** Tells the block apart. */
  type: "thinking";
  /** The reasoning as text. */
  thinking: string;
  /** As the API gave it; a changed one is refused. */
  signature: string;
}

/** Reasoning that the provider encrypted. */
export interface AnthropicRedactedThinking {
  /** Tells the block apart. */
  type: "redacted_thinking";
  /** As the API gave it. */
  data: string;
}

/** The model's call of a tool. */
export interface AnthropicToolUse {
  /** Tells the block apart. */
  type: "tool_use";
  /** What the result refers to. */
  id: string;
  /** The name of the tool. */
  name: string;
  /** The arguments; numbers keep the spelling of the log. */
  input: JsonObject;
}

/** What a tool answered. */
export interface AnthropicToolResult {
  /** Tells the block apart. */
  type: "tool_result";
  /** The `id` of the call that it answers. */
  tool_use_id: string;
  /** Left out when the tool gave nothing back. */
  content?: (AnthropicText | AnthropicImage)[];
  /** Present when the call failed. */
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
  /** The name of the model. */
  model?: string;
  /** The most tokens to generate; the API requires it. */
  max_tokens?: number;
  /** Left out when no block is left that is not blank. */
  system?: string | AnthropicText[];
  /** User and assistant messages, in the order of the log. */
  messages: AnthropicMessage[];
}
