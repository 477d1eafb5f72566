/**
 * `panto diff`: what a resume would change, what changed between two positions, or how two sessions
 * differ.
 *
 * @module
 */

import {
  type ByteSource,
  type DiffLineKind,
  diffPrompts,
  freezeBlocks,
  planResume,
  type PromptDiff,
  type PromptSide,
  readEnd,
  readPromptAt,
  renderDiff,
} from "../../mod.ts";
import { readConfigured } from "../input/config.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import type { DiffForm, DiffOptions, InputRef, PositionSpec } from "../args/options.ts";
import { printJson, telling } from "../output/output.ts";
import { refuseTouching, tellFindings, tellWarnings, withSource } from "../input/session.ts";
import { type Color, escapeText, paint, wantsColor } from "../output/terminal.ts";

const lineColors: Readonly<Record<DiffLineKind, Color | undefined>> = {
  note: "yellow",
  label: "bold",
  hunk: "cyan",
  context: undefined,
  removed: "red",
  added: "green",
};

/**
 * Runs `panto diff`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns 0 when there is no difference, else 1.
 * @throws {IoError} When a session does not exist or cannot be read.
 * @throws {SessionError} When damage touches a prompt that is compared.
 * @throws {ConfigError} When the prompt files are compared and cannot be used.
 */
export function runDiff(host: Host, options: DiffOptions): number {
  const diff = differenceOf(host, options);
  if (options.format === "json") printJson(host, documentOf(diff), options);
  else host.stdout.write(renderDiff(diff, { style: styleOf(host, options) }));
  return diff.equal ? exitCodes.done : exitCodes.differs;
}

function differenceOf(host: Host, options: DiffOptions): PromptDiff {
  const { compare } = options;
  switch (compare.form) {
    case "resume":
      return resumeDifference(host, compare, options);
    case "positions":
      return positionDifference(host, compare, options);
    case "sessions":
      return diffPrompts(
        endOf(host, compare.session, options),
        endOf(host, compare.other, options),
      );
  }
}

/** A resume goes by the source of a template, not by its text, and records anew after damage. */
const SAME_TEXT = "the text is the same, and a resume would record it anew: " +
  "another template, or damage in the log";

/** The prompt in force against the files; nothing where a resume would leave the session alone. */
function resumeDifference(
  host: Host,
  compare: Extract<DiffForm, { readonly form: "resume" }>,
  options: DiffOptions,
): PromptDiff {
  const configured = telling(host, readConfigured(host, options));
  return withSource(host, compare.session, (source) => {
    const { keepEdits } = compare;
    const resume = planResume(source, configured, {
      ...options,
      keepEdits,
      cwd: options.directory,
    });
    const files: PromptSide = { label: "files", blocks: resume.resolved };
    refuseTouching(source, resume.end.findings, options);
    tellWarnings(host, source.name, resume.warnings);
    if (resume.plan.action === "unchanged") {
      return diffPrompts({ label: source.name, blocks: files.blocks }, files);
    }
    const diff = diffPrompts({ label: source.name, blocks: resume.end.blocks }, files);
    return diff.equal ? { ...diff, equal: false, notes: [SAME_TEXT] } : diff;
  });
}

function positionDifference(
  host: Host,
  compare: Extract<DiffForm, { readonly form: "positions" }>,
  options: DiffOptions,
): PromptDiff {
  return withSource(host, compare.session, (source) => {
    const told = new Set<number>();
    const from = sideAt(host, source, { at: compare.from, options, told });
    const to = compare.to === "files"
      ? { label: "files", blocks: filesFor(host, source, options) }
      : sideAt(host, source, { at: compare.to, options, told });
    return diffPrompts(from, to);
  });
}

/** The prompt of the files as a resume would record it: templates that are in force keep their text. */
function filesFor(host: Host, source: ByteSource, options: DiffOptions): PromptSide["blocks"] {
  const configured = telling(host, readConfigured(host, options));
  const { window } = readEnd(source, { leaf: options.leaf });
  return telling(host, freezeBlocks(configured, window.blocks)).blocks;
}

function sideAt(
  host: Host,
  source: ByteSource,
  side: {
    readonly at: PositionSpec;
    readonly options: DiffOptions;
    /** Offsets of lines that were told already. */
    readonly told: Set<number>;
  },
): PromptSide {
  const { leaf } = side.options;
  const at = side.at === "end" ? undefined : side.at;
  const prompt = readPromptAt(source, at, { leaf, onlyPrefix: true });
  const fresh = prompt.findings.filter(({ offset, touches }) => touches || !side.told.has(offset));
  for (const { offset } of fresh) side.told.add(offset);
  tellFindings(host, source, fresh, side.options);
  return { label: `${source.name}@${prompt.position}`, blocks: prompt.blocks };
}

function endOf(host: Host, ref: InputRef, options: DiffOptions): PromptSide {
  return withSource(host, ref, (source) => {
    const end = readEnd(source, { leaf: options.leaf });
    tellFindings(host, source, end.findings, options);
    return { label: source.name, blocks: end.blocks };
  });
}

function documentOf(diff: PromptDiff) {
  return { schema: "panto.diff/1", ...diff };
}

function styleOf(host: Host, options: DiffOptions): (line: string, kind: DiffLineKind) => string {
  const terminal = host.isTerminal("stdout");
  const color = wantsColor(options.color, { env: host.env, terminal });
  return (line, kind) => {
    // Colors are asked for by someone who looks at the output, if through a pager.
    const safe = (terminal || color) && !options.raw ? escapeText(line) : line;
    return color ? paint(safe, lineColors[kind]) : safe;
  };
}
