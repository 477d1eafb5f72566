/**
 * The lock on a session log (DESIGN §3, Writing c): flock(2) on the log itself, so that panto under
 * Deno, panto under Bun and flock(1) in a script all exclude each other.
 *
 * The lock is held on a descriptor of its own: closing it releases the lock, whatever happens. Where
 * flock cannot be reached, an exclusive file with the owner's process id stands for it; that one does
 * not exclude flock(1).
 *
 * @module
 */

import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { IoError, LockedError } from "../../errors.ts";
import { type FileIdentity, type LogLock, tryFlock } from "./flock.ts";
import { codeOf, isAbsence, systemReason } from "../../text/system_error.ts";

/** How long the lock is polled for, unless the caller says otherwise, in milliseconds. */
export const LOCK_TIMEOUT_MS = 2000;

const POLL_MS = 20;

/**
 * Takes the exclusive lock of a file; undefined when the file does not exist. Another holder is waited
 * for as long as `timeoutMs` says, where 0 tries once, and then a LockedError is thrown.
 */
export function acquireLock(
  path: string,
  timeoutMs: number = LOCK_TIMEOUT_MS,
  name: string = path,
): LogLock | undefined {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = tryLock(path, name);
    if (lock !== "held") return lock;
    if (performance.now() >= deadline) {
      throw new LockedError(
        `Cannot lock "${name}": another process has held it for ${Math.ceil(timeoutMs) / 1000} s`,
        { code: "locked", place: { path: name } },
      );
    }
    sleep(Math.max(1, Math.min(POLL_MS, deadline - performance.now())));
  }
}

/** Stops the thread for a while. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function tryLock(path: string, name: string): LogLock | "held" | undefined {
  try {
    const lock = tryFlock(path);
    return lock === "unavailable" ? tryLockFile(path) : lock;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw new IoError(`Cannot lock "${name}": ${systemReason(error)}`, {
      code: "unwritable",
      place: { path: name },
      cause: error,
    });
  }
}

/** The substitute for flock: whoever creates the file owns it until it is removed or its owner is dead. */
function tryLockFile(path: string): LogLock | "held" {
  const lockPath = join(dirname(path), `.${basename(path)}.panto-lock`);
  const identity = identityOf(path);
  try {
    const fd = openSync(lockPath, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    writeSync(fd, String(process.pid));
    closeSync(fd);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if (!ownerIsAlive(lockPath)) unlinkSync(lockPath);
    return "held";
  }
  return { identity, release: () => unlinkSync(lockPath) };
}

function ownerIsAlive(lockPath: string): boolean {
  try {
    return isAlive(Number(readFileSync(lockPath, "utf8")));
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

/** Whether a process exists; true also where the runtime does not let us know. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

function identityOf(path: string): FileIdentity {
  const fd = openSync(path, constants.O_RDONLY);
  try {
    const { dev, ino } = fstatSync(fd);
    return { dev, ino };
  } finally {
    closeSync(fd);
  }
}
