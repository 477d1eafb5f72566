/**
 * Every candidate file of the layers, and every file named at launch, with what became of it, for `panto layers` (DESIGN §2.6, §10).
 *
 * Unlike lib/prompt_files/io/read.ts it opens the files that lose as well, and goes on after a fault: a person
 * who looks here wants to see all of them. A fault in a file that loses stays a note in its row, since
 * the prompt does not depend on it.
 *
 * @module
 */

import { realpathSync } from "node:fs";
import { ConfigError } from "../../errors.ts";
import { orderPrompts, PROMPT_NAMES, type PromptName } from "../../layers.ts";
import { DEFAULT_PROMPT } from "../default.ts";
import { type LaunchFile, type LaunchFiles, type LaunchOption, readLaunchFile } from "./launch.ts";
import { emptySeedNotes, nearMisses, textNotes } from "./notes.ts";
import { readFoundFile } from "./read.ts";
import type { FoundText } from "./read_file.ts";
import { sha256Hex } from "../../text/sha256.ts";
import {
  conflictOf,
  type FoundFile,
  type LayerSources,
  promptPath,
  promptsOf,
  type Survey,
  type SurveyedLayer,
  surveyLayers,
} from "./discover.ts";
import { systemReason } from "../../text/system_error.ts";
import { parseTemplate } from "../../template/io/render.ts";
import type { LayerName } from "../../prompt_source.ts";

/**
 * What became of a candidate: `used` makes a block; `overridden` loses to a higher layer; `absent` is
 * not there; `off` belongs to a layer that is switched off; `same` belongs to a layer that is the same
 * directory as a higher one; `refused` lies outside the project; `error` cannot be used.
 */
export type CandidateState =
  | "used"
  | "overridden"
  | "absent"
  | "off"
  | "same"
  | "refused"
  | "error";

/** One candidate file. */
export interface LayerRow {
  /** The layer that the file belongs to; the built-in prompt and a file named at launch stand in none. */
  readonly layer: LayerName | "launch" | "built-in";
  /**
   * `SYSTEM.md`, `APPEND_SYSTEM.md`, or one of them with `.j2`; `system` or `append` for a file named at
   * launch.
   */
  readonly name: string;
  /** Undefined for the built-in prompt, and when the environment names no directory for the layer. */
  readonly path: string | undefined;
  /** Where symbolic links lead; undefined when nothing is there. */
  readonly realPath: string | undefined;
  /** What became of it. */
  readonly state: CandidateState;
  /** Why; undefined for `used`. */
  readonly reason: string | undefined;
  /** The length in bytes of the text, without a byte order mark; undefined when it was not read. */
  readonly bytes: number | undefined;
  /** The SHA-256 of the same bytes, lower-case hexadecimal. */
  readonly sha256: string | undefined;
  /** What the user should know besides. */
  readonly notes: readonly string[];
}

/** What `panto layers` shows. */
export interface LayerListing {
  /**
   * In resolution order: the seed named at launch, SYSTEM.md of project, user, base, APPEND_SYSTEM.md of
   * the three, the appends named at launch. The built-in prompt stands last, where it is the seed.
   */
  readonly rows: readonly LayerRow[];
  /** The project's real path, when the layer is on and it is known. */
  readonly projectRoot: string | undefined;
  /** The error that reading the prompt gives, when it gives one. */
  readonly error: ConfigError | undefined;
}

/**
 * Lists every candidate file of the three layers and every file named at launch. A file that cannot be
 * read is a row like any other.
 *
 * @param sources Environment and working directory; the layers that count, the files named at launch.
 * @returns The rows, and the error that `readConfig` would throw.
 *
 * @example
 * ```ts
 * import { listLayers } from "./list.ts";
 * import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import assert from "node:assert/strict";
 *
 * const home = mkdtempSync(`${tmpdir()}/panto-`);
 * mkdirSync(`${home}/.config/panto`, { recursive: true });
 * writeFileSync(`${home}/.config/panto/SYSTEM.md`, "Be brief.\n");
 * const { rows } = listLayers({ env: { HOME: home }, cwd: home });
 * assert.deepEqual(rows.slice(0, 3).map(({ layer, state }) => [layer, state]), [
 *   ["project", "absent"],
 *   ["user", "used"],
 *   ["base", "absent"],
 * ]);
 * ```
 */
export function listLayers(sources: LayerSources & LaunchFiles): LayerListing {
  const survey = surveyLayers(sources);
  const launch = readLaunch(sources);
  const { seed, appends, overridden } = orderPrompts(survey.layers.map(promptsOf));
  const texts = new Map<FoundFile, FoundText>();
  for (const { candidates } of survey.layers) {
    for (const candidate of candidates) {
      const read = readFoundFile(candidate, survey);
      texts.set(candidate, checkTemplate(read, candidate.template ? candidate.path : undefined));
    }
  }
  const named = launch.find(({ option }) => option === "system");
  const losers = named === undefined ? overridden : [...(seed ? [seed] : []), ...overridden];
  const context = {
    survey,
    texts,
    winner: named === undefined ? seed?.file : "launch" as const,
    losers: losers.length === 0
      ? ["the built-in prompt"]
      : losers.map(({ layer }) => `that of the ${layer} layer`),
  };
  const taking = [...(seed && !named ? [seed] : []), ...appends].map(({ file }) => texts.get(file));
  return {
    rows: [
      ...launch.filter((one) => one === named).map((one) => launchRow(one, context)),
      ...PROMPT_NAMES.flatMap((name) =>
        survey.layers.flatMap((layer) => rowsOf(name, layer, context))
      ),
      ...launch.filter((one) => one !== named).map((one) => launchRow(one, context)),
      ...(seed === undefined && named === undefined && isKnown(survey) ? [builtInRow()] : []),
    ],
    projectRoot: survey.projectRoot,
    error: faultOf(launch.map(({ text }) => text)) ?? survey.error ?? faultOf(taking),
  };
}

/** A file named at launch, read. */
interface LaunchRow {
  readonly option: LaunchOption;
  readonly file: LaunchFile;
  readonly text: FoundText;
}

function readLaunch({ system, append = [] }: LaunchFiles): LaunchRow[] {
  const read = (option: LaunchOption, file: LaunchFile): LaunchRow => {
    const template = file.path.endsWith(".j2") ? file.name ?? file.path : undefined;
    return { option, file, text: checkTemplate(readLaunchFile(file), template) };
  };
  return [
    ...(system === undefined ? [] : [read("system", system)]),
    ...append.map((file) => read("append", file)),
  ];
}

/** Whether it can be told that no layer has a SYSTEM.md. */
function isKnown(survey: Survey): boolean {
  return survey.layers.every(({ error, candidates }) =>
    error === undefined || candidates.length > 0
  );
}

function faultOf(texts: readonly (FoundText | undefined)[]): ConfigError | undefined {
  const failed = texts.find((text) => text?.type === "failed");
  return failed?.type === "failed" ? failed.error : undefined;
}

/** A template, by the name that errors give it, must parse, or the default command fails on it when it is new. */
function checkTemplate(read: FoundText, template: string | undefined): FoundText {
  if (template === undefined || read.type === "failed") return read;
  try {
    parseTemplate(read.prompt.text, template);
    return read;
  } catch (error) {
    if (error instanceof ConfigError) return { type: "failed", refused: false, error };
    throw error;
  }
}

/** What a row needs to know of the others. */
interface Context {
  readonly survey: Survey;
  readonly texts: ReadonlyMap<FoundFile, FoundText>;
  /** The SYSTEM.md that is the seed, or the file named at launch in its place. */
  readonly winner: FoundFile | "launch" | undefined;
  /** What else would be the seed. */
  readonly losers: readonly string[];
}

function launchRow({ option, file, text }: LaunchRow, { losers }: Context): LayerRow {
  const empty = option === "system" ? emptySeedNotes(text, losers) : [];
  return {
    layer: "launch",
    name: option,
    path: file.path,
    realPath: file.bytes === undefined ? realPathOf(file.path) : undefined,
    ...(text.type === "failed"
      ? { state: "error", reason: text.error.message }
      : { state: "used", reason: undefined }),
    ...measuresOf(text),
    notes: [...textNotes(text), ...empty],
  };
}

function builtInRow(): LayerRow {
  return {
    layer: "built-in",
    name: "SYSTEM.md",
    path: undefined,
    realPath: undefined,
    state: "used",
    reason: undefined,
    bytes: new TextEncoder().encode(DEFAULT_PROMPT).length,
    sha256: sha256Hex(DEFAULT_PROMPT),
    notes: [],
  };
}

function measuresOf(text: FoundText | undefined): Pick<LayerRow, "bytes" | "sha256"> {
  if (text?.type !== "text") return { bytes: undefined, sha256: undefined };
  return { bytes: text.bytes, sha256: sha256Hex(text.prompt.text) };
}

function rowsOf(name: PromptName, layer: SurveyedLayer, context: Context): LayerRow[] {
  const notes = notesOf(name, layer, context.survey);
  const candidates = layer.candidates.filter((candidate) => candidate.name === name);
  const rows = candidates.map((candidate) => presentRow(candidate, layer, context));
  const [first, ...others] = rows.length > 0 ? rows : [missingRow(name, layer)];
  return first === undefined ? [] : [{ ...first, notes: [...notes, ...first.notes] }, ...others];
}

function missingRow(name: PromptName, layer: SurveyedLayer): LayerRow {
  const { directory } = layer;
  const row = {
    layer: layer.layer,
    name,
    path: directory === undefined ? undefined : promptPath(directory.path, name),
    realPath: undefined,
    bytes: undefined,
    sha256: undefined,
    notes: [],
  };
  if (!layer.on) {
    return { ...row, state: "off", reason: `the ${layer.layer} layer is switched off` };
  }
  if (layer.sameAs !== undefined) {
    return { ...row, state: "same", reason: `the ${layer.sameAs} layer is the same directory` };
  }
  // An error beside candidates is about two of them, not about the layer.
  if (layer.error !== undefined && layer.candidates.length === 0) {
    return { ...row, state: "error", reason: layer.error.message };
  }
  const reason = layer.exists ? "the file does not exist" : "the directory does not exist";
  return { ...row, state: "absent", reason };
}

function presentRow(candidate: FoundFile, layer: SurveyedLayer, context: Context): LayerRow {
  const text = context.texts.get(candidate);
  const { path, name, template } = candidate;
  const row = {
    layer: layer.layer,
    name: template ? `${name}.j2` : name,
    path,
    realPath: realPathOf(candidate.openPath),
    ...measuresOf(text),
    notes: textNotes(text),
  };
  const conflict = conflictOf(name, layer.candidates);
  if (conflict !== undefined) return { ...row, state: "error", reason: conflict.message };
  const { winner } = context;
  const loses = name === "SYSTEM.md" && winner !== undefined && winner !== candidate;
  const failure = text?.type === "failed" ? text : undefined;
  if (loses) {
    const notes = failure === undefined ? row.notes : [...row.notes, failure.error.message];
    const reason = winner === "launch"
      ? "the file named at launch stands in its place"
      : `the ${winner.layer} layer has one`;
    return { ...row, state: "overridden", reason, notes };
  }
  if (failure === undefined) {
    const empty = name === "SYSTEM.md" ? emptySeedNotes(text, context.losers) : [];
    return { ...row, state: "used", reason: undefined, notes: [...row.notes, ...empty] };
  }
  const { message } = failure.error;
  return { ...row, state: failure.refused ? "refused" : "error", reason: message };
}

function notesOf(name: PromptName, layer: SurveyedLayer, survey: Survey): string[] {
  const notes = [...layer.directory?.notes ?? []];
  const twins = survey.layers.filter(({ sameAs }) => sameAs === layer.layer);
  for (const twin of twins) notes.push(`the ${twin.layer} layer is the same directory`);
  if (twins.length > 0 && layer.rulesOf !== layer.layer) {
    notes.push(`the rules of the ${layer.rulesOf} layer hold`);
  }
  return [...notes, ...nearMisses(name, layer)];
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system; the row has the reason already
    return undefined;
  }
}
