/**
 * The sentences of `--help`: what each command does, examples, and the exit codes. Options describe
 * themselves in cli/args/flags.ts.
 *
 * @module
 */

/** The help of one command. */
export interface CommandHelp {
  /** One line, for the list of commands. */
  readonly summary: string;
  /** What stands under the usage line. */
  readonly description: string;
  /** Commands to try, each with what it does. */
  readonly examples: readonly (readonly [command: string, meaning: string])[];
}

/** The program's own help, that of the default command. */
export const mainHelp: CommandHelp = {
  summary: "",
  description: "Keep a model's system prompt as conversation state.\n\n" +
    "Without SESSION, panto puts the prompt together from the prompt files of the\n" +
    "base, user and project layers and prints it. With SESSION, a JSONL session log,\n" +
    "it records the prompt there when it is new or has changed, and prints what is\n" +
    "in force. With -, it reads a log from stdin, prints the prompt that a resume\n" +
    "would give, and writes nothing.\n\n" +
    "Prompt files that end in .j2 and the prompt of a manifest are templates, each\n" +
    "rendered once, when it is new to the session. What --live adds is made at every\n" +
    "call and never recorded.\n\n" +
    "A first word is a SESSION if it exists or looks like a path (it holds a / or a\n" +
    "dot); command names win over files (write ./log for a file named log).",
  examples: [
    ["panto", "print the prompt of this directory"],
    ["panto s.jsonl", "seed or resume a session and print its prompt"],
    ["panto s.jsonl -f anthropic", "print the request for Anthropic's Messages API"],
    ["panto -n s.jsonl", "show what would be recorded"],
    ["panto s.jsonl --live", "with date, directory and AGENTS.md as they are now"],
  ],
};

/** The help of the named commands. */
export const commandHelp = {
  inspect: {
    summary: "print the prompt in force at a position",
    description: "Print the prompt that was in force after the first N messages of a session.\n" +
      "SESSION can be - for stdin. Nothing is ever written.",
    examples: [
      ["panto inspect s.jsonl", "the prompt at the end"],
      ["panto inspect s.jsonl --at 3", "the prompt after three messages"],
      ["panto inspect s.jsonl --at -1 -f openai", "the request without the last message"],
      ["panto inspect --json - < s.jsonl", "blocks with position, line and origin"],
    ],
  },
  diff: {
    summary: "compare prompts: a session with the files, positions, sessions",
    description:
      "Compare two prompts and print a unified diff. One SESSION alone is compared with\n" +
      "the prompt files: what would a resume change? One SESSION can be - for stdin.\n" +
      "Exit code 0 means equal, 1 means different.",
    examples: [
      ["panto diff s.jsonl", "what a resume would change"],
      ["panto diff s.jsonl --from 0 --to 4", "between two positions"],
      ["panto diff s.jsonl --from 4 --to files", "a position against the files"],
      ["panto diff a.jsonl b.jsonl", "between two sessions"],
    ],
  },
  log: {
    summary: "list every change of a session's prompt",
    description:
      "List the system blocks of a session in order: position, line, time, mode, size,\n" +
      "SHA-256, whether it is still in force, and its first words. Every line of the\n" +
      "session is checked. SESSION can be - for stdin.",
    examples: [
      ["panto log s.jsonl", "the timeline as a table"],
      ["panto log s.jsonl --json", "the same for programs"],
    ],
  },
  status: {
    summary: "tell whether a resume would change the prompt",
    description: "Tell whether a resume would change the prompt. Exit code 0 means in step, 1\n" +
      "means it would change (or the session does not exist yet); of several sessions,\n" +
      "the highest code counts. With -q the exit code alone tells. One SESSION can be\n" +
      "- for stdin.",
    examples: [
      ["panto status s.jsonl", "one session"],
      ["panto status sessions/*.jsonl", "many"],
      ["panto status s.jsonl || panto s.jsonl", "resume only when needed"],
    ],
  },
  layers: {
    summary: "list the prompt files of all layers and why each counts or not",
    description:
      "List every prompt file that could count, in the order of the prompt: its layer,\n" +
      "path and state, the reason, its size and SHA-256. Exit code 4 when the prompt\n" +
      "cannot be put together.",
    examples: [
      ["panto layers", "the files of this directory"],
      ["panto -C ../app layers --json", "those of another one, for programs"],
    ],
  },
  append: {
    summary: "add one message to a session",
    description: "Add one message to an existing session. TEXT is the message, - reads it from\n" +
      "stdin, which is the way for text that may itself start with a dash.\n" +
      "With --message, a JSON object holds role and content (tool calls, tool results,\n" +
      "images, ...). With --json, the new entry's id is printed.",
    examples: [
      ["panto append s.jsonl --role user 'Hello'", "a user message"],
      ["panto append s.jsonl --role assistant - < answer.txt", "text from a file"],
      ["panto append s.jsonl --role system --replace 'Be brief.'", "a new prompt"],
      ["panto append s.jsonl --message - < message.json", "a whole message"],
    ],
  },
  assemble: {
    summary: "print the built-in prompt with the live text of a directory",
    description: "Print the built-in default prompt, then what is true now of DIR (default: the\n" +
      "working directory): platform, date, git, a listing, and the project's\n" +
      "instructions, AGENTS.md or CLAUDE.md there or in the nearest directory above.",
    examples: [
      ["panto assemble", "for this directory"],
      ["panto assemble ../app --max-instructions 0", "for another one, with all instructions"],
      ["panto assemble --json", "the parts, for programs"],
    ],
  },
  render: {
    summary: "render a template file",
    description:
      "Render a template as it would be rendered in a prompt file, and print the text\n" +
      "with nothing added. FILE can be - for stdin. The variables are date, time and\n" +
      "datetime (UTC), cwd, scope.readable, scope.writable, scope.summary, tools,\n" +
      "files.agents_md (only when there is an AGENTS.md), and vars, which --var and\n" +
      "--vars set.",
    examples: [
      ["panto render SYSTEM.md.j2", "with this directory's variables"],
      ["panto render SYSTEM.md.j2 --check", "is its syntax in order?"],
      ["panto render - --var user=Ann < hello.j2", "{{ vars.user }} is Ann"],
      ["panto render a.j2 --tool grep --readable src --writable out", "tools and scope"],
    ],
  },
} as const satisfies Record<string, CommandHelp>;

/** The name of a command that is not the default one. */
export type CommandName = keyof typeof commandHelp;

/** The names of the commands, in the order of the help. */
export const commandNames = Object.keys(commandHelp) as readonly CommandName[];

/** What stands at the end of the program's help. */
export const exitCodeHelp = `Exit codes:
  0    done; equal; in step
  1    different, or would change (diff, status, --dry-run --exit-code)
  2    usage
  3    the session's data
  4    configuration: prompt files, layers, manifests, templates
  5    reading or writing failed, stdout included
  6    another process holds the session's lock
  70   a bug in panto
  141  the reader of stdout has gone`;

/**
 * Lays out examples for `--help`.
 *
 * @param help A command's help.
 * @returns Lines with a heading, without a final newline.
 *
 * @example
 * ```ts
 * import { exampleText, mainHelp } from "./help_text.ts";
 * import assert from "node:assert/strict";
 *
 * assert.match(exampleText(mainHelp), /^Examples:\n {2}panto\n/);
 * ```
 */
export function exampleText(help: CommandHelp): string {
  const lines = help.examples.map(([command, meaning]) => `  ${command}\n      ${meaning}`);
  return ["Examples:", ...lines].join("\n");
}
