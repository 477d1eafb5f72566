/**
 * Finds the facts of the environment block (DESIGN §7): platform, date, git, directory listing.
 *
 * The one place where panto runs another program: `git rev-parse`, once. The name is looked up here and
 * not by the system, so that a `git` of the working directory never runs by way of a relative or empty
 * entry of PATH; and no `GIT_*` variable reaches git (panto may run in a hook, where GIT_DIR is set).
 * Whatever goes wrong is a "no": the model loses a hint, the prompt stays whole. Under Deno that is so
 * without the permissions `run=git`, `env=PATH,GIT_*,NODE_V8_COVERAGE`.
 *
 * @module
 */

import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { posix, win32 } from "node:path";
import process from "node:process";
import type { DirectoryEntry, EnvironmentFacts } from "../env_block.ts";
import type { Environment } from "../../layers.ts";
import { systemReason } from "../../text/system_error.ts";

/** What {@linkcode probeEnvironment} goes by. */
export interface ProbeOptions {
  /** The absolute path of the working directory. */
  readonly cwd: string;
  /** `git` is looked up in its PATH; its home directory and XDG directory lead git to its settings. */
  readonly env: Environment;
  /** A `process.platform`. @default "linux" */
  readonly platform?: string | undefined;
  /** The time whose local date is told. */
  readonly now: Date;
}

/** How long git may take, in milliseconds. */
export const GIT_TIMEOUT = 2000;

/**
 * Finds the facts of the environment block. A directory that is not there or cannot be read has no
 * entries.
 */
export function probeEnvironment(options: ProbeOptions): EnvironmentFacts {
  const { cwd, env, platform = "linux", now } = options;
  return {
    cwd,
    platform: platform === "win32" ? "windows" : platform,
    date: localDate(now),
    isGitRepo: isInWorkTree(cwd, env, platform),
    entries: readEntries(cwd),
  };
}

function localDate(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return [String(year).padStart(4, "0"), ...[month, day].map((n) => String(n).padStart(2, "0"))]
    .join("-");
}

function isInWorkTree(cwd: string, env: Environment, platform: string): boolean {
  try {
    const directories = absoluteEntries(env["PATH"] ?? "", platform);
    const git = findProgram(directories, platform);
    if (git === undefined) return false;
    // Loaded when used: the module costs 0.8 ms of the start-up of the executable.
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    // Answered by the exit code: a pipe would be waited for as long as any child of git holds it.
    const { error, status } = withoutForeignVariables(() =>
      spawnSync(git, ["rev-parse", "--show-toplevel"], {
        cwd,
        env: gitEnvironment(env, directories, platform),
        killSignal: "SIGKILL",
        stdio: "ignore",
        timeout: GIT_TIMEOUT,
        windowsHide: true,
      })
    );
    return error === undefined && status === 0;
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system
    return false;
  }
}

/**
 * Deno's `spawnSync` (2.9) adds `env` to the environment of the process instead of taking its place, and
 * `Deno.Command`, which can clear it, has no timeout. So there the variables are taken away meanwhile:
 * git's own, and the loader's, with which Deno refuses to start a program at all.
 */
function withoutForeignVariables<Result>(run: () => Result): Result {
  if (!("Deno" in globalThis)) return run();
  // deno-lint-ignore panto/environment -- nothing of it is used
  const { env } = process;
  const taken = FOREIGN_VARIABLES.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [{ name, value }];
  });
  try {
    for (const { name } of taken) delete env[name];
    return run();
  } finally {
    for (const { name, value } of taken) env[name] = value;
  }
}

/** Those that have a say in where git looks for a repository and what it takes for one. */
const FOREIGN_VARIABLES: readonly string[] = [
  "DYLD_INSERT_LIBRARIES",
  "DYLD_LIBRARY_PATH",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_ATTR_SOURCE",
  "GIT_CEILING_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_CONFIG",
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CONFIG_PARAMETERS",
  "GIT_CONFIG_SYSTEM",
  "GIT_DIR",
  "GIT_DISCOVERY_ACROSS_FILESYSTEM",
  "GIT_EXEC_PATH",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_NAMESPACE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GIT_TEST_ASSUME_DIFFERENT_OWNER",
  "GIT_TRACE",
  "GIT_TRACE2",
  "GIT_TRACE2_EVENT",
  "GIT_TRACE2_PERF",
  "GIT_TRACE_PERFORMANCE",
  "GIT_TRACE_SETUP",
  "GIT_WORK_TREE",
  "LD_AUDIT",
  "LD_LIBRARY_PATH",
  "LD_PRELOAD",
];

function absoluteEntries(path: string, platform: string): string[] {
  const rules = platform === "win32" ? win32 : posix;
  return path.split(rules.delimiter).filter((entry) => rules.isAbsolute(entry));
}

function findProgram(directories: readonly string[], platform: string): string | undefined {
  const [name, separator] = platform === "win32" ? ["git.exe", "\\"] : ["git", "/"];
  return directories.map((directory) => directory + separator + name).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system
    return false;
  }
}

/** PATH is for a `git` that is a script, the others lead to settings such as `safe.directory`. */
function gitEnvironment(
  env: Environment,
  directories: readonly string[],
  platform: string,
): Record<string, string> {
  const { delimiter } = platform === "win32" ? win32 : posix;
  const given = {
    PATH: directories.join(delimiter),
    HOME: env["HOME"],
    USERPROFILE: env["USERPROFILE"],
    XDG_CONFIG_HOME: env["XDG_CONFIG_HOME"],
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
  );
}

function readEntries(cwd: string): DirectoryEntry[] | undefined {
  try {
    return readdirSync(cwd, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isDirectory: entry.isDirectory() || (entry.isSymbolicLink() && leadsToDirectory(cwd, entry)),
    }));
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system
    return undefined;
  }
}

function leadsToDirectory(cwd: string, entry: { readonly name: string }): boolean {
  try {
    return statSync(`${cwd}/${entry.name}`).isDirectory();
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system
    return false;
  }
}
