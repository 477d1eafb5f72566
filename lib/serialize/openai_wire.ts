/**
 * What goes over the wire to OpenAI's Chat Completions API: the fields that panto emits and nothing else (DESIGN §9).
 *
 * The types are assignable to the SDK's own, so a program can hand a request to the official client.
 * They are apart from the domain types of types.ts and must stay so: a log may hold more than a
 * provider takes.
 *
 * @module
 */

/** Text of a user message with several parts. */
export interface OpenAITextPart {
  type: "text";
  text: string;
}

/** An image as a `data:` URL. */
export interface OpenAIImagePart {
  type: "image_url";
  image_url: { url: string };
}

/** A block of a user message. */
export type OpenAIPart = OpenAITextPart | OpenAIImagePart;

/** The model's call of a tool; the arguments are JSON in a string. */
export interface OpenAIToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** A leading message of the system prompt. */
export interface OpenAISystemMessage {
  role: "system" | "developer";
  content: string;
}

/** An assistant message: text, calls, or both; `content` is null without text. */
export interface OpenAIAssistantMessage {
  role: "assistant";
  content: string | null;
  tool_calls?: OpenAIToolCall[];
}

/** One element of `messages`. */
export type OpenAIMessage =
  | OpenAISystemMessage
  | { role: "user"; content: string | OpenAIPart[] }
  | OpenAIAssistantMessage
  | { role: "tool"; tool_call_id: string; content: string };

/** A request, or the fragment of one when `model` is still to be added. */
export interface OpenAIRequest {
  model?: string;
  max_completion_tokens?: number;
  messages: OpenAIMessage[];
}
