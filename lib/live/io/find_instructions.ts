/**
 * Finds and reads the project's own instructions, AGENTS.md or CLAUDE.md (DESIGN §7).
 *
 * What is found is untrusted twice over: the text goes to a model unasked, and the walk upward passes
 * directories such as /tmp where others may write. So a file counts only when it, the link to it and its
 * directory belong to the user or root, and a link never leaves the project of the directory that it
 * stands in. The walk goes by real paths, so that it takes the way that `cd` and `..` would.
 *
 * A file that is there but cannot be used ends the walk, with a warning: instructions from further up
 * were written for something else. Only what is no file at all, or another user's, is passed over.
 *
 * @module
 */

import { lstatSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { ConfigError, type Warning } from "../../errors.ts";
import { importsOnly, type Instructions } from "../instructions.ts";
import { findInvisible, invisibleWarnings } from "../../text/invisible.ts";
import { type Environment, homeDirectory } from "../../layers.ts";
import { isInside } from "../../prompt_files/inside.ts";
import { findProjectRoot } from "../../prompt_files/io/project_root.ts";
import { type PromptFileText, readPromptFile } from "../../prompt_files/io/read_file.ts";
import { isBlank } from "../../text/join.ts";
import { isAbsence, systemReason } from "../../text/system_error.ts";

/** Where instructions are looked for, and on whose behalf. */
export interface InstructionSources {
  /** The absolute path of the directory in which the walk begins. */
  readonly cwd: string;
  /** True when no part of it is a link, as the system says it itself: then none is followed. @default false */
  readonly cwdIsReal?: boolean | undefined;
  /** The home directory, where the walk ends, and `PANTO_PROJECT_ROOT` are looked up here. */
  readonly env: Environment;
  /** A `process.platform`. @default "linux" */
  readonly platform?: string | undefined;
  /** The project that the user named, relative to `cwd`. @default PANTO_PROJECT_ROOT */
  readonly projectRoot?: string | undefined;
  /** The number of the user whose files count, beside root's. @default the process's effective user */
  readonly userId?: number | undefined;
}

/** Instructions as they were read. */
export interface InstructionFile extends Instructions {
  /** The length of the text's UTF-8. */
  readonly bytes: number;
}

/** What a search for instructions came to. */
export interface FoundInstructions {
  /** Undefined when there are none, or none that may be shown. */
  readonly instructions: InstructionFile | undefined;
  /** Why a file was left out, and what is odd about the one that was taken. */
  readonly warnings: readonly Warning[];
}

/** The names of instruction files, in the order in which they are looked for in each directory. */
export const INSTRUCTION_NAMES: readonly string[] = ["AGENTS.md", "CLAUDE.md"];

/**
 * Finds the instructions of a directory: its own, else those of the nearest directory above it, up to
 * and including the home directory, never those of the file system's root. A blank file says that
 * there are none.
 */
export function readInstructions(sources: InstructionSources): FoundInstructions {
  const search = startSearch(sources);
  const warnings: Warning[] = [];
  for (const directory of directoriesUpward(search.start, search.home)) {
    for (const name of INSTRUCTION_NAMES) {
      const path = join(directory, name);
      const candidate = readCandidate(path, directory, search);
      if (candidate.type === "absent") continue;
      if (candidate.type === "left-out") {
        warnings.push(candidate.warning);
        if (candidate.endsWalk) return { instructions: undefined, warnings };
        continue;
      }
      const { text, bytes } = candidate.file;
      if (isBlank(text)) return { instructions: undefined, warnings };
      warnings.push(...invisibleWarnings(path, findInvisible(text)), ...importWarnings(path, text));
      return { instructions: { path, text, bytes }, warnings };
    }
  }
  return { instructions: undefined, warnings };
}

/**
 * Reads the AGENTS.md of a directory, for templates, by the same rules but without the walk; its whole
 * text may be blank.
 */
export function readAgentsMd(
  sources: InstructionSources,
): { readonly text: string | undefined; readonly warnings: readonly Warning[] } {
  const search = startSearch(sources);
  if (isRoot(search.start)) return { text: undefined, warnings: [] };
  const path = join(search.start, "AGENTS.md");
  const candidate = readCandidate(path, search.start, search);
  if (candidate.type === "absent") return { text: undefined, warnings: [] };
  if (candidate.type === "left-out") return { text: undefined, warnings: [candidate.warning] };
  const { text } = candidate.file;
  return { text, warnings: invisibleWarnings(path, findInvisible(text)) };
}

/** The directories from a real path up to the home directory, if any; never the file system's root. */
export function* directoriesUpward(start: string, home: string | undefined): Generator<string> {
  for (let directory = start; !isRoot(directory); directory = dirname(directory)) {
    yield directory;
    if (directory === home) return;
  }
}

/** The sources, once their paths are real. */
interface Search {
  readonly sources: InstructionSources;
  readonly start: string;
  /** Undefined when there is no home directory to end at. */
  readonly home: string | undefined;
  /** The project that the user named. */
  readonly named: string | undefined;
}

type Candidate =
  | { readonly type: "absent" }
  | { readonly type: "text"; readonly file: PromptFileText }
  | { readonly type: "left-out"; readonly warning: Warning; readonly endsWalk: boolean };

function startSearch(sources: InstructionSources): Search {
  const { cwd, env, platform, projectRoot } = sources;
  const start = sources.cwdIsReal === true ? cwd : realDirectory(cwd);
  const home = homeDirectory(env, platform);
  const isNamed = (projectRoot ?? env["PANTO_PROJECT_ROOT"] ?? "") !== "";
  return {
    sources,
    start,
    home: home === undefined ? undefined : realOrUndefined(home),
    named: isNamed
      ? findProjectRoot(start, { env, platform, projectRoot, cwdIsReal: true })
      : undefined,
  };
}

function isRoot(directory: string): boolean {
  return dirname(directory) === directory;
}

function readCandidate(path: string, directory: string, search: Search): Candidate {
  try {
    const fault = ownerFault("it", lstatSync(path), search) ??
      ownerFault("its directory", statSync(directory), search);
    if (fault !== undefined) return leftOut(path, cannot("use", path, fault), false);
    return readTarget(path, projectOf(directory, search), search);
  } catch (error) {
    if (error instanceof ConfigError) return leftOut(path, error, true);
    if (isAbsence(error)) return { type: "absent" };
    return leftOut(path, cannot("read", path, systemReason(error)), true);
  }
}

/**
 * Reads through the links. The owner is asked before, so that the walk can go on after another user's
 * file, and of the opened file, which another one may have taken the place of.
 */
function readTarget(path: string, project: string, search: Search): Candidate {
  const target = targetOf(path);
  const isFile = target?.stats.isFile() ?? false;
  if (target !== undefined && isFile && isInside(target.realPath, project)) {
    const fault = ownerFault("the file it leads to", target.stats, search);
    if (fault !== undefined) return leftOut(path, cannot("use", path, fault), false);
  }
  const file = readPromptFile(path, {
    inside: project,
    ownerFault: (uid) => ownerFault("it", { uid }, search),
  });
  if (file.type === "absent") return file;
  if (file.type === "failed") {
    const isNoFile = target !== undefined && !isFile && !file.refused;
    return leftOut(path, file.error, !isNoFile);
  }
  if (isSame(target, targetOf(path))) return { type: "text", file };
  return leftOut(path, cannot("read", path, "it was replaced while it was read"), true);
}

/** The real path of a file and what stands there. */
interface Target {
  readonly realPath: string;
  readonly stats: Stats;
}

/** Undefined when nothing can be reached; the reader then says why. */
function targetOf(path: string): Target | undefined {
  try {
    const realPath = realpathSync.native(path);
    return { realPath, stats: statSync(realPath) };
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system
    return undefined;
  }
}

function isSame(a: Target | undefined, b: Target | undefined): boolean {
  return a !== undefined && b !== undefined && a.realPath === b.realPath &&
    a.stats.dev === b.stats.dev && a.stats.ino === b.stats.ino && a.stats.uid === b.stats.uid;
}

/** Words that something belongs to neither the user nor root. On Windows everything is root's. */
function ownerFault(
  what: string,
  stats: Pick<Stats, "uid">,
  search: Search,
): string | undefined {
  if (stats.uid === 0) return undefined;
  const belongs = `${what} belongs to user ${stats.uid}`;
  try {
    const user = search.sources.userId ?? process.geteuid?.();
    if (user === undefined || user === stats.uid) return undefined;
    return user === 0 ? `${belongs}, not to root` : `${belongs}, not to user ${user} or root`;
  } catch (error) {
    return `${belongs}, and who runs this is not known: ${systemReason(error)}`;
  }
}

/**
 * The project of a directory on the way up. The one that the user named is it only for what lies inside;
 * else a file further up would count as outside.
 */
function projectOf(directory: string, search: Search): string {
  if (search.named !== undefined && isInside(directory, search.named)) return search.named;
  const { env, platform } = search.sources;
  return findProjectRoot(directory, { env, platform, projectRoot: "", cwdIsReal: true });
}

function leftOut(path: string, error: ConfigError, endsWalk: boolean): Candidate {
  const warning = { message: `${error.message}; it is left out`, place: { path, ...error.place } };
  return { type: "left-out", warning, endsWalk };
}

function cannot(verb: "read" | "use", path: string, reason: string): ConfigError {
  const message = `Cannot ${verb} ${JSON.stringify(path)}: ${reason}`;
  return new ConfigError(message, { code: "file-unreadable", place: { path } });
}

function importWarnings(path: string, text: string): Warning[] {
  const [first, ...others] = importsOnly(text);
  if (first === undefined) return [];
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  const message = `Imports are not followed: ${JSON.stringify(path)} holds nothing but ` +
    JSON.stringify(first) + more;
  return [{ message, place: { path } }];
}

function realDirectory(path: string): string {
  let reason = "it is not a directory";
  try {
    const real = realpathSync.native(path);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    reason = systemReason(error);
  }
  const message = `Cannot use ${JSON.stringify(path)} as the working directory: ${reason}`;
  throw new ConfigError(message, { code: "directory-unusable", place: { path } });
}

/** A home directory that is not there ends no walk. */
function realOrUndefined(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    systemReason(error); // throws on what is no answer of the system
    return undefined;
  }
}
