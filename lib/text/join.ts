/**
 * How system blocks become one text: blank blocks left out, trailing newlines stripped per block, joined
 * with a horizontal rule (DESIGN §9, §10).
 *
 * The join is made for reading and for Anthropic's single string only; nothing ever splits it again.
 *
 * @module
 */

import type { SystemBlock } from "../types.ts";

/** What stands between two blocks of a joined prompt. */
export const BLOCK_RULE = "\n\n---\n\n";

/**
 * Whether a text is empty or white space only. Providers reject such a block, so no rendering has it.
 */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/**
 * Strips the newlines (LF and CRLF) at the end of a text.
 *
 * @param text Any text.
 * @returns The text without them; other white space stays.
 *
 * @example
 * ```ts
 * import { stripTrailingNewlines } from "./join.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(stripTrailingNewlines("a \r\n\n"), "a ");
 * ```
 */
export function stripTrailingNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) {
    end -= end > 1 && text.charCodeAt(end - 2) === 13 ? 2 : 1;
  }
  return text.slice(0, end);
}

/**
 * Joins system blocks into one prompt text.
 *
 * @param blocks Surviving blocks, in order.
 * @returns The joined text without a final newline; `""` when every block is blank.
 *
 * @example
 * ```ts
 * import { joinBlocks } from "./join.ts";
 * import assert from "node:assert/strict";
 *
 * const texts = ["You are panto.\n\n", " \n", "Use tabs.\n"].map((text) => ({ text }));
 * assert.equal(joinBlocks(texts), "You are panto.\n\n---\n\nUse tabs.");
 * ```
 */
export function joinBlocks(blocks: readonly Pick<SystemBlock, "text">[]): string {
  return blocks
    .filter((block) => !isBlank(block.text))
    .map((block) => stripTrailingNewlines(block.text))
    .join(BLOCK_RULE);
}

/** What `text` output holds of a prompt: the joined blocks and one final newline, or nothing. */
export function promptText(blocks: readonly Pick<SystemBlock, "text">[]): string {
  const joined = joinBlocks(blocks);
  return joined === "" ? "" : joined + "\n";
}
