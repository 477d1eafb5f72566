/**
 * A message that may be written to a log: checked, together with the text that it will have there.
 *
 * Reading is lenient and writing is strict, since a log is append-only and a faulty message stays for
 * good. Only the two functions of the class make one, so whatever holds a `CheckedMessage` need not
 * check again. It keeps the text and not the value: writing the value anew would respell what a parser
 * drops, such as escapes, white space and the order of keys that look like numbers.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { UsageError, type Warning } from "../errors.ts";
import { checkMessage } from "./check.ts";
import { roleOf } from "./system.ts";
import { parseExact } from "./json.ts";
import { isJsonObject, type JsonValue, type NewMessage, type SystemMode } from "../types.ts";

/** A message that was checked, see {@linkcode CheckedMessage.from} and {@linkcode CheckedMessage.parse}. */
export class CheckedMessage {
  /** The role as the message spells it, for example `developer`. */
  readonly role: string;
  /** What a system message does to the prompt before it; undefined for every other role. */
  readonly mode: SystemMode | undefined;
  /** Parts that are recorded and that no provider request will hold. */
  readonly warnings: readonly Warning[];
  // A private field: no object that merely looks like a checked message passes for one.
  readonly #json: string;

  private constructor(json: string, value: JsonValue, warnings: readonly Warning[]) {
    const { role, mode } = rolesOf(value);
    this.#json = json;
    this.role = role;
    this.mode = mode;
    this.warnings = warnings;
    // Nobody puts another text in the place of the one that was checked.
    Object.freeze(this);
  }

  /** Whether a value was made here; one that only inherits from the class was not. */
  static isChecked(value: unknown): value is CheckedMessage {
    return typeof value === "object" && value !== null && #json in value;
  }

  /** The message as JSON, spelled as it was given. */
  get json(): string {
    return this.#json;
  }

  /**
   * Checks a message.
   *
   * @param message The message in the shape of the log.
   * @returns The message as it will be written.
   * @throws {UsageError} When it is malformed.
   *
   * @example
   * ```ts
   * import { CheckedMessage } from "./checked.ts";
   * import assert from "node:assert/strict";
   *
   * const { json } = CheckedMessage.from({ role: "user", content: "Hello" });
   * assert.equal(json, '{"role":"user","content":"Hello"}');
   * assert.throws(() => CheckedMessage.from({ role: "robot", content: "Hello" }), /robot/);
   * ```
   */
  static from(message: NewMessage): CheckedMessage {
    return CheckedMessage.parse(jsonOf(message));
  }

  /**
   * Checks a message that is JSON text already; numbers and keys keep their spelling.
   *
   * @param text One JSON object; a byte order mark before it is dropped.
   * @param options How errors and warnings call the text. @default { name: undefined }
   * @returns The message as it will be written.
   * @throws {UsageError} When it is no JSON, malformed, or its role is written twice.
   *
   * @example
   * ```ts
   * import { CheckedMessage } from "./checked.ts";
   * import assert from "node:assert/strict";
   *
   * const text = '{"role":"tool","tool_call_id":"t","content":"1.50"}';
   * assert.equal(CheckedMessage.parse(text).json, text);
   * ```
   */
  static parse(text: string, options: { readonly name?: string } = {}): CheckedMessage {
    const { name } = options;
    const failure = `Cannot append the message${name === undefined ? "" : ` of ${name}`}`;
    if (isTooLong(text)) {
      throw new UsageError(`${failure}: it is longer than 512 MiB`, { code: "message-invalid" });
    }
    const json = text.replace(/^\ufeff/, "");
    const value = parsed(json, failure);
    const { problems, unknown } = checkMessage(value);
    const [first] = problems;
    if (first !== undefined) {
      const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
      throw new UsageError(`${failure}: ${first}${more}`, { code: "message-invalid" });
    }
    const warnings = unknown.map((part) => ({
      message: `${name ?? "the message"}: ${part} is recorded, but left out of provider requests`,
      place: {},
    }));
    const checked = new CheckedMessage(json, value, warnings);
    if (isAmbiguous(checked)) {
      throw new UsageError(`${failure}: a key such as "role" is written twice in it`, {
        code: "message-invalid",
      });
    }
    return checked;
  }
}

/** The longest line that is read, less the links and the time of an entry. */
const MAX_BYTES = 2 ** 29 - 64 * 1024;

/** Whether its entry would be too long to be read again. */
function isTooLong(text: string): boolean {
  if (text.length * 3 <= MAX_BYTES) return false;
  return text.length > MAX_BYTES || Buffer.byteLength(text) > MAX_BYTES;
}

/**
 * Whether the head of its line and a parser tell the message apart: a system message whose `role` is written
 * twice would be no system message to a reader that trusts heads (DESIGN §13).
 */
function isAmbiguous({ json, mode }: CheckedMessage): boolean {
  return mode !== undefined && /^\s*\{\s*"role"\s*:\s*"[uat]/.test(json);
}

function parsed(json: string, failure: string): JsonValue {
  try {
    return parseExact(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`${failure}: it is not one JSON value`, { code: "message-not-json" });
  }
}

/** What is written is what is checked: a date, a key without a value, a `toJSON` have their say here. */
function jsonOf(message: NewMessage): string {
  try {
    const json: string | undefined = JSON.stringify(message);
    if (json !== undefined) return json;
  } catch (error) {
    // A TypeError is a value that JSON has no form for, a RangeError too deep a nesting.
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
  }
  throw new UsageError("Cannot append the message: it cannot be written as JSON", {
    code: "message-invalid",
  });
}

function rolesOf(value: JsonValue): Pick<CheckedMessage, "role" | "mode"> {
  if (!isJsonObject(value) || typeof value.role !== "string") {
    throw new Error("a message that was checked has a role");
  }
  if (roleOf(value.role) !== "system") return { role: value.role, mode: undefined };
  return { role: value.role, mode: value.mode === "replace" ? "replace" : "append" };
}
