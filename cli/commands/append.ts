/**
 * `panto append`: adds one message to a session that exists.
 *
 * @module
 */

import { CheckedMessage, openSession, sessionWord, UsageError } from "../../mod.ts";
import { firstGiven, type ValuesOf, withHelp } from "../args/flag.ts";
import { flags } from "../args/flags.ts";
import { fileOf, type FileRef, inputOf, type InputRef, type Raw } from "../args/inputs.ts";
import { commonFlags, type CommonOptions, commonOptions } from "../args/groups/common.ts";
import { formatFlags, formatOf, type ReportFormat, reportFormats } from "../args/groups/format.ts";
import { readingFlags, type ReadingOptions, readingOptions } from "../args/groups/reading.ts";
import { writingFlags, type WritingOptions, writingOptions } from "../args/groups/writing.ts";
import { parseChoice, type PositionSpec } from "../args/values.ts";
import { exitCodes } from "../failure.ts";
import { hinted } from "../hint.ts";
import type { Host } from "../host.ts";
import { isThere } from "../host/files.ts";
import { answerPart } from "../input/answer.ts";
import { refuseMistyped, refuseOwnOutput, warnAbout } from "../input/session.ts";
import { readMessageText } from "../input/text.ts";
import { printJson } from "../output/documents.ts";
import { info, reported } from "../output/report.ts";
import { printLines } from "../output/text.ts";
import { command } from "./command.ts";

/** What is added. */
type Content =
  | {
    readonly type: "text";
    readonly role: "user" | "assistant" | "system";
    readonly replace: boolean;
    readonly note: string | undefined;
    readonly source: { readonly type: "stdin" } | {
      readonly type: "argument";
      readonly text: string;
      /** The file of that name, which a session in the wrong place would be. */
      readonly file: FileRef;
    };
  }
  | { readonly type: "message"; readonly source: InputRef };

interface Options extends CommonOptions, ReadingOptions, WritingOptions {
  readonly session: FileRef;
  /** The position to branch at. */
  readonly at: PositionSpec | undefined;
  readonly format: ReportFormat;
  readonly content: Content;
}

const contentFlags = [flags.role, flags.replace, flags.note, flags.message] as const;

/** `panto append SESSION [TEXT]` */
export const appendCommand = command({
  name: "append",
  words: "<SESSION> [TEXT]",
  summary: "add one message to a session",
  description: "Add one message to an existing session. TEXT is the message, - reads it from\n" +
    "stdin, which is the way for text that may itself start with a dash.\n" +
    "With --message, a JSON object holds role and content (tool calls, tool results,\n" +
    "images, ...). With --json, the new entry's id is printed.",
  examples: [
    ["panto append s.jsonl --role user 'Hello'", "a user message"],
    ["panto append s.jsonl --role assistant - < answer.txt", "text from a file"],
    ["panto append s.jsonl --role system --replace 'Be brief.'", "a new prompt"],
    ["panto append s.jsonl --message - < message.json", "a whole message"],
    ["panto append s.jsonl --at 4 --role user 'Again'", "a branch behind message 4"],
  ],
  otherNames: ["add"],
  flags: [
    ...formatFlags(reportFormats),
    ...contentFlags,
    ...commonFlags,
    withHelp(flags.at, "branch: hang it on message N, or on the message of an entry"),
    ...readingFlags,
    flags.project,
    flags.projectRoot,
    ...writingFlags,
  ],
  read(raw): Options {
    const session = inputOf(raw, raw.words[0] ?? "");
    if (session.type === "stdin") {
      throw new UsageError("append writes to its SESSION, which cannot be -");
    }
    return {
      ...commonOptions(raw),
      ...readingOptions(raw.values),
      ...writingOptions(raw.values),
      session,
      at: raw.values.at,
      format: formatOf(raw.values, reportFormats),
      content: contentOf(raw),
    };
  },
  run: runAppend,
});

function contentOf(raw: Raw<ValuesOf<typeof contentFlags>>): Content {
  const { role: typed, message } = raw.values;
  const replace = raw.values.replace === true;
  const text = raw.words[1];
  if (message !== undefined) {
    const misplaced = firstGiven(raw.values, [flags.role, flags.replace, flags.note]);
    if (misplaced !== undefined) {
      throw new UsageError(`${misplaced} cannot be used with --message, which holds it`);
    }
    if (text !== undefined) throw new UsageError("TEXT cannot be used with --message");
    return { type: "message", source: inputOf(raw, message, "--message") };
  }
  if (typed === undefined) throw new UsageError("append needs --role or --message");
  const role = parseChoice("--role", typed, ["user", "assistant", "system"]);
  const ofSystem = firstGiven(raw.values, [flags.replace, flags.note]);
  if (ofSystem !== undefined && role !== "system") {
    throw new UsageError(`${ofSystem} can only be used with --role system`);
  }
  if (text === undefined) throw missingText(raw);
  const source = text === "-"
    ? { type: "stdin" } as const
    : { type: "argument", text, file: fileOf(raw, text) } as const;
  return { type: "text", role, replace, note: raw.values.note, source };
}

/** One word is the session, also where it was meant to be the text. */
function missingText(raw: Raw<ValuesOf<typeof contentFlags>>): UsageError {
  const word = raw.words[0] ?? "";
  if (/[/\\.]/.test(word) || isThere(fileOf(raw, word).path)) {
    return new UsageError("append needs TEXT, or - to read it from stdin");
  }
  return hinted(
    new UsageError(
      `append needs a SESSION and TEXT, and there is no session ${JSON.stringify(word)}`,
    ),
    `the session comes first: panto append SESSION --role ${raw.values.role} TEXT`,
  );
}

function runAppend(host: Host, options: Options): number {
  refuseMistyped(options.session);
  refuseExchanged(options);
  if (options.dryRun || options.format === "json") refuseOwnOutput(host, options.session);
  const message = reported(host, messageOf(host, options));
  const { session } = options;
  const opened = openSession(session.path, {
    name: session.name,
    cwd: options.directory,
    entries: host,
    lock: options.lock,
    lockTimeoutMs: options.lockTimeoutMs,
  });
  const { at, leaf, lenient, adopt, dryRun } = options;
  const added = opened.append(message, { at, leaf, lenient, adopt, dryRun });
  warnAbout(host, session.name, added.warnings);
  if (dryRun) {
    printLines(host, added.lines);
    return exitCodes.done;
  }
  const { fate } = added;
  const mode = message.mode === undefined ? "" : ` (${message.mode})`;
  const next = fate === undefined ? "" : FATES[fate];
  const what = `appended ${message.role} message${mode}${branchText(options)}${next}`;
  info(host, options, `${session.name}: ${what}`);
  if (options.format === "json") {
    printJson(host, {
      schema: "panto.append/1",
      path: session.name,
      id: added.id,
      role: message.role,
      fate: fate ?? null,
    });
  }
  return exitCodes.done;
}

/** An entry that is hung elsewhere becomes the leaf. */
function branchText({ at, leaf }: Options): string {
  if (at === "end" || (at === undefined && leaf === undefined)) return "";
  const place = typeof at === "number" ? `position ${at}` : `entry ${at?.id ?? leaf}`;
  return ` after ${place}, as the current branch`;
}

/** The session stands in the place of the text. */
function refuseExchanged({ session, content }: Options): void {
  if (isThere(session.path) || content.type !== "text" || content.source.type !== "argument") {
    return;
  }
  const { text, file } = content.source;
  if (!/[/\\.]/.test(text) || !isThere(file.path)) return;
  throw hinted(
    new UsageError(`There is no session "${session.name}", and the text is the name of a file`),
    `the session comes first: panto append ${sessionWord(text)} --role ${content.role} TEXT`,
  );
}

/** What becomes of a system message. */
const FATES = {
  kept: ", kept until a resume re-seeds",
  unrecorded: "; the next resume may discard it: nothing here records where the prompt came from",
} as const;

function messageOf(host: Host, options: Options): CheckedMessage {
  const { content } = options;
  if (content.type === "message") {
    const { text, name } = readMessageText(host, content.source);
    refuseAnswer(text, name, options);
    return CheckedMessage.parse(text, { name });
  }
  const { role, replace, note } = content;
  const text = content.source.type === "argument"
    ? content.source.text
    : readMessageText(host, { type: "stdin" }).text;
  if (text === "" && role !== "system") throw new UsageError("The text of the message is empty");
  const blocks = [{ type: "text", text: text.toWellFormed() }];
  const mode = role === "system" ? { mode: replace ? "replace" : "append" } : {};
  const noted = note === undefined ? {} : { note };
  return CheckedMessage.from({ role, ...mode, content: blocks, ...noted });
}

/** A whole answer holds the message, and is none. */
function refuseAnswer(text: string, name: string, { session, content }: Options): void {
  const part = answerPart(text);
  if (part === undefined) return;
  const file = content.source.type === "file" ? ` ${sessionWord(content.source.name)}` : "";
  throw hinted(
    new UsageError(`Cannot append the message of ${name}: it is the whole answer of a provider`, {
      code: "message-invalid",
    }),
    `append the message in it: jq -c '${part}'${file} | panto append ${
      sessionWord(session.name)
    } --message -`,
  );
}
