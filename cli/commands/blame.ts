/**
 * `panto blame`: the prompt line by line, each with the entry since which it has stood there unchanged, and
 * with its source.
 *
 * @module
 */

import {
  type BlamedBlock,
  blamePrompt,
  type ByteSource,
  lineNumbers,
  type PromptBlame,
  type RecordedSource,
  sha256Hex,
} from "../../mod.ts";
import { flags } from "../args/flags.ts";
import { inputOf } from "../args/inputs.ts";
import { commonFlags, commonOptions } from "../args/groups/common.ts";
import { formatFlags, formatOf, reportFormats } from "../args/groups/format.ts";
import { readingFlags, readingOptions } from "../args/groups/reading.ts";
import { exitCodes } from "../failure.ts";
import { reportDiagnostics, withSource } from "../input/session.ts";
import { printJson } from "../output/documents.ts";
import { warn } from "../output/report.ts";
import { escapeLine, renderTable } from "../output/terminal.ts";
import { shown } from "../output/text.ts";
import { command } from "./command.ts";

/** Characters of a source that are shown. */
const SOURCE_WIDTH = 40;

/** Lines that `panto inspect` prints between two blocks: an empty one, `---`, an empty one. */
const BORDER_LINES = 3;

/** `panto blame SESSION` */
export const blameCommand = command({
  name: "blame",
  words: "<SESSION>",
  summary: "tell since when each line of the prompt stands there, and its source",
  description: "Print the prompt line by line, each with the position and time since which it\n" +
    "has stood there unchanged, through every re-seed, and with what it was recorded\n" +
    "from: a prompt file, the built-in prompt, or an edit; - where the log does not\n" +
    "say. LINE counts the lines of panto inspect. A row of --- alone is where a block\n" +
    "ends. SESSION can be - for stdin.",
  examples: [
    ["panto blame s.jsonl", "the prompt at the end"],
    ["panto blame s.jsonl --at 3", "the prompt after three messages"],
    ["panto blame s.jsonl --json", "the same for programs"],
  ],
  otherNames: ["annotate", "praise"],
  flags: [...formatFlags(reportFormats), flags.raw, ...commonFlags, flags.at, ...readingFlags],
  read: (raw) => ({
    ...commonOptions(raw),
    ...readingOptions(raw.values),
    session: inputOf(raw, raw.words[0] ?? ""),
    at: raw.values.at ?? "end" as const,
    format: formatOf(raw.values, reportFormats),
    raw: raw.values.raw === true,
  }),
  run(host, options) {
    withSource(host, options.session, (source) => {
      const blame = blamePrompt(source, { at: options.at, leaf: options.leaf });
      reportDiagnostics(host, source, blame.diagnostics, options);
      if (blame.gaveUpAt !== undefined) {
        warn(host, [{ message: gaveUpText(source, blame.gaveUpAt) }]);
      }
      if (options.format === "json") printJson(host, documentOf(source, blame), options);
      else host.stdout.write(shown(host, tableOf(blame.blocks), options));
    });
    return exitCodes.done;
  },
});

function gaveUpText({ name }: ByteSource, position: number): string {
  return `${name}: too much differs at position ${position}; what was not compared counts as new there`;
}

function documentOf(source: ByteSource, { path, position, blocks, gaveUpAt }: PromptBlame) {
  const lines = lineNumbers(source, blocks.map(({ entry }) => entry.offset));
  let number = 1;
  return {
    schema: "panto.blame/1",
    path: source.name,
    leaf: path.leaf?.id ?? null,
    position,
    gaveUpAt: gaveUpAt ?? null,
    blocks: blocks.map((block, index) => {
      const first = number;
      if (block.lines.length > 0) number += block.lines.length + BORDER_LINES;
      return {
        mode: block.mode,
        position: block.entry.position,
        line: lines[index] ?? null,
        sha256: sha256Hex(block.text),
        source: block.source ?? null,
        edit: block.isEdit,
        note: block.note ?? null,
        lines: block.lines.map(({ text, since }, at) => ({
          number: first + at,
          text,
          position: since.position,
          entry: since.id ?? null,
          timestamp: since.timestamp ?? null,
        })),
      };
    }),
  };
}

/** The columns before the text are never wider than what stands in them, however long a line is. */
function tableOf(blocks: readonly BlamedBlock[]): string {
  const printed = blocks.filter(({ lines }) => lines.length > 0);
  if (printed.length === 0) return "";
  const rows = [["AT", "TIME", "SOURCE", "LINE"]];
  const texts = ["TEXT"];
  const borders = new Set<number>();
  let number = 1;
  for (const block of printed) {
    const source = sourceText(block);
    for (const { text, since } of block.lines) {
      const { position, timestamp } = since;
      rows.push([String(position), escapeLine(timestamp ?? "-"), source, String(number++)]);
      texts.push(text);
    }
    borders.add(rows.length);
    number += BORDER_LINES;
  }
  borders.delete(rows.length);
  const columns = renderTable(rows, { right: [0, 3] }).split("\n");
  const border = `${" ".repeat(columns[0]?.length ?? 0)}  ---\n`;
  return texts.map((text, index) => {
    const row = text === "" ? columns[index] : `${columns[index]}  ${text}`;
    return `${borders.has(index) ? border : ""}${row}\n`;
  }).join("");
}

/** In words, on one line: what the log says is escaped and cut. */
function sourceText({ source, note, isEdit }: BlamedBlock): string {
  if (source !== undefined) return cut(recordedText(source));
  if (!isEdit) return "-";
  return note === undefined ? "edit" : cut(`edit: ${note}`);
}

function recordedText(source: RecordedSource): string {
  const { kind, layer, option } = source;
  const file = typeof source.file === "string" ? ` ${source.file}` : "";
  if (kind === "layer" && typeof layer === "string") return layer + file;
  if (kind === "file" && typeof option === "string") return `--${option}${file}`;
  return kind + file;
}

function cut(text: string): string {
  const characters = [...escapeLine(text.slice(0, SOURCE_WIDTH * 2))];
  if (characters.length <= SOURCE_WIDTH) return characters.join("");
  return `${characters.slice(0, SOURCE_WIDTH - 1).join("")}…`;
}
