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
export * from "./lib/prompt_text.ts";
export * from "./lib/derive.ts";
export * from "./lib/diff.ts";
export * from "./lib/invisible.ts";
export * from "./lib/layers.ts";
export { readPrompt } from "./lib/read_prompts.ts";
export type { ConfiguredPrompt, ReadPromptOptions } from "./lib/read_prompts.ts";
export type { LayerSources } from "./lib/survey_layers.ts";
export { sha256Hex } from "./lib/sha256.ts";
export { DEFAULT_PROMPT } from "./lib/default_prompt.ts";
export * from "./lib/list_layers.ts";
export { systemReason } from "./lib/system_error.ts";
export { parseExact, toJsonText } from "./lib/json.ts";
export * from "./lib/message.ts";
export * from "./lib/serialize/anthropic.ts";
export type * from "./lib/serialize/anthropic_wire.ts";
export * from "./lib/serialize/openai.ts";
export type * from "./lib/serialize/openai_wire.ts";
export type { SerializeWarning, WarningSink } from "./lib/serialize/emitter.ts";
export * from "./lib/conversation.ts";
export * from "./lib/reconcile.ts";
export * from "./lib/byte_source.ts";
export * from "./lib/log_scan.ts";
export * from "./lib/log_findings.ts";
export * from "./lib/log_evidence.ts";
export * from "./lib/log_format.ts";
export type { DamagedLine, EntryLine } from "./lib/log_line.ts";
export type { ChainBreak, Damage, PathOptions, PathWalk } from "./lib/log_path.ts";
export * from "./lib/log.ts";
export * from "./lib/log_blocks.ts";
export * from "./lib/timeline.ts";
export * from "./lib/freeze.ts";
export * from "./lib/resume.ts";
export { LogFile } from "./lib/log_file.ts";
export type { FileIdentity } from "./lib/flock.ts";
export * from "./lib/session.ts";
export { sessionWord, shellWord } from "./lib/shell_word.ts";
export { invalidUtf8Offset } from "./lib/utf8.ts";
export * from "./lib/template/manifest.ts";
export { MAX_RENDERED_BYTES, parseTemplate, renderTemplate } from "./lib/template/render.ts";
export type { Template, TemplatePlace } from "./lib/template/render.ts";
export * from "./lib/template/scope.ts";
export * from "./lib/template/variables.ts";
export * from "./lib/environment.ts";
export { probeEnvironment } from "./lib/probe.ts";
export type { ProbeOptions } from "./lib/probe.ts";
export { instructionsSection, MAX_INSTRUCTION_BYTES } from "./lib/instructions.ts";
export type { Instructions } from "./lib/instructions.ts";
export { readAgentsMd, readInstructions } from "./lib/read_instructions.ts";
export type {
  FoundInstructions,
  InstructionFile,
  InstructionSources,
} from "./lib/read_instructions.ts";
export * from "./lib/assemble.ts";
export { decodePromptFile, MAX_PROMPT_BYTES, readPromptFile } from "./lib/prompt_file.ts";
export type { PromptFile, PromptFileOptions, PromptFileText } from "./lib/prompt_file.ts";
