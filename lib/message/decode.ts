/**
 * Turns one entry of the session log into a message: the role in any of its spellings, system blocks
 * with their mode (system.ts), and the content blocks of blocks.ts (DESIGN §3, Reading).
 *
 * Nothing here throws on any JSON. What cannot be understood but does not matter to the prompt becomes an
 * `unknown` block or role.
 *
 * @module
 */

import type { JsonObject } from "../types.ts";
import { decodeContent, decodeToolMessage } from "./blocks.ts";
import { type DecodedSystem, decodeSystem, named, rawMessage, roleOf } from "./system.ts";

/** What an entry of the log turned out to be; opaque: a compaction, a label, another tool's metadata. */
export type Decoded = { readonly type: "opaque" } | DecodedSystem;

/**
 * Decodes a log entry, as `parseExact` gives it. A message stands under `message` (an object with a
 * string `role`), or is the entry itself: a bare chat line with a string `role` and `content` or
 * `tool_calls`. Lone surrogates in texts are kept as they are.
 */
export function decodeEntryMessage(entry: JsonObject): Decoded {
  const raw = rawMessage(entry);
  if (raw === undefined) return { type: "opaque" };
  const spelled = raw.role;
  const role = roleOf(spelled);
  if (role === "system") return decodeSystem(raw, spelled, raw !== entry);
  const content = role === "unknown"
    ? []
    : role === "tool"
    ? decodeToolMessage(raw)
    : decodeContent(raw);
  return { type: "message", message: { ...named(role, spelled), content }, sections: false };
}
