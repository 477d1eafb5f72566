/**
 * The one place where an error becomes words on stderr, a hint and an exit code (DESIGN §10). Words that
 * name options and commands stand here, by code: the library knows neither.
 *
 * Exit code 1 is never given here: it means "differs" and nothing else, so that a script can tell a
 * difference from a failure.
 *
 * @module
 */

import {
  ConfigError,
  type ErrorCode,
  IoError,
  LockedError,
  PantoError,
  SessionError,
  sessionWord,
  UsageError,
} from "../mod.ts";
import { ownHint } from "./hint.ts";
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

/** What to do about an error of the library; codes that are not listed say it all themselves. */
const hints: { readonly [Code in ErrorCode]?: (error: PantoError) => string } = {
  "adoption-needed": () =>
    "is it the right file? panto SESSION --adopt makes it a session all the same",
  "cycle": () => "another leaf may have an unbroken path: --leaf ID",
  "damage-touches": () =>
    "--lenient goes on without it; a resume (panto SESSION) records the prompt anew",
  "directory-missing": ({ details }) =>
    `check the path, or make the directory first: ${details.directory}`,
  "environment-not-utf8": () => "panto can only use directories whose names are UTF-8",
  "home-missing": ({ details }) =>
    `Set ${details.variable} or ${details.alternative} to the absolute path of a directory`,
  "leaf-unknown": () => "panto log SESSION --json lists the ids of the prompt's entries",
  "locked": () =>
    "--lock-timeout SECONDS waits longer; --no-lock is for a script that holds the lock",
  "message-not-json": () => "for plain text: panto append SESSION --role user -",
  "newer-entry": () => "a newer panto may have written it; --lenient goes on without it",
  "newer-version": () => "--lenient writes to it all the same",
  "not-a-regular-file": () => "a log can be read from a pipe as -",
  "outside-project": () =>
    "copy the file into the project, or name a wider one: --project-root DIR",
  "plain-and-template": () => "Remove one of the two, nothing decides which was meant",
  "project-unknown": () => "Name the project directory, so that it need not be searched for",
  "replaced-while-reading": () => "Run again",
  "replaced-while-writing": () =>
    "the entries went into the file that is gone; run the command again",
  "session-missing": ({ place }) =>
    `check the name, or create it: panto ${sessionWord(place.path ?? "SESSION")}`,
  "write-incomplete": ({ details }) =>
    `its last line is incomplete now (${details.leftover} bytes of what was to be written); ` +
    "readers leave it out",
};

/** What is told about an error. */
export interface Failure {
  readonly exitCode: number;
  /** Lines for stderr, without newlines; none for a reader that has gone. */
  readonly lines: readonly string[];
}

/** Puts anything that was thrown into words; `debug` adds the stack trace. */
export function describeFailure(
  error: unknown,
  options: { readonly debug?: boolean } = {},
): Failure {
  if (error instanceof ReaderGoneError) return { exitCode: exitCodes.readerGone, lines: [] };
  const exitCode = exitCodeOf(error);
  const lines = exitCode === exitCodes.bug ? bugLines(error) : errorLines(error);
  if (options.debug === true && error instanceof Error && error.stack !== undefined) {
    lines.push(...error.stack.split("\n").map(escapeLine));
  }
  return { exitCode, lines };
}

/** Tells an error on stderr and gives its exit code; `PANTO_DEBUG` asks for a stack trace. */
export function reportFailure(host: Host, error: unknown): number {
  const debug = (host.env["PANTO_DEBUG"] ?? "") !== "";
  const failure = describeFailure(error, { debug });
  if (failure.lines.length > 0) host.writeError(failure.lines.join("\n") + "\n");
  return failure.exitCode;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof SessionError) return exitCodes.session;
  if (error instanceof ConfigError) return exitCodes.config;
  if (error instanceof IoError) return exitCodes.io;
  if (error instanceof LockedError) return exitCodes.locked;
  return exitCodes.bug;
}

function errorLines(error: unknown): string[] {
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
  const hint = error instanceof PantoError ? hintOf(error) : undefined;
  if (hint !== undefined) lines.push(`hint: ${escapeLine(hint)}`);
  return lines;
}

/** What an error was made with goes before what its code says. */
function hintOf(error: PantoError): string | undefined {
  return ownHint(error) ?? hints[error.code]?.(error);
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
