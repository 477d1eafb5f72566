/**
 * `panto status`: would a resume change a session? Every session is looked at, also after one that
 * cannot be read; the highest code wins.
 *
 * @module
 */

import {
  type ByteSource,
  type Config,
  PantoError,
  planResume,
  promptSha256,
  refuseDamage,
  type Resume,
  UsageError,
  type Warning,
} from "../../mod.ts";
import type { ValuesOf } from "../args/flag.ts";
import { flags } from "../args/flags.ts";
import { inputOf, type InputRef, type Raw } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/groups/common.ts";
import { formatFlags, formatOf, reportFormats } from "../args/groups/format.ts";
import { promptFileFlags, promptFileOptions } from "../args/groups/prompt_files.ts";
import { readingFlags, readingOptions } from "../args/groups/reading.ts";
import { templateFlags, templateOptions } from "../args/groups/template.ts";
import { exitCodes, reportFailure, warnOfDirectory } from "../failure.ts";
import type { Host } from "../host.ts";
import { type ObservedConfig, readConfigured, tellUnused } from "../input/config.ts";
import { ownDirectory } from "../input/own_directory.ts";
import { openSource, refuseMistyped, warnAbout } from "../input/session.ts";
import { printJson, type SessionState } from "../output/documents.ts";
import { reported } from "../output/report.ts";
import { escapeLine } from "../output/terminal.ts";
import { sessionState, standingText } from "../output/words.ts";
import { command } from "./command.ts";

interface SessionStatus {
  readonly name: string;
  readonly state: SessionState | "error";
  /** The one that its header names, where that was asked for and used. */
  readonly directory: string | undefined;
  /** Undefined beside an error. */
  readonly resume: Resume | undefined;
  /** What is to be said of it beside the name. */
  readonly text: string;
  /** The blocks in force; null where there is no session, or it cannot be read. */
  readonly blocks: readonly { readonly text: string }[] | null;
  readonly exitCode: number;
}

const statusFlags = [
  ...formatFlags(reportFormats),
  ...commonFlags,
  ...readingFlags,
  ...promptFileFlags,
  flags.keepEdits,
  flags.ownDirectory,
  ...templateFlags,
] as const;

type Options = ReturnType<typeof readOptions>;

/** `panto status SESSION...` */
export const statusCommand = command({
  name: "status",
  words: "<SESSION...>",
  summary: "tell whether a resume would change the prompt",
  description: "Tell whether a resume would change the prompt. Exit code 0 means in step, 1\n" +
    "means it would change (or the session does not exist yet); of several sessions,\n" +
    "the highest code counts. With -q the exit code alone tells. One SESSION can be\n" +
    "- for stdin.",
  examples: [
    ["panto status s.jsonl", "one session"],
    ["panto status sessions/*.jsonl", "many"],
    ["panto status s.jsonl || panto s.jsonl", "resume only when needed"],
    ["panto status --own-directory ~/chats/*.jsonl", "each with its own project's files"],
  ],
  flags: statusFlags,
  read: readOptions,
  run(host, options) {
    const configs = new Map<string, ObservedConfig>();
    const configIn = configReader(host, options, configs);
    // What is wrong with this directory's files is told once, and before any session.
    if (!options.ownDirectory) configIn(options.directory);
    const told = new Set<Warning>();
    const found = options.sessions.map((ref) => statusOf(host, { ref, configIn, told }, options));
    tellUnused(host, options, [...configs.values()]);
    if (options.format === "json") {
      printJson(host, {
        schema: "panto.status/1",
        sessions: found.map(({ name, state, directory, resume, blocks }) => ({
          path: name,
          state,
          directory: directory ?? null,
          edits: resume?.edits ?? null,
          replacedBy: resume?.replacedAt ?? null,
          sha256: blocks && promptSha256(blocks),
        })),
      });
    } else if (!options.quiet) printStatuses(host, found);
    return Math.max(...found.map((status) => status.exitCode));
  },
});

function readOptions(raw: Raw<ValuesOf<typeof statusFlags>>) {
  const sessions = raw.words.map((word) => inputOf(raw, word));
  if (sessions.length > 1 && raw.values.leaf !== undefined) {
    throw new UsageError("--leaf cannot be used with several sessions");
  }
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw, sessions),
    ...templateOptions(raw),
    ...readingOptions(raw.values),
    sessions,
    format: formatOf(raw.values, reportFormats),
    keepEdits: raw.values.keepEdits === true,
    ownDirectory: raw.values.ownDirectory === true,
  };
}

/** An error was told on stderr and has no line. */
function printStatuses(host: Host, found: readonly SessionStatus[]): void {
  const shown = found.filter((status) => status.state !== "error")
    .map(({ name, text }) => ({ name: escapeLine(name), text }));
  const width = Math.max(...shown.map(({ name }) => name.length));
  for (const { name, text } of shown) {
    host.stdout.write(`${`${name}:`.padEnd(width + 1)} ${text}\n`);
  }
}

function statusOf(
  host: Host,
  what: {
    readonly ref: InputRef;
    readonly configIn: (directory: string) => Config;
    /** Warnings that were told beside an earlier session. */
    readonly told: Set<Warning>;
  },
  options: Options,
): SessionStatus {
  const name = what.ref.type === "stdin" ? "standard input" : what.ref.name;
  try {
    if (what.ref.type === "file") refuseMistyped(what.ref);
    const opened = openSource(host, what.ref);
    try {
      return standingOf(host, { name, source: opened.source, ...what }, options);
    } finally {
      opened.close();
    }
  } catch (error) {
    if (!(error instanceof PantoError)) throw error;
    const exitCode = reportFailure(host, error);
    return {
      name,
      state: "error",
      directory: undefined,
      resume: undefined,
      blocks: null,
      text: "",
      exitCode,
    };
  }
}

function standingOf(
  host: Host,
  { name, source, configIn, told }: {
    readonly name: string;
    /** Undefined when there is no session. */
    readonly source: ByteSource | undefined;
    readonly configIn: (directory: string) => Config;
    readonly told: Set<Warning>;
  },
  options: Options,
): SessionStatus {
  const directory = options.ownDirectory ? ownDirectory(source, options.directory) : undefined;
  const configured = configIn(directory ?? options.directory);
  const resume = planResume(source, configured, {
    ...options,
    locateEdits: true,
    ...(directory === undefined ? { cwd: options.directory } : {}),
  });
  if (source !== undefined) refuseDamage(source, resume.end.diagnostics, options);
  // What a rendering warns of comes with every session that takes its text; of edits its line speaks.
  const fresh = resume.warnings.filter((warning) =>
    !told.has(warning) && warning !== resume.ofEdits
  );
  for (const warning of fresh) told.add(warning);
  warnAbout(host, name, fresh);
  if (source === undefined) warnOfDirectory(host, name);
  const suffix = directory === undefined ? "" : `; files of ${escapeLine(directory)}`;
  return {
    name,
    directory,
    state: sessionState(resume.plan, false),
    resume,
    blocks: source === undefined ? null : resume.end.blocks,
    text: standingText(resume, source === undefined) + suffix,
    exitCode: resume.plan.action === "unchanged" ? exitCodes.done : exitCodes.differs,
  };
}

/** Reads the configuration of a directory once, however many sessions were started there. */
function configReader(
  host: Host,
  options: Options,
  known: Map<string, ObservedConfig>,
): (directory: string) => Config {
  return (directory) => {
    const config = known.get(directory) ??
      reported(host, readConfigured(host, { ...options, directory }));
    known.set(directory, config);
    return config;
  };
}
