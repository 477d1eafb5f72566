/**
 * The built-in default prompt (DESIGN §8), used as the seed when no layer has a SYSTEM.md.
 *
 * The text stands in `default.md` and is imported as text. Deno (run, bundle, compile) and Bun
 * (run, build) all take this form without a flag and put the bytes into the module graph, so nothing
 * is read at run time and no permission is needed. A generated TypeScript copy was the other way; it
 * can go stale.
 *
 * @module
 */

import text from "./default.md" with { type: "text" };

/**
 * The prompt of a coding agent named Panto: identity, tone and style, doing tasks, tool usage, git
 * rules, safety. Ends in one newline, as a SYSTEM.md would.
 *
 * @example
 * ```ts
 * import { DEFAULT_PROMPT } from "./default.ts";
 * import assert from "node:assert/strict";
 *
 * assert.match(DEFAULT_PROMPT, /^You are Panto/);
 * ```
 */
export const DEFAULT_PROMPT: string = text;
