/**
 * The command tree, and the way from the arguments to an {@linkcode Invocation}. commander parses and
 * writes the help; it runs nothing, prints nothing and exits nowhere.
 *
 * The options of the default command are recognized before a command's name too, so that
 * `panto -C dir inspect s.jsonl` works; one that the named command does not take is an error. The
 * default command is the program itself, not a command of its own, because `panto --help` must show it.
 *
 * @module
 */

import { lstatSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { systemReason, UsageError } from "../mod.ts";
import { makeFlag, makeFormatFlag } from "./flags.ts";
import type { FlagName, RawValues } from "./flags.ts";
import { commandHelp, exampleText, exitCodeHelp, mainHelp } from "./help_text.ts";
import type { CommandHelp, CommandName } from "./help_text.ts";
import {
  appendOptions,
  defaultOptions,
  diffOptions,
  inspectOptions,
  layersOptions,
  logOptions,
  statusOptions,
} from "./invocation.ts";
import { promptFormats, reportFormats } from "./options.ts";
import type { Invocation } from "./options.ts";
import { absolutePath, directoryOf, type RawInvocation } from "./raw_invocation.ts";
import { suggest } from "./suggest.ts";
import { assembleOptions, renderOptions } from "./template_options.ts";
import { VERSION } from "./version.ts";

/** What the parser needs to know of the world. */
export interface ParseContext {
  /** The absolute directory that the program was started in. */
  readonly cwd: string;
}

const common: readonly FlagName[] = ["C", "color", "quiet"];
const reading: readonly FlagName[] = ["leaf", "lenient"];
const files: readonly FlagName[] = ["project", "projectRoot"];
const writing: readonly FlagName[] = ["dryRun", "adopt", "lock", "lockTimeout"];
const request: readonly FlagName[] = [
  "model",
  "maxTokens",
  "systemForm",
  "mergeSystem",
  "systemRole",
];

const templates: readonly FlagName[] = [
  "manifest",
  "var",
  "tool",
  "tools",
  "readable",
  "writable",
];
const live: readonly FlagName[] = ["live", "maxInstructions"];

const flagsOf: Readonly<Record<CommandName | "default", readonly FlagName[]>> = {
  default: [
    ...["raw" as const, ...common, ...reading, ...files, "keepEdits" as const, "reseed" as const],
    ...[...writing, "exitCode" as const, ...templates, ...live, ...request],
  ],
  inspect: ["raw", ...common, "at", ...reading, ...files, ...templates, ...live, ...request],
  diff: ["raw", ...common, "from", "to", ...reading, ...files, "keepEdits", ...templates],
  log: ["raw", ...common, ...reading],
  status: [...common, ...reading, ...files, "keepEdits", ...templates],
  layers: [...common, ...files],
  append: ["role", "replace", "message", ...common, ...reading, ...files, ...writing],
  assemble: ["raw", ...common, "projectRoot", "maxInstructions"],
  render: ["raw", ...common, "projectRoot", "check", "vars", ...templates],
};

const argumentsOf: Readonly<Record<CommandName, string>> = {
  inspect: "<SESSION>",
  diff: "<SESSION> [OTHER]",
  log: "<SESSION>",
  status: "<SESSION...>",
  layers: "",
  append: "<SESSION> [TEXT]",
  assemble: "[DIR]",
  render: "<FILE>",
};

/**
 * Parses the arguments of the program.
 *
 * @param argv The arguments after the program's name.
 * @param context The working directory.
 * @returns The command to run with its options; for `--help` and `--version`, the text to print.
 * @throws {UsageError} When the arguments make no sense.
 * @throws {IoError} When `-C` names no directory.
 *
 * @example
 * ```ts
 * import { parseCommandLine } from "./program.ts";
 * import assert from "node:assert/strict";
 *
 * const invocation = parseCommandLine(["inspect", "s.jsonl", "--at", "-1"], { cwd: "/" });
 * assert.ok(invocation.command === "inspect");
 * assert.equal(invocation.options.at, -1);
 * ```
 */
export function parseCommandLine(argv: readonly string[], context: ParseContext): Invocation {
  let found: Invocation | undefined;
  let printed = "";
  const program = buildProgram({
    context,
    argv,
    write: (text) => printed += text,
    found: (invocation) => found = invocation,
  });
  try {
    program.parse(argv, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw withHelpHint(error, program);
    if (error.exitCode !== 0) throw usageError(error, program, context);
    return { command: "help", text: printed };
  }
  if (found === undefined) throw new Error("no command was found in the arguments");
  return found;
}

/** Where the command tree's results go, and what it is built for. */
export interface ProgramSink {
  readonly context: ParseContext;
  /** The arguments to be parsed. Options are built only for commands named there; undefined: for all. */
  readonly argv?: readonly string[];
  /** Takes help text. */
  readonly write: (text: string) => void;
  /** Takes the invocation that the arguments ask for. */
  readonly found: (invocation: Invocation) => void;
}

/**
 * Builds the command tree.
 *
 * @param sink Where help text and the invocation go.
 * @returns commander's program; its public tree describes all commands and options.
 */
export function buildProgram(sink: ProgramSink): Command {
  const program = new Command("panto");
  // Before the first .command(), which copies these settings.
  program.exitOverride().configureOutput({
    writeOut: sink.write,
    writeErr: () => undefined,
    outputError: () => undefined,
    // The same help everywhere: in a pipe, in a narrow window, in the documentation.
    getOutHelpWidth: () => 80,
    getErrHelpWidth: () => 80,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  });
  // Whether a command has its options yet must not show in the list of commands.
  program.configureHelp({
    subcommandTerm: (command) => {
      const known = commandNames.find((name) => name === command.name());
      return `${command.name()} ${known === undefined ? "[COMMAND]" : argumentsOf[known]}`.trim();
    },
  });
  program.enablePositionalOptions().helpOption("-h, --help", "show this help")
    .helpCommand("help [COMMAND]", "show the help of a command")
    .version(`panto ${VERSION}`, "-V, --version", "show the version");
  describe(program, mainHelp, flagsOf.default, promptFormats);
  program.argument("[SESSION]").usage("[options] [SESSION|-]\n       panto <command> [options] ...")
    .addHelpText("after", `\n${exitCodeHelp}`)
    .action(() => {
      const raw = rawInvocation(program, sink.context);
      checkSessionWord(raw);
      sink.found({ command: "default", options: defaultOptions(raw) });
    });
  for (const name of commandNames) addCommand(program, name, sink);
  return program;
}

const commandNames = Object.keys(argumentsOf) as CommandName[];

function addCommand(program: Command, name: CommandName, sink: ProgramSink): void {
  const command = program.command(`${name} ${argumentsOf[name]}`.trim());
  command.summary(commandHelp[name].summary);
  // All options of all commands take 3 ms to build, a fifth of the start-up.
  if (sink.argv !== undefined && !sink.argv.includes(name)) return;
  const formats = name === "inspect" ? promptFormats : reportFormats;
  describe(command, commandHelp[name], flagsOf[name], formats);
  command.action(() => {
    takeProgramOptions(command, program);
    sink.found(invocationOf(name, rawInvocation(command, sink.context)));
  });
}

function invocationOf(command: CommandName, raw: RawInvocation): Invocation {
  switch (command) {
    case "inspect":
      return { command, options: inspectOptions(raw) };
    case "diff":
      return { command, options: diffOptions(raw) };
    case "log":
      return { command, options: logOptions(raw) };
    case "status":
      return { command, options: statusOptions(raw) };
    case "layers":
      return { command, options: layersOptions(raw) };
    case "append":
      return { command, options: appendOptions(raw) };
    case "assemble":
      return { command, options: assembleOptions(raw) };
    case "render":
      return { command, options: renderOptions(raw) };
  }
}

function describe(
  command: Command,
  help: CommandHelp,
  flags: readonly FlagName[],
  formats: readonly string[],
): void {
  command.description(help.description)
    .addOption(makeFormatFlag(formats)).addOption(makeFlag("json"));
  for (const flag of flags) command.addOption(makeFlag(flag));
  command.addHelpText("after", () => `\n${exampleText(help)}`);
}

function rawInvocation(command: Command, context: ParseContext): RawInvocation {
  // commander gives every --no-X a value of its own; only what was typed counts here.
  const typed = Object.entries(command.opts())
    .filter(([name]) => command.getOptionValueSource(name) === "cli");
  const values: RawValues = Object.fromEntries(typed);
  return { values, words: command.args, cwd: directoryFor(values, context) };
}

function directoryFor(values: RawValues, context: ParseContext): string {
  return values.C === undefined ? context.cwd : directoryOf(values.C, context.cwd);
}

/** Hands options that stand before the command's name to the command, if it takes them. */
function takeProgramOptions(command: Command, program: Command): void {
  for (const option of program.options) {
    const name = option.attributeName();
    if (program.getOptionValueSource(name) !== "cli") continue;
    const flag = option.long ?? option.short ?? name;
    const known = command.options.some((own) => own.attributeName() === name);
    if (!known) throw new UsageError(`${flag} cannot be used with ${command.name()}`);
    const before: unknown = program.getOptionValue(name);
    const after: unknown = command.getOptionValueSource(name) === "cli"
      ? command.getOptionValue(name)
      : undefined;
    if (option.required && after !== undefined && !Array.isArray(before)) {
      throw new UsageError(`${flag} is given more than once`);
    }
    const both = Array.isArray(before) && Array.isArray(after) ? [...before, ...after] : before;
    command.setOptionValueWithSource(name, both, "cli");
  }
}

/** DESIGN §10: a mistyped command must not create a session. */
function checkSessionWord(raw: RawInvocation): void {
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
  ["template", "panto render FILE"],
  ["env", "panto assemble"],
]);

function unknownCommand(word: string): UsageError {
  const meant = otherWords.get(word.toLowerCase());
  if (meant !== undefined) {
    return new UsageError(`Unknown command ${JSON.stringify(word)}`, {
      hint: `did you mean ${meant}?`,
    });
  }
  const near = suggest(word, [...commandNames, "help"]);
  return new UsageError(`Unknown command ${JSON.stringify(word)}`, {
    hint: near === undefined
      ? "panto --help lists the commands; write ./NAME for a new session in this directory"
      : `did you mean panto ${near}? Write ./${word} for a new session`,
  });
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

/** Puts commander's complaint into our words. */
function usageError(error: CommanderError, program: Command, context: ParseContext): UsageError {
  const word = program.args[0];
  const named = program.commands.find((command) => command.name() === word);
  if (word === "help" && program.args[1] === "help") {
    return new UsageError("There is no help about help", { hint: "try panto --help" });
  }
  if (word === "help") return unknownCommand(program.args[1] ?? "");
  if (named === undefined && word !== undefined && !word.startsWith("-")) {
    // Complaints about the rest of the line are beside the point when its first word is wrong.
    const values: RawValues = program.opts();
    const cwd = directoryFor(values, context);
    checkSessionWord({ values, words: program.args, cwd });
  }
  const active = named ?? program;
  const extra = active.args[active.registeredArguments.length];
  if (error.code === "commander.excessArguments" && extra !== undefined) {
    return new UsageError(`Unexpected argument ${JSON.stringify(extra)}`, {
      hint: `try ${helpLine(program)}`,
    });
  }
  const [message = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const near = suggestion?.replace(/^\(Did you mean (.*)\?\)$/, "$1");
  return new UsageError(message.charAt(0).toUpperCase() + message.slice(1), {
    hint: near === undefined ? `try ${helpLine(program)}` : `did you mean ${near}?`,
  });
}

function withHelpHint(error: unknown, program: Command): unknown {
  if (!(error instanceof UsageError) || error.hint !== undefined) return error;
  return new UsageError(error.message, { hint: `try ${helpLine(program)}` });
}

function helpLine(program: Command): string {
  const named = program.commands.find((command) => command.name() === program.args[0]);
  return named === undefined ? "panto --help" : `panto ${named.name()} --help`;
}
