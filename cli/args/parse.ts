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

import { Command, CommanderError } from "commander";
import { UsageError } from "../../mod.ts";
import { checkSessionWord, usageError, withHelpHint } from "./refuse.ts";
import { makeFlag, makeFormatFlag, mayBeNamed } from "./flags.ts";
import type { FlagName, RawValues } from "./flags.ts";
import { commandHelp, commandNames, exampleText, exitCodeHelp, mainHelp } from "./help_text.ts";
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
import { directoryFor, type ParseContext, type RawInvocation } from "./raw.ts";
import { assembleOptions, renderOptions } from "./template_options.ts";
import { VERSION } from "./version.ts";

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
 * import { parseCommandLine } from "./parse.ts";
 * import assert from "node:assert/strict";
 *
 * const invocation = parseCommandLine(["inspect", "s.jsonl", "--at", "-1"], { cwd: "/" });
 * assert.ok(invocation.command === "inspect");
 * assert.equal(invocation.options.at, -1);
 * ```
 */
export function parseCommandLine(argv: readonly string[], context: ParseContext): Invocation {
  return parseNamed(argv, context) ?? parseInFull(argv, context);
}

/**
 * Parses with only those commands and options that the arguments name; all of them take 3 ms to build,
 * a fifth of the start-up. What succeeds here means the same in the whole tree, since whatever is left
 * out would have to be named. For anything else the whole tree is needed: help lists it, complaints
 * suggest from it.
 */
function parseNamed(argv: readonly string[], context: ParseContext): Invocation | undefined {
  const parse = new Parse(argv, context, argv);
  try {
    return parse.run();
  } catch (error) {
    const isVersion = error instanceof CommanderError && error.code === "commander.version";
    return isVersion ? { command: "help", text: parse.printed } : undefined;
  }
}

function parseInFull(argv: readonly string[], context: ParseContext): Invocation {
  const parse = new Parse(argv, context);
  try {
    return parse.run();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw withHelpHint(error, parse.program);
    if (error.exitCode !== 0) throw usageError(error, parse.program, context);
    return { command: "help", text: parse.printed };
  }
}

/** One parse, and what it left behind. */
class Parse {
  readonly program: Command;
  printed = "";
  readonly #argv: readonly string[];
  #found: Invocation | undefined;

  constructor(argv: readonly string[], context: ParseContext, named?: readonly string[]) {
    this.#argv = argv;
    this.program = buildProgram({
      context,
      named,
      write: (text) => this.printed += text,
      found: (invocation) => this.#found = invocation,
    });
  }

  run(): Invocation {
    this.program.parse(this.#argv, { from: "user" });
    if (this.#found === undefined) throw new Error("no command was found in the arguments");
    return this.#found;
  }
}

/** Where the command tree's results go, and what it is built for. */
export interface ProgramSink {
  readonly context: ParseContext;
  /** Arguments: only the commands and options that they may name are built. @default all */
  readonly named?: readonly string[] | undefined;
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
  // Not "[options]" after every name.
  program.configureHelp({
    subcommandTerm: (command) => {
      const known = commandNames.find((name) => name === command.name());
      return `${command.name()} ${known === undefined ? "[COMMAND]" : argumentsOf[known]}`.trim();
    },
  });
  program.enablePositionalOptions().helpOption("-h, --help", "show this help")
    .helpCommand("help [COMMAND]", "show the help of a command")
    .version(`panto ${VERSION}`, "-V, --version", "show the version");
  describe(program, { help: mainHelp, flags: flagsOf.default, formats: promptFormats }, sink);
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

function addCommand(program: Command, name: CommandName, sink: ProgramSink): void {
  if (sink.named?.includes(name) === false) return;
  const command = program.command(`${name} ${argumentsOf[name]}`.trim());
  command.summary(commandHelp[name].summary);
  const formats = name === "inspect" ? promptFormats : reportFormats;
  describe(command, { help: commandHelp[name], flags: flagsOf[name], formats }, sink);
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
  as: {
    readonly help: CommandHelp;
    readonly flags: readonly FlagName[];
    readonly formats: readonly string[];
  },
  sink: ProgramSink,
): void {
  const { help, flags, formats } = as;
  const wanted = (name: FlagName) => sink.named === undefined || mayBeNamed(name, sink.named);
  if (wanted("format")) command.addOption(makeFormatFlag(formats));
  for (const flag of ["json" as const, ...flags]) {
    if (wanted(flag)) command.addOption(makeFlag(flag));
  }
  command.description(help.description).addHelpText("after", () => `\n${exampleText(help)}`);
}

function rawInvocation(command: Command, context: ParseContext): RawInvocation {
  // commander gives every --no-X a value of its own; only what was typed counts here.
  const typed = Object.entries(command.opts())
    .filter(([name]) => command.getOptionValueSource(name) === "cli");
  const values: RawValues = Object.fromEntries(typed);
  return { values, words: command.args, cwd: directoryFor(values, context.cwd) };
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
