/**
 * What a person can do about an error, one sentence without a full stop. Only the command line speaks of
 * options and commands: the library's errors get their hints by code, those that the command line makes
 * itself take theirs along.
 *
 * A subclass for each kind of error was the other way; it would double the classes for one field.
 *
 * @module
 */

import {
  type ErrorCode,
  type Forgotten,
  type ForgottenSource,
  type PantoError,
  sessionWord,
  shellWord,
} from "../mod.ts";
import { escapeLine } from "./output/terminal.ts";

/** An error that knows what to do about it. */
export interface Hinted {
  readonly hint: string;
}

/** Gives an error its hint. */
export function hinted<Failure extends PantoError>(error: Failure, hint: string): Failure & Hinted {
  return Object.assign(error, { hint });
}

/** The hint that an error was made with. */
export function ownHint(error: object): string | undefined {
  return "hint" in error && typeof error.hint === "string" ? error.hint : undefined;
}

/** What to do about an error of the library; codes that are not listed say it all themselves. */
const hints: { readonly [Code in ErrorCode]?: (error: PantoError) => string } = {
  "adoption-needed": (error) =>
    `is it the right file? panto ${sessionOf(error)} --adopt makes it a session all the same`,
  "cycle": () => "another leaf may have an unbroken path: --leaf ID",
  "damage-touches": (error) =>
    "--lenient goes on without it" +
    (error.details.isElsewhere
      ? ""
      : `; a resume (panto ${sessionOf(error)}) records the prompt anew`),
  "directory-missing": ({ details }) =>
    `check the path, or make the directory first: ${details.directory}`,
  "entry-off-path": ({ details }) => `to read the branch that it stands on: --leaf ${details.id}`,
  "entry-unknown": (error) => `panto show ${sessionOf(error)} lists the messages and their ids`,
  "environment-not-utf8": () => "panto can only use directories whose names are UTF-8",
  "foreign-session": ({ details }) =>
    details.format === "pi"
      ? "panto inspect reads it; --adopt writes into it all the same"
      : "panto cannot read it yet",
  "home-missing": ({ details }) =>
    `Set ${details.variable} or ${details.alternative} to the absolute path of a directory`,
  "id-ambiguous": () => "write more of the id",
  "leaf-unknown": (error) =>
    `panto show ${sessionOf(error)} lists the messages and their ids, ` +
    `panto log ${sessionOf(error)} --branches the leaves`,
  "locked": () =>
    "--lock-timeout SECONDS waits longer; --no-lock is for a script that holds the lock",
  "message-not-json": () => "for plain text: panto append SESSION --role user -",
  "newer-entry": () => "a newer panto may have written it; --lenient goes on without it",
  "newer-version": () => "--lenient writes to it all the same",
  "not-a-regular-file": () => "a log can be read from a pipe as -",
  "outside-project": () =>
    "copy the file into the project, or name a wider one: --project-root DIR",
  "pipe-silent": () => "stdin is waited for without end: - in the place of the name",
  "plain-and-template": () => "Remove one of the two, nothing decides which was meant",
  "project-unknown": () => "Name the project directory, so that it need not be searched for",
  "replaced-while-reading": () => "Run again",
  "replaced-while-writing": () =>
    "the entries went into the file that is gone; run the command again",
  "session-missing": (error) => `check the name, or create it: panto ${sessionOf(error)}`,
  "session-as-prompt": (error) =>
    `a prompt file goes there; a session stands without an option: panto ${sessionOf(error)}`,
  "two-seeds": () => "leave one out: the manifest's system_prompt, or the file in its place",
  "source-forgotten": (error) =>
    error.details.forgotten === undefined
      ? ""
      : forgottenHint(sessionOf(error), error.details.forgotten),
  "write-incomplete": ({ details }) =>
    `its last line is incomplete now (${details.leftover} bytes of what was to be written); ` +
    "readers leave it out",
};

/** The session that an error is about, as a word that can be copied. */
function sessionOf({ place: { path } }: PantoError): string {
  return path === undefined || path === "standard input" ? "SESSION" : sessionWord(path);
}

/** How many options are repeated, and how long a name may be in them. */
const MAX_OPTIONS = 10;
const MAX_NAME = 500;

/** The layers that --layers takes. */
const LAYERS: readonly string[] = ["project", "user", "base"];

/** The log's words are shown and, where they are plain, offered; nothing is opened because of them. */
function forgottenHint(session: string, { sources, layers, elsewhere }: Forgotten): string {
  const isImported = sources.some(({ kind }) => kind === "import");
  const files = sources.filter(({ kind }) => kind !== "import");
  const options = files.slice(0, MAX_OPTIONS).map(optionOf);
  if (layers !== undefined) options.push(layersOption(layers));
  if (files.length > MAX_OPTIONS) options.push(`and ${files.length - MAX_OPTIONS} more`);
  const from = files.length > 0 && elsewhere !== undefined
    ? `, with paths from ${JSON.stringify(elsewhere)}`
    : "";
  const again = options.length === 0 ? [] : [`name it again${from}: ${options.join(" ")}`];
  const without = isImported ? "records the prompt files" : "goes on without it";
  const edit = `for text meant once: panto append ${session} --role system TEXT`;
  return [...again, `a resume with --reseed ${without}`, edit].join("; ");
}

/** A name that nobody would type, or that a terminal would not show as it is, is not offered. */
function optionOf({ kind, option, file = "FILE", outside }: ForgottenSource): string {
  const name = kind === "manifest" ? "--manifest" : option === "append" ? "--append" : "--system";
  const isBelow = !/^([/\\]|[A-Za-z]:)/.test(file) && !file.split(/[/\\]/).includes("..");
  if (file.length > MAX_NAME) return `${name} FILE`;
  if (isBelow && !outside && escapeLine(file) === file) return `${name} ${shellWord(file)}`;
  return `${name} FILE (${JSON.stringify(file)}${
    isBelow && outside ? ", from another directory" : ""
  })`;
}

function layersOption(layers: readonly string[]): string {
  if (layers.length === 0) return "--layers none";
  const isKnown = layers.every((layer) => LAYERS.includes(layer));
  return `--layers ${isKnown ? layers.join(",") : "LIST"}`;
}

/** What an error was made with goes before what its code says. */
export function hintOf(error: PantoError): string | undefined {
  return ownHint(error) ?? hints[error.code]?.(error);
}
