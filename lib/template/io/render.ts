/**
 * Templates of prompts: their syntax is checked when they are loaded, and they are rendered once
 * (DESIGN §6). The language is minijinja's; an undefined variable is an error wherever the engine has to
 * print it, test it, walk through it or look into it, a value is inserted as it is and never
 * rendered again, and there is no other template to include.
 *
 * An error names the template, the line, and the column where the engine knows it. To learn the column
 * a failed template runs a second time: the engine knows it only while it prepares a dump of the
 * variables, which no rendering that succeeds should pay for.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { ConfigError } from "../../errors.ts";
import type { FilePlace } from "../../errors.ts";
import { type EngineJob, runEngine } from "./engine.ts";
import { type EngineReport, NO_TEMPLATES, readReport } from "../engine_report.ts";
import { findInclude } from "../includes.ts";
import type { TemplateVariables } from "../variables.ts";

/** The size limit of a rendered text, in bytes. */
export const MAX_RENDERED_BYTES: number = 8 * 1024 * 1024;

/** A template whose syntax is in order. */
export interface Template {
  /** The path or other name that errors give. */
  readonly name: string;
  /** The text, every byte of it. */
  readonly source: string;
}

/** Where a template stands when it is not a file of its own. */
export interface TemplatePlace {
  /**
   * The line of the file on which the template begins.
   *
   * @default 1
   */
  readonly firstLine?: number | undefined;
}

/**
 * Checks the syntax of a template. What only shows when it is rendered, such as an unknown filter or an
 * undefined variable, passes.
 *
 * @param source The template's text.
 * @param name The path or other name for errors.
 * @param place Where it begins in that file.
 * @returns The template.
 * @throws {ConfigError} When it cannot be parsed within the bounds; its place has the line and, where
 *   known, the column.
 *
 * @example
 * ```ts
 * import { parseTemplate } from "./render.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(parseTemplate("{{ ghost }}", "SYSTEM.md.j2").name, "SYSTEM.md.j2");
 * assert.throws(() => parseTemplate("\n{{ cwd", "SYSTEM.md.j2"), {
 *   message: 'Cannot parse "SYSTEM.md.j2": unexpected end of input, expected end of variable block ' +
 *     "(line 2, column 4)",
 *   place: { path: "SYSTEM.md.j2", line: 2, column: 4 },
 * });
 * ```
 */
export function parseTemplate(source: string, name: string, place: TemplatePlace = {}): Template {
  runOrThrow({ source }, { verb: "parse", name, place });
  return { name, source };
}

/**
 * Renders a template, within bounds of time, memory and length that are the same on every machine.
 *
 * @param source The template's text.
 * @param name The path or other name for errors.
 * @param variables What the template may use, see variables.ts.
 * @param place Where it begins in that file.
 * @returns The text, a final newline included where the template has one.
 * @throws {ConfigError} When there is no text: a syntax error, an undefined variable, a bound. The
 *   message never holds a variable's value.
 *
 * @example
 * ```ts
 * import { renderTemplate } from "./render.ts";
 * import { templateVariables } from "../variables.ts";
 * import assert from "node:assert/strict";
 *
 * const now = new Date("2026-11-30T18:00:00Z");
 * const variables = templateVariables({ now, cwd: "/w", vars: { user: "Ann" } });
 * const text = renderTemplate("{{ vars.user }}, {{ date }}\n", "SYSTEM.md.j2", variables);
 * assert.equal(text, "Ann, 2026-11-30\n");
 * ```
 */
export function renderTemplate(
  source: string,
  name: string,
  variables: TemplateVariables,
  place: TemplatePlace = {},
): string {
  const attempt: EngineAttempt = { verb: "render", name, place };
  const text = runOrThrow({ source, variables: { ...variables } }, attempt);
  if (Buffer.byteLength(text) > MAX_RENDERED_BYTES) {
    throw failure(attempt, { reason: "the text would have more than 8 MiB" });
  }
  return text;
}

/** What is tried on what, for the message. */
interface EngineAttempt {
  readonly verb: "parse" | "render";
  readonly name: string;
  readonly place: TemplatePlace;
}

function runOrThrow(job: EngineJob, attempt: EngineAttempt): string {
  const outcome = runEngine(job);
  switch (outcome.type) {
    case "text":
      refuseInclude(job, attempt);
      return outcome.text;
    case "refused":
      throw failure(attempt, completed(readReport(outcome.report, job.source), job));
    case "fault":
      throw failure(
        attempt,
        describe(job) ?? { reason: "it is more than the template engine can handle" },
      );
    case "steps":
      throw failure(attempt, { reason: "it takes too long" });
    case "memory":
      throw failure(attempt, { reason: "it takes more than 64 MiB of memory" });
    case "depth":
      throw failure(attempt, { reason: "it is nested too deeply" });
    default:
      throw unexpected(outcome);
  }
}

/** The engine passes over an include that it does not come to, or that may be missing. */
function refuseInclude(job: EngineJob, attempt: EngineAttempt): void {
  const include = findInclude(job.source);
  if (include !== undefined) throw failure(attempt, { reason: NO_TEMPLATES, line: include.line });
}

/** Syntax errors come with their column. */
function completed(report: EngineReport, job: EngineJob): EngineReport {
  return report.column === undefined ? describe(job) ?? report : report;
}

/** Runs a failed template once more for the place of the error. */
function describe(job: EngineJob): EngineReport | undefined {
  // The engine breaks down when it has to show an empty last line; a space makes it none.
  const again = runEngine({ ...job, source: `${job.source} `, describe: true });
  return again.type === "refused" ? readReport(again.report, job.source) : undefined;
}

/** The engine counts lines in 16 bits. */
const MAX_LINE = 65535;

function failure(attempt: EngineAttempt, report: Partial<EngineReport>): ConfigError {
  const { verb, name } = attempt;
  const line = report.line === undefined || report.line >= MAX_LINE
    ? undefined
    : report.line + (attempt.place.firstLine ?? 1) - 1;
  const column = line === undefined ? undefined : report.column;
  const where = line === undefined
    ? ""
    : column === undefined
    ? ` (line ${line})`
    : ` (line ${line}, column ${column})`;
  const place: FilePlace = {
    path: name,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
  const message = `Cannot ${verb} ${JSON.stringify(name)}: ${report.reason}${where}`;
  const code = verb === "parse" ? "template-invalid" : "template-failed";
  return new ConfigError(message, { code, place });
}

function unexpected(outcome: never): Error {
  return new Error(`Unexpected outcome ${JSON.stringify(outcome)}`);
}
