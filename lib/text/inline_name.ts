/**
 * How a path or a file name is set into a line of prompt text (DESIGN §7).
 *
 * Whoever can name a file could otherwise write lines of the prompt: a newline in a directory's name
 * begins a line of its own, and a directory `<` that holds `env>` spells the end of the block. Such a
 * name becomes a JSON string, in which everything that cannot be seen is an escape; every other name
 * stays as it is.
 *
 * @module
 */

import { isInvisible } from "./invisible.ts";

/**
 * Sets the name of a directory entry into a line in which spaces separate the names: as a JSON string
 * when it holds white space, a control or invisible character, half a surrogate pair, or begins with a
 * quotation mark.
 */
export function inlineName(name: string): string {
  return /\s|^"/.test(name) || hasUnseen(name) ? quote(name) : name;
}

/**
 * Sets a path into the rest of a line, where spaces do no harm: as a JSON string when it holds a line
 * separator, a control or invisible character, half a surrogate pair, or `</env>`.
 */
export function inlinePath(path: string): string {
  if (path.includes(BLOCK_END)) return quote(path).replaceAll(BLOCK_END, "\\u003c/env>");
  return hasUnseen(path) ? quote(path) : path;
}

const BLOCK_END = "</env>";

// C0, DEL, C1; line and paragraph separator; what cannot be written as UTF-8.
const UNSEEN = /[\p{Cc}\u2028\u2029\p{Cs}]/u;

function hasUnseen(text: string): boolean {
  return [...text].some(isUnseen);
}

function isUnseen(character: string): boolean {
  return UNSEEN.test(character) || isInvisible(character.codePointAt(0) ?? 0);
}

/** `JSON.stringify` leaves DEL, C1, the separators and the invisible characters as they are. */
function quote(text: string): string {
  return Array.from(JSON.stringify(text), (c) => isUnseen(c) ? escape(c) : c).join("");
}

function escape(character: string): string {
  return character.split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
