/**
 * What tells a session of pi from panto's own: they share the envelope (DESIGN §3).
 *
 * panto writes none of these itself, but a session of its own may hold what another tool has added, such
 * as a label. So in a log that names its writer, or holds a prompt with its source, only what pi writes
 * when it goes on with a session makes it pi's.
 *
 * @module
 */

import { isJsonObject, type JsonObject } from "../types.ts";

/** Entry types that pi writes whenever it works on a session. */
const ALWAYS = ["model_change", "thinking_level_change", "context_edit"];
const SOMETIMES = [
  ...["compaction", "branch_summary", "custom", "custom_message", "usage"],
  ...["session_info", "label"],
];
const MESSAGE_KEYS = ["toolsAdded", "toolsRemoved"];

const KEYS = [...MESSAGE_KEYS, "sections", "source", "writer"];

/**
 * A line without one of these types as a value, or one of these keys, says nothing about pi: it need not be
 * parsed. Many answers of a model have a key such as `usage`.
 */
export const PI_WORDS: RegExp = new RegExp(
  `:\\s*"(?:${[...ALWAYS, ...SOMETIMES].join("|")})"|"(?:${KEYS.join("|")})"\\s*:`,
);

/** Gathers what the records of a log say. */
export class PiTraits {
  #always = false;
  #sometimes = false;
  #isPanto = false;

  /** Whether the log is pi's. */
  get isPi(): boolean {
    return this.#always || (this.#sometimes && !this.#isPanto);
  }

  /** Whether no further record can change that. */
  get isSettled(): boolean {
    return this.#always;
  }

  /** Looks at one record, the header included. */
  see(record: JsonObject): void {
    const { type, message } = record;
    if (type === "session") this.#isPanto ||= record.writer === "panto";
    else if (typeof type === "string") {
      this.#always ||= ALWAYS.includes(type);
      this.#sometimes ||= SOMETIMES.includes(type);
    }
    if (!isJsonObject(message)) return;
    this.#always ||= Object.hasOwn(message, "sections");
    this.#sometimes ||= MESSAGE_KEYS.some((key) => Object.hasOwn(message, key));
    const { role, source } = message;
    if (role !== "system" && role !== "developer") return;
    this.#isPanto ||= isJsonObject(source) && typeof source.kind === "string";
  }
}
