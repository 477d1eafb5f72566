/**
 * Opens a file that was found, not named: without blocking, a regular one only, and where it must lie
 * inside a directory, one that did so when it was opened (DESIGN §2.7, §2.8).
 *
 * A path may lead elsewhere at each look, since another process can exchange a file or a directory for a
 * link a million times a second. So nothing that a path says counts by itself. The system is asked what
 * the real path of the open descriptor is. Where it does not say (no /proc; Deno with less than all
 * permissions), every directory on the way is looked at before and after the open: none may be a link, and
 * the times of change must show that none was moved in between. `openat` would do, but no runtime has it.
 *
 * @module
 */

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import type { ErrorCode } from "../../errors.ts";
import { codeOf, isAbsence } from "../../text/system_error.ts";
import { isInside } from "../inside.ts";
import { pause } from "./pause.ts";

/**
 * How the real path of what was opened is told: by the descriptor, or by the trail of directories that
 * lead to it.
 */
export type Telling = "descriptor" | "trail";

/** Where a file may lie. */
export interface OpenRules {
  /** The real path of the directory that the file must lie in. @default anywhere, links followed */
  readonly inside?: string | undefined;
  /** @default the descriptor, and the trail where the system says nothing of the descriptor */
  readonly telling?: Telling | undefined;
  /** Whether a trail that has just changed is waited for, up to about a second. @default true */
  readonly isPatient?: boolean | undefined;
}

/** An open regular file; the caller closes it. */
export interface OpenFile {
  readonly descriptor: number;
  /** Of the descriptor. */
  readonly stats: BigIntStats;
}

/** Why a file cannot be used; becomes a ConfigError once the path to show is known. */
export class Fault extends Error {
  constructor(
    readonly reason: string,
    readonly details: { byteOffset?: number; refused?: boolean; code?: ErrorCode } = {},
  ) {
    super(reason);
  }
}

/** Opens a regular file. Throws a {@linkcode Fault}, or what the system says of the path. */
export function openFound(path: string, rules: OpenRules = {}): OpenFile {
  const { inside, telling, isPatient = true } = rules;
  if (inside === undefined) return openRegular(path, OPEN_FLAGS);
  if (telling !== "trail") {
    const realPath = realPathInside(path, inside);
    const file = openUnfollowed(realPath);
    try {
      const told = pathOfDescriptor(file);
      if (told !== undefined) {
        requireInside(told, inside);
        return file;
      }
    } catch (error) {
      closeSync(file.descriptor);
      throw error;
    }
    closeSync(file.descriptor);
    if (telling === "descriptor") throw new Fault("the system does not tell its real path");
  }
  return openByTrail(path, inside, isPatient);
}

// Absent on Windows, where nothing blocks, no terminal is taken over and an open follows.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

function openRegular(path: string, flags: number): OpenFile {
  const descriptor = openDescriptor(path, flags);
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile()) throw wrongKind(stats);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function openDescriptor(path: string, flags: number): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    // A socket or a device without a driver cannot be opened at all; its kind says more than ENXIO.
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (stats !== undefined && !stats.isFile()) throw wrongKind(stats);
    throw error;
  }
}

/** Opens what was no link a moment ago. */
function openUnfollowed(realPath: string): OpenFile {
  try {
    return openRegular(realPath, OPEN_FLAGS | NO_FOLLOW);
  } catch (error) {
    if (codeOf(error) === "ELOOP") throw replaced();
    throw error;
  }
}

/**
 * The real path of an open file, as Linux tells it; undefined where nobody does. That it leads back to the
 * same file shows that the number is the system's own, and that /proc is what it should be.
 */
function pathOfDescriptor({ descriptor, stats }: OpenFile): string | undefined {
  const entry = `/proc/self/fd/${descriptor}`;
  try {
    const path = readlinkSync(entry);
    return isSame(statSync(entry, { bigint: true }), stats) ? path : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Attempts that a directory which is much written to may cost. */
const ATTEMPTS = 4;

/**
 * For how long two changes can have one time, in milliseconds; a change that is younger may hide another
 * one. A tick of the slowest kernel is 10 ms, and Deno cuts the time of change to seconds. (The time of
 * writing would be finer there, but whoever exchanges directories can set it back.)
 */
const TICK_MS = 20;
const SECOND_MS = 1000;

function openByTrail(path: string, inside: string, isPatient: boolean): OpenFile {
  let settled: Trail | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const realPath = realPathInside(path, inside);
    const start = BigInt(Date.now()) * 1_000_000n;
    const before = trailOf(realPath);
    const file = openUnfollowed(realPath);
    let keep = false;
    try {
      const after = trailOf(realPath);
      const isTold = isSame(after.at(-1)?.stats, file.stats);
      const old = (step: Step, index: number) =>
        oldAt(step) < start || isUnchanged(step, settled?.[index]);
      keep = isTold && isHeld(before, after, old);
      if (keep) return file;
      if (isPatient && isTold && settled === undefined && isHeld(before, after, () => true)) {
        settled = waitFor(before);
      }
    } finally {
      if (!keep) closeSync(file.descriptor);
    }
  }
  throw replaced();
}

/**
 * Waits until a trail is old. A file system whose clock is ahead would be waited for too long: there it
 * must do that nothing changes for the whole tick, and the trail is given back to be compared with.
 */
function waitFor(trail: Trail): Trail | undefined {
  const tick = Math.max(...trail.map(tickOf));
  let until = 0n;
  trail.reduce((parent, step) => {
    const times = [oldAt(parent), oldAt(step)];
    // One of the two is enough to hold a name.
    const first = times.reduce((a, b) => a < b ? a : b);
    if (first > until) until = first;
    return step;
  });
  const rest = Number(until / 1_000_000n) + 1 - Date.now();
  pause(Math.max(1, Math.min(rest, tick)));
  return rest < tick ? undefined : trail;
}

/** When two changes can no longer have the time of a step, in nanoseconds since 1970. */
function oldAt(step: Step): bigint {
  return step.stats.ctimeNs + BigInt(tickOf(step)) * 1_000_000n;
}

function tickOf({ stats: { ctimeNs } }: Step): number {
  return ctimeNs % 1_000_000_000n === 0n ? SECOND_MS + TICK_MS : TICK_MS;
}

/** One part of a real path. */
interface Step {
  readonly path: string;
  readonly stats: BigIntStats;
}

/** All parts of a real path, from the root to the file. */
type Trail = readonly Step[];

function trailOf(realPath: string): Trail {
  const paths = [realPath];
  for (let path = realPath; dirname(path) !== path;) paths.push(path = dirname(path));
  try {
    return paths.reverse().map((path) => ({ path, stats: lstatSync(path, { bigint: true }) }));
  } catch (error) {
    if (isAbsence(error)) throw replaced();
    throw error;
  }
}

/**
 * Whether each name led to the same thing between two looks. The root does; and a name in a directory does
 * when either that directory or what the name leads to has the time of change that it had, since to rename
 * changes both. One is enough, or nothing could be read below a busy /tmp.
 */
function isHeld(
  before: Trail,
  after: Trail,
  old: (step: Step, index: number) => boolean,
): boolean {
  let parentHeld = true;
  return before.every((step, index) => {
    const isKind = index === before.length - 1 ? step.stats.isFile() : step.stats.isDirectory();
    const held = isUnchanged(step, after[index]) && old(step, index);
    const named = held || parentHeld;
    parentHeld = held;
    return isKind && named && isSame(step.stats, after[index]?.stats);
  });
}

function isUnchanged(step: Step, other: Step | undefined): boolean {
  return step.path === other?.path && isSame(step.stats, other.stats) &&
    step.stats.ctimeNs === other.stats.ctimeNs;
}

function isSame(a: BigIntStats | undefined, b: BigIntStats | undefined): boolean {
  return a !== undefined && a.dev === b?.dev && a.ino === b.ino;
}

function realPathInside(path: string, inside: string): string {
  const realPath = realpathSync.native(path);
  requireInside(realPath, inside);
  return realPath;
}

function requireInside(realPath: string, inside: string): void {
  if (isInside(realPath, inside)) return;
  throw new Fault(
    `its real path ${JSON.stringify(realPath)} lies outside the project ${JSON.stringify(inside)}`,
    { refused: true, code: "outside-project" },
  );
}

function replaced(): Fault {
  const code = "replaced-while-reading";
  return new Fault("it was replaced while it was read", { refused: true, code });
}

function wrongKind(stats: BigIntStats): Fault {
  const kind = stats.isDirectory()
    ? "a directory"
    : stats.isFIFO()
    ? "a named pipe"
    : stats.isSocket()
    ? "a socket"
    : stats.isSymbolicLink()
    ? "a symbolic link"
    : "a device";
  return new Fault(`it is ${kind}, not a regular file`);
}
