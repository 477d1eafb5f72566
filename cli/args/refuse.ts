/**
 * Complaints about command lines, in our words and with a hint: commander's are worded for programs in
 * general, and it knows nothing of sessions.
 *
 * @module
 */

import type { Command as Tree, CommanderError } from "commander";
import { UsageError } from "../../mod.ts";
import { hinted, ownHint } from "../hint.ts";
import { isThere } from "../host/files.ts";
import type { Command, CommandList } from "../commands/command.ts";
import { absolutePath, type Raw, workingDirectory } from "./inputs.ts";
import { suggest } from "./suggest.ts";

/** Refuses a flag that stands without the one that it is about. */
export function needs(met: boolean, flag: string, other: string): void {
  if (!met) throw new UsageError(`${flag} needs ${other}`);
}

/** Sees to it that a mistyped command creates no session (DESIGN §10). */
export function checkSessionWord(raw: Pick<Raw, "words" | "cwd">, commands: CommandList): void {
  const word = raw.words[0];
  if (word === undefined || word === "-" || /[/\\.]/.test(word)) return;
  if (word !== "" && isThere(absolutePath(raw.cwd, word))) return;
  throw unknownCommand(word, commands);
}

function unknownCommand(word: string, [main, ...others]: CommandList): UsageError {
  const message = `Unknown command ${JSON.stringify(word)}`;
  const meant = otherWord(word.toLowerCase(), main, others);
  if (meant !== undefined) return hinted(new UsageError(message), `did you mean ${meant}?`);
  const near = suggest(word, [...others.map((command) => command.name), "help"]);
  return hinted(
    new UsageError(message),
    near === undefined
      ? "panto --help lists the commands; write ./NAME for a new session in this directory"
      : `did you mean panto ${near}? Write ./${word} for a new session`,
  );
}

/** What a word of other tools is called here, with the arguments that are needed. */
function otherWord(word: string, main: Command, others: readonly Command[]): string | undefined {
  if (word === "version") return "panto --version";
  if (main.otherNames?.includes(word) === true) return "panto SESSION";
  const found = others.find(({ otherNames }) => otherNames?.includes(word));
  return found && ["panto", found.name, ...found.words.match(/(?<=<)\w+/g) ?? []].join(" ");
}

/**
 * Puts commander's complaint into our words. The tree has to be the whole one, as it is after the parse;
 * an IoError is thrown when `-C` names no directory.
 */
export function usageError(
  error: CommanderError,
  program: Tree,
  context: { readonly cwd: string; readonly commands: CommandList },
): UsageError {
  const word = program.args[0];
  const named = namedIn(program);
  if (word === "help") return helpError(program.args[1] ?? "-", context.commands);
  if (named === undefined && word !== undefined && !word.startsWith("-")) {
    // Complaints about the rest of the line are beside the point when its first word is wrong.
    const cwd = workingDirectory(program.getOptionValue("C"), context.cwd);
    checkSessionWord({ words: program.args, cwd }, context.commands);
  }
  const active = named ?? program;
  const extra = active.args[active.registeredArguments.length];
  if (error.code === "commander.excessArguments" && extra !== undefined) {
    const meant = context.commands.find(({ name }) => name === named?.name())
      ?.hintForMore?.(active.args);
    const isCommand = program.commands.some((command) => command.name() === extra);
    return hinted(
      new UsageError(`Unexpected argument ${JSON.stringify(extra)}`),
      meant ??
        (isCommand && active === program
          ? `the command comes first: panto ${extra}`
          : `try ${helpLine(program)}`),
    );
  }
  return reworded(error, program, active);
}

function helpError(word: string, commands: CommandList): UsageError {
  return word.startsWith("-")
    ? hinted(new UsageError("There is no help about help"), "try panto --help")
    : unknownCommand(word, commands);
}

function reworded(error: CommanderError, program: Tree, active: Tree): UsageError {
  const [message = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const near = suggestion?.replace(/^\(Did you mean (.*)\?\)$/, "$1");
  return hinted(
    new UsageError(message.charAt(0).toUpperCase() + message.slice(1)),
    near === undefined
      ? hintForOption(message, program, active) ?? `try ${helpLine(program)}`
      : `did you mean ${near}?`,
  );
}

/** Where an option that is not known here belongs. */
function hintForOption(message: string, program: Tree, active: Tree): string | undefined {
  const flag = /^unknown option '([^'=]*)/.exec(message)?.[1];
  if (flag === undefined) return undefined;
  if (flag === "-v") return "did you mean --version?";
  const owners = program.commands
    .filter((command) =>
      command.options.some((option) => option.long === flag || option.short === flag)
    )
    .map((command) => command.name());
  if (owners.length > 0 && active === program) {
    return `it is an option of panto ${owners.join(", panto ")}`;
  }
  const takesText = active.registeredArguments.some((argument) => argument.name() === "TEXT");
  if (takesText && !flag.startsWith("--")) {
    return "before text that starts with a dash, write --";
  }
  return undefined;
}

/** Points to the help, where an error of usage does not say what to do. */
export function withHelpHint(error: unknown, program: Tree): unknown {
  if (!(error instanceof UsageError) || ownHint(error) !== undefined) return error;
  return hinted(new UsageError(error.message), `try ${helpLine(program)}`);
}

function helpLine(program: Tree): string {
  const named = namedIn(program);
  return named === undefined ? "panto --help" : `panto ${named.name()} --help`;
}

function namedIn(program: Tree): Tree | undefined {
  return program.commands.find((command) => command.name() === program.args[0]);
}
