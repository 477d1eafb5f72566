/**
 * Characters that a reader of a prompt file cannot see or that reorder what is seen: tag characters,
 * bidirectional controls, zero-width space and word joiner (DESIGN §2.8). They carry instructions past
 * a reviewer, so a project's files are searched for them; nothing is ever taken out of a text.
 *
 * Variation selectors and the zero-width joiner belong to ordinary emoji and are not among them.
 *
 * @module
 */

import type { Warning } from "../errors.ts";

/** One kind of invisible character on one line. */
export interface InvisibleCharacter {
  /** 1-based; lines end at LF. */
  readonly line: number;
  /** The Unicode code point. */
  readonly codePoint: number;
}

/**
 * Says whether a code point is an invisible or bidirectional control character of DESIGN §2.8.
 *
 * @param codePoint A Unicode code point.
 * @returns True for one of the list.
 *
 * @example
 * ```ts
 * import { isInvisible } from "./invisible.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isInvisible(0x202e), true);
 * assert.equal(isInvisible(0xfe0f), false);
 * ```
 */
export function isInvisible(codePoint: number): boolean {
  return codePoint === 0x200b || codePoint === 0x2060 ||
    (codePoint >= 0x202a && codePoint <= 0x202e) ||
    (codePoint >= 0x2066 && codePoint <= 0x2069) ||
    (codePoint >= 0xe0000 && codePoint <= 0xe007f);
}

/**
 * Finds the invisible characters of a text: each line and character once, in the order of first
 * appearance.
 */
export function findInvisible(text: string): InvisibleCharacter[] {
  const found: InvisibleCharacter[] = [];
  const seen = new Set<number>();
  let line = 1;
  let lineEnd = text.indexOf("\n");
  for (const match of text.matchAll(CANDIDATES)) {
    while (lineEnd !== -1 && lineEnd < match.index) {
      line++;
      seen.clear();
      lineEnd = text.indexOf("\n", lineEnd + 1);
    }
    const codePoint = match[0].codePointAt(0) ?? 0;
    if (isInvisible(codePoint) && !seen.has(codePoint)) {
      seen.add(codePoint);
      found.push({ line, codePoint });
    }
  }
  return found;
}

/**
 * Words what was found, for a warning or a note: up to five characters with their lines, then how many
 * more.
 */
export function describeInvisible(found: readonly InvisibleCharacter[]): string {
  const shown = found.slice(0, SHOWN).map(({ line, codePoint }) =>
    `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")} (line ${line})`
  );
  const more = found.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Warns of the invisible characters of a file; there is at most one warning. */
export function invisibleWarnings(path: string, found: readonly InvisibleCharacter[]): Warning[] {
  const [first] = found;
  if (first === undefined) return [];
  const message = `Invisible characters in ${JSON.stringify(path)}: ${describeInvisible(found)}`;
  return [{ message, place: { path, line: first.line } }];
}

// A file full of them must not fill the screen.
const SHOWN = 5;

// Wider than the list, so that the list itself stands in one place: general punctuation and tags.
const CANDIDATES = /[\u2000-\u206f\u{e0000}-\u{e007f}]/gu;
