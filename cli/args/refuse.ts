/**
 * Complaints about command lines, in our words and with a hint: commander's are worded for programs in
 * general, and it knows nothing of sessions.
 *
 * @module
 */

import { lstatSync } from "node:fs";
import type { Command, CommanderError } from "commander";
import { systemReason, UsageError } from "../../mod.ts";
import { hinted, ownHint } from "../hint.ts";
import type { RawValues } from "./flags.ts";
import { commandNames } from "./help_text.ts";
import { absolutePath, directoryFor, type ParseContext, type RawInvocation } from "./raw.ts";
import { suggest } from "./suggest.ts";

/**
 * Sees to it that a mistyped command creates no session (DESIGN §10).
 *
 * @param raw What was found on the default command.
 * @throws {UsageError} When its first word neither exists nor looks like a path.
 */
export function checkSessionWord(raw: RawInvocation): void {
  const word = raw.words[0];
  if (word === undefined || word === "-" || /[/\\.]/.test(word)) return;
  if (word !== "" && exists(absolutePath(raw.cwd, word))) return;
  throw unknownCommand(word);
}

/** Words that other tools have for what panto does. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ...["resume", "seed", "init", "new", "create", "reconcile", "sync"]
    .map((word) => [word, "panto SESSION"] as const),
  ...["show", "cat", "print", "view"].map((word) => [word, "panto inspect SESSION"] as const),
  ["history", "panto log SESSION"],
  ["add", "panto append SESSION"],
  ["files", "panto layers"],
  ["version", "panto --version"],
  ["template", "panto render FILE"],
  ["env", "panto assemble"],
]);

function unknownCommand(word: string): UsageError {
  const meant = otherWords.get(word.toLowerCase());
  if (meant !== undefined) {
    return hinted(
      new UsageError(`Unknown command ${JSON.stringify(word)}`),
      `did you mean ${meant}?`,
    );
  }
  const near = suggest(word, [...commandNames, "help"]);
  return hinted(
    new UsageError(`Unknown command ${JSON.stringify(word)}`),
    near === undefined
      ? "panto --help lists the commands; write ./NAME for a new session in this directory"
      : `did you mean panto ${near}? Write ./${word} for a new session`,
  );
}

/** A link that leads nowhere is there: a session can be created at its target. */
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A name that no file can have (too long, for one) is no session.
    systemReason(error);
    return false;
  }
}

/**
 * Puts commander's complaint into our words.
 *
 * @param error The complaint.
 * @param program The whole command tree, after the parse.
 * @param context The working directory.
 * @returns The error to throw.
 * @throws {IoError} When `-C` names no directory.
 */
export function usageError(
  error: CommanderError,
  program: Command,
  context: ParseContext,
): UsageError {
  const word = program.args[0];
  const named = program.commands.find((command) => command.name() === word);
  if (word === "help" && program.args[1] === "help") {
    return hinted(new UsageError("There is no help about help"), "try panto --help");
  }
  if (word === "help") {
    return (program.args[1] ?? "-").startsWith("-")
      ? hinted(new UsageError("There is no help about help"), "try panto --help")
      : unknownCommand(program.args[1] ?? "");
  }
  if (named === undefined && word !== undefined && !word.startsWith("-")) {
    // Complaints about the rest of the line are beside the point when its first word is wrong.
    const values: RawValues = program.opts();
    const cwd = directoryFor(values, context.cwd);
    checkSessionWord({ values, words: program.args, cwd });
  }
  const active = named ?? program;
  const extra = active.args[active.registeredArguments.length];
  if (error.code === "commander.excessArguments" && extra !== undefined) {
    const isCommand = active === program && (commandNames as readonly string[]).includes(extra);
    return hinted(
      new UsageError(`Unexpected argument ${JSON.stringify(extra)}`),
      isCommand ? `the command comes first: panto ${extra}` : `try ${helpLine(program)}`,
    );
  }
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
function hintForOption(message: string, program: Command, active: Command): string | undefined {
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
  if (active.name() === "append" && !flag.startsWith("--")) {
    return "before text that starts with a dash, write --";
  }
  return undefined;
}

/**
 * Points to the help, where an error of usage does not say what to do.
 *
 * @param error Anything that was thrown.
 * @param program The command tree, after the parse.
 * @returns The error, or one with a hint in its place.
 */
export function withHelpHint(error: unknown, program: Command): unknown {
  if (!(error instanceof UsageError) || ownHint(error) !== undefined) return error;
  return hinted(new UsageError(error.message), `try ${helpLine(program)}`);
}

function helpLine(program: Command): string {
  const named = program.commands.find((command) => command.name() === program.args[0]);
  return named === undefined ? "panto --help" : `panto ${named.name()} --help`;
}
