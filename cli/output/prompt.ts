/**
 * Prints the prompt of a session in every format. Positions and lines cost a pass over the log, so only
 * the formats that show them pay for it (DESIGN §10).
 *
 * @module
 */

import {
  type ByteSource,
  type Finding,
  lineNumbers,
  type LocatedBlock,
  pathMessages,
  readBlocks,
  readPromptAt,
  sha256Hex,
} from "../../mod.ts";
import type { PrintOptions } from "../args/options/print.ts";
import type { ReadingOptions } from "../args/options/reading.ts";
import type { PositionSpec } from "../args/values.ts";
import type { Host } from "../host.ts";
import type { ConfiguredOptions } from "../input/config.ts";
import { type LiveBlockOptions, liveDocuments, withLive } from "../input/live_blocks.ts";
import { originFinder } from "../input/origin.ts";
import { warnIfNoSession } from "../input/session.ts";
import { printJson, type PromptDocument, type SessionState } from "./documents.ts";
import { printRequest } from "./request.ts";
import { printPromptText } from "./text.ts";

/** What to print of a session. */
export interface SessionPrintOptions extends PrintOptions, Pick<ReadingOptions, "leaf"> {
  readonly at: PositionSpec;
  /** What the default command did; null for `inspect`. */
  readonly state: SessionState | null;
}

/** What is needed to find a file that holds a block's text, and to assemble the live block. */
export type OriginOptions = ConfiguredOptions & LiveBlockOptions;

/** Prints the prompt of a session; `report` gets what is wrong before that, and may throw. */
export function printSessionPrompt(
  host: Host,
  source: ByteSource,
  options: SessionPrintOptions & OriginOptions,
  report: (findings: readonly Finding[]) => void,
): void {
  const { format, leaf } = options;
  const at = options.at === "end" ? undefined : options.at;
  if (format === "text") {
    const { blocks, hasMessages, findings } = readBlocks(source, at, { leaf });
    report(findings);
    if (!hasMessages) warnIfNoSession(host, source);
    return printPromptText(host, withLive(host, blocks, options), options);
  }
  const prompt = readPromptAt(source, at, { leaf, full: format !== "json" });
  report(prompt.findings);
  if (prompt.path.total === 0) warnIfNoSession(host, source);
  if (format !== "json") {
    const blocks = withLive(host, prompt.blocks, options);
    const messages = pathMessages(source, prompt.path, prompt.position);
    return printRequest(host, { name: source.name, blocks, messages }, { ...options, format });
  }
  const document: PromptDocument = {
    schema: "panto.prompt/1",
    session: options.state,
    path: source.name,
    leaf: prompt.path.leaf?.id ?? null,
    position: prompt.position,
    entry: prompt.entry ?? null,
    blocks: [
      ...blockDocuments(host, source, { blocks: prompt.blocks, options }),
      ...liveDocuments(host, options),
    ],
  };
  printJson(host, document, options);
}

function blockDocuments(
  host: Host,
  source: ByteSource,
  from: { readonly blocks: readonly LocatedBlock[]; readonly options: OriginOptions },
): PromptDocument["blocks"] {
  const lines = lineNumbers(source, from.blocks.map((block) => block.offset));
  const originOf = originFinder(host, from.options);
  return from.blocks.map((block, index) => ({
    text: block.text,
    mode: block.mode,
    position: block.position,
    line: lines[index] ?? null,
    sha256: sha256Hex(block.text),
    origin: originOf(block),
  }));
}
