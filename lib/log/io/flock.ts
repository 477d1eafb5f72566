/**
 * flock(2) under both runtimes: `Deno.FsFile.tryLockSync` under Deno, the C library through `bun:ffi`
 * under Bun. node:fs has no lock at all.
 *
 * The lock is held on a descriptor of its own, so that closing it, or the end of the process, releases
 * it whatever happens.
 *
 * @module
 */

import { closeSync, constants, fstatSync, openSync } from "node:fs";
import process from "node:process";
import { codeOf } from "../../text/system_error.ts";

/** A lock that is held. */
export interface LogLock {
  /** Device and inode of the locked file, to compare with what the path names now. */
  readonly identity: FileIdentity;
  /** Gives the lock back. */
  release(): void;
}

/** What tells a file from another one that has taken its name. */
export interface FileIdentity {
  /** The device's number. */
  readonly dev: number;
  /** The inode's number on that device. */
  readonly ino: number;
}

/**
 * Tries once to take the exclusive flock of a file that exists. `held`: someone else has it;
 * `unavailable`: the runtime has no flock or the file system refuses it, as some network file systems
 * do.
 */
export function tryFlock(path: string): LogLock | "held" | "unavailable" {
  if ("Deno" in globalThis) return tryDeno(path);
  const functions = bunFunctions();
  return functions === undefined ? "unavailable" : tryBun(path, functions);
}

function tryDeno(path: string): LogLock | "held" | "unavailable" {
  const file = Deno.openSync(path, { read: true });
  try {
    if (!file.tryLockSync(true)) {
      file.close();
      return "held";
    }
  } catch (error) {
    file.close();
    if (!(error instanceof Error)) throw error;
    return "unavailable";
  }
  const { dev, ino } = file.statSync();
  return { identity: { dev, ino: ino ?? 0 }, release: () => file.close() };
}

const LOCK_EX_NB = 2 | 4;

function tryBun(path: string, { flock, errno }: CFunctions): LogLock | "held" | "unavailable" {
  const fd = openSync(path, constants.O_RDONLY);
  while (flock(fd, LOCK_EX_NB) !== 0) {
    const code = errno();
    if (code === INTERRUPTED) continue;
    closeSync(fd);
    return code === WOULD_BLOCK[process.platform] ? "held" : "unavailable";
  }
  const { dev, ino } = fstatSync(fd);
  return { identity: { dev, ino }, release: () => closeSync(fd) };
}

const INTERRUPTED = 4;
const WOULD_BLOCK: Readonly<Record<string, number>> = { darwin: 35, linux: 11 };

interface CFunctions {
  readonly flock: (fd: number, operation: number) => number;
  readonly errno: () => number;
}

interface BunFfi {
  dlopen(
    library: string,
    symbols: Record<string, { args: string[]; returns: string }>,
  ): { symbols: Record<string, (...args: number[]) => number> };
  readonly read: { i32(pointer: number): number };
}

let loaded: CFunctions | undefined | "unavailable";

/** The functions of the C library; undefined where there is none. */
function bunFunctions(): CFunctions | undefined {
  loaded ??= loadFunctions() ?? "unavailable";
  return loaded === "unavailable" ? undefined : loaded;
}

function loadFunctions(): CFunctions | undefined {
  const ffi: unknown = process.getBuiltinModule("bun:ffi");
  if (!isBunFfi(ffi)) return undefined;
  const place = ERRNO_PLACE[process.platform] ?? "";
  for (const library of C_LIBRARIES[process.platform] ?? []) {
    try {
      const { symbols } = ffi.dlopen(library, {
        flock: { args: ["int", "int"], returns: "int" },
        [place]: { args: [], returns: "ptr" },
      });
      const { flock, [place]: errnoPlace } = symbols;
      if (flock === undefined || errnoPlace === undefined) return undefined;
      return { flock, errno: () => ffi.read.i32(errnoPlace()) };
    } catch (error) {
      // This C library is not here: try the next name.
      if (!(error instanceof Error) || codeOf(error) === "ENOMEM") throw error;
    }
  }
  return undefined;
}

const C_LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  darwin: ["libSystem.B.dylib"],
  linux: ["libc.so.6", "libc.so", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"],
};

/** The function that tells where errno stands. */
const ERRNO_PLACE: Readonly<Record<string, string>> = {
  darwin: "__error",
  linux: "__errno_location",
};

function isBunFfi(value: unknown): value is BunFfi {
  return typeof value === "object" && value !== null && "dlopen" in value &&
    typeof value.dlopen === "function" && "read" in value;
}
