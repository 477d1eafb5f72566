/**
 * Finds the tags of a template that bring in another one. There is none to bring in, and the engine
 * lets `{% include "x" ignore missing %}` pass without a word, so they are refused by their tag
 * (DESIGN §6).
 *
 * @module
 */

/** A tag that brings in another template. */
export interface IncludeTag {
  /** For example `include`. */
  readonly keyword: string;
  /** 1-based. */
  readonly line: number;
}

const KEYWORDS: ReadonlySet<string> = new Set(["extends", "from", "import", "include"]);

/**
 * Finds the first tag that brings in another template. Comments, raw blocks and strings are skipped.
 */
export function findInclude(source: string): IncludeTag | undefined {
  const opening = /\{[{%#]/g;
  for (let found = opening.exec(source); found !== null; found = opening.exec(source)) {
    const { index } = found;
    if (found[0] === "{#") {
      opening.lastIndex = after(source, "#}", index + 2);
      continue;
    }
    const keyword = found[0] === "{%" ? /^[-+]?\s*(\w+)/.exec(source.slice(index + 2))?.[1] : "";
    if (keyword !== undefined && KEYWORDS.has(keyword)) {
      return { keyword, line: lineAt(source, index) };
    }
    const end = tagEnd(source, index + 2, found[0] === "{%" ? "%}" : "}}");
    opening.lastIndex = keyword === "raw" ? rawEnd(source, end) : end;
  }
  return undefined;
}

/** The index after a tag's closing mark; strings inside it may hold one. */
function tagEnd(source: string, from: number, mark: string): number {
  let quote = "";
  for (let at = from; at < source.length; at++) {
    const character = source.charAt(at);
    if (quote !== "") {
      if (character === "\\") at++;
      else if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (source.startsWith(mark, at)) return at + mark.length;
  }
  return source.length;
}

function rawEnd(source: string, from: number): number {
  const end = /\{%[-+]?\s*endraw\s*[-+]?%\}/g;
  end.lastIndex = from;
  return end.exec(source) === null ? source.length : end.lastIndex;
}

function after(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  return end === -1 ? source.length : end + mark.length;
}

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}
