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
  type Config,
  type EntryStamp,
  findingWarnings,
  formatResume,
  freezeBlocks,
  joinResume,
  openSession,
  originOf,
  planResume,
  readPromptAt,
  type ResolvedBlock,
  type Resume,
  type ResumeOptions,
  type Session,
  sha256Hex,
} from "../../mod.ts";
import { readConfigured } from "../input/config.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import type { DefaultOptions, FileRef } from "../args/options.ts";
import {
  liveDocuments,
  type LiveText,
  type LiveTextOptions,
  readLive,
  withLive,
} from "../input/live.ts";
import {
  announce,
  printJson,
  printLines,
  printPromptText,
  type PromptDocument,
  telling,
} from "../output/output.ts";
import { planText, sessionState } from "../output/words.ts";
import { printPromptRequest } from "../output/request.ts";
import { printSessionPrompt } from "../output/prompt.ts";
import { openSource, refuseOwnOutput, stdinSource, tellWarnings } from "../input/session.ts";

/**
 * Runs the default command.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 * @throws {ConfigError} When the prompt files cannot be used.
 * @throws {SessionError} When the session cannot be used as one.
 * @throws {IoError} When reading or writing fails.
 * @throws {LockedError} When another process holds the session for too long.
 */
export function runDefault(host: Host, options: DefaultOptions): number {
  const configured = telling(host, readConfigured(host, options));
  const { session } = options;
  if (session === undefined) {
    printResolved(host, telling(host, freezeBlocks(configured, [])).blocks, options);
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
  const assembled = telling(host, readLive(host, options)).text;
  return resumeSession(host, session, configured, { ...options, assembled });
}

function resumeSession(
  host: Host,
  ref: FileRef,
  configured: Config,
  options: DefaultOptions & LiveTextOptions,
): number {
  refuseOwnOutput(host, ref);
  if (options.format !== "text") checkWholePath(host, ref, options);
  const session = sessionOf(host, ref, options);
  const resume = session.resume(configured, resumeOptions(options));
  tellWarnings(host, ref.name, resume.warnings);
  tellChange(host, ref.name, { resume, done: true, created: resume.created }, options);
  if (options.format === "text") {
    const live = telling(host, readLive(host, options));
    printPromptText(host, withLive(promptAfter(resume), live), options);
    return exitCodes.done;
  }
  const { source, close } = openSource(host, ref);
  try {
    if (source !== undefined) printAfter(host, source, { resume, done: true }, options);
    return exitCodes.done;
  } finally {
    close();
  }
}

/**
 * Follows the whole path, which a format with positions needs, before anything is written: a cycle far
 * back in the log is found now and not between writing and printing.
 */
function checkWholePath(host: Host, ref: FileRef, options: DefaultOptions): void {
  const { source, close } = openSource(host, ref);
  try {
    if (source !== undefined) readPromptAt(source, undefined, { leaf: options.leaf });
  } finally {
    close();
  }
}

/** Shows what a resume would do, with nothing written and no lock taken. */
function previewSession(
  host: Host,
  source: ByteSource | undefined,
  configured: Config,
  options: DefaultOptions,
): number {
  const name = options.session?.type === "file" ? options.session.name : "standard input";
  const resume = planResume(source, configured, resumeOptions(options));
  tellWarnings(host, name, resume.warnings);
  const created = source === undefined;
  tellChange(host, name, { resume, done: false, created }, options);
  const lines = formatResume(resume, options.directory, stampOf(host));
  if (options.dryRun && options.format === "text") printLines(host, lines, options);
  else if (options.format === "text") {
    const live = telling(host, readLive(host, options));
    printPromptText(host, withLive(promptAfter(resume), live), options);
  } else {
    printAfter(host, joinResume(source, lines, name), { resume, done: false }, options);
  }
  return options.exitCode && lines !== "" ? exitCodes.differs : exitCodes.done;
}

/** Prints the session as it is, or would be, after the resume. */
function printAfter(
  host: Host,
  source: ByteSource,
  after: { readonly resume: Resume; readonly done: boolean },
  options: DefaultOptions & LiveTextOptions,
): void {
  const state = sessionState(after.resume.plan, after.done);
  const changed = after.resume.plan.action !== "unchanged";
  // After a write the last entry is the leaf, also on a branch.
  const leaf = changed ? undefined : options.leaf;
  const told = new Set(after.resume.warnings.map((warning) => warning.message));
  printSessionPrompt(host, source, { ...options, leaf, at: "end", state }, (findings) => {
    const fresh = findingWarnings(source, findings).filter(({ message }) => !told.has(message));
    tellWarnings(host, source.name, fresh);
  });
}

/** The blocks in force after a resume, without reading the log once more. */
function promptAfter(resume: Resume): readonly { readonly text: string }[] {
  return resume.plan.action === "unchanged" ? resume.end.blocks : resume.resolved;
}

function tellChange(
  host: Host,
  name: string,
  change: {
    readonly resume: Resume;
    readonly done: boolean;
    readonly created: boolean;
  },
  options: DefaultOptions,
): void {
  const { plan } = change.resume;
  if (plan.action === "unchanged") return;
  const text = planText(plan, change.resume.resolved);
  const made = change.created ? "created" : "seeded";
  if (plan.action === "replace") {
    announce(host, options, `${name}: ${change.done ? "" : "would be "}re-seeded${text}`);
  } else if (change.done) announce(host, options, `${made} ${name}${text}`);
  else announce(host, options, `${name}: would be ${made}${text}`);
}

function printResolved(
  host: Host,
  blocks: readonly ResolvedBlock[],
  options: DefaultOptions,
): void {
  const live = telling(host, readLive(host, options));
  switch (options.format) {
    case "text":
      return printPromptText(host, withLive(blocks, live), options);
    case "json":
      return printJson(host, documentOf(blocks, live), options);
    case "anthropic":
    case "openai":
      return printPromptRequest(host, withLive(blocks, live), options);
  }
}

function documentOf(blocks: readonly ResolvedBlock[], live: LiveText): PromptDocument {
  const recorded = blocks.map((block) => ({
    text: block.text,
    mode: "append" as const,
    position: null,
    line: null,
    sha256: sha256Hex(block.text),
    origin: originOf(block.source),
  }));
  return {
    schema: "panto.prompt/1",
    session: null,
    path: null,
    leaf: null,
    position: null,
    entry: null,
    blocks: [...recorded, ...liveDocuments(live)],
  };
}

function sessionOf(host: Host, ref: FileRef, options: DefaultOptions): Session {
  return openSession(ref.path, {
    name: ref.name,
    cwd: options.directory,
    stamp: stampOf(host),
    lock: options.lock,
    lockTimeoutMs: options.lockTimeoutMs,
  });
}

function stampOf(host: Host): EntryStamp {
  return { newId: () => host.newId(), timestamp: () => host.now().toISOString() };
}

function resumeOptions(options: DefaultOptions): ResumeOptions {
  const { leaf, keepEdits, reseed, lenient, adopt, format } = options;
  const full = format === "anthropic" || format === "openai";
  return { leaf, keepEdits, reseed, lenient, adopt, full, cwd: options.directory };
}
