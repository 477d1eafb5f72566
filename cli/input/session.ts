/**
 * How commands get at a session: a file or stdin as bytes, with what is wrong in it told on stderr.
 *
 * @module
 */

import {
  type ByteSource,
  bytesSource,
  findEvidence,
  type Finding,
  findingError,
  findingWarnings,
  IoError,
  LogFile,
  SessionError,
  type Warning,
} from "../../mod.ts";
import { hinted } from "../hint.ts";
import type { Host } from "../host.ts";
import type { InputRef } from "../args/options.ts";
import { warnAll } from "../output/output.ts";

/** How many warnings of one kind of trouble are told before the rest is counted. */
const MAX_WARNINGS = 10;

/**
 * Opens a session for reading while a function uses it.
 *
 * @param host For stdin.
 * @param ref The session.
 * @param use What to do with it.
 * @returns What `use` returned.
 * @throws {IoError} When it does not exist or cannot be read.
 */
export function withSource<Result>(
  host: Host,
  ref: InputRef,
  use: (source: ByteSource) => Result,
): Result {
  const { source, close } = openSource(host, ref);
  try {
    if (source !== undefined) return use(source);
  } finally {
    close();
  }
  const name = ref.type === "file" ? ref.name : "";
  throw new IoError(`Cannot read "${name}": it does not exist`, {
    code: "session-missing",
    place: { path: name },
  });
}

/** A session that is open, or is not there. */
export interface OpenedSource {
  /** Undefined when the file does not exist. */
  readonly source: ByteSource | undefined;
  close(): void;
}

/**
 * Opens a session that need not exist.
 *
 * @param host For stdin.
 * @param ref The session.
 * @returns Its bytes, and how to close it.
 * @throws {IoError} When it cannot be read.
 */
export function openSource(host: Host, ref: InputRef): OpenedSource {
  if (ref.type === "stdin") return { source: stdinSource(host), close: () => undefined };
  refuseOwnOutput(host, ref);
  const file = LogFile.open(ref.path, { name: ref.name });
  return { source: file, close: () => file?.close() };
}

/**
 * Refuses to print into the session itself (`panto inspect s.jsonl >> s.jsonl`): the prompt's text would
 * become damaged lines of the log.
 *
 * @param host For stdout.
 * @param ref The session.
 * @throws {IoError} When stdout is the session's file.
 */
export function refuseOwnOutput(host: Host, ref: InputRef): void {
  const output = host.stdoutFile();
  if (ref.type === "stdin" || output === undefined) return;
  const file = LogFile.open(ref.path, { name: ref.name });
  if (file === undefined) return;
  const { dev, ino } = file.identity;
  file.close();
  if (dev !== output.dev || ino !== output.ino) return;
  const error = new IoError(`Cannot print into "${ref.name}": it is the session itself`, {
    code: "unwritable",
    place: { path: ref.name },
  });
  throw hinted(error, "send the output to another file");
}

/**
 * Reads a log from stdin, which is held in memory.
 *
 * @param host For stdin.
 * @returns The log.
 */
export function stdinSource(host: Host): ByteSource {
  return bytesSource(host.readStdin(), "standard input");
}

/**
 * Tells what is wrong in a session, and refuses to go on when the prompt asked for depends on it.
 *
 * @param host Where to tell.
 * @param source The session.
 * @param findings What was found.
 * @param options `lenient` goes on all the same.
 * @throws {SessionError} When a finding touches the prompt.
 */
export function tellFindings(
  host: Host,
  source: ByteSource,
  findings: readonly Finding[],
  options: { readonly lenient: boolean },
): void {
  const told = options.lenient ? findings : findings.filter((finding) => !finding.touches);
  tellWarnings(host, source.name, findingWarnings(source, told));
  refuseTouching(source, findings, options);
}

/**
 * Refuses to go on when the prompt asked for depends on damage.
 *
 * @param source The session.
 * @param findings What was found.
 * @param options `lenient` goes on all the same.
 * @throws {SessionError} When a finding touches the prompt.
 */
export function refuseTouching(
  source: ByteSource,
  findings: readonly Finding[],
  options: { readonly lenient: boolean },
): void {
  const touching = findings.find((finding) => finding.touches);
  if (touching === undefined || options.lenient) return;
  const error = findingError(source, touching);
  if (findEvidence(source).isSession) throw error;
  const { line } = error.place;
  throw new SessionError(`${noSession(source)} (line ${line}: ${touching.text})`, {
    code: "not-a-session",
    place: error.place,
  });
}

/**
 * Tells warnings about a session; of many, the first ones and their number.
 *
 * @param host Where to tell.
 * @param name The session as messages call it.
 * @param warnings The warnings.
 */
export function tellWarnings(host: Host, name: string, warnings: readonly Warning[]): void {
  if (warnings.length <= MAX_WARNINGS) return warnAll(host, warnings);
  warnAll(host, warnings.slice(0, MAX_WARNINGS));
  const rest = warnings.length - MAX_WARNINGS;
  warnAll(host, [{ message: `${name}: ${rest} more; panto log lists every one` }]);
}

/**
 * Warns when a file that was read shows no sign of being a session.
 *
 * @param host Where to tell.
 * @param source The file.
 */
export function warnIfNoSession(host: Host, source: ByteSource): void {
  if (findEvidence(source).isSession) return;
  warnAll(host, [{ message: noSession(source) }]);
}

function noSession(source: ByteSource): string {
  return `"${source.name}" holds no session header and no message`;
}
