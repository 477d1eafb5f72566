/**
 * What the serializers pass every string of a message through: strings without lone surrogates, tool
 * input without them, and warnings that name the position of the message (DESIGN §9).
 *
 * A lone surrogate cannot be written as UTF-8, and `JSON.stringify` would escape it to something that
 * strict parsers refuse; it becomes U+FFFD, with one warning a message. Input that is fine is passed on
 * as it is, not copied, so numbers kept as written stay so.
 *
 * @module
 */

import {
  isDeeperThan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
  type Position,
} from "../types.ts";

/** Something that a request does not say as the log does. */
export interface SerializeWarning {
  /** The position of the message; 0 for text that stands in no message, such as a live block. */
  readonly position: Position;
  /** One line, starting with the message's position. */
  readonly message: string;
}

/** Takes the warnings of a serializer, in the order of the messages. */
export type WarningSink = (warning: SerializeWarning) => void;

/** An escaped backslash, a pair of escaped surrogates, or a lone one. */
const ESCAPED_SURROGATES =
  /\\(?:\\|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u([dD][89a-fA-F][\da-fA-F]{2}))/g;

/** Makes the strings of one message fit for UTF-8 and tells what had to change. */
export class WellFormed {
  readonly #position: Position;
  readonly #onWarning: WarningSink | undefined;
  #mended = false;

  /** `position` is the message's, or 0; without `onWarning` the warnings are dropped. */
  constructor(position: Position, onWarning?: WarningSink) {
    this.#position = position;
    this.#onWarning = onWarning;
  }

  /** Warns about this message; its position is put before the text. */
  warn(text: string): void {
    const subject = this.#position === 0 ? "System prompt" : `Message ${this.#position}`;
    const message = `${subject}: ${text}`;
    this.#onWarning?.({ position: this.#position, message });
  }

  /** Puts U+FFFD for each lone surrogate of a string. */
  text(value: string): string {
    return value.isWellFormed() ? value : this.#mend(value.toWellFormed());
  }

  /**
   * Makes tool input fit for UTF-8, keys too: the same object when nothing had to change, `{}` when it
   * is nested too deeply.
   */
  input(input: JsonObject): JsonObject {
    if (!isDeeperThan(input, MAX_JSON_DEPTH)) return this.#value(input) as JsonObject;
    this.warn(`tool input is nested deeper than ${MAX_JSON_DEPTH} levels and sent as {}`);
    return {};
  }

  /**
   * Makes arguments that the log holds as JSON text fit for UTF-8, escapes such as `\ud83d` included.
   */
  jsonText(json: string): string {
    const text = this.text(json);
    let lone = false;
    const mended = text.replace(ESCAPED_SURROGATES, (found, hex?: string) => {
      if (hex === undefined) return found;
      lone = true;
      return "\ufffd";
    });
    return lone ? this.#mend(mended) : text;
  }

  #value(value: JsonValue): JsonValue {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return this.#list(value);
    return isJsonObject(value) ? this.#object(value) : value;
  }

  #list(list: readonly JsonValue[]): readonly JsonValue[] {
    const items = list.map((item) => this.#value(item));
    return items.every((item, index) => item === list[index]) ? list : items;
  }

  #object(object: JsonObject): JsonObject {
    let changed = false;
    const entries = Object.entries(object).map(([key, value]) => {
      const entry = [this.text(key), value === undefined ? value : this.#value(value)] as const;
      changed ||= entry[0] !== key || entry[1] !== value;
      return entry;
    });
    // fromEntries makes own keys of every name, `__proto__` too.
    return changed ? Object.fromEntries(entries) : object;
  }

  #mend(mended: string): string {
    if (!this.#mended) this.warn("lone surrogates became U+FFFD");
    this.#mended = true;
    return mended;
  }
}
