/**
 * Appends to a session log under its lock (DESIGN §3, Writing): what is written is decided from what is
 * there while nobody else can add to it.
 *
 * @module
 */

import type { FileIdentity, LogLock } from "./flock.ts";
import { acquireLock, LOCK_TIMEOUT_MS } from "./lock.ts";
import { isSameFile, LogFile } from "./open.ts";

/** How to write. */
export interface LockOptions {
  /** How messages call the log. */
  readonly name: string;
  /** Takes the lock before writing; false: the caller holds it. @default true */
  readonly lock?: boolean | undefined;
  /** How long to wait for the lock and for a line that is being written. @default 2000 */
  readonly timeoutMs?: number | undefined;
}

/** What is to be written, whole lines, and what the caller gets for it. */
export interface Decision<Result> {
  readonly lines: string;
  readonly result: Result;
}

/**
 * How often the log is read again because it grew meanwhile. A program that appends faster than panto
 * reads must not make it hold the lock for long.
 */
const MAX_DECISIONS = 8;

/**
 * Opens the log for appending, takes the lock, and writes what `decide` wants, in one write. When the
 * log grew while `decide` read it, `decide` is asked again. Undefined when the log does not exist.
 */
export function writeUnderLock<Result>(
  path: string,
  options: LockOptions,
  decide: (writer: LogFile) => Decision<Result>,
): Result | undefined {
  const { name, lock = true, timeoutMs = LOCK_TIMEOUT_MS } = options;
  const deadline = performance.now() + timeoutMs;
  const left = () => Math.max(0, deadline - performance.now());
  for (;;) {
    const writer = LogFile.open(path, { append: true, name });
    if (writer === undefined) return undefined;
    let held: LogLock | undefined;
    try {
      if (lock) {
        held = acquireLock(path, left(), name);
        if (held === undefined) return undefined;
      }
      if (!isLockedInPlace(writer, held?.identity)) continue;
      return writeDecided(writer, left, decide);
    } finally {
      held?.release();
      writer.close();
    }
  }
}

function writeDecided<Result>(
  writer: LogFile,
  left: () => number,
  decide: (writer: LogFile) => Decision<Result>,
): Result {
  for (let decision = 1;; decision++) {
    writer.settle(left());
    const read = writer.size;
    const { lines, result } = decide(writer);
    writer.refresh();
    if (writer.size !== read && decision < MAX_DECISIONS) continue;
    if (lines !== "") writer.append(lines);
    return result;
  }
}

/** Whether the locked file, the open file and the one the path names now are one. */
function isLockedInPlace(writer: LogFile, locked: FileIdentity | undefined): boolean {
  return writer.isInPlace() && (locked === undefined || isSameFile(writer.identity, locked));
}
