/**
 * Which lines of a text stood in an older one: the answer of npm `diff`, as numbers.
 *
 * Lines end at LF and are compared with their ends, so CRLF in the place of LF is a change. What ends a
 * text is left out of a printed prompt and so is no change: two texts that differ in nothing else are
 * equal, and a last line without an end gets that of the other lines.
 *
 * @module
 */

import { diffLines } from "diff";
import { isBlank, stripTrailingNewlines } from "./join.ts";

/** Stands for a line that the older text does not have. */
export const NEW_LINE = -1;

/** The lines of a text as a prompt shows them, without their LF: none of a blank one. */
export function shownLines(text: string): string[] {
  const shown = shownText(text);
  return shown === "" ? [] : shown.split("\n");
}

/** Where the lines of a text stood in an older one. */
export interface LineMap {
  /** For each line its index in the older text, or `NEW_LINE`. */
  readonly from: readonly number[];
  /** How many lines were removed or added. */
  readonly edits: number;
}

/** Finds the lines of a text in an older one; undefined where more than `maxEdits` lines differ. */
export function mapLines(older: string, text: string, maxEdits: number): LineMap | undefined {
  if (shownText(older) === shownText(text)) {
    return { from: shownLines(text).map((_, index) => index), edits: 0 };
  }
  const changes = diffLines(endedText(older), endedText(text), { maxEditLength: maxEdits });
  if (changes === undefined) return undefined;
  const from: number[] = [];
  let at = 0;
  let edits = 0;
  for (const { added, removed, count } of changes) {
    if (added || removed) edits += count;
    if (!removed) {
      for (let line = 0; line < count; line++) from.push(added ? NEW_LINE : at + line);
    }
    if (!added) at += count;
  }
  return { from, edits };
}

function shownText(text: string): string {
  return isBlank(text) ? "" : stripTrailingNewlines(text);
}

/** What is shown of a text, every line with its end. */
function endedText(text: string): string {
  const shown = shownText(text);
  if (shown === "") return "";
  const own = /^\r?\n/.exec(text.slice(shown.length)) ?? /\r?\n/.exec(shown);
  return shown + (own?.[0] ?? "\n");
}
