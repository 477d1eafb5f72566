/**
 * The domain types of panto: messages, their content blocks, and the system blocks whose fold is the
 * effective prompt.
 *
 * They hold what the log says, independent of any provider. Wire types of a provider stand beside its
 * serializer (DESIGN §9) and are never mixed with these.
 *
 * @module
 */

/** A JSON value as `JSON.parse` gives it; numbers may be `JSON.rawJSON` objects, see {@linkcode parseExact}. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | JsonObject;

/** A JSON object. */
export interface JsonObject {
  /** The value of a member; `undefined` for one that is absent. */
  readonly [key: string]: JsonValue | undefined;
}

/** TypeScript's library does not know it yet. */
const exactJson = JSON as unknown as { isRawJSON(value: unknown): boolean };

/** Says whether a JSON value is an object: no array, no null, no number kept as it is spelled. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    !exactJson.isRawJSON(value);
}

/** How deep a message may be nested; beyond, engines cannot write it and providers refuse it. */
export const MAX_JSON_DEPTH = 1000;

/**
 * Says whether a value is nested deeper than a number of levels, walking level by level, since it may be
 * deeper than the stack. A number or a string is one level.
 */
export function isDeeperThan(value: JsonValue, depth: number): boolean {
  let level: JsonValue[] = [value];
  for (let left = depth; left > 0; left--) {
    level = level.flatMap((item) => {
      if (Array.isArray(item)) return item as JsonValue[];
      return isJsonObject(item) ? Object.values(item).filter((inner) => inner !== undefined) : [];
    });
    if (level.length === 0) return false;
  }
  return true;
}

/**
 * The number of messages kept from the start of a conversation's path. Position 0 keeps nothing,
 * position N keeps the first N messages (DESIGN §3).
 */
export type Position = number;

/** What a system block does to the blocks before it: join them, or clear them first. */
export type SystemMode = "append" | "replace";

/** The source of a frozen block: lower-case hex SHA-256 over the template's UTF-8 text. */
export interface TemplateRef {
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
}

/**
 * Where the text of a configuration entry came from, in the words of the log and as it stands there
 * (DESIGN §5). It is never believed: no path in it is opened, and no option taken from it.
 */
export type RecordedSource = JsonObject & {
  /** `layer`, `built-in`, `manifest`, `file` or `import`; others are kept and shown. */
  readonly kind: string;
};

/** One block of system prompt text. */
export interface SystemBlock {
  /** Tells the block apart. */
  readonly type: "system";
  /** The text as recorded, trailing newlines included. */
  readonly text: string;
  /** What it does to the blocks before it. */
  readonly mode: SystemMode;
  /** Set on a frozen block (DESIGN §1): what its text was rendered from. */
  readonly template?: TemplateRef;
  /** Set on a configuration entry; an entry without one is an edit. */
  readonly source?: RecordedSource;
  /** What an edit says of itself, on one line. */
  readonly note?: string;
}

/** A block to record: what a new system entry of the log holds. */
export type NewBlock = Pick<SystemBlock, "text" | "mode" | "template" | "source">;

/** Plain text. */
export interface TextBlock {
  /** Tells the block apart. */
  readonly type: "text";
  /** The text, which may be empty. */
  readonly text: string;
}

/** A model's visible reasoning; only one with a signature can be sent back. */
export interface ThinkingBlock {
  /** Tells the block apart. */
  readonly type: "thinking";
  /** The reasoning as text. */
  readonly thinking: string;
  /** The provider's signature over it, opaque. */
  readonly signature?: string;
}

/** Reasoning that the provider encrypted. */
export interface RedactedThinkingBlock {
  /** Tells the block apart. */
  readonly type: "redacted_thinking";
  /** The encrypted reasoning, opaque. */
  readonly data: string;
}

/** A model's call of a tool. */
export interface ToolUseBlock {
  /** Tells the block apart. */
  readonly type: "tool_use";
  /** What the result of this call refers to. */
  readonly id: string;
  /** The name of the tool. */
  readonly name: string;
  /** The arguments; numbers keep the spelling of the log. */
  readonly input: JsonObject;
  /** The arguments as a JSON string, when the log held them as one (bare chat lines). */
  readonly rawArguments?: string;
}

/** What a tool answered. */
export interface ToolResultBlock {
  /** Tells the block apart. */
  readonly type: "tool_result";
  /** The {@linkcode ToolUseBlock.id} that it answers. */
  readonly toolUseId: string;
  /** What the tool gave back, in order; may be empty. */
  readonly content: readonly (TextBlock | ImageBlock | UnknownBlock)[];
  /** Whether the call failed. */
  readonly isError: boolean;
}

/** An image, base64 in the log. */
export interface ImageBlock {
  /** Tells the block apart. */
  readonly type: "image";
  /** For example `image/png`. */
  readonly mediaType: string;
  /** Base64, without a `data:` prefix. */
  readonly data: string;
}

/** A block that panto keeps in the log and does not interpret. */
export interface UnknownBlock {
  /** Tells the block apart. */
  readonly type: "unknown";
  /** The block's own `type`, or a short description when it has none. */
  readonly name: string;
}

/** Any block of a message. */
export type ContentBlock =
  | SystemBlock
  | TextBlock
  | ThinkingBlock
  | RedactedThinkingBlock
  | ToolUseBlock
  | ToolResultBlock
  | ImageBlock
  | UnknownBlock;

/** `tool` messages hold tool results only; `unknown` is any role that no provider of ours takes. */
export type Role = "system" | "user" | "assistant" | "tool" | "unknown";

/** One message of a conversation, as it was understood. */
export interface Message {
  /** The role in the domain. */
  readonly role: Role;
  /** The role as the log spells it, where that is another word: `developer`, `toolResult`. */
  readonly roleName?: string;
  /** The blocks in order; empty where nothing could be interpreted. */
  readonly content: readonly ContentBlock[];
}

/**
 * A message in the shape of the log, before it is recorded: `{ role: "user", content: "Hello" }`, or
 * with blocks as a provider spells them.
 */
export type NewMessage = JsonObject & {
  /** `system`, `developer`, `user`, `assistant`, `tool` or `toolResult`. */
  readonly role: string;
};
