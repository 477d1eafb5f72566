/**
 * Which directory is the project, that is, how far the links of an untrusted file may lead
 * (DESIGN §2.8). It is never read from the project itself.
 *
 * A repository that holds the home directory, or is it (dotfiles under git), does not count: with it
 * every key in the home directory would lie "inside the project".
 *
 * @module
 */

import { realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, parse, resolve, sep } from "node:path";
import { ConfigError } from "../../errors.ts";
import { type Environment, homeDirectory, pathVariable } from "../../layers.ts";
import { isInside } from "../inside.ts";
import { isAbsence, systemReason } from "../../text/system_error.ts";

/** What {@linkcode findProjectRoot} goes by. */
export interface ProjectRootOptions {
  /** The home directory and `PANTO_PROJECT_ROOT` are looked up here. */
  readonly env: Environment;
  /** The directory the user named; relative to the working directory. @default PANTO_PROJECT_ROOT */
  readonly projectRoot?: string | undefined;
  /** A `process.platform`. @default "linux" */
  readonly platform?: string | undefined;
  /** True when the working directory is a real path already: then no link of it is followed. @default false */
  readonly cwdIsReal?: boolean | undefined;
}

/**
 * Finds the project of a working directory: the directory the user named, else the nearest ancestor (or
 * the directory itself) that holds `.git`, unless the home directory lies in that one; else the
 * working directory.
 */
export function findProjectRoot(cwd: string, options: ProjectRootOptions): string {
  const { env, platform } = options;
  const real = realWorkingDirectory(cwd, options);
  const named = options.projectRoot ?? pathVariable(env, "PANTO_PROJECT_ROOT");
  if (named !== "") {
    const path = isAbsolute(named) ? named : `${real}${sep}${named}`;
    return directoryAbove(path, real) ?? realDirectory(path, "project directory");
  }
  const repository = nearestRepository(real);
  if (repository === undefined) return real;
  // Without a known home directory, one holds every home directory for sure: the root.
  const home = homeDirectory(env, platform) ?? parse(real).root;
  return isInside(realOrSame(home), repository) ? real : repository;
}

/**
 * A path that leads to a directory or to one above it, told by names alone; undefined for any other. What
 * stands above a real path is real, and to look it up would ask whoever can exchange it for a link.
 */
function directoryAbove(path: string, real: string): string | undefined {
  const rest = path.startsWith(`${real}${sep}`) ? path.slice(real.length + 1) : path;
  const parts = rest.split(sep);
  // After a link `..` leads elsewhere.
  const turnsBack = parts.some((part, index) =>
    part === ".." && !["", ".", "..", undefined].includes(parts[index - 1])
  );
  const resolved = resolve(path);
  return !turnsBack && isInside(real, resolved) ? resolved : undefined;
}

/**
 * The real path of a working directory. A caller that looks below it goes by this one answer: the path may
 * lead elsewhere the next time, and files there are not those of the project that was found here.
 */
export function realWorkingDirectory(
  cwd: string,
  options: Pick<ProjectRootOptions, "cwdIsReal"> = {},
): string {
  return options.cwdIsReal === true ? cwd : realDirectory(cwd, "working directory");
}

function nearestRepository(start: string): string | undefined {
  for (let directory = start;; directory = dirname(directory)) {
    if (holdsGit(directory)) return directory;
    if (dirname(directory) === directory) return undefined;
  }
}

function holdsGit(directory: string): boolean {
  const path = join(directory, ".git");
  try {
    const stats = statSync(path);
    return stats.isDirectory() || stats.isFile();
  } catch (error) {
    if (isAbsence(error)) return false;
    throw new ConfigError(`Cannot look at ${JSON.stringify(path)}: ${systemReason(error)}`, {
      code: "project-unknown",
      place: { path },
    });
  }
}

/** The real path; where there is none, the path, so that a missing home directory still protects. */
function realOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system
    return resolve(path);
  }
}

function realDirectory(path: string, what: string): string {
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    throw unusable(path, what, systemReason(error));
  }
  throw unusable(path, what, "it is not a directory");
}

function unusable(path: string, what: string, reason: string): ConfigError {
  const message = `Cannot use ${JSON.stringify(path)} as the ${what}: ${reason}`;
  return new ConfigError(message, { code: "directory-unusable", place: { path } });
}
