/**
 * What `panto layers` tells besides (DESIGN §2.11): what is odd about the text of a file, and names that
 * one may believe to be read.
 *
 * Nothing here changes the prompt. A name is a near miss when somebody is known to have hoped for it;
 * guessing further would put notes on files that have nothing to do with panto.
 *
 * @module
 */

import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { PromptName } from "../../layers.ts";
import { describeInvisible } from "../../text/invisible.ts";
import { isBlank } from "../../text/join.ts";
import { isAbsence, systemReason } from "../../text/system_error.ts";
import { promptPath, type SurveyedLayer } from "./discover.ts";
import type { FoundText } from "./read_file.ts";

/** What is odd about a text that was read. */
export function textNotes(text: FoundText | undefined): string[] {
  if (text?.type !== "text") return [];
  const notes = [];
  if (text.byteOrderMark) notes.push("a byte order mark at the start is left out");
  if (text.invisible.length > 0) {
    notes.push(`invisible characters: ${describeInvisible(text.invisible)}`);
  }
  if (FRONT_MATTER.test(text.prompt.text)) {
    notes.push("the front matter at the start is sent as it is");
  }
  return notes;
}

/** What a seed without text means: of `others`, the seeds in its place, none counts. */
export function emptySeedNotes(text: FoundText | undefined, others: readonly string[]): string[] {
  if (text?.type !== "text" || !isBlank(text.prompt.text)) return [];
  const state = text.bytes === 0 ? "empty" : "blank";
  const list = others.length < 2
    ? others.join("")
    : `${others.slice(0, -1).join(", ")} and ${others.at(-1)}`;
  return [`it is ${state}, so there is no seed: it overrides ${list}`];
}

/** Names of a layer that is on which one may believe to be read; the directory's own are notes to SYSTEM.md. */
export function nearMisses(name: PromptName, layer: SurveyedLayer): string[] {
  const { directory, on, exists, sameAs, error } = layer;
  if (!on || directory === undefined || sameAs !== undefined) return [];
  const beside = layer.layer === "project" ? filesBeside(name, directory.path) : [];
  if (exists) return [...beside, ...misspelled(name, directory.path, layer)];
  const misplaced = name === "SYSTEM.md" && error === undefined && isThere(directory.path);
  return misplaced ? [`${JSON.stringify(directory.path)} is not a directory`, ...beside] : beside;
}

/** A first line of three dashes and one that looks like a key: a rule across the page has none. */
const FRONT_MATTER = /^---[ \t]*\r?\n(?:#.*\r?\n|[ \t]*\r?\n)*["']?[\w-]+["']?[ \t]*:/;

/** What other programs call the file. */
const ALIASES: Readonly<Record<PromptName, readonly string[]>> = {
  "SYSTEM.md": [],
  "APPEND_SYSTEM.md": ["append.md", "append.md.j2"],
};

function spellings(name: PromptName): string[] {
  return [name, `${name}.j2`];
}

/** Prompt files in the project's directory itself. */
function filesBeside(name: PromptName, directory: string): string[] {
  return spellings(name)
    .filter((file) => isThere(promptPath(dirname(directory), file)))
    .map((file) => `${file} beside ${basename(directory)} is not read, it belongs inside`);
}

function misspelled(name: PromptName, directory: string, layer: SurveyedLayer): string[] {
  let entries: string[];
  try {
    entries = readdirSync(directory).sort();
  } catch (error) {
    return [`the directory cannot be listed: ${systemReason(error)}`];
  }
  const notRead = (entry: string, wanted: string) =>
    `${JSON.stringify(entry)} is not read, the name is ${wanted}`;
  const otherCase = spellings(name).flatMap((wanted) => {
    // Where the file system ignores case, the other spelling is the candidate itself.
    const isCandidate = layer.candidates.some(({ path }) => path === promptPath(directory, wanted));
    if (isCandidate && !entries.includes(wanted)) return [];
    return entries
      .filter((entry) => entry !== wanted && entry.toLowerCase() === wanted.toLowerCase())
      .map((entry) => notRead(entry, wanted));
  });
  const otherName = entries
    .filter((entry) => ALIASES[name].includes(entry.toLowerCase()))
    .map((entry) => notRead(entry, entry.endsWith(".j2") ? `${name}.j2` : name));
  return [...otherCase, ...otherName];
}

/** A note is not worth an error: what cannot be looked at gets none. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    if (!isAbsence(error)) systemReason(error); // throws on what is no answer of the system
    return false;
  }
}
