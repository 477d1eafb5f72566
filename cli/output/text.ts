/**
 * Text on stdout: byte-exact in a pipe, escaped where a terminal reads it (DESIGN §10).
 *
 * @module
 */

import { joinBlocks } from "../../mod.ts";
import type { Host } from "../host.ts";
import { warn } from "./report.ts";
import { escapeJson, escapeText } from "./terminal.ts";

/** How text is shown; raw leaves control characters as they are on a terminal. */
export interface TextOptions {
  readonly raw: boolean;
}

/** Prints a prompt: the joined blocks and one final newline; nothing when no block shows. */
export function printPromptText(
  host: Host,
  blocks: readonly { readonly text: string }[],
  options: TextOptions,
): void {
  const text = joinBlocks(blocks);
  if (text === "") return;
  if (!text.isWellFormed()) {
    warn(host, [{ message: "the prompt holds a lone surrogate, which is printed as U+FFFD" }]);
  }
  host.stdout.write(shown(host, text, options));
  host.stdout.write("\n");
}

/** Prints whole lines of JSON as they would stand in a log. */
export function printLines(
  host: Host,
  lines: string,
  options: TextOptions = { raw: false },
): void {
  host.stdout.write(host.isTerminal("stdout") && !options.raw ? escapeJson(lines) : lines);
}

/** Makes prompt text fit for stdout: escaped when a terminal reads it, unchanged in a pipe. */
export function shown(host: Host, text: string, options: TextOptions): string {
  return host.isTerminal("stdout") && !options.raw ? escapeText(text) : text;
}

/** The start of a text on one line, at most so many characters. */
export function firstWords(text: string, most: number): string {
  // A text may have megabytes; white space in it shrinks.
  const start = Math.max(text.search(/\S/), 0);
  const head = text.slice(start, start + most * 4);
  const line = head.replace(/\s+/g, " ").trim();
  const characters = [...line.slice(0, most * 2)];
  const isCut = start + head.length < text.length && /\S/.test(text.slice(start + head.length));
  if (characters.length <= most && line.length <= most * 2 && !isCut) return line;
  return `${characters.slice(0, most - 1).join("")}…`;
}

/** Words with what an edit says of itself behind them. */
export function withNote(words: string, { note }: { readonly note?: string }): string {
  return note === undefined ? words : `${words} (${firstWords(note, MAX_NOTE)})`;
}

/** Characters of a note that are shown. */
const MAX_NOTE = 50;
