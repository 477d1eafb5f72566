/**
 * What a person can do about an error, one sentence without a full stop. Only the command line speaks of
 * options and commands: the library's errors get their hints by code (cli/failure.ts), those that the
 * command line makes itself take theirs along.
 *
 * A subclass for each kind of error was the other way; it would double the classes for one field.
 *
 * @module
 */

import type { PantoError } from "../mod.ts";

/** An error that knows what to do about it. */
export interface Hinted {
  readonly hint: string;
}

/** Gives an error its hint. */
export function hinted<Failure extends PantoError>(error: Failure, hint: string): Failure & Hinted {
  return Object.assign(error, { hint });
}

/** The hint that an error was made with. */
export function ownHint(error: object): string | undefined {
  return "hint" in error && typeof error.hint === "string" ? error.hint : undefined;
}
