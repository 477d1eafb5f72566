/**
 * A session log with a path: read, resumed, appended to (DESIGN §3, §5, §12).
 *
 * A resume compares first without the lock; only a difference takes it, reads again, compares again and
 * appends. A resume that finds nothing to do opens nothing for writing.
 *
 * @module
 */

import { IoError, UsageError, type Warning } from "./errors.ts";
import {
  type AskedPosition,
  danglingTail,
  diagnosticWarnings,
  type EntrySource,
  findEvidence,
  formatHeader,
  formatMessage,
  type LogPrompt,
  pathMessages,
  positionOf,
  readPrompt,
  refuseDamage,
  refuseUnreadable,
  refuseWriting,
} from "./log.ts";
import { createLog } from "./log/io/create.ts";
import { SYSTEM_ENTRIES } from "./log/io/system_entries.ts";
import { LogFile } from "./log/io/open.ts";
import { type LockOptions, writeUnderLock } from "./log/io/writing.ts";
import {
  type EditFate,
  editFate,
  formatResume,
  parentOf,
  planResume,
  readForWriting,
  type Resume,
  type ResumeOptions,
} from "./resume.ts";
import { CheckedMessage } from "./message/checked.ts";
import { plainBlock, type PositionedBlock } from "./derive.ts";
import type { Message, NewMessage, Position } from "./types.ts";
import type { ConfiguredPrompt } from "./prompt_source.ts";

export type { FileIdentity } from "./log/io/flock.ts";
export { LogFile } from "./log/io/open.ts";

/** How a session is opened. */
export interface SessionOptions {
  /** How messages call it. @default the path */
  readonly name?: string;
  /** The absolute working directory, for the header of a new log. */
  readonly cwd: string;
  /** Where ids and times of new entries come from. @default random UUIDs and the system's clock */
  readonly entries?: EntrySource;
  /** Takes the lock before writing. @default true */
  readonly lock?: boolean;
  /** How long to wait for the lock and for a line that is being written, in milliseconds. @default 2000 */
  readonly lockTimeoutMs?: number;
}

/** How an entry is appended. */
export interface AppendOptions extends Pick<ResumeOptions, "leaf" | "lenient" | "adopt"> {
  /** Branches behind so many messages, or behind the message of an entry. @default the leaf */
  readonly at?: AskedPosition | undefined;
  /** Writes nothing and takes no lock. @default false */
  readonly dryRun?: boolean;
}

/** Which prompt, or which messages, to read. */
export interface SessionReadOptions {
  /** Number of messages to keep; negative counts from the end; or an entry. @default the end */
  readonly at?: AskedPosition;
  /** The id of the entry that the conversation ends with, or its beginning. @default the last entry */
  readonly leaf?: string;
  /** Goes on where damage touches what is asked for. @default false: an error */
  readonly lenient?: boolean;
}

/** Which messages to read, and who is told what was passed over. */
export interface SessionMessagesOptions extends SessionReadOptions {
  /** Takes the warnings, before the messages are read. @default they are dropped */
  readonly onWarning?: (warning: Warning) => void;
}

/** The prompt in force at a position. */
export interface SessionPrompt {
  /** The surviving blocks, each with the position of its message. */
  readonly blocks: readonly PositionedBlock[];
  /** The position, counted from the start. */
  readonly position: Position;
  /** What is wrong in the log and was passed over. */
  readonly warnings: readonly Warning[];
}

/** What a resume did. */
export interface Resumed extends Resume {
  /** Whether the log did not exist before. */
  readonly created: boolean;
}

/** What an append found. */
export interface Appended {
  /** The id of the new entry. */
  readonly id: string;
  /** The lines that were added, or would be. */
  readonly lines: string;
  /** What becomes of it at the next resume; undefined where it is no system message. */
  readonly fate: EditFate | undefined;
  /** What the user must know, in the order to tell it. */
  readonly warnings: readonly Warning[];
}

/**
 * Opens a session by its path. Nothing is read or created yet.
 *
 * @param path The path of the log.
 * @param options The working directory, and how to write.
 * @returns The session; {@linkcode Session} has an example.
 * @throws {UsageError} When the path is empty or holds a NUL.
 */
export function openSession(path: string, options: SessionOptions): Session {
  return new Session(path, options);
}

/**
 * A session log, by path: every call opens it, and closes it again.
 *
 * @example
 * ```ts
 * import { openSession } from "./session.ts";
 * import { mkdtempSync, rmSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import assert from "node:assert/strict";
 *
 * const cwd = mkdtempSync(`${tmpdir()}/panto-`);
 * const session = openSession(`${cwd}/s.jsonl`, { cwd });
 * const source = { type: "built-in" as const };
 * const configured = (text: string) => ({
 *   blocks: [{ text, source }],
 *   render: () => ({ text: "", warnings: [] }),
 * });
 * assert.equal(session.resume(configured("Be brief.")).created, true);
 * session.append({ role: "user", content: "Hello" });
 * assert.equal(session.resume(configured("Be terse.")).plan.action, "replace");
 *
 * assert.deepEqual(session.prompt().blocks.map(({ text }) => text), ["Be terse."]);
 * assert.deepEqual(session.prompt({ at: 2 }).blocks.map(({ text }) => text), ["Be brief."]);
 * assert.deepEqual(session.messages().map(({ role }) => role), ["system", "user", "system"]);
 * rmSync(cwd, { recursive: true });
 * ```
 */
export class Session {
  /** The path it was opened by. */
  readonly path: string;
  /** How messages call it. */
  readonly name: string;
  readonly #options: SessionOptions;
  readonly #entries: EntrySource;
  readonly #writing: LockOptions;

  /**
   * Names a session; {@linkcode openSession} does the same.
   *
   * @param path The path of the log.
   * @param options The working directory, and how to write.
   * @throws {UsageError} When the path is empty or holds a NUL.
   */
  constructor(path: string, options: SessionOptions) {
    if (path === "" || path.includes("\0")) {
      const fault = path === "" ? "is empty" : "holds a NUL";
      throw new UsageError(`Cannot open a session: its path ${fault}`);
    }
    this.path = path;
    this.name = options.name ?? path;
    this.#options = options;
    this.#entries = options.entries ?? SYSTEM_ENTRIES;
    const { lock, lockTimeoutMs: timeoutMs } = options;
    this.#writing = { name: this.name, lock, timeoutMs };
  }

  /**
   * Opens the log for reading.
   *
   * @returns The open log, to be closed by the caller; undefined when it does not exist.
   * @throws {IoError} When it cannot be read.
   */
  open(): LogFile | undefined {
    return LogFile.open(this.path, { name: this.name });
  }

  /**
   * Reads the prompt in force at a position.
   *
   * @param options The position, the leaf, and whether to go on past damage.
   * @returns The blocks and what was passed over.
   * @throws {SessionError} When the file holds no session that can be read, the prompt depends on damage,
   *   or a parent stands on a later line.
   * @throws {UsageError} When the position is out of range or the leaf unknown.
   * @throws {IoError} When the log does not exist or cannot be read.
   */
  prompt(options: SessionReadOptions = {}): SessionPrompt {
    return this.#reading("read", (file) => {
      const { path, left, blocks, warnings } = readSoundly(file, options);
      return {
        blocks: blocks.map((block) => ({
          ...plainBlock(block),
          position: positionOf(path, block.after),
        })),
        position: positionOf(path, left),
        warnings,
      };
    });
  }

  /**
   * Reads the messages up to a position, system messages included.
   *
   * @param options The position, the leaf, whether to go on past damage, and who takes the warnings.
   * @returns The messages from the start of the conversation, all of them in memory.
   * @throws {SessionError} When the file holds no session that can be read, the prompt there depends on
   *   damage, or a parent stands on a later line.
   * @throws {UsageError} When the position is out of range or the leaf unknown.
   * @throws {IoError} When the log does not exist or cannot be read.
   */
  messages(options: SessionMessagesOptions = {}): Message[] {
    return this.#reading("read", (file) => {
      const { path, left, warnings } = readSoundly(file, options);
      for (const warning of warnings) options.onWarning?.(warning);
      return [...pathMessages(file, path, positionOf(path, left))];
    });
  }

  /**
   * Seeds or reconciles the log. What it reports is on the disk.
   *
   * @param configured What the files ask for.
   * @param options Flags.
   * @returns What was done.
   * @throws {ConfigError} When a template cannot be rendered; nothing is written then.
   * @throws {SessionError} When the file is no session of panto's, or cannot be used as one.
   * @throws {IoError} When reading or writing fails.
   * @throws {LockedError} When another process holds the lock for too long.
   */
  resume(configured: ConfiguredPrompt, options: ResumeOptions = {}): Resumed {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const file = this.open();
      if (file === undefined) {
        const resume = planResume(undefined, configured, options);
        const lines = formatResume(resume, this.#options.cwd, this.#entries);
        if (createLog(this.path, lines, this.name) === "exists") continue;
        return { ...resume, created: true };
      }
      const first = closing(file, () => planResume(file, configured, options));
      if (first.plan.action === "unchanged") return { ...first, created: false };
      const resumed = writeUnderLock(this.path, this.#writing, (writer) => {
        const resume = planResume(writer, configured, options);
        const lines = formatResume(resume, this.#options.cwd, this.#entries);
        return { lines, result: { ...resume, created: false } };
      });
      if (resumed !== undefined) return resumed;
    }
    throw new IoError(`Cannot settle on "${this.name}": it keeps appearing and vanishing`, {
      code: "session-unstable",
      place: { path: this.name },
    });
  }

  /**
   * Appends one message. It is checked before the log is opened.
   *
   * @param message The message in the shape of the log; or one that was checked before, whose own
   *   warnings are not repeated.
   * @param options Flags.
   * @returns The new entry's id and what was found.
   * @throws {UsageError} When the message is malformed.
   * @throws {SessionError} When damage touches the prompt, or the file cannot be used as a session.
   * @throws {IoError} When the log does not exist, or reading or writing fails.
   * @throws {LockedError} When another process holds the lock for too long.
   */
  append(message: NewMessage | CheckedMessage, options: AppendOptions = {}): Appended {
    const known = CheckedMessage.isChecked(message);
    const checked = known ? message : CheckedMessage.from(message);
    const { json, warnings: found } = checked;
    const decide = (file: LogFile): { lines: string; result: Appended } => {
      const { end, needsHeader, warnings: adopted } = readForWriting(file, options, readPrompt);
      refuseDamage(file, end.diagnostics, options);
      const header = needsHeader ? formatHeader(this.#options.cwd, this.#entries) : "";
      const { line, id } = formatMessage(json, parentOf(end), this.#entries);
      const warnings = [
        ...(known ? [] : found),
        ...adopted,
        ...diagnosticWarnings(file, end.diagnostics),
        ...danglingTail(file, end.path),
      ];
      const lines = header + line;
      const fate = checked.mode && editFate(file, end);
      return { lines, result: { id, lines, fate, warnings } };
    };
    const first = this.#reading("write to", (file) => {
      if (options.dryRun) return decide(file).result;
      // Another program's file is not even locked.
      refuseWriting(file, findEvidence(file), options.adopt);
      return undefined;
    });
    const appended = first ?? writeUnderLock(this.path, this.#writing, decide);
    if (appended !== undefined) return appended;
    throw this.#missing("write to");
  }

  #reading<Result>(verb: string, read: (file: LogFile) => Result): Result {
    const file = this.open();
    if (file === undefined) throw this.#missing(verb);
    return closing(file, () => read(file));
  }

  #missing(verb: string): IoError {
    return new IoError(`Cannot ${verb} "${this.name}": it does not exist`, {
      code: "session-missing",
      place: { path: this.name },
    });
  }
}

/** How often a resume starts again because the log appeared or vanished meanwhile. */
const MAX_ATTEMPTS = 20;

/** Reads a prompt with every line of its path parsed, and refuses one that depends on damage. */
function readSoundly(
  file: LogFile,
  options: SessionReadOptions,
): LogPrompt & { readonly warnings: readonly Warning[] } {
  const { at, leaf } = options;
  refuseUnreadable(file);
  const prompt = readPrompt(file, { at, leaf, whole: true, full: true });
  refuseDamage(file, prompt.diagnostics, options);
  return { ...prompt, warnings: diagnosticWarnings(file, prompt.diagnostics) };
}

function closing<Result>(file: LogFile, use: () => Result): Result {
  try {
    return use();
  } finally {
    file.close();
  }
}
