/**
 * Where a message stands in an entry of the log, which role it has, and, for a system message, its texts
 * and what they do to the prompt before them (DESIGN §3, Reading). It is all that a prompt needs; the
 * content of other messages is decoded in decode.ts.
 *
 * Nothing here throws on any JSON, since a log holds what other programs wrote. A system message whose
 * text or mode is unclear is damage, and never silently "append".
 *
 * @module
 */

import {
  isDeeperThan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
  type Message,
  type RecordedSource,
  type Role,
  type SystemBlock,
  type SystemMode,
} from "../types.ts";

/** What a system message turned out to be. */
export type DecodedSystem =
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

/** The roles by their spellings. */
export const ROLES: ReadonlyMap<string, Role> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
  ["tool", "tool"],
  ["toolResult", "tool"],
]);

/**
 * The message of an entry: under `message` (an object with a string `role`), or the entry itself, a bare
 * chat line with a string `role` and `content` or `tool_calls`; undefined when there is none.
 */
export function rawMessage(
  entry: JsonObject,
): (JsonObject & { readonly role: string }) | undefined {
  const inner = entry.message;
  if (isJsonObject(inner) && hasRole(inner)) return inner;
  const isBare = Object.hasOwn(entry, "content") || Object.hasOwn(entry, "tool_calls");
  return isBare && hasRole(entry) ? entry : undefined;
}

function hasRole(value: JsonObject): value is JsonObject & { readonly role: string } {
  return typeof value.role === "string";
}

/**
 * Maps a role as a log spells it, case included, to a role of the domain: `unknown` for every one that
 * no provider of ours takes.
 */
export function roleOf(roleName: string): Role {
  return ROLES.get(roleName) ?? "unknown";
}

/** The role; the log's spelling stands beside it only where it is another word. */
export function named(role: Role, spelled: string): Pick<Message, "role" | "roleName"> {
  return spelled === role ? { role } : { role, roleName: spelled };
}

/**
 * Decodes a system message. `isEnveloped` tells that it stands under `message` in its entry: only there a
 * source and a note count.
 */
export function decodeSystem(
  raw: JsonObject,
  spelled: string,
  isEnveloped: boolean,
): DecodedSystem {
  const mode = systemMode(raw);
  if (typeof mode === "object") return mode;
  const texts = systemTexts(raw);
  if (texts === undefined) {
    return { type: "damaged", reason: `system content ${describe(raw.content)}`, newer: false };
  }
  const provenance = isEnveloped ? provenanceOf(raw) : {};
  const content = systemBlocks(texts, mode, { ...templateOf(raw), ...provenance });
  const message: Message = { ...named("system", spelled), content };
  return { type: "message", message, sections: hasSections(raw) };
}

function systemMode(raw: JsonObject): SystemMode | Extract<DecodedSystem, { type: "damaged" }> {
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
  ofOne: Pick<SystemBlock, "template" | "source" | "note">,
): SystemBlock[] {
  if (texts.length === 0 && mode === "replace") return [{ type: "system", text: "", mode }];
  return texts.map((text, index) => ({
    type: "system",
    text,
    mode: index === 0 ? mode : "append",
    ...(texts.length === 1 ? ofOne : {}),
  }));
}

function templateOf(raw: JsonObject): Pick<SystemBlock, "template"> {
  const template = raw.template;
  if (!isJsonObject(template) || typeof template.sha256 !== "string") return {};
  return { template: { sha256: template.sha256 } };
}

function provenanceOf({ source, note }: JsonObject): Pick<SystemBlock, "source" | "note"> {
  return {
    ...(isRecordedSource(source) ? { source } : {}),
    ...(typeof note === "string" ? { note } : {}),
  };
}

/** One that engines cannot write again does not count. */
function isRecordedSource(value: JsonValue | undefined): value is RecordedSource {
  return isJsonObject(value) && typeof value.kind === "string" &&
    !isDeeperThan(value, MAX_JSON_DEPTH);
}

/** Whether a message has pi's key `sections`, whose meaning panto does not know. */
export function hasSections(raw: JsonObject): boolean {
  return Object.hasOwn(raw, "sections");
}

function describe(content: JsonValue | undefined): string {
  if (content === undefined) return "is missing";
  if (content === null) return "is null";
  return Array.isArray(content) ? "holds a block that is no text" : "is no text";
}

/** A scalar in JSON; lists and objects may be too large or too deep to write. */
export function shortJson(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
