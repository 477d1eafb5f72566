/**
 * Every flag of every command, one row each: spelling, help, how a value is taken, the heading in the
 * help. A row is the only place where a flag is declared; a command lists the ones that it takes, and
 * what they mean together is checked where they are read.
 *
 * @module
 */

import { hidden, named, repeated, switched, valued } from "./flag.ts";
import {
  oneOf,
  parseAssignment,
  parseBytes,
  parseCount,
  parseLayers,
  parseOrdered,
  parsePattern,
  parsePosition,
  parseSeconds,
  parseText,
} from "./values.ts";

const group = {
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

/** The flags by the names of their values. */
export const flags = named({
  C: valued("-C <DIR>", "work as if started in DIR", parseText, group.general),
  color: valued(
    "--color <WHEN>",
    "auto, always or never (default: auto; NO_COLOR and FORCE_COLOR count)",
    oneOf("auto", "always", "never"),
    group.general,
  ),
  quiet: switched("-q, --quiet", "do not tell about state changes on stderr", group.general),

  // Its help and its words are the formats of the command.
  format: valued("-f, --format <FORMAT>", "", (_, format) => format, group.output),
  json: switched("--json", "the same as --format json", group.output),
  full: switched("--full", "whole texts instead of first words", group.output),
  branches: switched("--branches", "list the leaves of the session instead", group.output),
  raw: switched("--raw", "do not escape control characters on a terminal", group.output),

  at: valued(
    "--at <N|ID>",
    "after N messages, or at an entry; -1 is without the last (default: the end)",
    parsePosition,
    group.session,
  ),
  from: valued("--from <N|ID>", "the first position to compare", parsePosition, group.session),
  to: valued(
    "--to <N|ID>",
    'the second position, or "files" (default: the end)',
    (spelling, value) => value === "files" ? value : parsePosition(spelling, value),
    group.session,
  ),
  grep: valued(
    "--grep <REGEX>",
    "the messages with a match in one of their texts (JavaScript, flags m and u; (?i:WORD) for any case)",
    parsePattern,
    group.session,
  ),
  leaf: valued("--leaf <ID>", "the entry that the path ends with", parseText, group.session),
  lenient: switched("--lenient", "go on past damaged lines, with a warning", group.session),

  system: valued(
    "--system <FILE>",
    "the seed, in the place of every SYSTEM.md; - is stdin",
    parseText,
    group.files,
  ),
  append: repeated(
    "--append <FILE>",
    "one more block after those of the layers, - is stdin (repeatable)",
    parseText,
    group.files,
  ),
  layers: valued(
    "--layers <LIST>",
    "the layers that count, such as project,user; or none (default: project,user,base)",
    parseLayers,
    group.files,
  ),
  project: switched("--no-project", "the same as --layers user,base", group.files),
  projectRoot: valued(
    "--project-root <DIR>",
    "how far links of project files may lead (default: the repository)",
    parseText,
    group.files,
  ),
  // For sessions without recorded sources: elsewhere edits are kept anyway.
  keepEdits: hidden(switched(
    "--keep-edits",
    "leave later edits alone while the files are unchanged",
    group.files,
  )),
  ownDirectory: switched(
    "--own-directory",
    "compare each session with the files of the directory it was started in",
    group.files,
  ),
  reseed: switched("--reseed", "record the prompt anew even if it is unchanged", group.files),

  dryRun: switched(
    "-n, --dry-run",
    "print the entries as JSON lines, write nothing",
    group.writing,
  ),
  adopt: switched(
    "--adopt",
    "write to pi's sessions, bare chat lines, or a file without a session",
    group.writing,
  ),
  lock: switched("--no-lock", "take no lock, the caller holds it", group.writing),
  lockTimeout: valued(
    "--lock-timeout <SECONDS>",
    "how long to wait for the lock (default: 2)",
    parseSeconds,
    group.writing,
  ),
  exitCode: switched(
    "--exit-code",
    "with -n: exit 1 when something would be written",
    group.writing,
  ),

  // Its words are those of the command.
  role: valued("--role <ROLE>", "user, assistant or system", parseText, group.content),
  replace: switched("--replace", "with --role system: replace the whole prompt", group.content),
  note: valued(
    "--note <TEXT>",
    "with --role system: why, on one line; shown beside it",
    parseText,
    group.content,
  ),
  message: valued(
    "--message <FILE>",
    "one message as a JSON object from FILE, - is stdin",
    parseText,
    group.content,
  ),

  check: switched("--check", "check the syntax, print nothing", group.templates),
  vars: valued(
    "--vars <FILE>",
    "variables from a JSON object, - is stdin; --var wins",
    parseText,
    group.templates,
  ),
  manifest: valued(
    "--manifest <FILE>",
    "a TOML file with the prompt's template and the scope",
    parseText,
    group.templates,
  ),
  var: repeated(
    "--var <NAME=VALUE>",
    "the variable vars.NAME (repeatable)",
    parseAssignment,
    group.templates,
  ),
  tool: repeated("--tool <NAME>", "the name of a tool (repeatable)", parseText, group.templates),
  tools: valued(
    "--tools <FILE>",
    "tools from a JSON array of definitions",
    parseText,
    group.templates,
  ),
  readable: repeated(
    "--readable <PATH>",
    "a path for scope.readable (repeatable)",
    parseOrdered,
    group.templates,
  ),
  writable: repeated(
    "--writable <PATH>",
    "one for scope.readable and scope.writable (repeatable)",
    parseOrdered,
    group.templates,
  ),

  live: switched(
    "--live",
    "add environment and project instructions as the last block",
    group.live,
  ),
  maxInstructions: valued(
    "--max-instructions <BYTES>",
    "how much of AGENTS.md or CLAUDE.md to show; 0 is all (default: 8192)",
    parseBytes,
    group.live,
  ),

  model: valued("--model <NAME>", 'the key "model" of the request', parseText, group.request),
  maxTokens: valued(
    "--max-tokens <N>",
    "the token limit of the request",
    parseCount,
    group.request,
  ),
  // Which providers honour these is put before their help.
  systemForm: valued(
    "--system-form <FORM>",
    "string or blocks (default: string)",
    oneOf("string", "blocks"),
    group.request,
  ),
  mergeSystem: switched(
    "--merge-system",
    "one system message instead of several",
    group.request,
  ),
  systemRole: valued(
    "--system-role <ROLE>",
    "system or developer (default: system)",
    oneOf("system", "developer"),
    group.request,
  ),
});
