/**
 * The errors that the library throws. Each carries the fields a program needs to react; none renders
 * itself. The command line maps them to exit codes in one place (cli/failure.ts).
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

/** What every error of the library has in common. */
export class PantoError extends Error {
  /** The file, line or byte that the error is about, as far as known. */
  readonly place: FilePlace;
  /** What the reader can do about it, one sentence without a full stop. */
  readonly hint: string | undefined;

  /**
   * Makes an error.
   *
   * @param message What was tried, on what, the state.
   * @param options Where it happened, a hint, and the cause.
   */
  constructor(
    message: string,
    options: { place?: FilePlace; hint?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.place = options.place ?? {};
    this.hint = options.hint;
  }
}

/** The caller asked for something that cannot be: a bad option, a position out of range. */
export class UsageError extends PantoError {}

/** The session log cannot be used as it is: damage that touches the prompt, a cycle, no session. */
export class SessionError extends PantoError {}

/** A prompt file, a layer or a template cannot be used. */
export class ConfigError extends PantoError {}

/** The system refused to read or write. */
export class IoError extends PantoError {}

/** Another process holds the session's lock. */
export class LockedError extends PantoError {}

/** Something the user must know although the work went on. */
export interface Warning {
  /** One line, worded like an error. */
  readonly message: string;
  /** What it is about; for the session log, `line` and `byteOffset`. */
  readonly place: FilePlace;
}
