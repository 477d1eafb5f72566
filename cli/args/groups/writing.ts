/**
 * How a session is written.
 *
 * @module
 */

import { UsageError } from "../../../mod.ts";
import type { ValuesOf } from "../flag.ts";
import { flags } from "../flags.ts";

/** The flags of commands that write to a session. */
export const writingFlags = [flags.dryRun, flags.adopt, flags.lock, flags.lockTimeout] as const;

/** How a session is written. */
export interface WritingOptions {
  /** Prints the entries instead of writing them. */
  readonly dryRun: boolean;
  /** Writes to a file that is no session of panto's, as far as that is possible. */
  readonly adopt: boolean;
  /** False: the caller holds the lock. */
  readonly lock: boolean;
  readonly lockTimeoutMs: number;
}

/** Reads how a session is written; a time to wait for a lock that is not taken is refused. */
export function writingOptions(values: ValuesOf<typeof writingFlags>): WritingOptions {
  if (values.lock === false && values.lockTimeout !== undefined) {
    throw new UsageError("--lock-timeout cannot be used with --no-lock");
  }
  return {
    dryRun: values.dryRun === true,
    adopt: values.adopt === true,
    lock: values.lock !== false,
    lockTimeoutMs: values.lockTimeout ?? 2000,
  };
}
