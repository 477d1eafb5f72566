/**
 * The few things that the command line asks of files itself; prompt files and sessions are the library's.
 *
 * @module
 */

import { lstatSync, realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { IoError, systemReason } from "../../mod.ts";

/** The real path of a directory; `name` is what messages call it. */
export function realDirectory(path: string, name: string): string {
  let fault = "it is not a directory";
  try {
    const directory = realpathSync(path);
    if (statSync(directory).isDirectory()) return directory;
  } catch (error) {
    fault = systemReason(error);
  }
  throw new IoError(`Cannot work in ${JSON.stringify(name)}: ${fault}`, {
    code: "directory-unusable",
    place: { path: name },
  });
}

/**
 * Whether the working directory, as the system or {@linkcode realDirectory} says it, is free of links. On
 * Windows a drive can stand for a directory of another one.
 */
export function saysRealPaths(host: { readonly platform: string }): boolean {
  return host.platform !== "win32";
}

/** Whether a path names something. A link that leads nowhere is there: a session can be created at its target. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A name that no file can have (too long, for one) is no session.
    systemReason(error);
    return false;
  }
}

/** Whether a relative path names something in the directory that the program was started in. */
export function isWhereStarted(host: { cwd(): string }, path: string): boolean {
  return !isAbsolute(path) && isThere(`${host.cwd()}/${path}`);
}
