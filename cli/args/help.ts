/**
 * The parts of `--help` that commander does not write: examples, and the exit codes.
 *
 * @module
 */

import type { Command } from "../commands/command.ts";

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
