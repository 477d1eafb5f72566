/**
 * The kinds of options: without a value, with one, with a list of values.
 *
 * @module
 */

import { Option } from "commander";
import { UsageError } from "../../mod.ts";

/** A parser knows the option's name, for its message. */
export type ValueParser<Value> = (flag: string, value: string) => Value;

/**
 * Makes an option without a value.
 *
 * @param flags As commander takes them: `-q, --quiet`.
 * @param description One line of help.
 * @param group The heading that it stands under in the help.
 * @returns The option.
 */
export function flag(flags: string, description: string, group: string): Option {
  return new Option(flags, description).helpGroup(group);
}

/**
 * Makes an option with a value, which may be given once.
 *
 * @param flags As commander takes them: `--at <position>`.
 * @param description One line of help.
 * @param parse Checks the value.
 * @param group The heading that it stands under in the help.
 * @returns The option.
 */
export function valued<Value>(
  flags: string,
  description: string,
  parse: ValueParser<Value>,
  group: string,
): Option {
  const option = flag(flags, description, group);
  return option.argParser((value: string, previous: unknown) => {
    if (previous !== undefined) throw new UsageError(`${nameOf(option)} is given more than once`);
    return parse(nameOf(option), value);
  });
}

/**
 * Makes an option that may be given several times; its values are a list.
 *
 * @param flags As commander takes them: `--tool <name>`.
 * @param description One line of help.
 * @param parse Checks a value.
 * @param group The heading that it stands under in the help.
 * @returns The option.
 */
export function repeated<Value>(
  flags: string,
  description: string,
  parse: ValueParser<Value>,
  group: string,
): Option {
  const option = flag(flags, description, group);
  return option.argParser((value: string, previous: readonly Value[] | undefined) => [
    ...(previous ?? []),
    parse(nameOf(option), value),
  ]);
}

function nameOf({ long, short, flags }: Option): string {
  return long ?? short ?? flags;
}
