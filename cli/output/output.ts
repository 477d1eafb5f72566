/**
 * How results are printed: prompts as text, documents as JSON, and the lines of stderr. Payload goes to
 * stdout and nothing else does (DESIGN §10).
 *
 * @module
 */

import { joinBlocks } from "../../mod.ts";
import type { Origin, SystemMode, Warning } from "../../mod.ts";
import type { Host } from "../host.ts";
import { escapeJson, escapeLine, escapeText } from "./terminal.ts";

/** One block of a {@linkcode PromptDocument}. */
export interface BlockDocument {
  readonly text: string;
  /** `live` is text that is assembled at each call and never recorded. */
  readonly mode: SystemMode | "live";
  /** Position of the message that holds it; null for a block that is not recorded. */
  readonly position: number | null;
  /** 1-based line in the session; null for a block that is not recorded. */
  readonly line: number | null;
  readonly sha256: string;
  /** A match of content, not recorded provenance; null where no file holds the text. */
  readonly origin: Origin | "live" | null;
}

/** What the default command did to its session, or would do. */
export type SessionState =
  | "seeded"
  | "reconciled"
  | "unchanged"
  | "would-seed"
  | "would-reconcile";

/** A prompt as JSON. Without a session, everything about one is null. */
export interface PromptDocument {
  readonly schema: "panto.prompt/1";
  /** Null for `inspect` and without a session. */
  readonly session: SessionState | null;
  /** The session as it was named on the command line. */
  readonly path: string | null;
  /** The id of the entry that the path ends with. */
  readonly leaf: string | null;
  readonly position: number | null;
  /** The id of the message at the position, to branch from it with --leaf; null when it has none. */
  readonly entry: string | null;
  readonly blocks: readonly BlockDocument[];
}

/**
 * Prints a prompt as text: the joined blocks and one final newline; nothing when no block shows.
 *
 * @param host Where to print.
 * @param blocks The surviving blocks, in order.
 * @param options `raw` leaves control characters as they are on a terminal.
 */
export function printPromptText(
  host: Host,
  blocks: readonly { readonly text: string }[],
  options: { readonly raw: boolean },
): void {
  const text = joinBlocks(blocks);
  if (text === "") return;
  if (!text.isWellFormed()) {
    warnAll(host, [{ message: "the prompt holds a lone surrogate, which is printed as U+FFFD" }]);
  }
  host.stdout.write(shown(host, text, options));
  host.stdout.write("\n");
}

/**
 * Prints a value as JSON: indented on a terminal, on one line otherwise, always with a final newline.
 *
 * @param host Where to print.
 * @param value What `JSON.stringify` takes.
 * @param options `raw` leaves characters that JSON does not escape as they are on a terminal.
 */
export function printJson(
  host: Host,
  value: unknown,
  options: { readonly raw: boolean } = { raw: false },
): void {
  const terminal = host.isTerminal("stdout");
  const json = JSON.stringify(value, null, terminal ? 2 : 0);
  host.stdout.write((terminal && !options.raw ? escapeJson(json) : json) + "\n");
}

/**
 * Prints lines of JSON as they would stand in a log; control characters that JSON does not escape are
 * escaped on a terminal.
 *
 * @param host Where to print.
 * @param lines Whole lines.
 * @param options `raw` leaves them as they are on a terminal.
 */
export function printLines(
  host: Host,
  lines: string,
  options: { readonly raw: boolean } = { raw: false },
): void {
  host.stdout.write(host.isTerminal("stdout") && !options.raw ? escapeJson(lines) : lines);
}

/**
 * Makes text fit for stdout: escaped when a terminal reads it, unchanged in a pipe.
 *
 * @param host Who reads stdout.
 * @param text Prompt text.
 * @param options `raw` leaves it unchanged on a terminal too.
 * @returns The text to print.
 */
export function shown(host: Host, text: string, options: { readonly raw: boolean }): string {
  return host.isTerminal("stdout") && !options.raw ? escapeText(text) : text;
}

/**
 * Tells a change of state on stderr, unless the user asked for quiet.
 *
 * @param host Where to tell.
 * @param options The common options.
 * @param message One sentence without a full stop.
 */
export function announce(
  host: Host,
  options: { readonly quiet: boolean },
  message: string,
): void {
  if (!options.quiet) host.writeError(`panto: ${escapeLine(message)}\n`);
}

/**
 * Tells warnings on stderr, one line each. Quiet does not silence them.
 *
 * @param host Where to tell.
 * @param warnings What the library found.
 */
export function warnAll(host: Host, warnings: readonly Pick<Warning, "message">[]): void {
  for (const { message } of warnings) host.writeError(`panto: warning: ${escapeLine(message)}\n`);
}

/** Tells the warnings of what was read, and hands it on: inputs print nothing themselves. */
export function telling<Found extends { readonly warnings: readonly Pick<Warning, "message">[] }>(
  host: Host,
  found: Found,
): Found {
  warnAll(host, found.warnings);
  return found;
}
