/**
 * commander's tree, built from the list of commands, and the way from the arguments to a command with its
 * options. commander parses and writes the help; it runs nothing, prints nothing and exits nowhere.
 *
 * The options of the default command are recognized before a command's name too, so that
 * `panto -C dir inspect s.jsonl` works; one that the named command does not take is an error. The
 * default command is the program itself, not a command of its own, because `panto --help` must show it.
 *
 * All commands with all options take 3 ms to build, a fifth of the start-up. So the first tree has only
 * what the arguments may name, which is enough to run; commander's complaints and help come from the
 * whole tree, since they list what was not named.
 *
 * @module
 */

import { Command as Tree, CommanderError, Option } from "commander";
import { UsageError } from "../../mod.ts";
import type { Command, CommandList } from "../commands/command.ts";
import { type Flag, mayBeNamed } from "./flag.ts";
import { environmentHelp, exampleText, exitCodeHelp, fileHelp } from "./help.ts";
import { type Raw, workingDirectory } from "./inputs.ts";
import { checkSessionWord, usageError, withHelpHint } from "./refuse.ts";
import { VERSION } from "./version.ts";

/** What the parser needs to know. */
export interface ParseContext {
  /** The absolute directory that the program was started in. */
  readonly cwd: string;
  readonly commands: CommandList;
}

/** What the arguments ask for. */
export type Invocation =
  | { readonly type: "run"; readonly command: Command; readonly options: unknown }
  | { readonly type: "help"; readonly text: string };

/**
 * Parses the arguments of the program. It throws a UsageError when they make no sense, and an IoError
 * when `-C` names no directory.
 */
export function parseCommandLine(argv: readonly string[], context: ParseContext): Invocation {
  // commander knows no help about help; that of the program says it all.
  if (argv[0] === "help" && /^(help|-h|--help)$/.test(argv[1] ?? "")) {
    return parseInFull(["--help"], context);
  }
  const attempt = new ParseAttempt(context, argv);
  try {
    return attempt.parse(argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw withHelpHint(error, attempt.program);
    if (error.code === "commander.version") return { type: "help", text: attempt.printed };
  }
  return parseInFull(argv, context);
}

function parseInFull(argv: readonly string[], context: ParseContext): Invocation {
  const attempt = new ParseAttempt(context);
  try {
    return attempt.parse(argv);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw withHelpHint(error, attempt.program);
    if (error.exitCode !== 0) throw usageError(error, attempt.program, context);
    return { type: "help", text: attempt.printed };
  }
}

/** One parse, and what it left behind. */
class ParseAttempt {
  readonly program: Tree;
  printed = "";
  #found: Invocation | undefined;

  constructor(context: ParseContext, named?: readonly string[]) {
    this.program = buildProgram({
      context,
      named,
      write: (text) => this.printed += text,
      found: (invocation) => this.#found = invocation,
    });
  }

  parse(argv: readonly string[]): Invocation {
    this.program.parse(argv, { from: "user" });
    if (this.#found === undefined) throw new Error("no command was found in the arguments");
    return this.#found;
  }
}

/** Where the tree's results go, and what it is built for. */
export interface ProgramSink {
  readonly context: ParseContext;
  /** Arguments: only the commands and options that they may name are built. @default all */
  readonly named?: readonly string[] | undefined;
  /** Takes help text. */
  readonly write: (text: string) => void;
  /** Takes what the arguments ask for. */
  readonly found: (invocation: Invocation) => void;
}

/** Builds commander's program; its public tree describes all commands and options. */
export function buildProgram(sink: ProgramSink): Tree {
  const [main, ...others] = sink.context.commands;
  const program = newProgram(main.name, sink);
  const order = { next: 0 };
  // Not "[options]" after every name.
  program.configureHelp({
    subcommandTerm: (tree) => {
      const known = others.find((command) => command.name === tree.name());
      return `${tree.name()} ${known === undefined ? "[COMMAND]" : known.words}`.trim();
    },
  });
  describe(program, main, { sink, order });
  program.usage("[options] [SESSION|-]\n       panto <command> [options] ...")
    .addHelpText("after", `\n${[fileHelp, environmentHelp, exitCodeHelp].join("\n\n")}`)
    .action(() => {
      const raw = rawOf(program, sink.context);
      checkSessionWord(raw, sink.context.commands);
      sink.found({ type: "run", command: main, options: main.read(raw) });
    });
  for (const command of others) {
    if (sink.named?.includes(command.name) === false) continue;
    const tree = program.command(command.name).summary(command.summary);
    describe(tree, command, { sink, order });
    tree.action(() => {
      takeProgramOptions(tree, program);
      const options = command.read(rawOf(tree, sink.context));
      sink.found({ type: "run", command, options });
    });
  }
  return program;
}

/** Settings come before the first command, which copies them. */
function newProgram(name: string, sink: ProgramSink): Tree {
  return new Tree(name).exitOverride().configureOutput({
    writeOut: sink.write,
    writeErr: () => undefined,
    outputError: () => undefined,
    // The same help everywhere: in a pipe, in a narrow window, in the documentation.
    getOutHelpWidth: () => 80,
    getErrHelpWidth: () => 80,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  }).enablePositionalOptions().helpOption("-h, --help", "show this help")
    .helpCommand("help [COMMAND]", "show the help of a command")
    .version(`panto ${VERSION}`, "-V, --version", "show the version");
}

/** Counts the values of a command line, before and after the command's name. */
interface Order {
  next: number;
}

function describe(
  tree: Tree,
  command: Command,
  { sink, order }: { readonly sink: ProgramSink; readonly order: Order },
): void {
  if (command.words !== "") tree.arguments(command.words);
  for (const flag of command.flags) {
    if (sink.named === undefined || mayBeNamed(flag, sink.named)) {
      tree.addOption(optionOf(flag, order));
    }
  }
  tree.description(command.description)
    .addHelpText("after", () => `\n${exampleText(command)}`);
}

function optionOf(flag: Flag, order: Order): Option {
  const option = new Option(flag.usage, flag.help).helpGroup(flag.group)
    .hideHelp(flag.isHidden === true);
  if (flag.take === undefined) return option;
  return option.argParser((text, previous: unknown) => flag.take?.(text, previous, order.next++));
}

function rawOf(tree: Tree, context: ParseContext): Raw {
  // commander gives every --no-X a value of its own; only what was typed counts here.
  const typed = Object.entries<unknown>(tree.opts())
    .filter(([name]) => tree.getOptionValueSource(name) === "cli");
  const values = Object.fromEntries(typed);
  return { values, words: tree.args, cwd: workingDirectory(values["C"], context.cwd) };
}

/** Hands options that stand before the command's name to the command, if it takes them. */
function takeProgramOptions(command: Tree, program: Tree): void {
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
