/**
 * `panto status`: would a resume change a session? Every session is looked at, also after one that
 * cannot be read; the highest code wins.
 *
 * @module
 */

import {
  type Config,
  PantoError,
  planResume,
  promptSha256,
  type ReconcilePlan,
  refuseDamage,
  type ResolvedBlock,
  UsageError,
  type Warning,
} from "../../mod.ts";
import type { ValuesOf } from "../args/flag.ts";
import { flags } from "../args/flags.ts";
import { inputOf, type InputRef, type Raw, stdinOnce } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/options/common.ts";
import { formatFlags, formatOf, reportFormats } from "../args/options/format.ts";
import { promptFileFlags, promptFileOptions } from "../args/options/prompt_files.ts";
import { readingFlags, readingOptions } from "../args/options/reading.ts";
import { templateFlags, templateOptions } from "../args/options/template.ts";
import { exitCodes, reportFailure } from "../failure.ts";
import type { Host } from "../host.ts";
import { readConfigured } from "../input/config.ts";
import { openSource, warnAbout } from "../input/session.ts";
import { printJson, type SessionState } from "../output/documents.ts";
import { reported } from "../output/report.ts";
import { escapeLine } from "../output/terminal.ts";
import { planText, sessionState } from "../output/words.ts";
import { command } from "./command.ts";

interface SessionStatus {
  readonly name: string;
  readonly state: SessionState | "error";
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
  ],
  flags: statusFlags,
  read: readOptions,
  run(host, options) {
    const configured = reported(host, readConfigured(host, options));
    const told = new Set<Warning>();
    const found = options.sessions.map((ref) => statusOf(host, { ref, configured, told }, options));
    if (options.format === "json") {
      printJson(host, {
        schema: "panto.status/1",
        sessions: found.map(({ name, state, blocks }) => ({
          path: name,
          state,
          sha256: blocks && promptSha256(blocks),
        })),
      });
    } else if (!options.quiet) printStatuses(host, found);
    return Math.max(...found.map((status) => status.exitCode));
  },
});

function readOptions(raw: Raw<ValuesOf<typeof statusFlags>>) {
  const sessions = raw.words.map((word) => inputOf(raw, word));
  stdinOnce(sessions);
  if (sessions.length > 1 && raw.values.leaf !== undefined) {
    throw new UsageError("--leaf cannot be used with several sessions");
  }
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw),
    ...templateOptions(raw),
    ...readingOptions(raw.values),
    sessions,
    format: formatOf(raw.values, reportFormats),
    keepEdits: raw.values.keepEdits === true,
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
    readonly configured: Config;
    /** Warnings that were told beside an earlier session. */
    readonly told: Set<Warning>;
  },
  options: Options,
): SessionStatus {
  const name = what.ref.type === "stdin" ? "standard input" : what.ref.name;
  try {
    const opened = openSource(host, what.ref);
    try {
      const resume = planResume(opened.source, what.configured, {
        ...options,
        cwd: options.directory,
      });
      if (opened.source !== undefined) refuseDamage(opened.source, resume.end.diagnostics, options);
      // What a rendering warns of comes with every session that takes its text.
      const fresh = resume.warnings.filter((warning) => !what.told.has(warning));
      for (const warning of fresh) what.told.add(warning);
      warnAbout(host, name, fresh);
      const blocks = opened.source === undefined ? null : resume.end.blocks;
      return { name, blocks, ...wordsFor(resume.plan, resume.resolved, blocks === null) };
    } finally {
      opened.close();
    }
  } catch (error) {
    if (!(error instanceof PantoError)) throw error;
    return { name, state: "error", text: "", blocks: null, exitCode: reportFailure(host, error) };
  }
}

function wordsFor(
  plan: ReconcilePlan,
  resolved: readonly ResolvedBlock[],
  missing: boolean,
): Pick<SessionStatus, "state" | "text" | "exitCode"> {
  const state = sessionState(plan, false);
  if (plan.action === "unchanged") return { state, text: "in step", exitCode: exitCodes.done };
  const verb = plan.action === "replace"
    ? "would be re-seeded"
    : missing
    ? "would be created"
    : "would be seeded";
  return { state, text: verb + planText(plan, resolved), exitCode: exitCodes.differs };
}
