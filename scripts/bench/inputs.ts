/**
 * The inputs of the benchmark, made by a seeded generator: the same seed gives the same bytes on every
 * machine. Nothing of anybody's real session is in them.
 *
 * @module
 */

import { type MessagePool, sessionMessages, shortMessages } from "./messages.ts";
import { pick, type Random, seeded } from "./random.ts";

/** What a generated log looks like. */
export interface LogShape {
  /** About how many bytes it has. */
  readonly bytes: number;
  /** Messages of a few words, or those of a coding agent's session, see messages.ts. */
  readonly lines: "short" | "session";
  /** Whether entries name their parent. */
  readonly parents: boolean;
  /** Where a `replace` entry stands, as a part of the log; undefined for none. */
  readonly replaceAt?: number;
}

/**
 * Writes a log.
 *
 * @param path Where to.
 * @param shape What it looks like.
 * @returns The number of its messages.
 */
export function writeLog(path: string, shape: LogShape): number {
  const random = seeded(4);
  const pool = encoded(shape.lines === "short" ? shortMessages(random) : sessionMessages(random));
  let replaceAt = shape.replaceAt === undefined ? Infinity : shape.replaceAt * shape.bytes;
  let id = 0;
  using file = new EntryFile(path);
  const add = (message: Uint8Array): void => {
    file.text(entryStart(id, shape.parents));
    file.bytes(message);
    file.text("}\n");
    id++;
  };
  file.text(
    '{"type":"session","version":3,"id":"s","timestamp":"2026-11-30T18:00:00.000Z","cwd":"/w"}\n',
  );
  add(systemMessage("append", "Be brief."));
  while (file.size < shape.bytes) {
    if (file.size >= replaceAt) {
      replaceAt = Infinity;
      add(systemMessage("replace", "Be brief."));
    }
    add(messageAt(id, pool, random));
  }
  return id;
}

/**
 * Writes a log whose one message is a single long line.
 *
 * @param path Where to.
 * @param bytes About how long the line is.
 */
export function writeLongLine(path: string, bytes: number): void {
  using file = new EntryFile(path);
  file.text(entryStart(0, true));
  file.bytes(systemMessage("append", "Be brief."));
  file.text(`}\n${entryStart(1, true)}{"role":"user","content":[{"type":"text","text":"`);
  const piece = encoder.encode("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0".repeat(1000));
  while (file.size < bytes) file.bytes(piece);
  file.text('"}]}}\n');
}

type EncodedPool = Readonly<Record<keyof MessagePool, readonly Uint8Array[]>>;

const encoder = new TextEncoder();

function encoded({ user, assistant, toolResult }: MessagePool): EncodedPool {
  const bytes = (texts: readonly string[]) => texts.map((text) => encoder.encode(text));
  return { user: bytes(user), assistant: bytes(assistant), toolResult: bytes(toolResult) };
}

/** Twenty messages a turn: the user's, then results and calls in turn. */
function messageAt(index: number, pool: EncodedPool, random: Random): Uint8Array {
  if (index % 20 === 1) return pick(pool.user, random);
  return pick(index % 2 === 0 ? pool.assistant : pool.toolResult, random);
}

/** An entry up to its message. */
function entryStart(index: number, parents: boolean): string {
  const time = new Date(Date.UTC(2026, 10, 30) + index * 1000).toISOString();
  const parent = index === 0 ? "null" : `"${idOf(index - 1)}"`;
  const links = parents ? `"id":"${idOf(index)}","parentId":${parent},` : "";
  return `{"type":"message",${links}"timestamp":"${time}","message":`;
}

function idOf(index: number): string {
  return (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
}

function systemMessage(mode: string, words: string): Uint8Array {
  return encoder.encode(
    `{"role":"system","mode":"${mode}","content":[{"type":"text","text":"${words}"}]}`,
  );
}

/** A file that is written in large pieces. */
class EntryFile implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #buffer = new Uint8Array(1 << 20);
  #used = 0;
  #written = 0;

  constructor(path: string) {
    this.#file = Deno.openSync(path, { write: true, create: true, truncate: true });
  }

  get size(): number {
    return this.#written + this.#used;
  }

  text(text: string): void {
    this.bytes(encoder.encode(text));
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length > this.#buffer.length - this.#used) this.#flush();
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  #flush(): void {
    let sent = 0;
    while (sent < this.#used) sent += this.#file.writeSync(this.#buffer.subarray(sent, this.#used));
    this.#written += sent;
    this.#used = 0;
  }

  [Symbol.dispose](): void {
    this.#flush();
    this.#file.close();
  }
}
