/**
 * Prints the prompt of a session in every format. Positions and lines cost a pass over the log, so only
 * the formats that show them pay for it (DESIGN §10).
 *
 * @module
 */

import {
  type ByteSource,
  type Finding,
  findOrigin,
  lineNumbers,
  type LocatedBlock,
  readBlocks,
  readPromptAt,
  sha256Hex,
} from "../../mod.ts";
import { type ConfiguredOptions, readOriginSources } from "../input/config.ts";
import type { Host } from "../host.ts";
import { liveDocuments, type LiveTextOptions, readLive, withLive } from "../input/live.ts";
import type { InspectOptions, PositionSpec, PrintOptions } from "../args/options.ts";
import {
  printJson,
  printPromptText,
  type PromptDocument,
  type SessionState,
  telling,
} from "./output.ts";
import { printRequest } from "./request.ts";
import { warnIfNoSession } from "../input/session.ts";

/** What to print of a session. */
export interface SessionPrintOptions extends PrintOptions, Pick<InspectOptions, "leaf"> {
  readonly at: PositionSpec;
  /** What the default command did; null for `inspect`. */
  readonly state: SessionState | null;
}

/** What is needed to find a file that holds a block's text, and to assemble the live block. */
export type OriginOptions = ConfiguredOptions & LiveTextOptions;

/**
 * Reads the prompt of a session at a position and prints it.
 *
 * @param host Where to print.
 * @param source The session.
 * @param options Format, position and leaf; which prompt files to look for origins in.
 * @param tell Called with what is wrong before anything is printed; it may throw.
 */
export function printSessionPrompt(
  host: Host,
  source: ByteSource,
  options: SessionPrintOptions & OriginOptions,
  tell: (findings: readonly Finding[]) => void,
): void {
  const { format, leaf } = options;
  const at = options.at === "end" ? undefined : options.at;
  if (format === "text") {
    const { blocks, hasMessages, findings } = readBlocks(source, at, { leaf });
    tell(findings);
    if (!hasMessages) warnIfNoSession(host, source);
    const live = telling(host, readLive(host, options));
    return printPromptText(host, withLive(blocks, live), options);
  }
  const full = format !== "json";
  const prompt = readPromptAt(source, at, { leaf, full });
  tell(prompt.findings);
  if (prompt.path.total === 0) warnIfNoSession(host, source);
  if (full) {
    const blocks = withLive(prompt.blocks, telling(host, readLive(host, options)));
    return printRequest(host, { source, prompt, blocks }, options);
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
      ...liveDocuments(telling(host, readLive(host, options))),
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
  const configured = telling(host, readOriginSources(host, from.options));
  return from.blocks.map((block, index) => ({
    text: block.text,
    mode: block.mode,
    position: block.position,
    line: lines[index] ?? null,
    sha256: sha256Hex(block.text),
    origin: findOrigin(block, configured.blocks) ?? null,
  }));
}
