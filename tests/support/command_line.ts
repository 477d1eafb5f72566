/**
 * Command lines as tests write them: one string, parsed in the directory /w with all of panto's commands.
 *
 * @module
 */

import assert from "node:assert/strict";
import { type Invocation, parseCommandLine } from "../../cli/args/parse.ts";
import { commands } from "../../cli/commands/all.ts";

/** Parses arguments. */
export function parseArguments(argv: readonly string[], cwd = "/w"): Invocation {
  return parseCommandLine(argv, { cwd, commands });
}

/** Parses a line whose arguments hold no spaces. */
export function parseLine(line: string): Invocation {
  return parseArguments(line === "" ? [] : line.split(" "));
}

/** The options of a line that runs a command, and the command's name. */
export function understood(invocation: Invocation): { command: string; options: unknown } {
  assert.ok(invocation.type === "run");
  return { command: invocation.command.name, options: invocation.options };
}

/** The text of a line that asks for help. */
export function helpText(invocation: Invocation): string {
  assert.ok(invocation.type === "help");
  return invocation.text;
}
