/**
 * Runs a command line: parse, run the command, send the output, choose the exit code.
 *
 * All commands are imported at once: loading each when it runs was measured in the compiled executable
 * and gained nothing, since evaluating these modules takes well below a millisecond.
 *
 * @module
 */

import { UsageError } from "../mod.ts";
import { runAppend } from "./commands/append.ts";
import { runAssemble } from "./commands/assemble.ts";
import { runDefault } from "./commands/resume.ts";
import { runDiff } from "./commands/diff.ts";
import { runInspect } from "./commands/inspect.ts";
import { runLayers } from "./commands/layers.ts";
import { runLog } from "./commands/log.ts";
import { runRender } from "./commands/render.ts";
import { runStatus } from "./commands/status.ts";
import { exitCodes, reportFailure } from "./failure.ts";
import type { Host } from "./host.ts";
import type { Invocation } from "./args/options.ts";
import { parseCommandLine } from "./args/parse.ts";

/**
 * Runs the program.
 *
 * @param host The world.
 * @returns The exit code. Nothing is thrown: every error becomes lines on stderr and a code.
 */
export function run(host: Host): number {
  try {
    checkArguments(host);
    const exitCode = runCommand(host, parseCommandLine(host.argv, { cwd: host.cwd() }));
    host.stdout.flush();
    return exitCode;
  } catch (error) {
    return reportFailure(host, flushed(host, error));
  }
}

function runCommand(host: Host, invocation: Invocation): number {
  switch (invocation.command) {
    case "default":
      return runDefault(host, invocation.options);
    case "inspect":
      return runInspect(host, invocation.options);
    case "diff":
      return runDiff(host, invocation.options);
    case "log":
      return runLog(host, invocation.options);
    case "status":
      return runStatus(host, invocation.options);
    case "layers":
      return runLayers(host, invocation.options);
    case "append":
      return runAppend(host, invocation.options);
    case "assemble":
      return runAssemble(host, invocation.options);
    case "render":
      return runRender(host, invocation.options);
    case "help":
      host.stdout.write(invocation.text);
      return exitCodes.done;
  }
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
