/**
 * What goes over the wire to OpenAI's Chat Completions API: the fields that panto emits
 * and nothing else (DESIGN §9).
 *
 * The types are assignable to the SDK's own, so a program can hand a request to the official client.
 * They are apart from the domain types of types.ts and must stay so: a log may hold more than a
 * provider takes.
 *
 * @module
 */

/** Text of a user message with several parts. */
export interface OpenAITextPart {
  /** Tells the part apart. */
  type: "text";
  /** The text. */
  text: string;
}

/** An image as a `data:` URL. */
export interface OpenAIImagePart {
  /** Tells the part apart. */
  type: "image_url";
  /** `data:MEDIA_TYPE;base64,DATA`. */
  image_url: { url: string };
}

/** A block of a user message. */
export type OpenAIPart = OpenAITextPart | OpenAIImagePart;

/** The model's call of a tool; the arguments are JSON in a string. */
export interface OpenAIToolCall {
  /** What the result refers to. */
  id: string;
  /** Tells the call apart. */
  type: "function";
  /** The tool's name, and its arguments as JSON text. */
  function: { name: string; arguments: string };
}

/** A leading message of the system prompt. */
export interface OpenAISystemMessage {
  /** `developer` for models that want it so. */
  role: "system" | "developer";
  /** The text of a block, untouched; of all blocks when merged. */
  content: string;
}

/** An assistant message: text, calls, or both; `content` is null without text. */
export interface OpenAIAssistantMessage {
  /** Tells the message apart. */
  role: "assistant";
  /** The text, or null beside calls without text. */
  content: string | null;
  /** Never an empty list. */
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
  /** The name of the model. */
  model?: string;
  /** The most tokens to generate. */
  max_completion_tokens?: number;
  /** System messages first, then the others in the order of the log. */
  messages: OpenAIMessage[];
}
