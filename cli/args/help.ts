/**
 * The parts of `--help` that commander does not write: examples, the files and variables that are read,
 * and the exit codes.
 *
 * @module
 */

import type { Command } from "../commands/command.ts";

/** Where prompt files are looked for, and what they are called. */
export const fileHelp = `Files:
  .panto/                           the project layer, in the working directory
  $XDG_CONFIG_HOME/panto/           the user layer (else ~/.config/panto/)
  $XDG_DATA_HOME/panto/             the base layer (else ~/.local/share/panto/)

  Each may hold SYSTEM.md, of which the highest layer's is the seed, and
  APPEND_SYSTEM.md, which all count: project, user, base. With .j2 behind its
  name a file is a template. panto layers shows what counts and why.`;

/** Every variable of the environment that is read. */
export const environmentHelp = `Environment:
  HOME                the home directory; USERPROFILE on Windows
  XDG_CONFIG_HOME     where the user layer lies, an absolute path
  XDG_DATA_HOME       where the base layer lies, an absolute path
  PANTO_PROJECT_ROOT  as --project-root
  PANTO_NOW           the time to go by, as RFC 3339 has it
  SOURCE_DATE_EPOCH   the same in seconds since 1970, without PANTO_NOW
  PATH                where live text looks for git
  NO_COLOR            no colors, unless --color asks for them
  FORCE_COLOR         colors also where no terminal reads
  TERM                dumb stands for a terminal without colors
  COLUMNS             the width of the terminal
  PANTO_DEBUG         errors with a stack trace`;

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

/** Lays out a command's examples below a heading, without a final newline. */
export function exampleText({ examples }: Pick<Command, "examples">): string {
  const lines = examples.map(([line, meaning]) => `  ${line}\n      ${meaning}`);
  return ["Examples:", ...lines].join("\n");
}
