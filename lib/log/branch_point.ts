/**
 * Where a new entry is hung that branches off behind a message (DESIGN §3, Order). An entry names its
 * parent by id, and an id stands for the last line that has it: a message that no id leads to cannot be
 * branched off.
 *
 * @module
 */

import { UsageError } from "../errors.ts";
import { readPrompt } from "./how_far.ts";
import type { ByteSource } from "./lines.ts";
import { pathEntries } from "./messages.ts";
import { type AskedPosition, positionOf } from "./path.ts";

/** Where to branch off. */
export interface BranchPoint {
  /** The id of the entry that the path ends with. @default the last entry */
  readonly leaf?: string | undefined;
  /** The position on that path. @default its end */
  readonly at?: AskedPosition | undefined;
}

/**
 * The leaf that a new entry is hung on: null for none, so that it becomes a root, undefined for the last
 * entry. Throws a UsageError when the message there cannot be named.
 */
export function leafToAppendTo(
  source: ByteSource,
  { leaf, at }: BranchPoint,
): string | null | undefined {
  if (at === undefined) return leaf;
  const { path, left } = readPrompt(source, { leaf, at, whole: true });
  if (left === 0) return leaf;
  const position = positionOf(path, left);
  if (position === 0) return null;
  const [entry] = pathEntries(source, path, { from: position, to: position });
  if (entry?.id === undefined) throw unnamed(source, position, "it has no id");
  const { id, offset } = entry;
  if (readPrompt(source, { leaf: id }).path.leaf?.offset === offset) return id;
  throw unnamed(source, position, `a later entry has its id "${id}" as well`);
}

function unnamed(source: ByteSource, position: number, reason: string): UsageError {
  return new UsageError(`Cannot branch behind message ${position} of "${source.name}": ${reason}`, {
    code: "entry-unnamed",
    place: { path: source.name },
  });
}
