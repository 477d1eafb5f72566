/**
 * panto keeps a model's system prompt as conversation state. This module is the library: everything
 * the command line does is built on these exports alone (DESIGN §12).
 *
 * @module
 */

export * from "./lib/types.ts";
export * from "./lib/errors.ts";
export * from "./lib/prompt_text.ts";
export * from "./lib/derive.ts";
export * from "./lib/diff.ts";
export * from "./lib/invisible.ts";
export * from "./lib/layers.ts";
export * from "./lib/read_prompts.ts";
export { sha256Hex } from "./lib/sha256.ts";
export { DEFAULT_PROMPT } from "./lib/default_prompt.ts";
export * from "./lib/list_layers.ts";
export { systemReason } from "./lib/system_error.ts";
