/**
 * How the parts of the live prompt are put together (DESIGN §7): static prompt, environment
 * block, project instructions, a blank line between.
 *
 * Nothing of it is ever recorded: it is made anew at each call.
 *
 * @module
 */

import { isBlank, stripTrailingNewlines } from "../text/join.ts";

/**
 * Puts together a whole prompt.
 *
 * @param staticPrompt Identity and rules; the newlines at its end do not count.
 * @param liveText What `readLiveText()` gives.
 * @returns The prompt without a final newline.
 *
 * @example
 * ```ts
 * import { assemblePrompt } from "./assemble.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(assemblePrompt("You are panto.\n", "<env>"), "You are panto.\n\n<env>");
 * ```
 */
export function assemblePrompt(staticPrompt: string, liveText: string): string {
  return join([staticPrompt, liveText]);
}

/**
 * Puts together the part that changes from call to call, which `--live` adds as one last system block,
 * without a final newline.
 */
export function liveBlock(environmentBlock: string, instructions?: string): string {
  return join([environmentBlock, instructions]);
}

function join(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined && !isBlank(part))
    .map((part) => stripTrailingNewlines(part ?? ""))
    .join("\n\n");
}
