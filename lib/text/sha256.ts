/**
 * SHA-256 of texts. The crypto module is loaded when a digest is wanted, not before: it costs several
 * milliseconds, and most commands need none (DESIGN §13). `process.getBuiltinModule` is the one way to
 * load it late and synchronously that Deno, Bun and a bundle of either share.
 *
 * @module
 */

import process from "node:process";
import { promptText } from "./join.ts";

/**
 * Digests a text.
 *
 * @param text Any text; it is encoded as UTF-8, a lone surrogate as U+FFFD.
 * @returns 64 lower-case hexadecimal digits.
 *
 * @example
 * ```ts
 * import { sha256Hex } from "./sha256.ts";
 * import assert from "node:assert/strict";
 *
 * assert.match(sha256Hex("abc"), /^ba7816bf8f01cfea/);
 * ```
 */
export function sha256Hex(text: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/**
 * Digests a whole prompt, so that two machines can compare one value: what `sha256sum` says of its text
 * output.
 *
 * @param blocks Its blocks, in order.
 * @returns 64 lower-case hexadecimal digits; for a prompt that shows nothing, the digest of no bytes.
 *
 * @example
 * ```ts
 * import { promptSha256, sha256Hex } from "./sha256.ts";
 * import assert from "node:assert/strict";
 *
 * const blocks = [{ text: "Be brief.\n\n" }, { text: " \n" }, { text: "Use tabs." }];
 * assert.equal(promptSha256(blocks), sha256Hex("Be brief.\n\n---\n\nUse tabs.\n"));
 * assert.equal(promptSha256([]), sha256Hex(""));
 * ```
 */
export function promptSha256(blocks: readonly { readonly text: string }[]): string {
  return sha256Hex(promptText(blocks));
}
