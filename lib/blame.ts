/**
 * Where the text of a recorded block came from, and what stands there now (DESIGN §10). Since when each line
 * of it has stood there is blame/lines.ts.
 *
 * An entry that panto wrote from configuration says so itself; its word is shown and compared, and nothing is
 * opened because of it. Only for an entry without a source the files of today are searched for its text.
 *
 * @module
 */

import type { RecordedSource, SystemBlock } from "./types.ts";
import {
  type BlockSource,
  type ConfiguredBlock,
  type ConfiguredPrompt,
  recordedSource,
} from "./prompt_source.ts";

export {
  type BlamedBlock,
  type BlamedLine,
  type BlameOptions,
  blamePrompt,
  type EntryPlace,
  type PromptBlame,
} from "./blame/lines.ts";

/** Where a text came from, and what stands there now. */
export interface Origin {
  /** Whether the session recorded it; else the files of today were searched for the text. */
  readonly recorded: boolean;
  /** The source as a session records it. */
  readonly source: RecordedSource;
  /**
   * `same`, `changed`, `absent`; `moved` where another source now gives this text in this place; `unused`
   * where the source takes no part in this call. Null where the configuration cannot be read.
   */
  readonly now: "same" | "changed" | "absent" | "moved" | "unused" | null;
  /** The source that gives the text now; set where it moved. */
  readonly movedTo?: RecordedSource;
  /** The file of today, as it was found by the configuration; null where there is none. */
  readonly path: string | null;
}

/** What origins are told by. */
export interface OriginContext {
  /** Undefined where the configuration cannot be read. */
  readonly configured: Pick<ConfiguredPrompt, "blocks" | "layers"> | undefined;
  /** The directory that the session's header names, which recorded paths start from. */
  readonly directory: string | undefined;
}

/**
 * Finds the origins of blocks that are in force together.
 *
 * @param blocks The blocks, in the order of the prompt; a frozen one goes by the digest of its template.
 * @param context The configuration of today, and the directory of the session.
 * @returns One for each block; undefined where the log names no source and no file has the text.
 *
 * @example
 * ```ts
 * import { findOrigins } from "./blame.ts";
 * import assert from "node:assert/strict";
 *
 * const source = { type: "file" as const, layer: "user" as const, path: "/u/SYSTEM.md" };
 * const configured = { blocks: [{ text: "Be terse.\n", source }] };
 * const block = (text: string, more = {}) => ({ type: "system" as const, mode: "append" as const, text, ...more });
 * const recorded = { kind: "layer", layer: "user", file: "SYSTEM.md" };
 * const blocks = [block("Be brief.\n", { source: recorded }), block("Be terse.\n"), block("Be kind.\n")];
 * const origins = findOrigins(blocks, { configured, directory: "/w" });
 * assert.deepEqual(origins.map((origin) => origin?.now), ["changed", "same", undefined]);
 * assert.deepEqual(origins.map((origin) => origin?.recorded), [true, false, undefined]);
 * ```
 */
export function findOrigins(
  blocks: readonly SystemBlock[],
  context: OriginContext,
): (Origin | undefined)[] {
  let place = 0;
  return blocks.map((block) => {
    if (block.source === undefined) return matchOf(block, context);
    return recordedOrigin({ ...block, source: block.source }, place++, context);
  });
}

/**
 * Says where a block of the configuration comes from, in the same words.
 *
 * @param source Its source.
 * @param directory The directory that paths start from; undefined for none.
 * @returns The origin, which no session records.
 *
 * @example
 * ```ts
 * import { originOf } from "./blame.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(originOf({ type: "built-in" }, "/w").source, { kind: "built-in" });
 * ```
 */
export function originOf(source: BlockSource, directory: string | undefined): Origin {
  return {
    recorded: false,
    source: recordedSource(source, directory),
    now: "same",
    path: pathOf(source),
  };
}

type Recorded = SystemBlock & { readonly source: RecordedSource };

function matchOf(block: SystemBlock, { configured, directory }: OriginContext): Origin | undefined {
  const found = configured?.blocks.find((one) => saysTheSame(one, block));
  return found && originOf(found.source, directory);
}

function recordedOrigin(block: Recorded, place: number, context: OriginContext): Origin {
  const { configured, directory } = context;
  const common = { recorded: true, source: block.source, path: null };
  if (configured === undefined) return { ...common, now: null };
  const found = configured.blocks.find((one) => isSameSource(one.source, block.source, directory));
  if (found !== undefined) {
    const now = saysTheSame(found, block) ? "same" : "changed";
    return { ...common, now, path: pathOf(found.source) };
  }
  const inPlace = configured.blocks[place];
  if (inPlace !== undefined && saysTheSame(inPlace, block)) {
    const movedTo = recordedSource(inPlace.source, directory);
    return { ...common, now: "moved", movedTo, path: pathOf(inPlace.source) };
  }
  return { ...common, now: takesPart(block.source, configured) ? "absent" : "unused" };
}

function saysTheSame(configured: ConfiguredBlock, { text, template }: SystemBlock): boolean {
  return "templateSource" in configured
    ? configured.templateSource.sha256 === template?.sha256
    : configured.text === text && template === undefined;
}

/** A file of a layer is the same as a template and without. */
function isSameSource(
  today: BlockSource,
  recorded: RecordedSource,
  directory: string | undefined,
): boolean {
  const now = recordedSource(today, directory);
  return now.kind === recorded.kind && now.layer === recorded.layer &&
    now.option === recorded.option && plainName(now) === plainName(recorded) &&
    (now.outside ?? false) === (recorded.outside ?? false);
}

function plainName({ kind, file }: RecordedSource): unknown {
  return kind === "layer" && typeof file === "string" ? file.replace(/\.j2$/, "") : file;
}

/**
 * Whether a file of a layer would count if it were there: its layer does, and, of a seed, none that wins
 * over it stands in its place. What was named at launch takes no part where it is not named again.
 */
function takesPart(
  recorded: RecordedSource,
  { blocks, layers }: NonNullable<OriginContext["configured"]>,
): boolean {
  const { kind, layer, file } = recorded;
  if (kind !== "layer" || typeof layer !== "string" || rankOf(layer) === -1) return false;
  if (!PROMPT_FILES.some((name) => name === file)) return false;
  if (layers !== undefined && !layers.some((one) => one === layer)) return false;
  if (plainName(recorded) !== "SYSTEM.md") return true;
  const seed = blocks[0]?.source;
  if (seed?.type === "built-in") return true;
  return seed?.type === "file" && rankOf(seed.layer) > rankOf(layer);
}

/** What a source can name that was written from a layer; the log may name anything. */
const PROMPT_FILES = ["SYSTEM.md", "SYSTEM.md.j2", "APPEND_SYSTEM.md", "APPEND_SYSTEM.md.j2"];

/** The lower the number, the sooner a layer's SYSTEM.md wins; -1 for what is no layer. */
function rankOf(layer: string): number {
  return ["project", "user", "base"].indexOf(layer);
}

function pathOf(source: BlockSource): string | null {
  return source.type === "built-in" ? null : source.path;
}
