/**
 * Runs a program and hands back what it printed, for the build scripts.
 *
 * `deno` is always the program that runs the script ({@linkcode Deno.execPath}): on a machine with only
 * Node and npm there is none on PATH.
 *
 * @module
 */

/** What a program did. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to run it. */
export interface CommandOptions {
  readonly cwd?: string;
  /** Set on top of the script's own environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program to its end, without standard input; code 127 when it is not installed. */
export function runCommand(
  command: readonly [string, ...string[]],
  options: CommandOptions = {},
): CommandResult {
  const [program, ...args] = command;
  const decoder = new TextDecoder();
  try {
    const { code, stdout, stderr } = new Deno.Command(program, {
      args,
      stdin: "null",
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...options.env },
    }).outputSync();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return { code: 127, stdout: "", stderr: `${program}: not found` };
  }
}
