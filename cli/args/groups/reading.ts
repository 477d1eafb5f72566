/**
 * How a session is read.
 *
 * @module
 */

import type { ValuesOf } from "../flag.ts";
import { flags } from "../flags.ts";

/** The flags of commands that read a session. */
export const readingFlags = [flags.leaf, flags.lenient] as const;

/** How a session is read. */
export interface ReadingOptions {
  /** The id of the entry that the path ends with. */
  readonly leaf: string | undefined;
  /** Goes on past damage, with a warning. */
  readonly lenient: boolean;
}

/** Reads how a session is read. */
export function readingOptions(values: ValuesOf<typeof readingFlags>): ReadingOptions {
  return { leaf: values.leaf, lenient: values.lenient === true };
}
