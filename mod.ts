/**
 * panto keeps a model's system prompt as conversation state. This module is the library: everything
 * the command line does is built on these exports alone (DESIGN §12).
 *
 * What reads a configuration, a file that is named, live text or a session by its path touches the disk;
 * everything else is pure.
 *
 * @example A session: recorded from the files, continued, and sent
 * ```ts
 * import { openSession, providers, readConfig } from "./mod.ts";
 * import { mkdtempSync, rmSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import assert from "node:assert/strict";
 *
 * const cwd = mkdtempSync(`${tmpdir()}/panto-`);
 * const config = readConfig({ env: { HOME: cwd }, cwd });
 * const session = openSession(`${cwd}/s.jsonl`, { cwd });
 * session.resume(config);
 * session.append({ role: "user", content: "Hello" });
 *
 * const { blocks, position } = session.prompt({ at: 1 });
 * assert.deepEqual([blocks.length, position], [1, 1]);
 * const request = providers.openai.request(session.messages(), { model: "MODEL" });
 * assert.equal(request.messages.length, 2);
 * rmSync(cwd, { recursive: true });
 * ```
 *
 * @module
 */

// Types and errors.
export type {
  ContentBlock,
  ImageBlock,
  JsonObject,
  JsonValue,
  Message,
  NewBlock,
  NewMessage,
  Position,
  RecordedSource,
  RedactedThinkingBlock,
  Role,
  SystemBlock,
  SystemMode,
  TemplateRef,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
  UnknownBlock,
} from "./lib/types.ts";
export type {
  BlockSource,
  ConfiguredBlock,
  ConfiguredPrompt,
  LayerName,
  RenderedText,
  ResolvedBlock,
  TemplateBlock,
  TemplateRenderer,
  TemplateSource,
} from "./lib/prompt_source.ts";
export {
  ConfigError,
  IoError,
  LockedError,
  PantoError,
  SessionError,
  UsageError,
} from "./lib/errors.ts";
export type {
  ErrorCode,
  ErrorDetails,
  FilePlace,
  Forgotten,
  ForgottenSource,
  PantoErrorOptions,
  Warning,
} from "./lib/errors.ts";

// Prompt files and configuration.
export type { Environment } from "./lib/layers.ts";
export {
  type AllowRule,
  type CandidateState,
  type Config,
  type ConfigOptions,
  decodePromptFile,
  DEFAULT_PROMPT,
  type LaunchFile,
  type LaunchFiles,
  type LayerListing,
  type LayerRow,
  type LayerSources,
  listLayers,
  MAX_PROMPT_BYTES,
  type NamedBytesOptions,
  type NamedFile,
  type PromptFileText,
  readConfig,
  readNamedBytes,
  readNamedFile,
} from "./lib/config.ts";

// Conversation: the prompt as a fold over messages.
export { Conversation } from "./lib/message/conversation.ts";
export {
  type ConfigWindow,
  configWindow,
  deriveBlocks,
  type PositionedBlock,
} from "./lib/derive.ts";

// Session: a log by its path, and what is asked of one that is open.
export {
  type Appended,
  type AppendOptions,
  type FileIdentity,
  LogFile,
  openSession,
  type Resumed,
  Session,
  type SessionMessagesOptions,
  type SessionOptions,
  type SessionPrompt,
  type SessionReadOptions,
} from "./lib/session.ts";
export { CheckedMessage } from "./lib/message/checked.ts";
export {
  type Adoption,
  type AskedPosition,
  type Branch,
  type ByteSource,
  bytesSource,
  type ChainBreak,
  type Damage,
  type Diagnostic,
  diagnosticWarnings,
  type EntrySource,
  type Evidence,
  findEvidence,
  findReadable,
  joinLines,
  lineNumbers,
  type LogBlock,
  type LogPrompt,
  type Path,
  pathEntries,
  type PathEntry,
  type PathEntryOptions,
  pathMessages,
  type PlacedMessage,
  positionOf,
  readBranches,
  type ReadOptions,
  readPrompt,
  readTimeline,
  refuseDamage,
  refuseUnreadable,
  type Run,
  type SessionKind,
  type SystemPlace,
  type Timeline,
  type TimelineEntry,
  type Uninterpreted,
  type Unlisted,
  type WalkOptions,
} from "./lib/log.ts";
export type { Foreign, FormatName } from "./lib/readers.ts";
export {
  type Baseline,
  type EditFate,
  editsText,
  formatResume,
  freezeBlocks,
  type FrozenPrompt,
  type LogEnd,
  planResume,
  readEnd,
  type ReconcilePlan,
  type ReplaceReason,
  type Resume,
  type ResumeOptions,
} from "./lib/resume.ts";

// Requests.
export {
  type Provider,
  providers,
  type RequestInput,
  type RequestOptions,
  type RequestParts,
  type SerializeWarning,
  type SystemOption,
  type WarningSink,
  wholeRequest,
} from "./lib/serialize.ts";
export { toJsonText } from "./lib/message/json.ts";
export { blockTexts, searchedTexts } from "./lib/message/texts.ts";

// Templates and live text.
export {
  assemblePrompt,
  type InstructionFile,
  type Instructions,
  type InstructionSources,
  type LiveText,
  type LiveTextOptions,
  MAX_INSTRUCTION_BYTES,
  parseTemplate,
  parseVariables,
  type Permission,
  type ProbeOptions,
  readLiveText,
  readTemplateInputs,
  renderTemplate,
  type Scope,
  type Template,
  type TemplateInputOptions,
  type TemplateInputs,
  type TemplatePlace,
  type TemplateVariables,
} from "./lib/config.ts";

// Texts: diff, blame, digests and words.
export {
  type DiffHunk,
  type DiffLineKind,
  type DiffOptions,
  diffPrompts,
  type PromptDiff,
  type PromptSide,
  renderDiff,
} from "./lib/text/diff.ts";
export {
  type BlamedBlock,
  type BlamedLine,
  type BlameOptions,
  blamePrompt,
  type EntryPlace,
  findOrigins,
  type Origin,
  type OriginContext,
  originOf,
  type PromptBlame,
} from "./lib/blame.ts";
export { isInvisible } from "./lib/text/invisible.ts";
export { joinBlocks } from "./lib/text/join.ts";
export { promptSha256, sha256Hex } from "./lib/text/sha256.ts";
export { sessionWord, shellWord } from "./lib/text/shell_word.ts";
export { systemReason } from "./lib/text/system_error.ts";
export { invalidUtf8Offset } from "./lib/text/utf8.ts";
