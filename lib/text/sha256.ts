/**
 * SHA-256 of texts. The crypto module is loaded when a digest is wanted, not before: it costs several
 * milliseconds, and most commands need none (DESIGN §13). `process.getBuiltinModule` is the one way to
 * load it late and synchronously that Deno, Bun and a bundle of either share.
 *
 * @module
 */

import process from "node:process";

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
