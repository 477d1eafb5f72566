/**
 * `panto log`: the timeline of a session's prompt. It reads and checks every line, so it is also the
 * command that shows all damage; where the prompt at the end depends on damage, it fails after printing.
 *
 * @module
 */

import {
  type ByteSource,
  findingWarnings,
  readTimeline,
  sha256Hex,
  stripTrailingNewlines,
  type TimelineEntry,
} from "../../mod.ts";
import { exitCodes } from "../failure.ts";
import type { Host } from "../host.ts";
import type { LogOptions } from "../args/options.ts";
import { printJson, shown, warnAll } from "../output/output.ts";
import { refuseTouching, warnIfNoSession, withSource } from "../input/session.ts";
import { escapeLine, renderTable } from "../output/terminal.ts";

/** Characters of a block's text that are shown. */
const FIRST_WORDS = 40;

/**
 * Runs `panto log`.
 *
 * @param host The world.
 * @param options What was asked for.
 * @returns The exit code.
 * @throws {IoError} When the session does not exist or cannot be read.
 * @throws {SessionError} After printing, when damage touches the prompt at the end.
 */
export function runLog(host: Host, options: LogOptions): number {
  withSource(host, options.session, (source) => {
    const timeline = readTimeline(source, { leaf: options.leaf });
    if (timeline.total === 0) warnIfNoSession(host, source);
    if (options.format === "json") {
      printJson(host, documentOf(source, timeline), options);
    } else if (timeline.entries.length > 0) {
      host.stdout.write(shown(host, tableOf(timeline.entries), options));
    }
    const touching = timeline.findings.find((finding) => finding.touches);
    const told = timeline.findings.filter((finding) => finding !== touching || options.lenient);
    warnAll(host, findingWarnings(source, told));
    refuseTouching(source, timeline.findings, options);
  });
  return exitCodes.done;
}

function documentOf(source: ByteSource, timeline: ReturnType<typeof readTimeline>) {
  return {
    schema: "panto.log/1",
    path: source.name,
    leaf: timeline.leaf?.id ?? null,
    messages: timeline.total,
    lines: timeline.lines,
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
    damage: findingWarnings(source, timeline.findings).map(({ place }, index) => ({
      line: place.line ?? null,
      byteOffset: place.byteOffset ?? null,
      touches: timeline.findings[index]?.touches ?? false,
      text: timeline.findings[index]?.text ?? "",
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
