/**
 * Text as one word of a POSIX shell, so that a command in a hint can be copied as it is.
 *
 * @module
 */

/**
 * Quotes the name of a session so that `panto NAME` takes it for one: a plain word would be a command.
 *
 * @param name The name as it was given.
 * @returns One word of a shell.
 *
 * @example
 * ```ts
 * import { sessionWord } from "./shell_word.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(sessionWord("log"), "./log");
 * ```
 */
export function sessionWord(name: string): string {
  return shellWord(/[/\\.]/.test(name) ? name : `./${name}`);
}

/** Quotes a text where a shell would read it otherwise; a leading `-` is guarded with `./`. */
export function shellWord(text: string): string {
  const guarded = text.startsWith("-") && text !== "-" ? `./${text}` : text;
  if (/^[\w./,:@%+-]+$/.test(guarded)) return guarded;
  return `'${guarded.replaceAll("'", `'\\''`)}'`;
}
