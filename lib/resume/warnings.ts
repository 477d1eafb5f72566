/**
 * What the user must know of a resume (DESIGN §5).
 *
 * @module
 */

import type { Warning } from "../errors.ts";
import type { Position } from "../types.ts";

/** How many positions a warning names. */
const MAX_POSITIONS = 10;

/**
 * Counts edits and names where they stand.
 *
 * @param positions The positions of their messages.
 * @returns Words, for example `1 edit (position 7)`; of many positions the first ten.
 *
 * @example
 * ```ts
 * import { editsText } from "./warnings.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(editsText([3, 5]), "2 edits (positions 3, 5)");
 * ```
 */
export function editsText(positions: readonly Position[]): string {
  const count = positions.length;
  const more = count > MAX_POSITIONS ? ` and ${count - MAX_POSITIONS} more` : "";
  const plural = count === 1 ? "" : "s";
  const named = positions.slice(0, MAX_POSITIONS).join(", ");
  return `${count} edit${plural} (position${plural} ${named}${more})`;
}

/** The prompt is recorded anew because of damage. */
export function healing(name: string): Warning {
  return warningOf(name, "the damage touches the prompt, so it is recorded anew");
}

/** The files of another directory are used. */
export function startedElsewhere(name: string, directory: string): Warning {
  return warningOf(
    name,
    `it was started in "${directory}", and this directory's files are used`,
  );
}

/** Edits are discarded. */
export function discards(name: string, positions: readonly Position[]): Warning {
  return warningOf(name, `the re-seed discards ${editsText(positions)} of the prompt`);
}

/** Nothing of the recorded configuration is in force. */
export function replacedBy(name: string, position: Position): Warning {
  return warningOf(name, `in step, but edit ${position} replaces the prompt files' text`);
}

function warningOf(name: string, text: string): Warning {
  return { message: `${name}: ${text}`, place: { path: name } };
}
