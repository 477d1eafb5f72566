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
  stripTrailingNewlines,
  type Timeline,
  type TimelineEntry,
} from "../../mod.ts";
import { flags } from "../args/flags.ts";
import { inputOf } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/options/common.ts";
import { formatFlags, formatOf, reportFormats } from "../args/options/format.ts";
import { readingFlags, readingOptions } from "../args/options/reading.ts";
import { exitCodes } from "../failure.ts";
import { withSource } from "../input/session.ts";
import { printJson } from "../output/documents.ts";
import { warn } from "../output/report.ts";
import { escapeLine, renderTable } from "../output/terminal.ts";
import { shown } from "../output/text.ts";
import { command } from "./command.ts";

/** Characters of a block's text that are shown. */
const FIRST_WORDS = 40;

/** `panto log SESSION` */
export const logCommand = command({
  name: "log",
  words: "<SESSION>",
  summary: "list every change of a session's prompt",
  description: "List the system blocks of a session in order: position, line, time, mode, size,\n" +
    "SHA-256, whether it is still in force, and its first words. The last line is the\n" +
    "SHA-256 of the whole prompt, as of the output of panto inspect SESSION. Every\n" +
    "line of the session is checked. SESSION can be - for stdin.",
  examples: [
    ["panto log s.jsonl", "the timeline as a table"],
    ["panto log s.jsonl --json", "the same for programs"],
  ],
  otherNames: ["history"],
  flags: [...formatFlags(reportFormats), flags.raw, ...commonFlags, ...readingFlags],
  read: (raw) => ({
    ...commonOptions(raw),
    ...readingOptions(raw.values),
    session: inputOf(raw, raw.words[0] ?? ""),
    format: formatOf(raw.values, reportFormats),
    raw: raw.values.raw === true,
  }),
  run(host, options) {
    withSource(host, options.session, (source) => {
      const timeline = readTimeline(source, { leaf: options.leaf });
      const { diagnostics } = timeline;
      const touching = diagnostics.find(({ touches }) => touches);
      const sha256 = touching === undefined || options.lenient ? digestOf(timeline) : null;
      if (options.format === "json") {
        printJson(host, documentOf(source, timeline, sha256), options);
      } else if (timeline.entries.length > 0) {
        host.stdout.write(shown(host, tableOf(timeline.entries), options));
        if (sha256 !== null) host.stdout.write(`SHA-256 of the prompt in force: ${sha256}\n`);
      }
      const others = diagnostics.filter((diagnostic) => diagnostic !== touching);
      warn(host, diagnosticWarnings(source, options.lenient ? diagnostics : others));
      refuseDamage(source, diagnostics, options);
    });
    return exitCodes.done;
  },
});

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
    entries: timeline.entries.map((entry) => ({
      position: entry.position,
      line: entry.line,
      id: entry.id ?? null,
      timestamp: entry.timestamp ?? null,
      mode: entry.mode,
      bytes: byteLength(entry.text),
      sha256: sha256Hex(entry.text),
      surviving: entry.surviving,
      template: entry.template ?? null,
      firstWords: firstWords(entry.text),
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
  const rows = entries.map((entry) => [
    String(entry.position),
    String(entry.line),
    escapeLine(entry.timestamp ?? "-"),
    entry.mode,
    String(byteLength(entry.text)),
    sha256Hex(entry.text).slice(0, 12),
    entry.surviving ? "yes" : "no",
    escapeLine(firstWords(entry.text)),
  ]);
  const head = ["AT", "LINE", "TIME", "MODE", "BYTES", "SHA-256", "IN FORCE", "TEXT"];
  return renderTable([head, ...rows], { right: [0, 1, 4] });
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The start of a text on one line. */
function firstWords(text: string): string {
  const line = stripTrailingNewlines(text).replace(/\s+/g, " ").trim();
  const characters = [...line.slice(0, FIRST_WORDS * 2)];
  if (characters.length <= FIRST_WORDS) return line;
  return `${characters.slice(0, FIRST_WORDS - 1).join("")}…`;
}
