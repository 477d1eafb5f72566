/**
 * The errors that the library throws. Each carries a code and the fields a program needs to react; none
 * renders itself, and none knows an option or a command. The command line maps them to exit codes
 * (cli/failure.ts) and hints (cli/hint.ts).
 *
 * Wording: what was tried, on what, the state; capital first, no full stop, no contraction.
 *
 * @module
 */

/** Where in a file an error stands. */
export interface FilePlace {
  /** The path as the caller gave it. */
  readonly path?: string;
  /** 1-based line. */
  readonly line?: number;
  /** 1-based column, in code points. */
  readonly column?: number;
  /** 0-based byte offset from the start of the file. */
  readonly byteOffset?: number;
}

/** Something the user must know although the work went on. */
export interface Warning {
  /** One line, worded like an error. */
  readonly message: string;
  /** What it is about; for the session log, `line` and `byteOffset`. */
  readonly place: FilePlace;
  /** How many faults it stands for, where that is not 1. */
  readonly count?: number | undefined;
}

/** What tells one error from another, whatever its words. */
export type ErrorCode =
  /** What was asked for cannot be, and nothing below says it more closely. */
  | "usage"
  /** A message that would be appended is no JSON. */
  | "message-not-json"
  /** A message that would be appended is malformed. */
  | "message-invalid"
  | "leaf-unknown"
  | "entry-unknown"
  /** The entry stands on another branch. */
  | "entry-off-path"
  /** There is no way to hang something on an entry. */
  | "entry-unnamed"
  /** A word is the beginning of several ids. */
  | "id-ambiguous"
  | "position-out-of-range"
  /** Reading a session for writing: nothing in it says that it is one; it can be adopted. */
  | "adoption-needed"
  /** Reading a session for writing: another program wrote it. */
  | "foreign-session"
  /** Reading a session: nothing in it says that it is one. */
  | "not-a-session"
  /** Reading a session: another program wrote it, and its format is not known well enough. */
  | "format-unreadable"
  /** A resume: what the session's prompt was made from is not named again, and would be lost. */
  | "source-forgotten"
  | "session-missing"
  | "session-unstable"
  /** The prompt asked for depends on a line that cannot be understood. */
  | "damage-touches"
  /** The same, and a newer writer may have written the line. */
  | "newer-entry"
  /** The header names a version that is not known here. */
  | "newer-version"
  | "cycle"
  | "locked"
  | "directory-missing"
  | "directory-unusable"
  | "environment-not-utf8"
  /** No variable says where a layer lies. */
  | "home-missing"
  /** A layer holds a prompt file both plain and as a template. */
  | "plain-and-template"
  | "layer-unreadable"
  | "project-unknown"
  /** An untrusted file leads out of its project. */
  | "outside-project"
  | "replaced-while-reading"
  | "replaced-while-writing"
  | "shortened-while-reading"
  | "file-missing"
  | "file-unreadable"
  | "not-a-regular-file"
  /** A pipe that the user named, and that nobody wrote to in time. */
  | "pipe-silent"
  /** A session was named in the place of a prompt file. */
  | "session-as-prompt"
  /** A manifest with a prompt beside a file that takes the place of SYSTEM.md. */
  | "two-seeds"
  /** Some of what was to be written is there. */
  | "write-incomplete"
  | "unwritable"
  | "manifest-invalid"
  | "template-input-invalid"
  | "template-invalid"
  | "template-failed"
  | "rendered-text-invalid";

/** What a call does not name of what a session's prompt was made from, in the words of the log. */
export interface Forgotten {
  /** In the order of the log, all of a kind where one is missing; nothing of it is to be opened. */
  readonly sources: readonly ForgottenSource[];
  /** The layers that counted, where only some did and none are named. */
  readonly layers: readonly string[] | undefined;
  /** The directory that the paths start from, where the call was not made there. */
  readonly elsewhere?: string | undefined;
}

/** One thing that was named when the prompt was recorded. */
export interface ForgottenSource {
  /** `manifest`, `file` or `import`. */
  readonly kind: string;
  /** Of a file: in which place it stood, `system` or `append`. */
  readonly option: string | undefined;
  /** Relative to the session's directory; the last name of a path that lay outside; `-` is stdin. */
  readonly file: string | undefined;
  /** Whether it lay outside of the session's directory. */
  readonly outside: boolean;
}

/** What some codes carry beside a place. */
export interface ErrorDetails {
  /** The environment variable that is to blame. */
  readonly variable?: string;
  /** A variable that could be set instead. */
  readonly alternative?: string;
  /** The directory that is missing. */
  readonly directory?: string;
  /** How many bytes a failed write left. */
  readonly leftover?: number;
  /** The id of an entry. */
  readonly id?: string;
  /** How many messages the session has. */
  readonly total?: number;
  /** The format of a file that another program wrote. */
  readonly format?: string;
  /** What a session recorded and the call does not name. */
  readonly forgotten?: Forgotten;
  /** Whether the prompt was asked for at another place than the end of the session. */
  readonly isElsewhere?: boolean;
}

/** What an error is made of beside its message. */
export interface PantoErrorOptions {
  /** What tells it from others. */
  readonly code: ErrorCode;
  /** What it is about. @default {} */
  readonly place?: FilePlace;
  /** What its code carries. @default {} */
  readonly details?: ErrorDetails;
  /** What was found before it. @default [] */
  readonly warnings?: readonly Warning[];
  /** What led to it. */
  readonly cause?: unknown;
}

/**
 * What every error of the library has in common. Its class and `code` tell what happened, whatever its
 * words; `place` and `details` tell where.
 *
 * @example
 * ```ts
 * import { PantoError, SessionError } from "./errors.ts";
 * import assert from "node:assert/strict";
 *
 * const error = new SessionError("Cannot use it", { code: "not-a-session", place: { path: "s.jsonl" } });
 * assert.ok(error instanceof PantoError);
 * assert.deepEqual([error.name, error.code, error.place.path], ["SessionError", "not-a-session", "s.jsonl"]);
 * ```
 */
export class PantoError extends Error {
  /** What tells it from others, whatever its words. */
  readonly code: ErrorCode;
  /** The file, line or byte that the error is about, as far as known. */
  readonly place: FilePlace;
  /** What the code carries beside a place. */
  readonly details: ErrorDetails;
  /** What was found before the work failed, and may explain why. */
  readonly warnings: readonly Warning[];

  /**
   * Makes an error.
   *
   * @param message What was tried, on what, the state.
   * @param options The code, where it happened, and the cause.
   */
  constructor(message: string, options: PantoErrorOptions) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = options.code;
    this.place = options.place ?? {};
    this.details = options.details ?? {};
    this.warnings = options.warnings ?? [];
  }
}

/** The caller asked for something that cannot be: a bad option, a position out of range. */
export class UsageError extends PantoError {
  /**
   * Makes an error.
   *
   * @param message What was tried, on what, the state.
   * @param options As of every error. @default { code: "usage" }
   */
  constructor(message: string, options: Partial<PantoErrorOptions> = {}) {
    super(message, { code: "usage", ...options });
  }
}

/** The session log cannot be used as it is: damage that touches the prompt, a cycle, no session. */
export class SessionError extends PantoError {}

/** A prompt file, a layer or a template cannot be used. */
export class ConfigError extends PantoError {}

/** The system refused to read or write. */
export class IoError extends PantoError {}

/** Another process holds the session's lock. */
export class LockedError extends PantoError {}
