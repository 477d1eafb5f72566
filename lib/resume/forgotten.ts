/**
 * What a session recorded and a call does not name again (DESIGN §5): a manifest, a prompt file named at
 * launch, a choice of layers, an imported configuration. Going on without it would replace the prompt, and
 * mostly nobody meant that.
 *
 * @module
 */

import { ConfigError, type Forgotten, type ForgottenSource } from "../errors.ts";
import type { ConfiguredPrompt } from "../prompt_source.ts";
import { freezeBlocks } from "./freeze.ts";
import { type Baseline, planReconcile } from "./reconcile.ts";
import { isJsonObject, type JsonValue, type RecordedSource, type SystemBlock } from "../types.ts";

/**
 * Whether a resume changes the prompt without something that the session recorded. Without consent that is
 * an error, decided before anything is rendered.
 */
export function goesWithout(
  configured: ConfiguredPrompt,
  baseline: Baseline,
  { name, consents, elsewhere }: {
    readonly name: string;
    readonly consents: boolean;
    /** The directory that recorded paths start from, where the call is made in another one. */
    readonly elsewhere?: string | undefined;
  },
): boolean {
  const forgotten = findForgotten(baseline.blocks, configured);
  if (forgotten === undefined) return false;
  // A template that is not recorded differs, whatever it says.
  const render = () => ({ text: "", warnings: [] });
  const known = freezeBlocks({ ...configured, render }, baseline.blocks).blocks;
  if (planReconcile(known, baseline).action === "unchanged") return false;
  if (consents) return true;
  throw new ConfigError(`The prompt of "${name}" would change: ${whatIsForgotten(forgotten)}`, {
    code: "source-forgotten",
    place: { path: name },
    details: { forgotten: { ...forgotten, elsewhere } },
  });
}

function whatIsForgotten({ sources, layers }: Forgotten): string {
  return layers === undefined && sources.every(({ kind }) => kind === "import")
    ? "it was imported, and the prompt files would take its place"
    : "what it was made from is not named again";
}

/** Finds what is missing; undefined when nothing is. */
function findForgotten(
  recorded: readonly SystemBlock[],
  { blocks, named = {} }: ConfiguredPrompt,
): Forgotten | undefined {
  const sources = recorded.flatMap(({ source }) => source ?? []);
  const wanting = new Map<string | undefined, number>();
  const count = (kind: string | undefined, by: number) =>
    wanting.set(kind, (wanting.get(kind) ?? 0) + by);
  for (const source of sources) count(kindOf(source), 1);
  for (const { source } of blocks) if (source.type === "launch") count(source.option, -1);
  if (named.manifest === true) count("manifest", -Infinity);
  // All of a kind, since the order of appends counts.
  const missing = sources.filter((source) => {
    const kind = kindOf(source);
    return kind !== undefined && (wanting.get(kind) ?? 0) > 0;
  });
  const layers = named.layers === true ? undefined : layersOf(sources);
  if (missing.length === 0 && layers === undefined) return undefined;
  return { sources: missing.map(wordOf), layers };
}

/** The log's word, of which only texts are taken. */
function wordOf({ kind, option, file, outside }: RecordedSource): ForgottenSource {
  return { kind, option: textOf(option), file: textOf(file), outside: outside === true };
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What a call must name for a source to be there again; undefined for what it has anyway. */
function kindOf({ kind, option }: RecordedSource): string | undefined {
  if (kind === "file") return option === "append" ? option : "system";
  return kind === "manifest" || kind === "import" ? kind : undefined;
}

function layersOf(sources: readonly RecordedSource[]): readonly string[] | undefined {
  return sources.map((source) => source.layers).find(isListOfText);
}

function isListOfText(value: JsonValue | undefined): value is readonly string[] {
  return !isJsonObject(value) && Array.isArray(value) &&
    value.every((one: unknown) => typeof one === "string");
}
