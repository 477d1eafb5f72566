/**
 * Creates a session log (DESIGN §3, Writing f): written aside, synced, put in place with link(2).
 *
 * Of several processes that create one name, one wins and the others find its file whole. rename(2)
 * was rejected: it would take the place of a log that another process has just created.
 *
 * @module
 */

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { IoError } from "../../errors.ts";
import { type LogLock, tryFlock } from "./flock.ts";
import { cannot, identityAt, isSameFile, writeWhole } from "./open.ts";
import { codeOf, isAbsence } from "../../text/system_error.ts";

const FILE_MODE = 0o600;
const MAX_LINKS = 40;
const MAX_NAME_BYTES = 180;

/**
 * Creates a log with its content, a dangling link at its target. `exists`: another process was first,
 * and nothing was changed.
 */
export function createLog(path: string, lines: string, name: string): "created" | "exists" {
  const bytes = new TextEncoder().encode(lines);
  let target = path;
  try {
    target = linkTarget(path);
    const made = putInPlace(target, bytes);
    if (made === "created") syncDirectory(dirname(target));
    return made;
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      throw new IoError(`Cannot create "${name}": its directory does not exist`, {
        code: "directory-missing",
        place: { path: name },
        details: { directory: dirname(target) },
      });
    }
    throw cannot("create", name, error);
  }
}

/** Where a file of this name would be created: the path itself, or what its links lead to. */
function linkTarget(path: string): string {
  let target = path;
  for (let links = 0; links < MAX_LINKS; links++) {
    try {
      if (!lstatSync(target).isSymbolicLink()) return target;
    } catch (error) {
      if (isAbsence(error)) return target;
      throw error;
    }
    // The directory by its real path: `..` in a link is where it leads, not what the text says.
    target = resolve(realpathSync(dirname(target)), readlinkSync(target));
  }
  throw Object.assign(new Error("too many links"), { code: "ELOOP" });
}

function putInPlace(target: string, bytes: Uint8Array): "created" | "exists" {
  removeLeftovers(target);
  const aside = openAside(target);
  try {
    try {
      writeWhole(aside.fd, bytes);
      fsyncSync(aside.fd);
    } finally {
      closeSync(aside.fd);
    }
    linkSync(aside.path, target);
    return "created";
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return "exists";
    if (code !== undefined && NO_LINKS.has(code)) return createExclusively(target, bytes);
    throw error;
  } finally {
    removeIfThere(aside.path);
    aside.lock?.release();
  }
}

/** A file beside the target that is being written. */
interface Aside {
  readonly path: string;
  readonly fd: number;
  /** Held as long as the file is in use: it tells {@linkcode removeLeftovers} that its owner lives. */
  readonly lock: LogLock | undefined;
}

function openAside(target: string): Aside {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY;
  for (;;) {
    const path = asidePath(target);
    const fd = openSync(path, flags, FILE_MODE);
    const lock = lockAside(path);
    if (lock === "unavailable") return { path, fd, lock: undefined };
    const { dev, ino } = fstatSync(fd);
    // The name is asked after the lock is held: from then on nobody takes the file for a leftover.
    if (lock !== "held" && isSameFile({ dev, ino }, identityAt(path))) return { path, fd, lock };
    closeSync(fd);
    if (lock !== "held") lock.release();
  }
}

function lockAside(path: string): LogLock | "held" | "unavailable" {
  try {
    return tryFlock(path);
  } catch (error) {
    if (isAbsence(error)) return "held";
    throw error;
  }
}

/** File systems without hard links answer link(2) with one of these. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

function createExclusively(target: string, bytes: Uint8Array): "created" | "exists" {
  let fd: number;
  try {
    fd = openSync(target, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, FILE_MODE);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return "exists";
    throw error;
  }
  try {
    writeWhole(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  return "created";
}

function asidePath(target: string): string {
  const random = crypto.randomUUID().slice(0, 8);
  return join(dirname(target), `${asidePrefix(target)}${process.pid}-${random}`);
}

/** `.NAME.panto-`, with a name cut so that the whole stays below the system's 255 bytes. */
function asidePrefix(target: string): string {
  let name = basename(target);
  while (new TextEncoder().encode(name).length > MAX_NAME_BYTES) {
    name = [...name].slice(0, -1).join("");
  }
  return `.${name}.panto-`;
}

/**
 * Removes what processes left behind that died while they created this name. Whoever still writes holds
 * the file's lock; asking for the process id instead would fail across containers, and under Deno.
 */
function removeLeftovers(target: string): void {
  const prefix = asidePrefix(target);
  for (const name of namesIn(dirname(target))) {
    if (!name.startsWith(prefix) || !/^\d+-[0-9a-f]{8}$/.test(name.slice(prefix.length))) continue;
    const path = join(dirname(target), name);
    const lock = lockAside(path);
    if (lock === "held" || lock === "unavailable") continue;
    removeIfThere(path);
    lock.release();
  }
}

function removeIfThere(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isAbsence(error)) throw error;
  }
}

/** The names in a directory; none where it may be written but not listed. */
function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "EACCES") return [];
    throw error;
  }
}

function syncDirectory(directory: string): void {
  const fd = openSync(directory, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } catch (error) {
    // Some file systems cannot sync a directory; the file itself is synced.
    if (codeOf(error) !== "EINVAL") throw error;
  } finally {
    closeSync(fd);
  }
}
