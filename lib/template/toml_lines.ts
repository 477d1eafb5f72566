/**
 * On which line of a TOML file a key stands. The parser gives values without their places, but a person
 * who has to mend a wrong value needs one.
 *
 * The text is cut into statements (a table header, or a key with its value), which needs to know strings,
 * comments and brackets and nothing else; the parser then says what each statement defines. The text must
 * have been parsed as a whole before: what is no TOML is not noticed here.
 *
 * @module
 */

import { parse } from "smol-toml";

/** A table header or a key with its value. */
export interface TomlStatement {
  /** The 1-based line on which it begins. */
  readonly line: number;
  /** Where it begins and ends in the text, as string offsets. */
  readonly start: number;
  /** After its last character. */
  readonly end: number;
  /** Keys from the root; the elements of an array of tables are numbered, `"0"` first. */
  readonly path: readonly string[];
}

/** Finds the statements of a file. */
export function tomlStatements(text: string): TomlStatement[] {
  const lengths = new Map<string, number>();
  const numbered = (keys: readonly string[]): string[] => {
    const path: string[] = [];
    for (const key of keys) {
      path.push(key);
      const length = lengths.get(JSON.stringify(path));
      if (length !== undefined) path.push(String(length - 1));
    }
    return path;
  };
  let table: readonly string[] = [];
  return cut(text).map(({ start, end, line }) => {
    const statement = text.slice(start, end);
    const keys = definedKeys(statement);
    if (!statement.startsWith("[")) return { start, end, line, path: [...table, ...keys] };
    if (statement.startsWith("[[")) {
      const array = JSON.stringify([...numbered(keys.slice(0, -1)), keys.at(-1) ?? ""]);
      lengths.set(array, (lengths.get(array) ?? 0) + 1);
    }
    table = numbered(keys);
    return { start, end, line, path: table };
  });
}

/** Finds the statement that a path is about. */
export function findStatement(
  statements: readonly TomlStatement[],
  path: readonly string[],
): TomlStatement | undefined {
  const inside = statements.find((statement) => startsWith(statement.path, path));
  if (inside !== undefined) return inside;
  return statements
    .filter((statement) => startsWith(path, statement.path))
    .reduce<TomlStatement | undefined>(
      (best, next) => best === undefined || next.path.length > best.path.length ? next : best,
      undefined,
    );
}

function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((key, index) => path[index] === key);
}

/** A comment, the opening of a long string, a short string, a bracket, a line's end. */
const TOKEN = /#[^\n]*|"""|'''|"(?:[^"\\\n]+|\\.)*"|'[^'\n]*'|[[{\]}\n]/g;

function cut(text: string): { start: number; end: number; line: number }[] {
  const found: { start: number; end: number; line: number }[] = [];
  const lines = new LineCounter(text);
  let from = 0;
  const close = (end: number) => {
    const statement = text.slice(from, end);
    const start = from + statement.length - statement.trimStart().length;
    // Blank lines and comments are no statements, and no part of one.
    if (start < end) {
      found.push({ start, end: from + statement.trimEnd().length, line: lines.at(start) });
    }
  };
  const pattern = new RegExp(TOKEN);
  let depth = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [token] = match;
    if (token === '"""' || token === "'''") {
      pattern.lastIndex = endOfLongString(text, pattern.lastIndex, token);
    } else if (token === "[" || token === "{") depth++;
    else if (token === "]" || token === "}") depth--;
    else if (depth === 0 && (token === "\n" || token.startsWith("#"))) {
      close(match.index);
      from = pattern.lastIndex;
    }
  }
  close(text.length);
  return found;
}

/** The offset after the closing quotes; up to two more quotes before them belong to the string. */
function endOfLongString(text: string, from: number, quotes: string): number {
  for (let at = text.indexOf(quotes, from); at >= 0; at = text.indexOf(quotes, at + 1)) {
    if (quotes === '"""' && isEscaped(text, at)) continue;
    let end = at + quotes.length;
    for (let more = 0; more < 2 && text[end] === quotes[0]; more++) end++;
    return end;
  }
  return text.length;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

/** Counts lines up to offsets that only grow. */
class LineCounter {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): number {
    for (;;) {
      const newline = this.#text.indexOf("\n", this.#at);
      if (newline < 0 || newline >= offset) return this.#line;
      this.#at = newline + 1;
      this.#line++;
    }
  }
}

/** Follows the only key of each table, as far as the statement alone tells. */
function definedKeys(statement: string): string[] {
  const keys: string[] = [];
  let value: unknown = parse(statement, { integersAsBigInt: "asNeeded" });
  for (;;) {
    if (statement.startsWith("[[") && Array.isArray(value)) value = value[0];
    if (typeof value !== "object" || value === null || Array.isArray(value)) return keys;
    const [entry, ...others] = Object.entries(value);
    if (entry === undefined || others.length > 0) return keys;
    keys.push(entry[0]);
    value = entry[1];
  }
}
