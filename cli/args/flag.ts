/**
 * What a flag is: a name, a spelling, a line of help, and how its values are taken. Rows are plain data,
 * so a list of all of them costs nothing at start-up; commander's options are made of those that the
 * arguments name.
 *
 * A flag's type carries its name and the type of its value, so the values of a command follow from its
 * list of flags. No flag has a default here: only so can be told whether it was given.
 *
 * @module
 */

import { UsageError } from "../../mod.ts";

/** Everything about a flag but its name. */
export interface Row<Value> {
  /** As commander takes it: `-f, --format <FORMAT>`. */
  readonly usage: string;
  /** One line. */
  readonly help: string;
  /** The heading that it stands under in the help. */
  readonly group: string;
  /** True for a flag that works and is not shown. */
  readonly isHidden?: boolean;
  /** Takes one value; absent when there is none to take. */
  take?(text: string, previous: Value | undefined, order: number): Value;
}

/** A flag; the name is that of its value. */
export interface Flag<Name extends string = string, Value = unknown> extends Row<Value> {
  readonly name: Name;
}

/** The values of flags; one that was not given is absent. */
export type ValuesOf<Flags extends readonly Flag[]> = {
  readonly [F in Flags[number] as F["name"]]?: F extends Flag<string, infer Value> ? Value : never;
};

/** Checks a value; the order grows from one value of a command line to the next. */
export type ValueParser<Value> = (spelling: string, text: string, order: number) => Value;

/** A flag without a value. */
export function switched(usage: string, help: string, group: string): Row<boolean> {
  return { usage, help, group };
}

/** A flag that works and stands in no help. */
export function hidden<Value>(row: Row<Value>): Row<Value> {
  return { ...row, isHidden: true };
}

/** A flag with a value, which may be given once. */
export function valued<Value>(
  usage: string,
  help: string,
  parse: ValueParser<Value>,
  group: string,
): Row<Value> {
  const spelling = spellingOf({ usage });
  return {
    usage,
    help,
    group,
    take(text, previous, order) {
      if (previous !== undefined) throw new UsageError(`${spelling} is given more than once`);
      return parse(spelling, text, order);
    },
  };
}

/** A flag that may be given several times; its values are a list. */
export function repeated<Value>(
  usage: string,
  help: string,
  parse: ValueParser<Value>,
  group: string,
): Row<readonly Value[]> {
  const spelling = spellingOf({ usage });
  return {
    usage,
    help,
    group,
    take: (text, previous, order) => [...(previous ?? []), parse(spelling, text, order)],
  };
}

/** Gives every row of a table its key for a name. */
export function named<Rows extends Readonly<Record<string, Row<unknown>>>>(
  rows: Rows,
): { readonly [Name in keyof Rows & string]: FlagOf<Name, Rows[Name]> };
export function named(rows: Readonly<Record<string, Row<unknown>>>): Record<string, Flag> {
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, name }]));
}

type FlagOf<Name extends string, R> = R extends Row<infer Value> ? Flag<Name, Value> : never;

/** The same flag with other help. */
export function withHelp<F extends Flag>(flag: F, help: string): F {
  return { ...flag, help };
}

/** How messages spell a flag: its long form where it has one. */
export function spellingOf({ usage }: Pick<Flag, "usage">): string {
  return /--[a-z-]+/.exec(usage)?.[0] ?? usage.slice(0, 2);
}

/** The spelling of the first of some flags that was given. */
export function firstGiven(
  values: Readonly<Record<string, unknown>>,
  flags: readonly Flag[],
): string | undefined {
  const found = flags.find((flag) => values[flag.name] !== undefined);
  return found && spellingOf(found);
}

/** Whether arguments may hold a flag; it may err on the side of yes, since letters can stand together. */
export function mayBeNamed(flag: Pick<Flag, "usage">, argv: readonly string[]): boolean {
  const spelling = spellingOf(flag);
  const hasLetter = /^-\w/.test(flag.usage);
  return argv.some((word) =>
    word.startsWith("--")
      ? word === spelling || word.startsWith(`${spelling}=`)
      : hasLetter && word.startsWith("-") && word !== "-"
  );
}
