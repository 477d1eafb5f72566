/**
 * The plainest reading of a session log, by which the proofs judge: every line that is JSON, folded in
 * the order of the file. It holds for the logs that the proofs make, which have no branches, and shares
 * no code with what is proved.
 *
 * @module
 */

interface PlainMessage {
  readonly role?: string;
  readonly mode?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

/** A log as read. */
export interface PlainLog {
  /** The texts of the system prompt in force. */
  readonly prompt: readonly string[];
  /** The texts of all other messages. */
  readonly others: readonly string[];
  /** The number of `replace` messages. */
  readonly replaces: number;
  /** Lines that are no JSON. */
  readonly broken: number;
}

/**
 * Reads a log.
 *
 * @param text The log.
 * @returns What it says.
 *
 * @example
 * ```ts
 * import { readPlainly } from "./plain_log.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(readPlainly('{"role":"system","content":"seed"}\n').prompt, ["seed"]);
 * ```
 */
export function readPlainly(text: string): PlainLog {
  let prompt: string[] = [];
  const others: string[] = [];
  let replaces = 0;
  let broken = 0;
  for (const line of text.split("\n")) {
    if (line === "") continue;
    const message = messageOf(line);
    if (message === "broken") broken++;
    if (message === "broken" || message === undefined) continue;
    const texts = typeof message.content === "string"
      ? [message.content]
      : (message.content ?? []).map((block) => block.text ?? "");
    if (message.role !== "system") others.push(texts.join(""));
    else if (message.mode === "replace") {
      prompt = texts;
      replaces++;
    } else prompt = [...prompt, ...texts];
  }
  return { prompt, others, replaces, broken };
}

function messageOf(line: string): PlainMessage | undefined | "broken" {
  try {
    const value = JSON.parse(line);
    return value.message ?? (value.role === undefined ? undefined : value);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return "broken";
  }
}

/**
 * Says whether two lists of texts are equal.
 *
 * @param a One.
 * @param b The other.
 * @returns Whether they hold the same texts in the same order.
 *
 * @example
 * ```ts
 * import { sameTexts } from "./plain_log.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(sameTexts(["a"], ["a "]), false);
 * ```
 */
export function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The text that `panto` prints for blocks: each without its trailing newlines, joined with a rule.
 *
 * @param texts The blocks, none of them blank.
 * @returns The text with its final newline.
 *
 * @example
 * ```ts
 * import { printed } from "./plain_log.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(printed(["a\n", "b"]), "a\n\n---\n\nb\n");
 * ```
 */
export function printed(texts: readonly string[]): string {
  return texts.map((text) => text.replace(/(\r?\n)+$/, "")).join("\n\n---\n\n") + "\n";
}
