/**
 * How commands get at a session: a file or stdin as bytes, the questions that they ask of it, and what is
 * wrong in it told on stderr. Printing a prompt has a way of its own, cli/output/prompt.ts.
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
  readEnd,
  readPromptAt,
  readTimeline,
  SessionError,
  sessionWord,
  type Warning,
} from "../../mod.ts";
import type { Host } from "../host.ts";
import type { InputRef } from "../args/inputs.ts";
import type { PositionSpec } from "../args/values.ts";
import { warn, warnOfMany } from "../output/report.ts";

/** Opens a session for reading while a function uses it. */
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
    place: { path: name },
    hint: `check the name, or create it: panto ${sessionWord(name)}`,
  });
}

/** A session that is open, or is not there. */
export interface OpenedSource {
  /** Undefined when the file does not exist. */
  readonly source: ByteSource | undefined;
  close(): void;
}

/** Opens a session that need not exist. */
export function openSource(host: Host, ref: InputRef): OpenedSource {
  if (ref.type === "stdin") return { source: stdinSource(host), close: () => undefined };
  refuseOwnOutput(host, ref);
  const file = LogFile.open(ref.path, { name: ref.name });
  return { source: file, close: () => file?.close() };
}

/**
 * Refuses to print into the session itself (`panto inspect s.jsonl >> s.jsonl`): the prompt's text would
 * become damaged lines of the log.
 */
export function refuseOwnOutput(host: Host, ref: InputRef): void {
  const output = host.stdoutFile();
  if (ref.type === "stdin" || output === undefined) return;
  const file = LogFile.open(ref.path, { name: ref.name });
  if (file === undefined) return;
  const { dev, ino } = file.identity;
  file.close();
  if (dev !== output.dev || ino !== output.ino) return;
  throw new IoError(`Cannot print into "${ref.name}": it is the session itself`, {
    place: { path: ref.name },
    hint: "send the output to another file",
  });
}

/** Reads a log from stdin, which is held in memory. */
export function stdinSource(host: Host): ByteSource {
  return bytesSource(host.readStdin(), "standard input");
}

/** The prompt at a position, with what is wrong before that position. */
export function promptAt(
  source: ByteSource,
  at: PositionSpec,
  leaf: string | undefined,
): ReturnType<typeof readPromptAt> {
  return readPromptAt(source, at === "end" ? undefined : at, { leaf, onlyPrefix: true });
}

/** The prompt at the end, read from the end. */
export function promptAtEnd(
  source: ByteSource,
  leaf: string | undefined,
): ReturnType<typeof readEnd> {
  return readEnd(source, { leaf });
}

/** Every change of the prompt, with every line checked. */
export function timelineOf(
  source: ByteSource,
  leaf: string | undefined,
): ReturnType<typeof readTimeline> {
  return readTimeline(source, { leaf });
}

/** Follows the path from its leaf to its start; an error that lies far back is thrown now. */
export function followPath(source: ByteSource, leaf: string | undefined): void {
  readPromptAt(source, undefined, { leaf });
}

/** Tells what is wrong in a session, and refuses to go on when the prompt asked for depends on it. */
export function reportFindings(
  host: Host,
  source: ByteSource,
  findings: readonly Finding[],
  options: { readonly lenient: boolean },
): void {
  const told = options.lenient ? findings : findings.filter((finding) => !finding.touches);
  warnAbout(host, source.name, findingWarnings(source, told));
  refuseTouching(source, findings, options);
}

/** Refuses to go on when the prompt asked for depends on damage. */
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
    place: error.place,
  });
}

/** Tells warnings about a session; of many, the first ones and their number. */
export function warnAbout(host: Host, name: string, warnings: readonly Warning[]): void {
  warnOfMany(host, warnings, { name, rest: "more; panto log lists every one" });
}

/** Warns when a file that was read shows no sign of being a session. */
export function warnIfNoSession(host: Host, source: ByteSource): void {
  if (findEvidence(source).isSession) return;
  warn(host, [{ message: noSession(source) }]);
}

function noSession(source: ByteSource): string {
  return `"${source.name}" holds no session header and no message`;
}
