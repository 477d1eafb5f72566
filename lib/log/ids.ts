/**
 * What a word says that stands for an entry's id (DESIGN §3, Order): an id in full, whatever its length,
 * else the beginning of exactly one. Every place that takes an id comes here.
 *
 * An id in full is found where it is looked for anyway; only a word that is none takes a pass over the
 * file. Beginnings are looked up in the whole file, so that a word does not change its meaning with the
 * branch that is read.
 *
 * @module
 */

import { UsageError } from "../errors.ts";
import type { Position } from "../types.ts";
import { readLine, textStart } from "./entry.ts";
import { type ByteSource, endOf, linesForward } from "./lines.ts";
import type { Path } from "./path.ts";
import { Scanner } from "./scan/scanner.ts";

/** What is shorter is no beginning of an id: it would soon be that of another one too. */
const MIN_PREFIX = 4;
/** How many ids a complaint lists. */
const MAX_LISTED = 10;

/** Reads by the id of a leaf; where it is none, by the id that it begins. */
export function withWholeLeaf<Result>(
  source: ByteSource,
  leaf: string | undefined,
  read: (leaf: string | undefined) => Result,
): Result {
  try {
    return read(leaf);
  } catch (error) {
    const isUnknown = error instanceof UsageError && error.code === "leaf-unknown";
    if (leaf === undefined || !isUnknown) throw error;
    const whole = wholeId(source, leaf);
    if (whole === undefined) throw error;
    return read(whole);
  }
}

/**
 * How many messages of a path stand behind an entry; an entry that is no message counts as the last
 * message before it. Throws a UsageError when the entry is not on the path.
 */
export function messagesBehind(source: ByteSource, path: Path, word: string): number {
  const exact = positionOn(source, path, word);
  if (exact !== undefined) return path.length - exact;
  const id = wholeId(source, word);
  const place = { path: source.name };
  if (id === undefined) {
    const rule = word.length < MIN_PREFIX ? `, and ${MIN_PREFIX} characters of one are needed` : "";
    throw new UsageError(
      `Cannot find entry "${word}" in "${source.name}": no entry has this id${rule}`,
      { code: "entry-unknown", place },
    );
  }
  const position = id === word ? undefined : positionOn(source, path, id);
  if (position !== undefined) return path.length - position;
  throw new UsageError(
    `Entry "${id}" of "${source.name}" is not on the path to ${leafWords(path)}`,
    { code: "entry-off-path", place, details: { id } },
  );
}

function leafWords({ leaf }: Path): string {
  return leaf?.id === undefined ? "its last entry" : `"${leaf.id}"`;
}

/** The number of messages up to the last entry of the path with an id; undefined without such an entry. */
function positionOn(source: ByteSource, path: Path, id: string): Position | undefined {
  let position = 0;
  let found: Position | undefined;
  for (const run of path.runs) {
    for (const entry of entriesIn(source, run)) {
      if (entry.isMessage) position++;
      if (entry.id === id) found = position;
    }
  }
  return found;
}

/** Finds the message at a position of a path, 1 or more. */
export function messageAt(
  source: ByteSource,
  path: Path,
  position: Position,
): { readonly id: string | undefined; readonly offset: number } | undefined {
  let before = 0;
  for (const run of path.runs) {
    if (before + run.messages < position) {
      before += run.messages;
      continue;
    }
    for (const entry of entriesIn(source, run)) {
      if (entry.isMessage && ++before === position) return entry;
    }
  }
  return undefined;
}

/** The id that a word stands for; undefined when it is no id and no beginning of one. */
function wholeId(source: ByteSource, word: string): string | undefined {
  const ids = new Set<string>();
  for (const { id } of entriesIn(source)) if (id?.startsWith(word) === true) ids.add(id);
  if (ids.has(word)) return word;
  if (word.length < MIN_PREFIX || ids.size === 0) return undefined;
  const [id] = ids;
  if (ids.size === 1) return id;
  const listed = [...ids].slice(0, MAX_LISTED).map((id) => `"${id}"`).join(", ");
  const more = ids.size > MAX_LISTED ? ` and ${ids.size - MAX_LISTED} more` : "";
  throw new UsageError(
    `"${word}" is the beginning of ${ids.size} ids of "${source.name}": ${listed}${more}`,
    { code: "id-ambiguous", place: { path: source.name } },
  );
}

/** What an entry's line says of itself, most of them by their heads; undefined for a line that is none. */
function* entriesIn(
  source: ByteSource,
  range: { readonly from?: number; readonly to?: number } = {},
): Generator<
  { readonly id: string | undefined; readonly offset: number; readonly isMessage: boolean }
> {
  const scanner = Scanner.make(0);
  for (const span of linesForward(source, range)) {
    const { offset } = span;
    // The last line is never taken on trust.
    const headOf = (fused: boolean) =>
      endOf(span) < source.size
        ? scanner?.head(span.bytes.subarray(textStart(span), span.end), { fused })
        : undefined;
    let head = headOf(false);
    const line = head === undefined ? readLine(span) : undefined;
    if (line?.type === "damaged" && line.cause === "fused") head = headOf(true);
    if (head !== undefined) yield { id: head.id, offset, isMessage: true };
    else if (line?.type === "entry") {
      yield { id: line.id, offset, isMessage: line.kind !== "opaque" };
    }
  }
}
