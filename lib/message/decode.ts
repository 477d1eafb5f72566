/**
 * Turns one entry of the session log into a message: the role in any of its spellings, system blocks
 * with their mode, and the content blocks of blocks.ts (DESIGN §3 Reading).
 *
 * Nothing here throws on any JSON, since a log holds what other programs wrote. What cannot be
 * understood but does not matter to the prompt becomes an `unknown` block or role; what does matter, a
 * system message whose text or mode is unclear, is damage and never silently "append".
 *
 * @module
 */

import { isDeeperThan, isJsonObject, MAX_JSON_DEPTH } from "./json.ts";
import { decodeContent, decodeToolMessage } from "./blocks.ts";
import { checkContent, type MessageCheck } from "./check.ts";
import type {
  JsonObject,
  JsonValue,
  Message,
  Role,
  SystemBlock,
  SystemMode,
  TemplateRef,
} from "../types.ts";

export type { MessageCheck } from "./check.ts";

/** What an entry of the log turned out to be. */
export type Decoded =
  /** No message: a compaction, a label, another tool's metadata. */
  | { readonly type: "opaque" }
  | {
    readonly type: "message";
    readonly message: Message;
    /** A system message with pi's key `sections`, whose meaning panto does not know. */
    readonly sections: boolean;
  }
  /** A system message whose text or mode cannot be told. */
  | {
    readonly type: "damaged";
    /** What is wrong, for a warning. */
    readonly reason: string;
    /** True when a newer version may have written it: an unknown mode that is a string. */
    readonly newer: boolean;
  };

const ROLES: ReadonlyMap<string, Role> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
  ["tool", "tool"],
  ["toolResult", "tool"],
]);

/**
 * Decodes a log entry. A message stands under `message` (an object with a string `role`), or is the
 * entry itself: a bare chat line with a string `role` and `content` or `tool_calls`.
 *
 * @param entry The JSON object of one whole line, as `parseExact` gives it.
 * @returns The message, or why there is none. Lone surrogates in texts are kept as they are.
 *
 * @example
 * ```ts
 * import { decodeEntryMessage } from "./decode.ts";
 * import assert from "node:assert/strict";
 *
 * const decoded = decodeEntryMessage({ role: "developer", content: "Use tabs.", mode: "replace" });
 * assert.deepEqual(decoded, {
 *   type: "message",
 *   message: {
 *     role: "system",
 *     roleName: "developer",
 *     content: [{ type: "system", text: "Use tabs.", mode: "replace" }],
 *   },
 *   sections: false,
 * });
 * assert.deepEqual(decodeEntryMessage({ type: "label", label: "x" }), { type: "opaque" });
 * ```
 */
export function decodeEntryMessage(entry: JsonObject): Decoded {
  const raw = rawMessage(entry);
  if (raw === undefined) return { type: "opaque" };
  const spelled = raw.role as string;
  const role = roleOf(spelled);
  if (role === "system") return decodeSystem(raw, spelled);
  const content = role === "unknown"
    ? []
    : role === "tool"
    ? decodeToolMessage(raw)
    : decodeContent(raw);
  return { type: "message", message: { ...named(role, spelled), content }, sections: false };
}

/**
 * Checks a message that is about to be written to a log.
 *
 * @param raw A parsed JSON value, as `parseExact` gives it.
 * @returns Faults, each naming its place, and the names of what would be kept in the log but left out
 *   of every request. Without faults the message decodes and serializes.
 *
 * @example
 * ```ts
 * import { checkMessage } from "./decode.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(checkMessage({ role: "user", content: [{ type: "document" }] }), {
 *   problems: [],
 *   unknown: ["document"],
 * });
 * assert.deepEqual(checkMessage({ role: "tool", content: "a.txt" }).problems, [
 *   'it has no "tool_call_id"',
 * ]);
 * ```
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
  const decoded = decodeSystem(raw, raw.role);
  if (decoded.type === "damaged") return problem(decoded.reason);
  return { problems: [], unknown: hasSections(raw) ? ["sections"] : [] };
}

/**
 * Maps a role as a log spells it to a role of the domain.
 *
 * @param roleName For example `developer` or `toolResult`; case counts.
 * @returns `unknown` for every role that no provider of ours takes.
 *
 * @example
 * ```ts
 * import { roleOf } from "./decode.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(["developer", "toolResult", "User"].map(roleOf), ["system", "tool", "unknown"]);
 * ```
 */
export function roleOf(roleName: string): Role {
  return ROLES.get(roleName) ?? "unknown";
}

/** The role; the log's spelling stands beside it only where it is another word. */
function named(role: Role, spelled: string): Pick<Message, "role" | "roleName"> {
  return spelled === role ? { role } : { role, roleName: spelled };
}

function problem(text: string): MessageCheck {
  return { problems: [text], unknown: [] };
}

function rawMessage(entry: JsonObject): JsonObject | undefined {
  const inner = entry.message;
  if (isJsonObject(inner) && typeof inner.role === "string") return inner;
  const bare = Object.hasOwn(entry, "content") || Object.hasOwn(entry, "tool_calls");
  return bare && typeof entry.role === "string" ? entry : undefined;
}

function decodeSystem(raw: JsonObject, spelled: string): Decoded {
  const mode = systemMode(raw);
  if (typeof mode === "object") return mode;
  const texts = systemTexts(raw);
  if (texts === undefined) {
    return { type: "damaged", reason: `system content ${describe(raw.content)}`, newer: false };
  }
  const content = systemBlocks(texts, mode, templateOf(raw));
  const message: Message = { ...named("system", spelled), content };
  return { type: "message", message, sections: hasSections(raw) };
}

function systemMode(raw: JsonObject): SystemMode | Extract<Decoded, { type: "damaged" }> {
  if (!Object.hasOwn(raw, "mode")) return "append";
  const mode = raw.mode;
  if (mode === "append" || mode === "replace") return mode;
  const reason = `"mode" is ${shortJson(mode)}, not "append" or "replace"`;
  return { type: "damaged", reason, newer: typeof mode === "string" };
}

/** The texts of a system message; undefined when they cannot be told. */
function systemTexts(raw: JsonObject): string[] | undefined {
  const content = raw.content;
  if (typeof content === "string") return [content];
  // What pi's sections mean is not known yet: such a message has no text of ours and is warned about.
  if (content === undefined && hasSections(raw)) return [];
  if (!Array.isArray(content)) return undefined;
  const texts: string[] = [];
  for (const block of content as readonly JsonValue[]) {
    if (!isJsonObject(block) || block.type !== "text" || typeof block.text !== "string") {
      return undefined;
    }
    texts.push(block.text);
  }
  return texts;
}

/** A replace clears once, before its first block; without any text it still clears. */
function systemBlocks(
  texts: readonly string[],
  mode: SystemMode,
  template: TemplateRef | undefined,
): SystemBlock[] {
  if (texts.length === 0 && mode === "replace") return [{ type: "system", text: "", mode }];
  return texts.map((text, index) => ({
    type: "system",
    text,
    mode: index === 0 ? mode : "append",
    ...(template !== undefined && texts.length === 1 ? { template } : {}),
  }));
}

function templateOf(raw: JsonObject): TemplateRef | undefined {
  const template = raw.template;
  if (!isJsonObject(template) || typeof template.sha256 !== "string") return undefined;
  return { sha256: template.sha256 };
}

function hasSections(raw: JsonObject): boolean {
  return Object.hasOwn(raw, "sections");
}

function describe(content: JsonValue | undefined): string {
  if (content === undefined) return "is missing";
  if (content === null) return "is null";
  return Array.isArray(content) ? "holds a block that is no text" : "is no text";
}

/** A scalar in JSON; lists and objects may be too large or too deep to write. */
function shortJson(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
