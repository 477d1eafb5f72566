/**
 * The lines of a generated log, one after the other: the same style gives the same bytes on every machine,
 * and nothing of anybody's real session is in them. The benchmark and the proofs with gigabytes of log
 * both take theirs from here.
 *
 * How entries hang together is part of the style, since each way is another road through panto: an
 * unbroken chain, no ids at all, bare chat lines, abandoned branches, two writers that take turns.
 *
 * @module
 */

import { type MessagePool, sessionMessages, shortMessages } from "./messages.ts";
import { pick, type Random, seeded } from "./random.ts";
import { spelled, type Spelling } from "./spelling.ts";

/** How entries hang together. */
export type Links =
  /** Each names the one before. */
  | "chained"
  /** No entry has an id or names a parent. */
  | "unlinked"
  /** Chat lines without an envelope, and no header. */
  | "bare"
  /** Every thousandth names one 3 to 20 entries earlier, as when a user edits a message sent before. */
  | "branched"
  /** Each names the last but one: two processes write in turn, each going on with its own branch. */
  | "two-writers";

/** What the lines of a log look like. */
export interface LogStyle {
  /** Messages of a few words, or those of a coding agent's session, see messages.ts. */
  readonly messages: "short" | "session";
  readonly links: Links;
  readonly spelling: Spelling;
}

/** The time of header and entries: clocks say nothing about speed, and one time is faster to write. */
export const TIME = "2026-11-30T18:00:00.000Z";
/** The prompt file that the processes are given. */
const SOURCE = { kind: "layer", layer: "user", file: "SYSTEM.md" };

const BRANCH_EVERY = 1000;
const encoder = new TextEncoder();

/** The id of the message at a position, from 1 on: eight digits, no two alike, in no order. */
export function idOf(position: number): string {
  return (Math.imul(position, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
}

/** Makes lines; what one call gives lasts until the next one. */
export class LogLines {
  /** How many messages were made. */
  messages = 0;
  readonly #style: LogStyle;
  readonly #random: Random = seeded(4);
  readonly #pool: EncodedPool;
  #buffer = new Uint8Array(1 << 16);
  /** Position of the last system message, which no branch leaves behind. */
  #lastSystem = 0;

  constructor(style: LogStyle) {
    const { messages, spelling } = style;
    this.#style = style;
    const make = messages === "short" ? shortMessages : sessionMessages;
    this.#pool = encoded(make(this.#random), spelling);
  }

  /** The session's header; nothing where there are bare chat lines. */
  header(): Uint8Array {
    if (this.#style.links === "bare") return new Uint8Array(0);
    const header = { type: "session", version: 3, id: "s", timestamp: TIME };
    return encoder.encode(`${spelled(JSON.stringify(header), this.#style.spelling)}\n`);
  }

  /** A system message; one that replaces is that of a resume, which says where its text came from. */
  system(mode: "append" | "replace", text: string): Uint8Array {
    const content = [{ type: "text", text }];
    const message = {
      role: "system",
      mode,
      content,
      ...(mode === "replace" && { source: SOURCE }),
    };
    this.#lastSystem = this.messages + 1;
    return this.#entry(encoder.encode(spelled(JSON.stringify(message), this.#style.spelling)));
  }

  /** The next message of another role: twenty a turn, the user's, then results and calls in turn. */
  next(): Uint8Array {
    const { user, assistant, toolResult } = this.#pool;
    const pool = this.messages % 20 === 1 ? user : this.messages % 2 === 0 ? assistant : toolResult;
    return this.#entry(pick(pool, this.#random));
  }

  #entry(message: Uint8Array): Uint8Array {
    const start = this.#start();
    const needed = start.length + message.length + 2;
    if (needed > this.#buffer.length) this.#buffer = new Uint8Array(needed * 2);
    const { written } = encoder.encodeInto(start, this.#buffer);
    this.#buffer.set(message, written);
    const end = start === "" ? "\n" : "}\n";
    encoder.encodeInto(end, this.#buffer.subarray(written + message.length));
    this.messages++;
    return this.#buffer.subarray(0, written + message.length + end.length);
  }

  /** An entry up to its message. */
  #start(): string {
    const { links, spelling } = this.#style;
    if (links === "bare") return "";
    const [colon, comma] = spelling === "compact" ? [":", ","] : [": ", ", "];
    const own = links === "unlinked" ? "" : this.#links(colon, comma);
    return `{"type"${colon}"message"${comma}${own}` +
      `"timestamp"${colon}"${TIME}"${comma}"message"${colon}`;
  }

  #links(colon: string, comma: string): string {
    const position = this.messages + 1;
    const parent = this.#parentOf(position);
    const named = parent === 0 ? "null" : `"${idOf(parent)}"`;
    return `"id"${colon}"${idOf(position)}"${comma}"parentId"${colon}${named}${comma}`;
  }

  #parentOf(position: number): number {
    switch (this.#style.links) {
      case "branched":
        return position % BRANCH_EVERY === 0
          ? Math.max(this.#lastSystem, position - 3 - Math.floor(this.#random() * 18))
          : position - 1;
      case "two-writers":
        // Both begin behind the seed.
        return position <= 2 ? position - 1 : Math.max(1, position - 2);
      default:
        return position - 1;
    }
  }
}

type EncodedPool = Readonly<Record<keyof MessagePool, readonly Uint8Array[]>>;

function encoded({ user, assistant, toolResult }: MessagePool, spelling: Spelling): EncodedPool {
  const bytes = (texts: readonly string[]) =>
    texts.map((text) => encoder.encode(spelled(text, spelling)));
  return { user: bytes(user), assistant: bytes(assistant), toolResult: bytes(toolResult) };
}
