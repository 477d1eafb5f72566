/**
 * Which program wrote a file, told by its records (DESIGN §3). panto reads few of these formats; it
 * recognises all of them, so that it neither writes into one nor calls its prompt empty.
 *
 * Each format has one signature. They are asked in a fixed order: the first that is sure wins, else the
 * first that finds it likely.
 *
 * @module
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../types.ts";
import { type Head, type HeadRecords, readHead } from "./head.ts";
import { PiTraits } from "./pi.ts";

/** The formats of other programs. */
export type FormatName =
  | "sqlite"
  | "aider"
  | "codex"
  | "kimi"
  | "copilot"
  | "gemini"
  | "qwen"
  | "claude"
  | "grok"
  | "pi"
  | "chat"
  | "sharegpt"
  | "opencode"
  | "llm";

/** What a file was taken for that is another program's. */
export interface Foreign {
  /** Its format. */
  readonly format: FormatName;
  /** False where only parts of the format's signature were found. */
  readonly isSure: boolean;
}

/** What a file was taken for. */
export interface Detected extends Omit<Foreign, "format"> {
  readonly format: FormatName | "panto";
}

/** How the files of other programs are called. */
const WORDS: Readonly<Record<FormatName, string>> = {
  sqlite: "an SQLite database",
  aider: "a chat history of aider",
  codex: "a session of Codex",
  kimi: "a session of Kimi Code",
  copilot: "a session of GitHub Copilot CLI",
  gemini: "a session of Gemini CLI",
  qwen: "a session of Qwen Code",
  claude: "a session of Claude Code",
  grok: "a session of Grok CLI",
  pi: "a session of pi",
  chat: 'chat data with lists of "messages"',
  sharegpt: "ShareGPT data",
  opencode: "an export of opencode",
  llm: "a list of responses of llm",
};

type Answer = "yes" | "maybe" | "no";
type Probe = (found: Found) => Answer;

/** What signatures look at. */
interface Found extends HeadRecords {
  readonly first: JsonObject;
  readonly head: Head;
}

const PROBES: readonly (readonly [Detected["format"], Probe])[] = [
  ["codex", isCodex],
  ["kimi", isKimi],
  ["copilot", isCopilot],
  ["gemini", isGemini],
  ["qwen", isQwen],
  ["claude", isClaude],
  ["grok", isGrok],
  ["pi", isPi],
  ["panto", isPanto],
  ["chat", ({ first }) => sure(isListOf(first.messages, (one) => isText(one.role)))],
  ["sharegpt", ({ first }) => sure(isListOf(first.conversations, isShareGptTurn))],
  ["opencode", isOpencode],
  ["llm", isLlm],
];

/** Tells what wrote a file; undefined for one that no signature fits. */
export function detect(head: Head): Detected | undefined {
  if (startsWith(head, "SQLite format 3\0")) return { format: "sqlite", isSure: true };
  if (startsWith(head, "# aider chat started at ")) return { format: "aider", isSure: true };
  const read = readHead(head);
  const [first] = read.records;
  if (first === undefined) return undefined;
  let likely: Detected["format"] | undefined;
  for (const [format, probe] of PROBES) {
    const answer = probe({ ...read, first, head });
    if (answer === "yes") return { format, isSure: true };
    if (answer === "maybe") likely ??= format;
  }
  return likely && { format: likely, isSure: false };
}

/** Whether a file is another program's. */
export function isForeign(detected: Detected | undefined): detected is Foreign {
  return detected !== undefined && detected.format !== "panto";
}

/** Says what a file is, to stand after its name. */
export function foreignWords({ format, isSure }: Foreign): string {
  return `${isSure ? "is" : "looks like"} ${WORDS[format]}`;
}

function isCodex({ first }: Found): Answer {
  const { payload } = first;
  return sure(
    isText(first.timestamp) && first.type === "session_meta" && isJsonObject(payload) &&
      isText(payload.id),
  );
}

function isKimi({ first }: Found): Answer {
  if (first.role === "_system_prompt") return "yes";
  return sure(
    first.type === "metadata" && isText(first.protocol_version) && has(first, "created_at"),
  );
}

function isCopilot({ first }: Found): Answer {
  const { data } = first;
  return sure(
    first.type === "session.start" && isJsonObject(data) && isText(data.producer) &&
      has(data, "sessionId"),
  );
}

function isGemini({ first }: Found): Answer {
  return sure(
    ["sessionId", "projectHash", "startTime"].every((key) => has(first, key)) &&
      !has(first, "type"),
  );
}

/** The keys of a record that Claude Code writes, and Qwen Code after its example. */
function isLinked(record: JsonObject): boolean {
  return ["uuid", "parentUuid", "sessionId"].every((key) => has(record, key));
}

function isQwen({ first, records }: Found): Answer {
  const hasParts = ({ message }: JsonObject) =>
    isJsonObject(message) && Array.isArray(message.parts);
  return sure(isLinked(first) && records.some(hasParts));
}

const CLAUDE_TYPES: readonly unknown[] = ["user", "assistant", "attachment", "system"];
const CLAUDE_FIRST: readonly unknown[] = [
  ...["queue-operation", "summary", "file-history-snapshot", "mode"],
];

/** Files that people share are often cut down: a row whose type is its message's role is a sign too. */
function isClaude({ first, records }: Found): Answer {
  if (records.some((one) => isLinked(one) && CLAUDE_TYPES.includes(one.type))) return "yes";
  const startsLike = CLAUDE_FIRST.includes(first.type) &&
    (isText(first.sessionId) || isText(first.leafUuid));
  const isCutDown = ({ type, message }: JsonObject) =>
    isText(type) && isJsonObject(message) && message.role === type;
  return startsLike || records.some(isCutDown) ? "maybe" : "no";
}

const GROK_TYPES: readonly unknown[] = ["system", "user", "assistant", "reasoning", "tool_result"];

function isGrok({ first, head }: Found): Answer {
  const fits = GROK_TYPES.includes(first.type) && has(first, "content") && !has(first, "uuid") &&
    !has(first, "message");
  if (!fits) return "no";
  return /(?:^|[\\/])chat_history\.jsonl$/.test(head.name) ? "yes" : "maybe";
}

function isPi({ first, records }: Found): Answer {
  if (first.type !== "session") return "no";
  const traits = new PiTraits();
  for (const record of records) traits.see(record);
  return sure(traits.isPi);
}

/** A header, or a bare chat line: what else such a line must have does not matter here. */
function isPanto({ first, document }: Found): Answer {
  return sure(document === undefined && (first.type === "session" || isText(first.role)));
}

function isShareGptTurn(turn: JsonObject): boolean {
  return isText(turn.from) && has(turn, "value");
}

/** Of a long export the head may end before the first message. */
function isOpencode({ first, document, head }: Found): Answer {
  const { info, messages } = first;
  if (document === "list" || !isJsonObject(info)) return "no";
  if (!isText(info.id) || !info.id.startsWith("ses_")) return "no";
  const isMessage = (one: JsonObject) => isJsonObject(one.info) && Array.isArray(one.parts);
  if (isListOf(messages, isMessage)) return "yes";
  return head.isWhole ? "no" : "maybe";
}

function isLlm({ first, document }: Found): Answer {
  const keys = ["prompt", "response", "conversation_id", "datetime_utc"];
  return sure(document === "list" && keys.every((key) => has(first, key)));
}

function sure(holds: boolean): Answer {
  return holds ? "yes" : "no";
}

function isText(value: JsonValue | undefined): value is string {
  return typeof value === "string";
}

function has(record: JsonObject, key: string): boolean {
  return Object.hasOwn(record, key);
}

function isListOf(value: JsonValue | undefined, holds: (one: JsonObject) => boolean): boolean {
  const [one] = Array.isArray(value) ? value as readonly JsonValue[] : [];
  return isJsonObject(one) && holds(one);
}

function startsWith({ bytes }: Head, text: string): boolean {
  const start = new TextEncoder().encode(text);
  return start.every((byte, index) => bytes[index] === byte);
}
