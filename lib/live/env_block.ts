/**
 * The block of the live prompt that says where and when the model works, and what the directory holds
 * (DESIGN §7).
 *
 * The facts come in as values (lib/live/io/probe.ts finds them), so the layout can be tested to the byte.
 *
 * @module
 */

import { inlineName, inlinePath } from "../text/inline_name.ts";

/** One entry of a directory. */
export interface DirectoryEntry {
  /** Without a path. */
  readonly name: string;
  /** True for a link to a directory too. */
  readonly isDirectory: boolean;
}

/** What the environment block says. */
export interface EnvironmentFacts {
  /** The absolute path of the working directory. */
  readonly cwd: string;
  /** `linux`, `darwin` or `windows`; for other systems their `process.platform`. */
  readonly platform: string;
  /** The local date, YYYY-MM-DD. */
  readonly date: string;
  /** Whether the working directory lies in the work tree of a git repository. */
  readonly isGitRepo: boolean;
  /** What the working directory holds, in any order; undefined when it cannot be read. */
  readonly entries: readonly DirectoryEntry[] | undefined;
}

/** How many entries of the directory are listed. */
export const MAX_LISTED_ENTRIES = 40;

/** Writes the environment block, without a final newline and without a listing of nothing. */
export function environmentBlock(facts: EnvironmentFacts): string {
  const lines = [
    "<env>",
    `  Working directory: ${inlinePath(facts.cwd)}`,
    `  Platform: ${facts.platform}`,
    `  Today's date: ${facts.date}`,
    `  Is git repo: ${facts.isGitRepo ? "yes" : "no"}`,
    "</env>",
  ];
  const entries = facts.entries ?? [];
  if (entries.length > 0) lines.push("", "Top-level project structure:", "", listing(entries));
  return lines.join("\n");
}

function listing(entries: readonly DirectoryEntry[]): string {
  const sorted = [...entries].sort(inListingOrder);
  const shown = sorted.slice(0, MAX_LISTED_ENTRIES).map(({ name, isDirectory }) =>
    inlineName(name) + (isDirectory ? "/" : "")
  );
  const more = sorted.length - shown.length;
  return shown.join(" ") + (more > 0 ? ` … ${more} more` : "");
}

/** Directories first, each group in the byte order of UTF-8. */
function inListingOrder(a: DirectoryEntry, b: DirectoryEntry): number {
  if (a.isDirectory !== b.isDirectory) return a.isDirectory ? -1 : 1;
  return compareCodePoints(a.name, b.name);
}

/** `<` compares UTF-16 units, which puts U+1F600 (a surrogate pair) before U+FF5E. */
function compareCodePoints(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  // A difference in the second half of a pair: both pairs begin alike, so the halves decide.
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}
