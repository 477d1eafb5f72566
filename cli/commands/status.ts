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
  type ReconcilePlan,
  type ResolvedBlock,
  type Warning,
} from "../../mod.ts";
import { readConfigured } from "../input/config.ts";
import { exitCodes, reportFailure } from "../failure.ts";
import type { Host } from "../host.ts";
import type { InputRef, StatusOptions } from "../args/options.ts";
import { printJson, type SessionState, telling } from "../output/output.ts";
import { planText, sessionState } from "../output/words.ts";
import { openSource, refuseTouching, tellWarnings } from "../input/session.ts";
import { escapeLine } from "../output/terminal.ts";

interface SessionStatus {
  readonly name: string;
  readonly state: SessionState | "error";
  /** What is to be said of it beside the name. */
  readonly text: string;
  readonly exitCode: number;
}

/**
 * Runs `panto status`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns 0 when every session is in step, 1 when a resume would change one, or the code of an error.
 * @throws {ConfigError} When the prompt files cannot be used.
 */
export function runStatus(host: Host, options: StatusOptions): number {
  const configured = telling(host, readConfigured(host, options));
  const told = new Set<Warning>();
  const found = options.sessions.map((ref) => statusOf(host, { ref, configured, told }, options));
  if (options.format === "json") {
    printJson(host, {
      schema: "panto.status/1",
      sessions: found.map(({ name, state }) => ({ path: name, state })),
    });
  } else if (!options.quiet) {
    const told = found.filter((status) => status.state !== "error")
      .map(({ name, text }) => ({ name: escapeLine(name), text }));
    const width = Math.max(...told.map(({ name }) => name.length));
    for (const { name, text } of told) {
      host.stdout.write(`${`${name}:`.padEnd(width + 1)} ${text}\n`);
    }
  }
  return Math.max(...found.map((status) => status.exitCode));
}

function statusOf(
  host: Host,
  what: {
    readonly ref: InputRef;
    readonly configured: Config;
    /** Warnings that were told beside an earlier session. */
    readonly told: Set<Warning>;
  },
  options: StatusOptions,
): SessionStatus {
  const name = what.ref.type === "stdin" ? "standard input" : what.ref.name;
  try {
    const opened = openSource(host, what.ref);
    try {
      const resume = planResume(opened.source, what.configured, {
        ...options,
        cwd: options.directory,
      });
      if (opened.source !== undefined) refuseTouching(opened.source, resume.end.findings, options);
      // What a rendering warns of comes with every session that takes its text.
      const fresh = resume.warnings.filter((warning) => !what.told.has(warning));
      for (const warning of fresh) what.told.add(warning);
      tellWarnings(host, name, fresh);
      return { name, ...wordsFor(resume.plan, resume.resolved, opened.source === undefined) };
    } finally {
      opened.close();
    }
  } catch (error) {
    if (!(error instanceof PantoError)) throw error;
    return { name, state: "error", text: "", exitCode: reportFailure(host, error) };
  }
}

function wordsFor(
  plan: ReconcilePlan,
  resolved: readonly ResolvedBlock[],
  missing: boolean,
): Omit<SessionStatus, "name"> {
  const state = sessionState(plan, false);
  if (plan.action === "unchanged") return { state, text: "in step", exitCode: exitCodes.done };
  const verb = plan.action === "replace"
    ? "would be re-seeded"
    : missing
    ? "would be created"
    : "would be seeded";
  return { state, text: verb + planText(plan, resolved), exitCode: exitCodes.differs };
}
