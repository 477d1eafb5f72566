/**
 * `panto [SESSION|-]`: puts the prompt together from the files, records it in the session when it is
 * new or has changed, and prints what is in force.
 *
 * The session is written and synced before anything is printed: whoever has read the prompt can rely on
 * the log holding it (DESIGN §10).
 *
 * @module
 */

import {
  type ByteSource,
  diagnosticWarnings,
  formatResume,
  freezeBlocks,
  joinLines,
  openSession,
  originOf,
  planResume,
  promptSha256,
  type Provider,
  readPrompt,
  type ResolvedBlock,
  type Resume,
  type ResumeOptions,
  type Session,
  sha256Hex,
  UsageError,
} from "../../mod.ts";
import { firstGiven, type ValuesOf } from "../args/flag.ts";
import { flags } from "../args/flags.ts";
import { type FileRef, inputOf, type Raw } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/groups/common.ts";
import { liveFlags, liveOptions } from "../args/groups/live.ts";
import { printFlags, printOptions } from "../args/groups/print.ts";
import { promptFileFlags, promptFileOptions } from "../args/groups/prompt_files.ts";
import { readingFlags, readingOptions } from "../args/groups/reading.ts";
import { templateFlags, templateOptions } from "../args/groups/template.ts";
import { writingFlags, writingOptions } from "../args/groups/writing.ts";
import { needs } from "../args/refuse.ts";
import { exitCodes, warnOfDirectory } from "../failure.ts";
import { hinted } from "../hint.ts";
import type { Host } from "../host.ts";
import { type ObservedConfig, readConfigured, tellUnused } from "../input/config.ts";
import { type Live, liveDocuments, type LiveRequest, readLive, withLive } from "../input/live.ts";
import {
  openSource,
  refuseMistyped,
  refuseOwnOutput,
  stdinSource,
  warnAbout,
} from "../input/session.ts";
import { printJson, type PromptDocument } from "../output/documents.ts";
import { type OriginOptions, printSessionPrompt } from "../output/prompt.ts";
import { info, reported } from "../output/report.ts";
import { printRequest } from "../output/request.ts";
import { printLines, printPromptText } from "../output/text.ts";
import { changeText, sessionState } from "../output/words.ts";
import { type Command, command } from "./command.ts";

/** What recording a prompt goes by. */
const recordFlags = [flags.keepEdits, flags.reseed, ...writingFlags] as const;

function flagsWith(providers: readonly Provider[]) {
  const print = printFlags(providers);
  return [
    ...print.format,
    ...commonFlags,
    ...readingFlags,
    ...promptFileFlags,
    ...recordFlags,
    flags.exitCode,
    ...templateFlags,
    ...liveFlags,
    ...print.request,
  ] as const;
}

type Typed = Raw<ValuesOf<ReturnType<typeof flagsWith>>>;
type Options = ReturnType<typeof readOptions>;

/** `panto [SESSION|-]` */
export function resumeCommand(providers: readonly Provider[]): Command {
  return command({
    name: "panto",
    words: "[SESSION]",
    summary: "",
    description: "Keep a model's system prompt as conversation state.\n\n" +
      "Without SESSION, panto puts the prompt together from the prompt files of the\n" +
      "base, user and project layers and prints it. With SESSION, a JSONL session log,\n" +
      "it records the prompt there when it is new or has changed, and prints what is\n" +
      "in force. With -, it reads a log from stdin, prints the prompt that a resume\n" +
      "would give, and writes nothing.\n\n" +
      "Prompt files that end in .j2 and the prompt of a manifest are templates, each\n" +
      "rendered once, when it is new to the session. What --live adds is made at every\n" +
      "call and never recorded.\n\n" +
      "A first word is a SESSION if it exists or looks like a path (it holds a / or a\n" +
      "dot); command names win over files (write ./log for a file named log).",
    examples: [
      ["panto", "print the prompt of this directory"],
      ["panto s.jsonl", "seed or resume a session and print its prompt"],
      ["panto s.jsonl -f anthropic", "print the request for Anthropic's Messages API"],
      ["panto -n s.jsonl", "show what would be recorded"],
      ["panto s.jsonl --live", "with date, directory and AGENTS.md as they are now"],
    ],
    otherNames: ["resume", "seed", "init", "new", "create", "reconcile", "sync"],
    flags: flagsWith(providers),
    read: (raw) => readOptions(raw, providers),
    run: runResume,
  });
}

function readOptions(raw: Typed, providers: readonly Provider[]) {
  const { values } = raw;
  const session = raw.words[0] === undefined ? undefined : inputOf(raw, raw.words[0]);
  if (session === undefined) {
    const misplaced = firstGiven(values, [...readingFlags, ...recordFlags]);
    if (misplaced !== undefined) throw new UsageError(`${misplaced} needs a SESSION`);
  }
  if (values.exitCode === true) needs(values.dryRun === true, "--exit-code", "--dry-run");
  const print = printOptions(values, providers);
  if (values.dryRun === true && typeof print.format === "object") {
    throw hinted(
      new UsageError(
        `--dry-run prints entries and cannot be used with --format ${print.format.name}`,
      ),
      "panto - < SESSION prints what a resume would give, in any format",
    );
  }
  const live = liveOptions(values);
  // JSON has room for both: what would be recorded, and the live block after it.
  if (values.dryRun === true && live.live && print.format === "text") {
    throw hinted(
      new UsageError("--dry-run prints entries and cannot be used with --live"),
      "panto --live - < SESSION prints what a resume would give",
    );
  }
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw, session === undefined ? [] : [session]),
    ...templateOptions(raw),
    ...readingOptions(values),
    ...writingOptions(values),
    ...print,
    ...live,
    /** Undefined: resolve the prompt files and print. */
    session,
    /** With `dryRun`: exit 1 when something would be written. */
    exitCode: values.exitCode === true,
    keepEdits: values.keepEdits === true,
    reseed: values.reseed === true,
  };
}

function runResume(host: Host, options: Options): number {
  if (options.session?.type === "file") refuseMistyped(options.session);
  const configured = reported(host, readConfigured(host, options));
  const { session } = options;
  if (session === undefined) {
    const { blocks } = reported(host, freezeBlocks(configured, []));
    tellUnused(host, options, [configured]);
    printResolved(host, blocks, options);
    hintAtStdin(host, options);
    return exitCodes.done;
  }
  if (session.type === "stdin") return previewSession(host, stdinSource(host), configured, options);
  if (options.dryRun) {
    const { source, close } = openSource(host, session);
    try {
      return previewSession(host, source, configured, options);
    } finally {
      close();
    }
  }
  // Ahead, so that its errors come before anything is written.
  const assembled = reported(host, readLive(host, options)).text;
  return resumeSession(host, session, configured, { ...options, assembled });
}

function resumeSession(
  host: Host,
  ref: FileRef,
  configured: ObservedConfig,
  options: Options & LiveRequest,
): number {
  refuseOwnOutput(host, ref);
  if (options.format !== "text") checkWholePath(host, ref, options);
  const session = sessionOf(host, ref, options);
  const resume = session.resume(configured, planOptions(options));
  warnAbout(host, ref.name, resume.warnings);
  reportChange(host, ref.name, { resume, done: true, created: resume.created }, options);
  if (resume.created && host.cwd() !== options.directory) warnOfDirectory(host, ref.name);
  tellUnused(host, options, [configured]);
  if (options.format === "text") {
    const live = reported(host, readLive(host, options));
    printPromptText(host, withLive(promptAfter(resume), live), options);
    return exitCodes.done;
  }
  const { source, close } = openSource(host, ref);
  try {
    const after = { resume, done: true };
    if (source !== undefined) printAfter(host, source, after, { ...options, configured });
    return exitCodes.done;
  } finally {
    close();
  }
}

/**
 * Follows the whole path, which a format with positions needs, before anything is written: a cycle far
 * back in the log is found now and not between writing and printing.
 */
function checkWholePath(host: Host, ref: FileRef, options: Options): void {
  const { source, close } = openSource(host, ref);
  try {
    if (source !== undefined) readPrompt(source, { leaf: options.leaf, whole: true });
  } finally {
    close();
  }
}

/** Shows what a resume would do, with nothing written and no lock taken. */
function previewSession(
  host: Host,
  source: ByteSource | undefined,
  configured: ObservedConfig,
  options: Options,
): number {
  const name = options.session?.type === "file" ? options.session.name : "standard input";
  const resume = planResume(source, configured, planOptions(options));
  warnAbout(host, name, resume.warnings);
  const created = source === undefined;
  reportChange(host, name, { resume, done: false, created }, options);
  tellUnused(host, options, [configured]);
  const lines = formatResume(resume, options.directory, host);
  if (options.dryRun && options.format === "text") printLines(host, lines, options);
  else if (options.format === "text") {
    const live = reported(host, readLive(host, options));
    printPromptText(host, withLive(promptAfter(resume), live), options);
  } else {
    const after = { resume, done: false };
    printAfter(host, joinLines(source, lines, name), after, { ...options, configured });
  }
  return options.exitCode && lines !== "" ? exitCodes.differs : exitCodes.done;
}

/** Prints the session as it is, or would be, after the resume. */
function printAfter(
  host: Host,
  source: ByteSource,
  after: { readonly resume: Resume; readonly done: boolean },
  options: Options & OriginOptions,
): void {
  const state = sessionState(after.resume.plan, after.done);
  const changed = after.resume.plan.action !== "unchanged";
  // After a write the last entry is the leaf, also on a branch.
  const leaf = changed ? undefined : options.leaf;
  const known = new Set(after.resume.warnings.map((warning) => warning.message));
  printSessionPrompt(host, source, { ...options, leaf, at: "end", state }, (found) => {
    const fresh = diagnosticWarnings(source, found).filter(({ message }) => !known.has(message));
    warnAbout(host, source.name, fresh);
  });
}

/** The blocks in force after a resume, without reading the log once more. */
function promptAfter(resume: Resume): readonly { readonly text: string }[] {
  return resume.plan.action === "unchanged" ? resume.end.blocks : resume.resolved;
}

function reportChange(
  host: Host,
  name: string,
  change: { readonly resume: Resume; readonly done: boolean; readonly created: boolean },
  options: Options,
): void {
  const { plan, resolved } = change.resume;
  if (plan.action !== "unchanged") {
    info(host, options, changeText(name, { ...change, plan, resolved }));
  }
}

function printResolved(
  host: Host,
  blocks: readonly ResolvedBlock[],
  options: Options,
): void {
  const { format } = options;
  const live = reported(host, readLive(host, options));
  if (format === "text") return printPromptText(host, withLive(blocks, live), options);
  if (format === "json") {
    return printJson(host, documentOf(blocks, live, options.directory), options);
  }
  const input = { name: "the prompt", blocks: withLive(blocks, live), messages: [] };
  printRequest(host, input, { ...options, format });
}

/**
 * Whoever sends a session to `panto` without `-` sees another prompt than that of the session. A script
 * reads its streams: there the same words would only disturb.
 */
function hintAtStdin(host: Host, options: Options): void {
  const { system, append } = options.launch;
  if ([system, ...append].some((ref) => ref?.type === "stdin")) return;
  if (!host.isTerminal("stdout") || !host.isTerminal("stderr") || !host.isStdinFed()) return;
  host.stdout.flush();
  info(host, options, "stdin was not read; panto - reads a session from it");
}

function documentOf(
  blocks: readonly ResolvedBlock[],
  live: Live,
  directory: string,
): PromptDocument {
  const recorded = blocks.map((block) => ({
    text: block.text,
    mode: "append" as const,
    position: null,
    line: null,
    sha256: sha256Hex(block.text),
    origin: originOf(block.source, directory),
  }));
  const all = [...recorded, ...liveDocuments(live)];
  return {
    schema: "panto.prompt/1",
    session: null,
    path: null,
    leaf: null,
    position: null,
    entry: null,
    sha256: promptSha256(all),
    blocks: all,
  };
}

function sessionOf(host: Host, ref: FileRef, options: Options): Session {
  return openSession(ref.path, {
    name: ref.name,
    cwd: options.directory,
    entries: host,
    lock: options.lock,
    lockTimeoutMs: options.lockTimeoutMs,
  });
}

function planOptions(options: Options): ResumeOptions {
  // What comes from a pipe is not written to: chat lines without a prompt may be planned for.
  const adopt = options.adopt || (options.session?.type === "stdin" && "chat-lines");
  return { ...options, adopt, full: typeof options.format === "object", cwd: options.directory };
}
