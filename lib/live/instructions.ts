/**
 * The section of the live prompt that holds the project's own instructions (DESIGN §7):
 * heading, text, and where the text is too long, its beginning and a line that says so.
 *
 * @module
 */

import { inlinePath } from "../text/inline_name.ts";
import { stripTrailingNewlines } from "../text/join.ts";
import { isContinuation } from "../text/utf8.ts";

/** The instructions that were found. */
export interface Instructions {
  /** The absolute path of the file. */
  readonly path: string;
  /** The whole text, without a leading byte order mark. */
  readonly text: string;
}

/** How many bytes of the instructions are shown when nobody says otherwise. */
export const MAX_INSTRUCTION_BYTES = 8192;

/**
 * Writes the section, without newlines at its end. `maxBytes` counts bytes of UTF-8; 0 is the whole
 * text.
 */
export function instructionsSection(
  instructions: Instructions,
  maxBytes: number = MAX_INSTRUCTION_BYTES,
): string {
  const path = inlinePath(instructions.path);
  const start = maxBytes === 0 ? undefined : startOf(instructions.text, maxBytes);
  const body = start === undefined
    ? stripTrailingNewlines(instructions.text)
    : `${start}${/(^|\n)$/.test(start) ? "" : "\n"}[truncated — full file at ${path}]`;
  return `# Project Instructions (from ${path})\n\n${body}`;
}

/**
 * Finds the lines of a file that is nothing but imports (`@AGENTS.md`), which other programs follow and
 * panto prints as they are.
 */
export function importsOnly(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return lines.every((line) => /^@\S+$/.test(line)) ? lines : [];
}

/** The beginning of a text, cut between two code points; undefined when nothing has to be cut. */
function startOf(text: string, maxBytes: number): string | undefined {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return undefined;
  let end = maxBytes;
  while (isContinuation(bytes[end])) end--;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end));
}
