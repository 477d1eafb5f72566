/**
 * Prints the prompt of a session in every format. Positions and lines cost a pass over the log, so only
 * the formats that show them pay for it (DESIGN §10).
 *
 * @module
 */

import {
  type ByteSource,
  type Diagnostic,
  findOrigins,
  findReadable,
  lineNumbers,
  type LogPrompt,
  pathEntries,
  pathMessages,
  positionOf,
  promptSha256,
  readPrompt,
  sha256Hex,
} from "../../mod.ts";
import type { PrintOptions } from "../args/groups/print.ts";
import type { ReadingOptions } from "../args/groups/reading.ts";
import type { PositionSpec } from "../args/values.ts";
import type { Host } from "../host.ts";
import { type OriginOptions as ConfigurationOptions, readOriginSources } from "../input/config.ts";
import { liveDocuments, type LiveRequest, readLive, withLive } from "../input/live.ts";
import { printJson, type PromptDocument, type SessionState } from "./documents.ts";
import { reported } from "./report.ts";
import { printRequest } from "./request.ts";
import { printPromptText } from "./text.ts";

/** What to print of a session. */
export interface SessionPrintOptions extends PrintOptions, Pick<ReadingOptions, "leaf"> {
  readonly at: PositionSpec;
  /** What the default command did; null for `inspect`. */
  readonly state: SessionState | null;
}

/** What is needed to find a file that holds a block's text, and to assemble the live block. */
export type OriginOptions = ConfigurationOptions & LiveRequest;

/** Prints the prompt of a session; `report` gets what is wrong before that, and may throw. */
export function printSessionPrompt(
  host: Host,
  source: ByteSource,
  options: SessionPrintOptions & OriginOptions,
  report: (diagnostics: readonly Diagnostic[]) => void,
): void {
  const { format, leaf, at } = options;
  const isRequest = typeof format === "object";
  const prompt = readPrompt(source, { at, leaf, whole: format !== "text", full: isRequest });
  const { path, left, blocks, diagnostics } = prompt;
  report(diagnostics);
  if (format === "json") return printJson(host, documentOf(host, source, prompt, options), options);
  const live = reported(host, readLive(host, options));
  if (!isRequest) return printPromptText(host, withLive(blocks, live), options);
  const placed = blocks.map((block) => ({ ...block, position: positionOf(path, block.after) }));
  const messages = pathMessages(source, path, positionOf(path, left));
  const conversation = { name: source.name, blocks: withLive(placed, live), messages };
  printRequest(host, conversation, { ...options, format });
}

function documentOf(
  host: Host,
  source: ByteSource,
  prompt: LogPrompt,
  options: SessionPrintOptions & OriginOptions,
): PromptDocument {
  const { path, left } = prompt;
  const position = positionOf(path, left);
  const [entry] = pathEntries(source, path, { from: position, to: position });
  const blocks = [
    ...blockDocuments(host, source, prompt, options),
    ...liveDocuments(reported(host, readLive(host, options))),
  ];
  return {
    schema: "panto.prompt/1",
    session: options.state,
    path: source.name,
    leaf: path.leaf?.id ?? null,
    position,
    entry: entry?.id ?? null,
    sha256: promptSha256(blocks),
    blocks,
  };
}

function blockDocuments(
  host: Host,
  source: ByteSource,
  { path, blocks }: LogPrompt,
  options: OriginOptions,
): PromptDocument["blocks"] {
  const lines = lineNumbers(source, blocks.map(({ offset }) => offset));
  const configured = reported(host, readOriginSources(host, options));
  const directory = findReadable(source).startedIn;
  const origins = findOrigins(blocks, { configured: configured.configured, directory });
  return blocks.map((block, index) => ({
    text: block.text,
    mode: block.mode,
    position: positionOf(path, block.after),
    line: lines[index] ?? null,
    sha256: sha256Hex(block.text),
    origin: origins[index] ?? null,
  }));
}
