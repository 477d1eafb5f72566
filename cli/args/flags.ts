/**
 * The options as commander knows them: flags, help text, value parsers; and the raw values they leave.
 * What they mean together is checked in cli/args/invocation.ts.
 *
 * No option has a default here: only so can be told whether it was given, and how often.
 *
 * @module
 */

import type { Option } from "commander";
import { flag, repeated, valued } from "./flag_kinds.ts";
import {
  type Assignment,
  listOf,
  parseAssignment,
  parseBytes,
  parseChoice,
  parseCount,
  parsePosition,
  parseSeconds,
  parseText,
} from "./values.ts";
import type { PositionSpec } from "./options.ts";
import type { ColorChoice } from "../output/terminal.ts";

/** A value of an option whose place among those of other options counts. */
export interface OrderedText {
  readonly text: string;
  /** Grows from one value to the next. */
  readonly order: number;
}

/** The values that commander collects; an option that was not given is undefined. */
export interface RawValues {
  /** `-C DIR` */
  readonly C?: string;
  readonly format?: string;
  readonly json?: boolean;
  readonly color?: ColorChoice;
  readonly quiet?: boolean;
  readonly raw?: boolean;
  readonly leaf?: string;
  readonly lenient?: boolean;
  readonly project?: boolean;
  readonly projectRoot?: string;
  readonly keepEdits?: boolean;
  readonly reseed?: boolean;
  readonly dryRun?: boolean;
  readonly exitCode?: boolean;
  readonly adopt?: boolean;
  readonly lock?: boolean;
  readonly lockTimeout?: number;
  readonly model?: string;
  readonly maxTokens?: number;
  readonly systemForm?: "string" | "blocks";
  readonly mergeSystem?: boolean;
  readonly systemRole?: "system" | "developer";
  readonly at?: PositionSpec;
  readonly from?: PositionSpec;
  readonly to?: PositionSpec | "files";
  readonly role?: "user" | "assistant" | "system";
  readonly replace?: boolean;
  readonly message?: string;
  readonly manifest?: string;
  readonly var?: readonly Assignment[];
  readonly vars?: string;
  readonly tool?: readonly string[];
  readonly tools?: string;
  readonly readable?: readonly OrderedText[];
  readonly writable?: readonly OrderedText[];
  readonly check?: boolean;
  readonly live?: boolean;
  readonly maxInstructions?: number;
}

/** The name of an option. */
export type FlagName = keyof RawValues;

const heading = {
  general: "Options:",
  output: "Output:",
  session: "Session:",
  files: "Prompt files:",
  writing: "Writing:",
  request: "Provider request:",
  content: "Content:",
  templates: "Templates:",
  live: "Live text:",
} as const;

const makers: Readonly<Record<FlagName, () => Option>> = {
  C: () => valued("-C <DIR>", "work as if started in DIR", text, heading.general),
  format: () => valued("-f, --format <FORMAT>", "", (_, value) => value, heading.output),
  json: () => flag("--json", "the same as --format json", heading.output),
  color: () =>
    valued(
      "--color <WHEN>",
      "auto, always or never (default: auto; NO_COLOR and FORCE_COLOR count)",
      (name, value) => parseChoice(name, value, ["auto", "always", "never"] as const),
      heading.general,
    ),
  quiet: () => flag("-q, --quiet", "do not tell about state changes on stderr", heading.general),
  raw: () => flag("--raw", "do not escape control characters on a terminal", heading.output),
  leaf: () => valued("--leaf <ID>", "the entry that the path ends with", text, heading.session),
  lenient: () => flag("--lenient", "go on past damaged lines, with a warning", heading.session),
  project: () => flag("--no-project", "leave out the project layer (./.panto)", heading.files),
  projectRoot: () =>
    valued(
      "--project-root <DIR>",
      "how far links of project files may lead (default: the repository)",
      text,
      heading.files,
    ),
  keepEdits: () =>
    flag("--keep-edits", "leave later edits alone while the files are unchanged", heading.files),
  reseed: () => flag("--reseed", "record the prompt anew even if it is unchanged", heading.files),
  dryRun: () =>
    flag("-n, --dry-run", "print the entries as JSON lines, write nothing", heading.writing),
  exitCode: () =>
    flag("--exit-code", "with -n: exit 1 when something would be written", heading.writing),
  adopt: () => flag("--adopt", "write to a file that shows no sign of a session", heading.writing),
  lock: () => flag("--no-lock", "take no lock, the caller holds it", heading.writing),
  lockTimeout: () =>
    valued(
      "--lock-timeout <SECONDS>",
      "how long to wait for the lock (default: 2)",
      parseSeconds,
      heading.writing,
    ),
  model: () => valued("--model <NAME>", 'the key "model" of the request', text, heading.request),
  maxTokens: () =>
    valued(
      "--max-tokens <N>",
      "the token limit of the request",
      parseCount,
      heading.request,
    ),
  systemForm: () =>
    valued(
      "--system-form <FORM>",
      "anthropic: string or blocks (default: string)",
      (name, value) => parseChoice(name, value, ["string", "blocks"] as const),
      heading.request,
    ),
  mergeSystem: () =>
    flag("--merge-system", "openai: one system message instead of several", heading.request),
  systemRole: () =>
    valued(
      "--system-role <ROLE>",
      "openai: system or developer (default: system)",
      (name, value) => parseChoice(name, value, ["system", "developer"] as const),
      heading.request,
    ),
  at: () =>
    valued(
      "--at <N>",
      "after N messages; -1 is without the last (default: the end)",
      parsePosition,
      heading.session,
    ),
  from: () => valued("--from <N>", "the first position to compare", parsePosition, heading.session),
  to: () =>
    valued(
      "--to <N>",
      'the second position, or "files" (default: the end)',
      (name, value) => value === "files" ? value : parsePosition(name, value),
      heading.session,
    ),
  role: () =>
    valued(
      "--role <ROLE>",
      "user, assistant or system",
      (name, value) => parseChoice(name, value, ["user", "assistant", "system"] as const),
      heading.content,
    ),
  replace: () => flag("--replace", "with --role system: replace the whole prompt", heading.content),
  message: () =>
    valued(
      "--message <FILE>",
      "one message as a JSON object from FILE, - is stdin",
      text,
      heading.content,
    ),
  manifest: () =>
    valued(
      "--manifest <FILE>",
      "a TOML file with the prompt's template and the scope",
      text,
      heading.templates,
    ),
  var: () =>
    repeated(
      "--var <NAME=VALUE>",
      "the variable vars.NAME (repeatable)",
      parseAssignment,
      heading.templates,
    ),
  vars: () =>
    valued(
      "--vars <FILE>",
      "variables from a JSON object, - is stdin; --var wins",
      text,
      heading.templates,
    ),
  tool: () => repeated("--tool <NAME>", "the name of a tool (repeatable)", text, heading.templates),
  tools: () =>
    valued("--tools <FILE>", "tools from a JSON array of definitions", text, heading.templates),
  readable: () =>
    repeated(
      "--readable <PATH>",
      "a path for scope.readable (repeatable)",
      ordered,
      heading.templates,
    ),
  writable: () =>
    repeated(
      "--writable <PATH>",
      "one for scope.readable and scope.writable (repeatable)",
      ordered,
      heading.templates,
    ),
  check: () => flag("--check", "check the syntax, print nothing", heading.templates),
  live: () =>
    flag(
      "--live",
      "add environment and project instructions as the last block",
      heading.live,
    ),
  maxInstructions: () =>
    valued(
      "--max-instructions <BYTES>",
      "how much of AGENTS.md or CLAUDE.md to show; 0 is all (default: 8192)",
      parseBytes,
      heading.live,
    ),
};

/**
 * Makes a command's own copy of an option.
 *
 * @param name The option's name.
 * @returns The option.
 *
 * @example
 * ```ts
 * import { makeFlag } from "./flags.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(makeFlag("dryRun").flags, "-n, --dry-run");
 * ```
 */
export function makeFlag(name: FlagName): Option {
  return makers[name]();
}

/**
 * Makes a command's own `--format`.
 *
 * @param formats The formats that the command knows, the default first.
 * @returns The option.
 *
 * @example
 * ```ts
 * import { makeFormatFlag } from "./flags.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(makeFormatFlag(["text", "json"]).description, "text or json (default: text)");
 * ```
 */
export function makeFormatFlag(formats: readonly string[]): Option {
  const option = makeFlag("format");
  option.description = `${listOf(formats)} (default: ${formats[0] ?? ""})`;
  return option;
}

/**
 * Says whether arguments may name an option; it may err on the side of yes.
 *
 * @param name The option's name.
 * @param argv The arguments.
 * @returns False when the option is surely not among them.
 *
 * @example
 * ```ts
 * import { mayBeNamed } from "./flags.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(mayBeNamed("maxTokens", ["--max-tokens=5"]), true);
 * assert.equal(mayBeNamed("lock", ["--no-lock"]), true);
 * assert.equal(mayBeNamed("dryRun", ["s.jsonl", "-qn"]), true);
 * assert.equal(mayBeNamed("dryRun", ["s.jsonl"]), false);
 * ```
 */
export function mayBeNamed(name: FlagName, argv: readonly string[]): boolean {
  const long = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return argv.some((word) =>
    word.startsWith("--")
      ? word.startsWith(`--${long}`) || word.startsWith(`--no-${long}`)
      : word.startsWith("-") && word !== "-" && haveLetter.has(name)
  );
}

/** Options of one letter, which can stand together: `-qn`. */
const haveLetter: ReadonlySet<FlagName> = new Set(["C", "format", "quiet", "dryRun"]);

function text(name: string, value: string): string {
  return parseText(name, value);
}

/** Counts all values, since each option knows only its own. */
let valuesSeen = 0;

function ordered(name: string, value: string): OrderedText {
  return { text: text(name, value), order: valuesSeen++ };
}
