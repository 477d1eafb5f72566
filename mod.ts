/**
 * panto keeps a model's system prompt as conversation state. This module is the library: everything
 * the command line does is built on these exports alone (DESIGN §12).
 *
 * Reading prompt files, the session log and its lock touch the disk; everything else is pure.
 *
 * @example A conversation whose prompt changes, and the request at two positions
 * ```ts
 * import { Conversation, serializeAnthropic } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const conversation = new Conversation();
 * conversation.addSystemMessage("You keep the books of a shop.\n");
 * conversation.replaceSystemMessage("Be brief.\n");
 *
 * const { messages } = conversation;
 * assert.equal(serializeAnthropic(messages.slice(0, 1)).system, "You keep the books of a shop.");
 * assert.equal(serializeAnthropic(messages).system, "Be brief.");
 * ```
 *
 * @module
 */

export * from "./lib/types.ts";
export * from "./lib/errors.ts";
export * from "./lib/text/join.ts";
export * from "./lib/derive.ts";
export * from "./lib/text/diff.ts";
export * from "./lib/text/invisible.ts";
export * from "./lib/layers.ts";
export * from "./lib/config.ts";
export * from "./lib/blame.ts";
export { readNamedFile } from "./lib/prompt_files/io/read_named.ts";
export { parseVariables } from "./lib/template/json_inputs.ts";
export { CheckedMessage } from "./lib/message/checked.ts";
export type { LayeredPrompt, ReadPromptOptions } from "./lib/prompt_files/io/read.ts";
export type { LayerSources } from "./lib/prompt_files/io/discover.ts";
export { sha256Hex } from "./lib/text/sha256.ts";
export { DEFAULT_PROMPT } from "./lib/prompt_files/default.ts";
export * from "./lib/prompt_files/io/list.ts";
export { systemReason } from "./lib/text/system_error.ts";
export { parseExact, toJsonText } from "./lib/message/json.ts";
export * from "./lib/message/decode.ts";
export * from "./lib/serialize.ts";
export * from "./lib/serialize/anthropic/request.ts";
export type * from "./lib/serialize/anthropic/wire.ts";
export * from "./lib/serialize/openai_chat/request.ts";
export type * from "./lib/serialize/openai_chat/wire.ts";
export type { SerializeWarning, WarningSink } from "./lib/serialize/well_formed.ts";
export * from "./lib/message/conversation.ts";
export * from "./lib/resume/reconcile.ts";
export * from "./lib/log.ts";
export { readEnd } from "./lib/resume/end.ts";
export type { EditPlace, LogEnd } from "./lib/resume/end.ts";
export * from "./lib/resume/freeze.ts";
export * from "./lib/resume.ts";
export * from "./lib/session.ts";
export { sessionWord, shellWord } from "./lib/text/shell_word.ts";
export { invalidUtf8Offset } from "./lib/text/utf8.ts";
export * from "./lib/template/manifest.ts";
export { MAX_RENDERED_BYTES, parseTemplate, renderTemplate } from "./lib/template/io/render.ts";
export type { Template, TemplatePlace } from "./lib/template/io/render.ts";
export * from "./lib/template/io/scope.ts";
export * from "./lib/template/variables.ts";
export * from "./lib/live/env_block.ts";
export { probeEnvironment } from "./lib/live/io/probe.ts";
export type { ProbeOptions } from "./lib/live/io/probe.ts";
export { instructionsSection, MAX_INSTRUCTION_BYTES } from "./lib/live/instructions.ts";
export type { Instructions } from "./lib/live/instructions.ts";
export { readAgentsMd, readInstructions } from "./lib/live/io/find_instructions.ts";
export type {
  FoundInstructions,
  InstructionFile,
  InstructionSources,
} from "./lib/live/io/find_instructions.ts";
export * from "./lib/live/assemble.ts";
export {
  decodePromptFile,
  MAX_PROMPT_BYTES,
  readPromptFile,
} from "./lib/prompt_files/io/read_file.ts";
export type {
  PromptFile,
  PromptFileRules,
  PromptFileText,
} from "./lib/prompt_files/io/read_file.ts";
