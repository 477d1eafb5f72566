/**
 * Makes the targets of rules absolute real paths, for `scope.readable` and `scope.writable` (DESIGN §6).
 * What does not exist yet is kept: a rule may name the file that is to be written.
 *
 * @module
 */

import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { ConfigError } from "../../errors.ts";
import { codeOf, isAbsence, systemReason } from "../../text/system_error.ts";
import type { AllowRule } from "../manifest.ts";
import type { Scope } from "../variables.ts";

/** How errors name the rules. */
export interface ResolveScopeOptions {
  /** The file that the rules come from; left out for those of the command line. */
  readonly path?: string | undefined;
}

/**
 * Resolves allow rules to paths, in the order of the rules, equal paths once. Relative targets start
 * from `directory`: the manifest's, or the working directory for the command line's rules. Throws,
 * with the rule's line, when the system refuses to look at a target.
 */
export function resolveScope(
  rules: readonly AllowRule[],
  directory: string,
  options: ResolveScopeOptions = {},
): Scope {
  const readable = new Set<string>();
  const writable = new Set<string>();
  for (const rule of rules) {
    const path = resolveRule(rule, directory, options);
    readable.add(path);
    if (rule.permission === "write") writable.add(path);
  }
  return { readable: [...readable], writable: [...writable] };
}

// As many as Linux follows.
const MAX_LINKS = 40;

function resolveRule(rule: AllowRule, directory: string, options: ResolveScopeOptions): string {
  const { target, line } = rule;
  try {
    return realTarget(absolute(target, directory), MAX_LINKS);
  } catch (error) {
    const reason = error instanceof LinkLoopError ? error.message : systemReason(error);
    const { path } = options;
    const where = path === undefined
      ? ""
      : ` of ${JSON.stringify(path)}${line === undefined ? "" : ` (line ${line})`}`;
    throw new ConfigError(`Cannot use the target ${JSON.stringify(target)}${where}: ${reason}`, {
      code: "template-input-invalid",
      place: { path: path ?? target, ...(line === undefined ? {} : { line }) },
    });
  }
}

class LinkLoopError extends Error {
  override message = "its symbolic links form a loop";
}

/** Not `path.resolve`: after a link `..` is the parent of what the link leads to. */
function absolute(target: string, directory: string): string {
  return isAbsolute(target) ? target : `${directory}${sep}${target}`;
}

/** The real path of what exists of a path, links without a target followed, and the rest as it is. */
function realTarget(path: string, links: number): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
  if (links === 0) throw new LinkLoopError();
  const parent = dirname(path);
  if (parent === path) return path;
  const whole = join(realTarget(parent, links), basename(path));
  const link = readLink(whole);
  return link === undefined ? whole : realTarget(absolute(link, dirname(whole)), links - 1);
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    // EINVAL: there is something, and it is no link. Windows says UNKNOWN for that.
    if (isAbsence(error) || ["EINVAL", "UNKNOWN"].includes(codeOf(error) ?? "")) return undefined;
    throw error;
  }
}
