/**
 * What every command takes. `-C` is not among the options that are read here: it is the working
 * directory of all others, and applied before any of them is read.
 *
 * @module
 */

import type { ColorChoice } from "../../output/terminal.ts";
import type { ValuesOf } from "../flag.ts";
import { flags } from "../flags.ts";
import type { Raw } from "../inputs.ts";

/** The flags of every command. */
export const commonFlags = [flags.C, flags.color, flags.quiet] as const;

/** What every command takes. */
export interface CommonOptions {
  /** The absolute working directory, `-C` taken into account. */
  readonly directory: string;
  readonly color: ColorChoice;
  /** Leaves out lines about state changes; never warnings. */
  readonly quiet: boolean;
}

/** Reads what every command takes. */
export function commonOptions(raw: Raw<ValuesOf<typeof commonFlags>>): CommonOptions {
  const { color, quiet } = raw.values;
  return { directory: raw.cwd, color: color ?? "auto", quiet: quiet === true };
}
