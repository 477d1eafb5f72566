/**
 * How commands get at a session: a file or stdin as bytes, with what is wrong in it told on stderr.
 *
 * @module
 */

import { extname } from "node:path";
import {
  type ByteSource,
  bytesSource,
  type Diagnostic,
  diagnosticWarnings,
  findEvidence,
  IoError,
  LogFile,
  refuseDamage,
  refuseUnreadable,
  shellWord,
  UsageError,
  type Warning,
} from "../../mod.ts";
import type { FileRef, InputRef } from "../args/inputs.ts";
import { hinted } from "../hint.ts";
import type { Host } from "../host.ts";
import type { PositionSpec } from "../args/values.ts";
import { isThere } from "../host/files.ts";
import { warnOfMany } from "../output/report.ts";

/** Opens a session for reading while a function uses it; a file that holds none is refused. */
export function withSource<Result>(
  host: Host,
  ref: InputRef,
  use: (source: ByteSource) => Result,
): Result {
  const { source, close } = openSource(host, ref);
  try {
    if (source !== undefined) {
      refuseUnreadable(source);
      return use(source);
    }
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
  const error = new IoError(`Cannot print into "${ref.name}": it is the session itself`, {
    code: "unwritable",
    place: { path: ref.name },
  });
  throw hinted(error, "send the output to another file");
}

/** Reads a log from stdin, which is held in memory. */
export function stdinSource(host: Host): ByteSource {
  return bytesSource(host.readStdin(), "standard input");
}

/** Tells what is wrong in a session, and refuses to go on when the prompt asked for depends on it. */
export function reportDiagnostics(
  host: Host,
  source: ByteSource,
  diagnostics: readonly Diagnostic[],
  options: {
    readonly lenient: boolean;
    readonly leaf?: string | undefined;
    readonly at?: PositionSpec;
  },
): void {
  const told = options.lenient ? diagnostics : diagnostics.filter(({ touches }) => !touches);
  warnAbout(host, source.name, diagnosticWarnings(source, told));
  refuseDamage(source, diagnostics, options);
}

/** Tells warnings about a session; of many, the first ones and their number. */
export function warnAbout(host: Host, name: string, warnings: readonly Warning[]): void {
  warnOfMany(host, warnings, { name, rest: "more; panto log lists them" });
}

/**
 * Refuses to make a session beside the one that was probably meant: `s.jsnol` beside `s.jsonl`. Whoever
 * wants that name makes an empty file of it first.
 */
export function refuseMistyped({ name, path }: FileRef): void {
  const extension = extname(name);
  if (extension === ".jsonl" || isThere(path)) return;
  const besideOf = (file: string) => `${file.slice(0, file.length - extension.length)}.jsonl`;
  const beside = besideOf(name);
  if (!isSession({ type: "file", name: beside, path: besideOf(path) })) return;
  throw hinted(
    new UsageError(`"${name}" does not exist, and beside it is the session "${beside}"`, {
      place: { path: name },
    }),
    `for a new session of that name, make an empty file first: touch ${shellWord(name)}`,
  );
}

/** What cannot be read is none: it was not asked for. */
function isSession({ name, path }: FileRef): boolean {
  let file: LogFile | undefined;
  try {
    file = LogFile.open(path, { name });
    return file !== undefined && findEvidence(file).kind === "panto";
  } catch (error) {
    if (error instanceof IoError) return false;
    throw error;
  } finally {
    file?.close();
  }
}
