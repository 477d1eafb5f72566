/**
 * Reads the prompt files of the three layers (DESIGN §2).
 *
 * A survey comes first (lib/prompt_files/io/discover.ts), then only the files that take part are opened, so that a
 * broken SYSTEM.md that loses to a higher layer's breaks nothing. {@linkcode readFoundFile} serves
 * lib/prompt_files/io/list.ts as well: one path to read, one set of errors.
 *
 * @module
 */

import { ConfigError, type Warning } from "../../errors.ts";
import { findInvisible, invisibleWarnings } from "../../text/invisible.ts";
import { type LayerPrompts, orderPrompts, type PromptText, resolvePrompt } from "../../layers.ts";
import { type FoundText, readPromptFile } from "./read_file.ts";
import {
  type FoundFile,
  type LayerSources,
  promptsOf,
  type Survey,
  surveyLayers,
} from "./discover.ts";
import { sha256Hex } from "../../text/sha256.ts";
import type { ConfiguredBlock } from "../../prompt_source.ts";

/** Where prompt files are looked for, and what stands in for a missing seed. */
export interface ReadPromptOptions extends LayerSources {
  /** The seed where no layer has a SYSTEM.md. */
  readonly defaultSeed: string;
  /** Takes the place of SYSTEM.md, which then is not opened. @default the layers decide */
  readonly seed?: ConfiguredBlock | undefined;
}

/** The prompt that the layers ask for. */
export interface LayeredPrompt {
  /** The seed, then the appends of project, user and base. */
  readonly blocks: readonly ConfiguredBlock[];
  /** Invisible characters in project files. */
  readonly warnings: readonly Warning[];
}

/**
 * Reads the prompt that the files of the layers ask for. Throws when a file that takes part, or a
 * layer's directory, cannot be used: panto never falls through to a lower layer.
 */
export function readLayeredPrompt(options: ReadPromptOptions): LayeredPrompt {
  const survey = surveyLayers(options);
  if (survey.error !== undefined) throw survey.error;
  const warnings: Warning[] = [];
  const read = (candidate: FoundFile): PromptText => {
    const result = readFoundFile(candidate, survey);
    if (result.type === "failed") throw result.error;
    warnings.push(...invisibleWarnings(candidate.path, result.invisible));
    return result.prompt;
  };
  const { seed, appends } = orderPrompts(survey.layers.map(promptsOf));
  const layers: LayerPrompts<PromptText>[] = [];
  if (seed !== undefined && options.seed === undefined) {
    layers.push({ layer: seed.layer, system: read(seed.file) });
  }
  for (const { layer, file } of appends) layers.push({ layer, append: read(file) });
  return { blocks: resolvePrompt(layers, options), warnings };
}

/** Opens a candidate by the rules of its layer. */
export function readFoundFile(
  candidate: FoundFile,
  survey: Pick<Survey, "projectRoot">,
): FoundText {
  const { path, openPath, trusted } = candidate;
  if (!trusted && survey.projectRoot === undefined) {
    return failed(path, "the project it belongs to is not known");
  }
  const file = readPromptFile(openPath, {
    inside: trusted ? undefined : survey.projectRoot,
    shownAs: path,
  });
  if (file.type === "failed") return file;
  if (file.type === "absent") return failed(path, "it was removed while panto ran");
  const { text, bytes, byteOrderMark } = file;
  const invisible = trusted ? [] : findInvisible(text);
  const template = candidate.template ? { sha256: sha256Hex(text) } : undefined;
  return { type: "text", prompt: { path, text, template }, bytes, byteOrderMark, invisible };
}

function failed(path: string, reason: string): FoundText {
  const error = new ConfigError(`Cannot read ${JSON.stringify(path)}: ${reason}`, {
    code: "file-unreadable",
    place: { path },
  });
  return { type: "failed", refused: false, error };
}
