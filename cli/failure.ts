/**
 * The one place where an error becomes words on stderr and an exit code (DESIGN §10); its hint is that of
 * hint.ts.
 *
 * Exit code 1 is never given here: it means "differs" and nothing else, so that a script can tell a
 * difference from a failure.
 *
 * @module
 */

import { ConfigError, IoError, LockedError, PantoError, SessionError, UsageError } from "../mod.ts";
import { hintOf } from "./hint.ts";
import { isWhereStarted } from "./host/files.ts";
import { ReaderGoneError } from "./host.ts";
import type { Host } from "./host.ts";
import { escapeLine } from "./output/terminal.ts";

/** What the program ends with. */
export const exitCodes = {
  done: 0,
  differs: 1,
  usage: 2,
  session: 3,
  config: 4,
  io: 5,
  locked: 6,
  bug: 70,
  readerGone: 141,
} as const;

/** What to say of a session that is missing below `-C` and there without it. */
const OTHER_DIRECTORY =
  "with -C, paths start from its directory; this one exists in the directory panto was started in";

/** Warns where a session is missing, or new, below `-C` and there without it. */
export function warnOfDirectory(host: Host, name: string): void {
  if (!isWhereStarted(host, name)) return;
  host.writeError(`panto: warning: ${escapeLine(`${name}: ${OTHER_DIRECTORY}`)}\n`);
}

/** What is told about an error. */
export interface Failure {
  readonly exitCode: number;
  /** Lines for stderr, without newlines; none for a reader that has gone. */
  readonly lines: readonly string[];
}

/** Puts anything that was thrown into words; `debug` adds the stack trace, `hint` replaces what is known. */
export function describeFailure(
  error: unknown,
  options: { readonly debug?: boolean; readonly hint?: string | undefined } = {},
): Failure {
  if (error instanceof ReaderGoneError) return { exitCode: exitCodes.readerGone, lines: [] };
  const exitCode = exitCodeOf(error);
  const lines = exitCode === exitCodes.bug ? bugLines(error) : errorLines(error, options.hint);
  if (options.debug === true && error instanceof Error && error.stack !== undefined) {
    lines.push(...error.stack.split("\n").map(escapeLine));
  }
  return { exitCode, lines };
}

/** Tells an error on stderr and gives its exit code; `PANTO_DEBUG` asks for a stack trace. */
export function reportFailure(host: Host, error: unknown): number {
  const debug = (host.env["PANTO_DEBUG"] ?? "") !== "";
  const failure = describeFailure(error, { debug, hint: directoryHint(host, error) });
  if (failure.lines.length > 0) host.writeError(failure.lines.join("\n") + "\n");
  return failure.exitCode;
}

/** A session that is missing, and lies in the directory that panto was started in: `-C` was forgotten. */
function directoryHint(host: Host, error: unknown): string | undefined {
  if (!(error instanceof PantoError) || error.place.path === undefined) return undefined;
  if (error.code !== "session-missing" && error.code !== "directory-missing") return undefined;
  return isWhereStarted(host, error.place.path) ? OTHER_DIRECTORY : undefined;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof SessionError) return exitCodes.session;
  if (error instanceof ConfigError) return exitCodes.config;
  if (error instanceof IoError) return exitCodes.io;
  if (error instanceof LockedError) return exitCodes.locked;
  return exitCodes.bug;
}

function errorLines(error: unknown, known: string | undefined): string[] {
  const messages = [messageOf(error)];
  let cause = error instanceof Error ? error.cause : undefined;
  // A chain that leads back to itself must not hold the program.
  for (let depth = 0; cause !== undefined && depth < 8; depth++) {
    // The words of the system and of the engine differ between runtimes, and the error has its own.
    if (!(cause instanceof PantoError)) break;
    if (!messages.includes(cause.message)) messages.push(cause.message);
    cause = cause.cause;
  }
  const before = error instanceof PantoError ? error.warnings : [];
  const lines = before.map(({ message }) => `panto: warning: ${escapeLine(message)}`);
  messages.forEach((message, index) => {
    lines.push(`panto: ${index === 0 ? "error" : "caused by"}: ${escapeLine(message)}`);
  });
  const hint = known ?? (error instanceof PantoError ? hintOf(error) : undefined);
  if (hint !== undefined) lines.push(`hint: ${escapeLine(hint)}`);
  return lines;
}

function bugLines(error: unknown): string[] {
  return [
    `panto: error: internal error: ${escapeLine(messageOf(error))}`,
    "hint: this is a bug in panto; please report it with the command that led to it " +
    "(PANTO_DEBUG=1 adds a stack trace)",
  ];
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" ? error.name : error.message;
}
