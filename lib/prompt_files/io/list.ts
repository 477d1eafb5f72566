/**
 * Every candidate file of the layers with what became of it, for `panto layers` (DESIGN §2.6, §10).
 *
 * Unlike lib/prompt_files/io/read.ts it opens the files that lose as well, and goes on after a fault: a person
 * who looks here wants to see all of them. A fault in a file that loses stays a note in its row, since
 * the prompt does not depend on it.
 *
 * @module
 */

import { readdirSync, realpathSync } from "node:fs";
import { ConfigError } from "../../errors.ts";
import { describeInvisible } from "../../text/invisible.ts";
import { orderPrompts, PROMPT_NAMES, type PromptName } from "../../layers.ts";
import { type FoundText, readFoundFile } from "./read.ts";
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
  /** The layer that the file belongs to. */
  readonly layer: LayerName;
  /** `SYSTEM.md`, `APPEND_SYSTEM.md`, or one of them with `.j2`. */
  readonly name: string;
  /** Undefined when the environment names no directory for the layer. */
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
  /** In resolution order: SYSTEM.md of project, user, base, then APPEND_SYSTEM.md of the three. */
  readonly rows: readonly LayerRow[];
  /** The project's real path, when the layer is on and it is known. */
  readonly projectRoot: string | undefined;
  /** The error that reading the prompt gives, when it gives one. */
  readonly error: ConfigError | undefined;
}

/**
 * Lists every candidate file of the three layers. A file that cannot be read is a row like any other.
 *
 * @param sources Environment and working directory.
 * @returns The rows, and the error that `readLayeredPrompt` would throw.
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
export function listLayers(sources: LayerSources): LayerListing {
  const survey = surveyLayers(sources);
  const { seed, appends } = orderPrompts(survey.layers.map(promptsOf));
  const taking = [...(seed === undefined ? [] : [seed]), ...appends].map(({ file }) => file);
  const texts = new Map<FoundFile, FoundText>();
  for (const { candidates } of survey.layers) {
    for (const candidate of candidates) {
      texts.set(candidate, checkTemplate(candidate, readFoundFile(candidate, survey)));
    }
  }
  const fault = taking.map((candidate) => texts.get(candidate)).find((text) =>
    text?.type === "failed"
  );
  const rows = PROMPT_NAMES.flatMap((name) =>
    survey.layers.flatMap((layer) => rowsOf(name, layer, { survey, texts, winner: seed?.file }))
  );
  const error = survey.error ?? (fault?.type === "failed" ? fault.error : undefined);
  return { rows, projectRoot: survey.projectRoot, error };
}

/** A template must parse, or the default command fails on it when it is new. */
function checkTemplate(candidate: FoundFile, read: FoundText): FoundText {
  if (!candidate.template || read.type === "failed") return read;
  try {
    parseTemplate(read.prompt.text, candidate.path);
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
  /** The SYSTEM.md that is the seed. */
  readonly winner: FoundFile | undefined;
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
  if (directory?.on === false) {
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
    bytes: text?.type === "text" ? text.bytes : undefined,
    sha256: text?.type === "text" ? sha256Hex(text.prompt.text) : undefined,
    notes: textNotes(text),
  };
  const conflict = conflictOf(name, layer.candidates);
  if (conflict !== undefined) return { ...row, state: "error", reason: conflict.message };
  const { winner } = context;
  const loses = name === "SYSTEM.md" && winner !== undefined && winner !== candidate;
  const failure = text?.type === "failed" ? text : undefined;
  if (loses) {
    const notes = failure === undefined ? row.notes : [...row.notes, failure.error.message];
    const reason = `the ${winner.layer} layer has one`;
    return { ...row, state: "overridden", reason, notes };
  }
  if (failure === undefined) return { ...row, state: "used", reason: undefined };
  const { message } = failure.error;
  return { ...row, state: failure.refused ? "refused" : "error", reason: message };
}

function textNotes(text: FoundText | undefined): string[] {
  if (text?.type !== "text") return [];
  const notes = [];
  if (text.byteOrderMark) notes.push("a byte order mark at the start is left out");
  if (text.invisible.length > 0) {
    notes.push(`invisible characters: ${describeInvisible(text.invisible)}`);
  }
  return notes;
}

function notesOf(name: PromptName, layer: SurveyedLayer, survey: Survey): string[] {
  const notes = [...layer.directory?.notes ?? []];
  const twins = survey.layers.filter(({ sameAs }) => sameAs === layer.layer);
  for (const twin of twins) notes.push(`the ${twin.layer} layer is the same directory`);
  if (twins.length > 0 && layer.rulesOf !== layer.layer) {
    notes.push(`the rules of the ${layer.rulesOf} layer hold`);
  }
  return layer.exists && layer.sameAs === undefined
    ? [...notes, ...nearMisses(name, layer)]
    : notes;
}

/** Names files such as `system.md`, which one may believe to be read. */
function nearMisses(name: PromptName, layer: SurveyedLayer): string[] {
  const directory = layer.directory?.path ?? "";
  let entries: string[];
  try {
    entries = readdirSync(directory).sort();
  } catch (error) {
    return [`the directory cannot be listed: ${systemReason(error)}`];
  }
  return [name, `${name}.j2`].flatMap((wanted) => {
    // Where the file system ignores case, the other spelling is the candidate itself.
    const isCandidate = layer.candidates.some(({ path }) => path === promptPath(directory, wanted));
    if (isCandidate && !entries.includes(wanted)) return [];
    return entries
      .filter((entry) => entry !== wanted && entry.toLowerCase() === wanted.toLowerCase())
      .map((entry) => `${JSON.stringify(entry)} is not read, the name is ${wanted}`);
  });
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system; the row has the reason already
    return undefined;
  }
}
