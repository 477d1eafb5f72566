/**
 * `panto log`: the timeline of a session's prompt. It reads and checks every line, so it is also the
 * command that shows all damage; where the prompt at the end depends on damage, it fails after printing.
 *
 * @module
 */

import {
  type ByteSource,
  diagnosticWarnings,
  promptSha256,
  readTimeline,
  refuseDamage,
  sha256Hex,
  type Timeline,
  type TimelineEntry,
  UsageError,
} from "../../mod.ts";
import { flags } from "../args/flags.ts";
import { inputOf } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/groups/common.ts";
import { formatFlags, formatOf, type ReportFormat, reportFormats } from "../args/groups/format.ts";
import { readingFlags, readingOptions } from "../args/groups/reading.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import { withSource } from "../input/session.ts";
import { printBranches } from "../output/branches.ts";
import { printJson } from "../output/documents.ts";
import { warn } from "../output/report.ts";
import { escapeLine, renderTable } from "../output/terminal.ts";
import { firstWords, shown, type TextOptions, withNote } from "../output/text.ts";
import { command } from "./command.ts";

/** Characters of a block's text that are shown. */
const FIRST_WORDS = 40;

/** `panto log SESSION` */
export const logCommand = command({
  name: "log",
  words: "<SESSION>",
  summary: "list every change of a session's prompt",
  description: "List the system blocks of a session in order: number, position, line, time,\n" +
    "mode, size, SHA-256, whether it is still in force, and its first words. P is the\n" +
    "number that panto show gives beside each message. The last line is the SHA-256\n" +
    "of the whole prompt, as of the output of panto inspect SESSION. Every line of\n" +
    "the session is checked. SESSION can be - for stdin.",
  examples: [
    ["panto log s.jsonl", "the timeline as a table"],
    ["panto log s.jsonl --json", "the same for programs"],
    ["panto log s.jsonl --branches", "every leaf with its last message, * is the default"],
  ],
  otherNames: ["history"],
  flags: [
    ...formatFlags(reportFormats),
    flags.branches,
    flags.raw,
    ...commonFlags,
    ...readingFlags,
  ],
  read(raw) {
    const branches = raw.values.branches === true;
    if (branches && raw.values.leaf !== undefined) {
      throw new UsageError("--leaf cannot be used with --branches, which lists them all");
    }
    return {
      ...commonOptions(raw),
      ...readingOptions(raw.values),
      session: inputOf(raw, raw.words[0] ?? ""),
      format: formatOf(raw.values, reportFormats),
      branches,
      raw: raw.values.raw === true,
    };
  },
  run(host, options) {
    withSource(host, options.session, (source) => {
      if (options.branches) printBranches(host, source, options);
      const timeline = readTimeline(source, { leaf: options.leaf });
      if (!options.branches) printTimeline(host, source, timeline, options);
      const { diagnostics } = timeline;
      const touching = diagnostics.find(({ touches }) => touches);
      const others = diagnostics.filter((diagnostic) => diagnostic !== touching);
      warn(host, diagnosticWarnings(source, options.lenient ? diagnostics : others));
      refuseDamage(source, diagnostics, options);
    });
    return exitCodes.done;
  },
});

function printTimeline(
  host: Host,
  source: ByteSource,
  timeline: Timeline,
  options: TextOptions & { readonly format: ReportFormat; readonly lenient: boolean },
): void {
  const isSound = options.lenient || !timeline.diagnostics.some(({ touches }) => touches);
  const sha256 = isSound ? digestOf(timeline) : null;
  if (options.format === "json") {
    printJson(host, documentOf(source, timeline, sha256), options);
  } else if (timeline.entries.length > 0) {
    host.stdout.write(shown(host, tableOf(timeline.entries), options));
    if (sha256 !== null) host.stdout.write(`SHA-256 of the prompt in force: ${sha256}\n`);
  }
}

function digestOf({ entries }: Timeline): string {
  return promptSha256(entries.filter(({ surviving }) => surviving));
}

/** The digest is null where the prompt depends on damage. */
function documentOf(source: ByteSource, timeline: Timeline, sha256: string | null) {
  return {
    schema: "panto.log/1",
    path: source.name,
    leaf: timeline.path.leaf?.id ?? null,
    messages: timeline.path.length,
    lines: timeline.path.lines,
    sha256,
    entries: timeline.entries.map((entry, index) => ({
      prompt: index + 1,
      position: entry.position,
      line: entry.line,
      id: entry.id ?? null,
      timestamp: entry.timestamp ?? null,
      mode: entry.mode,
      bytes: byteLength(entry.text),
      sha256: sha256Hex(entry.text),
      surviving: entry.surviving,
      template: entry.template ?? null,
      source: entry.source ?? null,
      note: entry.note ?? null,
      firstWords: firstWords(entry.text, FIRST_WORDS),
    })),
    damage: diagnosticWarnings(source, timeline.diagnostics).map(({ place }, index) => ({
      line: place.line ?? null,
      byteOffset: place.byteOffset ?? null,
      touches: timeline.diagnostics[index]?.touches ?? false,
      text: timeline.diagnostics[index]?.text ?? "",
    })),
  };
}

function tableOf(entries: readonly TimelineEntry[]): string {
  const rows = entries.map((entry, index) => [
    String(index + 1),
    String(entry.position),
    String(entry.line),
    escapeLine(entry.timestamp ?? "-"),
    entry.mode,
    String(byteLength(entry.text)),
    sha256Hex(entry.text).slice(0, 12),
    entry.surviving ? "yes" : "no",
    escapeLine(withNote(firstWords(entry.text, FIRST_WORDS), entry)),
  ]);
  const head = ["P", "AT", "LINE", "TIME", "MODE", "BYTES", "SHA-256", "IN FORCE", "TEXT"];
  return renderTable([head, ...rows], { right: [0, 1, 2, 5] });
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
