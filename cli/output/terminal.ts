/**
 * What a terminal may be sent: control characters escaped, colors, and aligned tables. Pure.
 *
 * Prompt files and session logs are other people's text. Printed raw, an escape sequence in one could
 * retitle the window, hide lines, or make a terminal type for the user (DESIGN §10); bidirectional and
 * invisible characters could make text read as what it is not (DESIGN §2.8).
 *
 * @module
 */

import { isInvisible } from "../../mod.ts";

/** When to color. */
export type ColorChoice = "auto" | "always" | "never";

/** The colors of the output; each is one SGR code. */
export type Color = "bold" | "red" | "green" | "yellow" | "cyan" | "dim";

// Wider than what is escaped, so that the list of §2.8 stands in one place (lib/text/invisible.ts): C0 and
// C1, DEL, general punctuation, tags.
// deno-lint-ignore no-control-regex
const suspects = /[\0-\x1f\x7f-\x9f\u2000-\u206f\u{e0000}-\u{e007f}]/gu;

const sgr: Readonly<Record<Color, string>> = {
  bold: "1",
  dim: "2",
  red: "31",
  green: "32",
  yellow: "33",
  cyan: "36",
};

/**
 * Makes prompt text safe to show on a terminal: every control character but LF and TAB, and every
 * invisible or bidirectional one, becomes visible as `\x1b`, `\u202e` or `\u{e0041}`.
 */
export function escapeText(text: string): string {
  return text.replace(suspects, (c) => c === "\n" || c === "\t" ? c : escapeCharacter(c));
}

/**
 * Makes a message or a path safe to show in one line: like {@linkcode escapeText}, and LF and TAB are
 * escaped too.
 */
export function escapeLine(text: string): string {
  return text.replace(suspects, escapeCharacter);
}

/**
 * Makes JSON text safe to show on a terminal. `JSON.stringify` leaves DEL, C1 and the invisible
 * characters as they are; here they become JSON escapes, so that the text means the same.
 */
export function escapeJson(json: string): string {
  return json.replace(suspects, (character) => {
    // Layout of pretty JSON; inside a string both are escaped already.
    if (character === "\n" || character === "\t" || isHarmless(character)) return character;
    let escaped = "";
    for (let index = 0; index < character.length; index++) {
      escaped += `\\u${hex(character.charCodeAt(index), 4)}`;
    }
    return escaped;
  });
}

/**
 * Decides whether to color. The option wins; then NO_COLOR, then FORCE_COLOR (both count only when
 * they hold something), then whether a terminal reads that can show color.
 */
export function wantsColor(
  choice: ColorChoice,
  options: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly terminal: boolean;
  },
): boolean {
  if (choice !== "auto") return choice === "always";
  const { env, terminal } = options;
  if (env["NO_COLOR"]) return false;
  const force = env["FORCE_COLOR"];
  if (force) return force !== "0" && force !== "false";
  return terminal && env["TERM"] !== "dumb";
}

/** Colors a text without line breaks. */
export function paint(text: string, color: Color | undefined): string {
  return color === undefined || text === "" ? text : `\x1b[${sgr[color]}m${text}\x1b[0m`;
}

/**
 * Lays out rows in columns, two spaces apart, without trailing spaces. Widths count code points: good
 * enough for paths and numbers, which is what the tables hold.
 */
export function renderTable(
  rows: readonly (readonly string[])[],
  options: { readonly right?: readonly number[] } = {},
): string {
  return layOut(rows, [], options);
}

/** Rows that are written as they come, a part of them at a time: columns grow wider and never narrower. */
export class StreamedTable {
  readonly #write: (text: string) => void;
  readonly #options: { readonly right?: readonly number[] };
  readonly #widths: number[] = [];
  #rows: (readonly string[])[] = [];

  constructor(write: (text: string) => void, options: { readonly right?: readonly number[] } = {}) {
    this.#write = write;
    this.#options = options;
  }

  /** Adds a row, which may be held for a while. */
  add(row: readonly string[]): void {
    this.#rows.push(row);
    if (this.#rows.length >= HELD_ROWS) this.end();
  }

  /** Writes what is held. */
  end(): void {
    this.#write(layOut(this.#rows, this.#widths, this.#options));
    this.#rows = [];
  }
}

/** So many rows have columns of one width in any case. */
const HELD_ROWS = 1000;

/** `widths` are those of rows before, and are widened. */
function layOut(
  rows: readonly (readonly string[])[],
  widths: number[],
  options: { readonly right?: readonly number[] },
): string {
  for (const row of rows) {
    row.forEach((cell, index) => widths[index] = Math.max(widths[index] ?? 0, widthOf(cell)));
  }
  const right = new Set(options.right ?? []);
  return rows.map((row) => {
    const cells = row.map((cell, index) => {
      const padding = " ".repeat((widths[index] ?? 0) - widthOf(cell));
      return right.has(index) ? padding + cell : cell + padding;
    });
    return cells.join("  ").trimEnd() + "\n";
  }).join("");
}

function widthOf(cell: string): number {
  return /[\ud800-\udfff]/.test(cell) ? [...cell].length : cell.length;
}

function isHarmless(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code > 0x9f && !isInvisible(code);
}

function escapeCharacter(character: string): string {
  if (isHarmless(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 4)}}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
