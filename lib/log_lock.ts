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
import { IoError, LockedError } from "./errors.ts";
import { codeOf, isAbsence, systemReason } from "./system_error.ts";

/** A lock that is held. */
export interface LogLock {
  /** Device and inode of the locked file, to compare with what the path names now. */
  readonly identity: FileIdentity;
  /** Gives the lock back. */
  release(): void;
}

/** What tells a file from another one that has taken its name. */
export interface FileIdentity {
  /** The device that holds the file. */
  readonly dev: number;
  /** The inode number on that device. */
  readonly ino: number;
}

/** How long the lock is polled for, unless the caller says otherwise, in milliseconds. */
export const LOCK_TIMEOUT_MS = 2000;

const POLL_MS = 20;

/**
 * Takes the exclusive lock of a file.
 *
 * @param path The file; it must exist.
 * @param timeoutMs How long to wait for another holder, in milliseconds; 0 tries once.
 * @param name How messages call it.
 * @returns The lock.
 * @throws {LockedError} When another process holds it for longer.
 * @throws {IoError} When the file cannot be opened.
 */
export function acquireLock(
  path: string,
  timeoutMs: number = LOCK_TIMEOUT_MS,
  name: string = path,
): LogLock {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = tryLock(path, name);
    if (lock !== undefined) return lock;
    if (performance.now() >= deadline) {
      throw new LockedError(
        `Cannot lock "${name}": another process has held it for ${Math.ceil(timeoutMs) / 1000} s`,
        {
          place: { path: name },
          hint:
            "--lock-timeout SECONDS waits longer; --no-lock is for a script that holds the lock",
        },
      );
    }
    sleep(Math.max(1, Math.min(POLL_MS, deadline - performance.now())));
  }
}

/**
 * Stops the thread for a while.
 *
 * @param milliseconds How long.
 */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function tryLock(path: string, name: string): LogLock | undefined {
  try {
    if ("Deno" in globalThis) return tryLockDeno(path);
    const flock = bunFlock();
    return flock === undefined ? tryLockFile(path) : tryLockBun(path, flock);
  } catch (error) {
    throw new IoError(`Cannot lock "${name}": ${systemReason(error)}`, {
      place: { path: name },
      cause: error,
    });
  }
}

function tryLockDeno(path: string): LogLock | undefined {
  const file = Deno.openSync(path, { read: true });
  if (!file.tryLockSync(true)) {
    file.close();
    return undefined;
  }
  const { dev, ino } = file.statSync();
  return { identity: { dev, ino: ino ?? 0 }, release: () => file.close() };
}

type Flock = (fd: number, operation: number) => number;

const LOCK_EX_NB = 2 | 4;

function tryLockBun(path: string, flock: Flock): LogLock | undefined {
  const fd = openSync(path, constants.O_RDONLY);
  if (flock(fd, LOCK_EX_NB) !== 0) {
    closeSync(fd);
    return undefined;
  }
  const { dev, ino } = fstatSync(fd);
  return { identity: { dev, ino }, release: () => closeSync(fd) };
}

interface BunFfi {
  dlopen(
    library: string,
    symbols: { flock: { args: string[]; returns: string } },
  ): { symbols: { flock: Flock } };
}

let loadedFlock: Flock | undefined | "unavailable";

/** flock from the C library through Bun's FFI; undefined where there is none. */
function bunFlock(): Flock | undefined {
  loadedFlock ??= loadFlock() ?? "unavailable";
  return loadedFlock === "unavailable" ? undefined : loadedFlock;
}

function loadFlock(): Flock | undefined {
  const ffi: unknown = process.getBuiltinModule("bun:ffi");
  if (!isBunFfi(ffi)) return undefined;
  for (const library of C_LIBRARIES[process.platform] ?? []) {
    try {
      const { symbols } = ffi.dlopen(library, { flock: { args: ["int", "int"], returns: "int" } });
      return symbols.flock;
    } catch (error) {
      if (!(error instanceof Error)) throw error; // this C library is not here: try the next name
    }
  }
  return undefined;
}

const C_LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  darwin: ["libSystem.B.dylib"],
  linux: ["libc.so.6", "libc.so", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
};

function isBunFfi(value: unknown): value is BunFfi {
  return typeof value === "object" && value !== null && "dlopen" in value &&
    typeof value.dlopen === "function";
}

/** The substitute for flock: whoever creates the file owns it until it is removed or its owner is dead. */
function tryLockFile(path: string): LogLock | undefined {
  const lockPath = join(dirname(path), `.${basename(path)}.panto-lock`);
  const identity = identityOf(path);
  try {
    const fd = openSync(lockPath, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    writeSync(fd, String(process.pid));
    closeSync(fd);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if (ownerIsAlive(lockPath)) return undefined;
    unlinkSync(lockPath);
    return undefined;
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

/**
 * Says whether a process exists.
 *
 * @param pid A process id.
 * @returns True also where the runtime does not let us know.
 */
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
