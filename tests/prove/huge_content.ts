/**
 * What a huge session holds, and what panto must print of it.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { printed } from "../support/naive_log.ts";

/** How messages call the session. */
export const SESSION = "s.jsonl";

/** What the session's seed and the file `SYSTEM.md` hold. */
export const SEED = "Be brief.";

/** What a session holds, as far as panto is asked for it. */
export interface Content {
  /** The system blocks, all in mode `append`. */
  readonly blocks: readonly {
    readonly text: string;
    readonly position: number;
    readonly line: number;
  }[];
  readonly messages: number;
  readonly lines: number;
  /** The time of every system entry. */
  readonly time: string;
  /** The id of the message at a position. */
  idOf(position: number): string;
  /** How many bytes of it must stay as they are. */
  readonly size: number;
  /** What is wrong with it, and does not touch the prompt. */
  readonly damage: readonly Damage[];
}

/** What is wrong at a line. */
export interface Damage {
  readonly line: number;
  readonly offset: number;
  readonly text: string;
}

/** The lines that warn of damage. */
export function warningsOf(damage: readonly Damage[]): string {
  return damage.map(({ line, offset, text }) =>
    `panto: warning: ${SESSION}:${line}: ${text} (byte ${offset})\n`
  ).join("");
}

/** The edits of a log: every block but the first; none where there is one. */
function editsOf({ blocks }: Content): string | undefined {
  const places = blocks.slice(1).map(({ position }) => position);
  if (places.length === 0) return undefined;
  const plural = places.length === 1 ? "" : "s";
  return `${places.length} edit${plural} (position${plural} ${places.join(", ")})`;
}

/** The line that tells what a re-seed discards. */
export function discardsOf(content: Content): string {
  const edits = editsOf(content);
  return edits === undefined
    ? ""
    : `panto: warning: ${SESSION}: the re-seed discards ${edits} of the prompt\n`;
}

/** What `status` prints where the files are as they were. */
export function statusOf(content: Content): string {
  const edits = editsOf(content);
  return `${SESSION}: in step${edits === undefined ? "" : `, with ${edits}`}\n`;
}

/** What `inspect` prints at a position. */
export function textAt(content: Content, position: number): string {
  return printed(blocksAt(content, position).map(({ text }) => text));
}

/** Where the seed stands, as a session would record it. */
const SEED_SOURCE = { kind: "layer", layer: "user", file: "SYSTEM.md" };

/** What `inspect --json` prints at a position; `seedPath` is the file that holds the seed's text. */
export function documentAt(content: Content, position: number, seedPath: string): string {
  const { messages, idOf } = content;
  return line({
    schema: "panto.prompt/1",
    session: null,
    path: SESSION,
    leaf: idOf(messages),
    position,
    entry: idOf(position),
    sha256: sha256(textAt(content, position)),
    blocks: blocksAt(content, position).map((block) => ({
      text: block.text,
      mode: "append",
      position: block.position,
      line: block.line,
      sha256: sha256(block.text),
      origin: block.text === SEED
        ? { recorded: false, source: SEED_SOURCE, now: "same", path: seedPath }
        : null,
    })),
  });
}

/** What `log --json` prints. */
export function timelineOf(content: Content): string {
  const { blocks, messages, lines, damage, time, idOf } = content;
  return line({
    schema: "panto.log/1",
    path: SESSION,
    leaf: idOf(messages),
    messages,
    lines,
    sha256: sha256(textAt(content, messages)),
    entries: blocks.map(({ text, position, line }, index) => ({
      prompt: index + 1,
      position,
      line,
      id: idOf(position),
      timestamp: time,
      mode: "append",
      bytes: text.length,
      sha256: sha256(text),
      surviving: true,
      template: null,
      source: null,
      note: null,
      firstWords: text,
    })),
    damage: damage.map(({ line, offset, text }) => ({
      line,
      byteOffset: offset,
      touches: false,
      text,
    })),
  });
}

function blocksAt({ blocks }: Content, position: number): Content["blocks"] {
  return blocks.filter((block) => block.position <= position);
}

function line(document: object): string {
  return `${JSON.stringify(document)}\n`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** What is looked at of `show`: how many lines it has, and which prompts they name. */
export interface Shown {
  readonly lines: number;
  /** The first message of each prompt. */
  readonly prompts: readonly number[];
}

/** What `show` must print, its heading included. */
export function shownOf({ blocks, messages }: Content): Shown {
  return { lines: messages + 1, prompts: blocks.map(({ position }) => position) };
}

/** Reads what `show` printed. */
export function readShown(out: string): Shown {
  const rows = out.trimEnd().split("\n");
  const cells = rows.slice(1).map((row) => row.trim().split(/ +/, 2).map(Number));
  const prompts = cells.filter(([, prompt], index) => prompt !== cells[index - 1]?.[1]);
  return { lines: rows.length, prompts: prompts.map(([position = 0]) => position) };
}
