/**
 * What the user must know of a resume (DESIGN §5).
 *
 * @module
 */

import type { Warning } from "../errors.ts";
import { type ByteSource, type LogBlock, positionOf, readPath } from "../log.ts";
import type { LogEnd } from "./end.ts";

/** How many positions a warning names. */
const MAX_POSITIONS = 10;

/** Where edits stand in the conversation. */
export interface EditPositions {
  /** How many blocks they are. */
  readonly count: number;
  /** The positions of their messages, ascending. */
  readonly positions: readonly number[];
}

/** Finds the positions of edits; a path that was not read to its root is followed once more. */
export function editPositions(
  source: ByteSource,
  { path }: LogEnd,
  edits: readonly LogBlock[],
  leaf: string | undefined,
): EditPositions {
  if (edits.length === 0) return { count: 0, positions: [] };
  const whole = path.whole ? path : readPath(source, { leaf });
  const positions = new Set(edits.map(({ after }) => positionOf(whole, after)));
  return { count: edits.length, positions: [...positions] };
}

/** Names positions, for example `position 7` or `positions 3, 5`; of many the first ones. */
export function positionsText(positions: readonly number[]): string {
  const rest = positions.length - MAX_POSITIONS;
  const more = rest > 0 ? ` and ${rest} more` : "";
  const named = positions.slice(0, MAX_POSITIONS).join(", ");
  return `position${positions.length === 1 ? "" : "s"} ${named}${more}`;
}

/** Counts edits and names where they stand, for example `1 edit (position 7)`. */
export function editsText({ count, positions }: EditPositions): string {
  return `${count} edit${count === 1 ? "" : "s"} (${positionsText(positions)})`;
}

/** The prompt is recorded anew because of damage. */
export function healing(source: ByteSource): Warning {
  return warningOf(source, "the damage touches the prompt, so it is recorded anew");
}

/** The files of another directory are used. */
export function startedElsewhere(source: ByteSource, directory: string): Warning {
  return warningOf(
    source,
    `it was started in "${directory}", and this directory's files are used`,
  );
}

/** Edits are discarded. */
export function discards(source: ByteSource, edits: EditPositions): Warning {
  return warningOf(source, `the re-seed discards ${editsText(edits)} of the prompt`);
}

/** Nothing of the recorded configuration is in force. */
export function replacedBy(source: ByteSource, position: number): Warning {
  return warningOf(source, `in step, but edit ${position} replaces the prompt files' text`);
}

function warningOf(source: ByteSource, text: string): Warning {
  return { message: `${source.name}: ${text}`, place: { path: source.name } };
}
