/**
 * What a command is: its words, its flags, its help, and two functions. `read` turns what was typed into
 * options or refuses it; `run` does the work. Whatever parses, lists or describes commands goes by the
 * list in commands/all.ts, so that no other file knows a command's name.
 *
 * @module
 */

import type { Flag, ValuesOf } from "../args/flag.ts";
import type { Raw } from "../args/inputs.ts";
import type { Host } from "../host.ts";

/** A command; its options are whatever `read` returns. */
export interface Command<Flags extends readonly Flag[] = readonly Flag[], Options = unknown> {
  readonly name: string;
  /** The arguments as commander takes them: `<SESSION> [OTHER]`. */
  readonly words: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** What stands under the usage line of its help. */
  readonly description: string;
  /** Command lines to try, each with what it does. */
  readonly examples: readonly (readonly [line: string, meaning: string])[];
  /** What other tools call such a command: suggested when it is typed, never taken. */
  readonly otherNames?: readonly string[];
  /** What was probably meant, where there are more words than it takes. */
  hintForMore?(words: readonly string[]): string | undefined;
  /** In the order of the help. */
  readonly flags: Flags;
  /** Checks what was typed; it throws a UsageError when that makes no sense. */
  read(raw: Raw<ValuesOf<Flags>>): Options;
  /** Does the work, and returns the exit code. */
  run(host: Host, options: Options): number;
}

/** All commands; the first one is what the program does when no command is named. */
export type CommandList = readonly [Command, ...Command[]];

/** Checks a command's types: the flags give the values that `read` takes, and that gives the options. */
export function command<const Flags extends readonly Flag[], Options>(
  definition: Command<Flags, Options>,
): Command<Flags, Options> {
  return definition;
}
