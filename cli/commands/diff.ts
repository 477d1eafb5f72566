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
  planResume,
  positionOf,
  type PromptDiff,
  type PromptSide,
  readPrompt,
  type ReconcilePlan,
  refuseDamage,
  renderDiff,
  sessionWord,
  UsageError,
} from "../../mod.ts";
import { firstGiven, type Flag, type ValuesOf } from "../args/flag.ts";
import { flags } from "../args/flags.ts";
import { fileOf, inputOf, type InputRef, type Raw, stdinOnce } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/groups/common.ts";
import { formatFlags, formatOf, reportFormats } from "../args/groups/format.ts";
import { launchFlags, promptFileFlags, promptFileOptions } from "../args/groups/prompt_files.ts";
import { readingFlags, readingOptions } from "../args/groups/reading.ts";
import { templateFlags, templateOptions } from "../args/groups/template.ts";
import { needs } from "../args/refuse.ts";
import type { PositionSpec } from "../args/values.ts";
import { exitCodes } from "../failure.ts";
import { hinted } from "../hint.ts";
import type { Host } from "../host.ts";
import { isThere } from "../host/files.ts";
import { readConfigured, tellUnused } from "../input/config.ts";
import { reportDiagnostics, warnAbout, withSource } from "../input/session.ts";
import { printJson } from "../output/documents.ts";
import { reported } from "../output/report.ts";
import { type Color, escapeText, paint, wantsColor } from "../output/terminal.ts";
import { command } from "./command.ts";

const lineColors: Readonly<Record<DiffLineKind, Color | undefined>> = {
  note: "yellow",
  label: "bold",
  hunk: "cyan",
  context: undefined,
  removed: "red",
  added: "green",
};

/** What a comparison with the files goes by. */
const configurationFlags = [...launchFlags, ...templateFlags] as const;
const filesFlags = [flags.keepEdits, ...configurationFlags] as const;

const diffFlags = [
  ...formatFlags(reportFormats),
  flags.raw,
  ...commonFlags,
  flags.from,
  flags.to,
  ...readingFlags,
  ...promptFileFlags,
  flags.keepEdits,
  ...templateFlags,
] as const;

type Typed = Raw<ValuesOf<typeof diffFlags>>;
type Options = ReturnType<typeof readOptions>;

/** What is held against what. */
type Form =
  | { readonly form: "resume"; readonly session: InputRef }
  | {
    readonly form: "positions";
    readonly session: InputRef;
    readonly from: PositionSpec;
    readonly to: PositionSpec | "files";
  }
  | { readonly form: "sessions"; readonly session: InputRef; readonly other: InputRef };

/** `panto diff SESSION`, `panto diff SESSION --from N`, `panto diff A B` */
export const diffCommand = command({
  name: "diff",
  words: "<SESSION> [OTHER]",
  summary: "compare prompts: a session with the files, positions, sessions",
  description:
    "Compare two prompts and print a unified diff. One SESSION alone is compared with\n" +
    "the prompt files: what would a resume change? One SESSION can be - for stdin.\n" +
    "Exit code 0 means equal, 1 means different.",
  examples: [
    ["panto diff s.jsonl", "what a resume would change"],
    ["panto diff s.jsonl --from 0 --to 4", "between two positions"],
    ["panto diff s.jsonl --from 4 --to files", "a position against the files"],
    ["panto diff a.jsonl b.jsonl", "between two sessions"],
  ],
  hintForMore: positionHint,
  flags: diffFlags,
  read: readOptions,
  run(host, options) {
    const diff = differenceOf(host, options);
    if (options.format === "json") printJson(host, { schema: "panto.diff/1", ...diff }, options);
    else host.stdout.write(renderDiff(diff, { style: styleOf(host, options) }));
    return diff.equal ? exitCodes.done : exitCodes.differs;
  },
});

function readOptions(raw: Typed) {
  const compare = formOf(raw);
  return {
    ...commonOptions(raw),
    ...promptFileOptions(raw, [compare.session]),
    ...templateOptions(raw),
    ...readingOptions(raw.values),
    keepEdits: raw.values.keepEdits === true,
    compare,
    format: formatOf(raw.values, reportFormats),
    raw: raw.values.raw === true,
  };
}

function formOf(raw: Typed): Form {
  const { from, to } = raw.values;
  const session = inputOf(raw, raw.words[0] ?? "");
  if (raw.words[1] !== undefined) {
    refusePosition(raw, raw.words[1]);
    const other = inputOf(raw, raw.words[1]);
    stdinOnce([session, other]);
    refuse(raw, [flags.from, flags.to, flags.leaf, ...filesFlags], "between two sessions");
    return { form: "sessions", session, other };
  }
  if (from === undefined && to !== "files") {
    needs(to === undefined, "--to", "--from");
    return { form: "resume", session };
  }
  refuse(raw, [flags.keepEdits], from === undefined ? "with --to files" : "with --from");
  const misplaced = firstGiven(raw.values, configurationFlags);
  if (misplaced !== undefined) needs(to === "files", misplaced, "--to files");
  return { form: "positions", session, from: from ?? "end", to: to ?? "end" };
}

/** `diff SESSION 3` asks for a position, unless there is a session of that name. */
function refusePosition(raw: Typed, word: string): void {
  const hint = positionHint(raw.words);
  if (hint === undefined || isThere(fileOf(raw, word).path)) return;
  throw hinted(new UsageError(`There is no session ${JSON.stringify(word)}`), hint);
}

function positionHint([session = "", from, to, ...more]: readonly string[]): string | undefined {
  const isPosition = (word?: string) => word === undefined || /^\d+$/.test(word);
  if (from === undefined || !isPosition(from) || !isPosition(to) || more.length > 0) {
    return undefined;
  }
  const end = to === undefined ? "" : ` --to ${to}`;
  return `positions are options: panto diff ${sessionWord(session)} --from ${from}${end}`;
}

function refuse(raw: Typed, misplaced: readonly Flag[], where: string): void {
  const given = firstGiven(raw.values, misplaced);
  if (given !== undefined) throw new UsageError(`${given} cannot be used ${where}`);
}

function differenceOf(host: Host, options: Options): PromptDiff {
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

/** The prompt in force against the one after a resume. */
function resumeDifference(
  host: Host,
  compare: Extract<Form, { readonly form: "resume" }>,
  options: Options,
): PromptDiff {
  const configured = reported(host, readConfigured(host, options));
  return withSource(host, compare.session, (source) => {
    const resume = planResume(source, configured, { ...options, cwd: options.directory });
    refuseDamage(source, resume.end.diagnostics, options);
    warnAbout(host, source.name, resume.warnings);
    tellUnused(host, options, [configured]);
    const now: PromptSide = { label: source.name, blocks: resume.end.blocks };
    const { plan } = resume;
    if (plan.action === "unchanged") return diffPrompts(now, { ...now, label: "files" });
    const diff = diffPrompts(now, { label: "files", blocks: resume.resolved });
    return diff.equal ? { ...diff, equal: false, notes: [sameText(plan)] } : diff;
  });
}

function sameText(plan: ReconcilePlan): string {
  const why = plan.action === "replace" && plan.reason === "damage"
    ? "damage in the log touches it"
    : "the configuration is not the one that was last recorded";
  return `the text stays the same, and a resume would record it anew: ${why}`;
}

function positionDifference(
  host: Host,
  compare: Extract<Form, { readonly form: "positions" }>,
  options: Options,
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
function filesFor(host: Host, source: ByteSource, options: Options): PromptSide["blocks"] {
  const configured = reported(host, readConfigured(host, options));
  const { leaf, lenient } = options;
  const { resolved } = planResume(source, configured, { leaf, lenient, cwd: options.directory });
  tellUnused(host, options, [configured]);
  return resolved;
}

function sideAt(
  host: Host,
  source: ByteSource,
  side: {
    readonly at: PositionSpec;
    readonly options: Options;
    /** Offsets of lines that were told already. */
    readonly told: Set<number>;
  },
): PromptSide {
  const { path, left, blocks, diagnostics } = readPrompt(source, {
    at: side.at,
    leaf: side.options.leaf,
    whole: true,
  });
  const fresh = diagnostics.filter(({ offset, touches }) => touches || !side.told.has(offset));
  for (const { offset } of fresh) side.told.add(offset);
  reportDiagnostics(host, source, fresh, { ...side.options, at: side.at });
  return { label: `${source.name}@${positionOf(path, left)}`, blocks };
}

function endOf(host: Host, ref: InputRef, options: Options): PromptSide {
  return withSource(host, ref, (source) => {
    const { blocks, diagnostics } = readPrompt(source, { leaf: options.leaf });
    reportDiagnostics(host, source, diagnostics, options);
    return { label: source.name, blocks };
  });
}

function styleOf(host: Host, options: Options): (line: string, kind: DiffLineKind) => string {
  const terminal = host.isTerminal("stdout");
  const color = wantsColor(options.color, { env: host.env, terminal });
  return (line, kind) => {
    // Colors are asked for by someone who looks at the output, if through a pager.
    const safe = (terminal || color) && !options.raw ? escapeText(line) : line;
    return color ? paint(safe, lineColors[kind]) : safe;
  };
}
