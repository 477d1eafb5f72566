/**
 * Runs a command line: parse, run the command, send the output, choose the exit code.
 *
 * All commands are imported at once: loading each when it runs was measured in the compiled executable
 * and gained nothing, since evaluating these modules takes well below a millisecond.
 *
 * @module
 */

import { UsageError } from "../mod.ts";
import { parseCommandLine } from "./args/parse.ts";
import { commands as allCommands } from "./commands/all.ts";
import type { CommandList } from "./commands/command.ts";
import { exitCodes, reportFailure } from "./failure.ts";
import type { Host } from "./host.ts";

/** What the program consists of. */
export interface RunOptions {
  /** The commands that there are. @default all of panto's */
  readonly commands?: CommandList;
}

/** Runs the program and returns the exit code; every error becomes lines on stderr and a code. */
export function run(host: Host, { commands = allCommands }: RunOptions = {}): number {
  try {
    checkArguments(host);
    const exitCode = runCommand(host, commands);
    host.stdout.flush();
    return exitCode;
  } catch (error) {
    return reportFailure(host, flushed(host, error));
  }
}

function runCommand(host: Host, commands: CommandList): number {
  const invocation = parseCommandLine(host.argv, { cwd: host.cwd(), commands });
  if (invocation.type === "run") return invocation.command.run(host, invocation.options);
  host.stdout.write(invocation.text);
  return exitCodes.done;
}

/** A name with a broken byte would reach another file than the one that was meant. */
function checkArguments(host: Host): void {
  const suspect = host.argv.some((argument) => argument.includes("\ufffd"));
  if (suspect && host.hasBrokenArgument()) throw new UsageError("An argument is not valid UTF-8");
}

/** Sends what was printed before the error; of two errors, the first is told. */
function flushed(host: Host, error: unknown): unknown {
  try {
    host.stdout.flush();
    return error;
  } catch (outputError) {
    return error ?? outputError;
  }
}
