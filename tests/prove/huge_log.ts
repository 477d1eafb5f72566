/**
 * A session log of gigabytes that is written in seconds and of which every offset, line and id is known:
 * a few megabytes of entries, over and over with other ids, each entry hanging on the one before. The
 * file can be compared with what was written to the last byte, without a second copy of it.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { closeSync, openSync, readFileSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { writeLog } from "../../scripts/bench/inputs.ts";
import { writeWhole } from "../../lib/log/io/open.ts";

/** How much of a log of scripts/bench/inputs.ts is repeated. */
const REPEATED_BYTES = 4_000_000;
/** The time of header and system messages. */
export const TIME = "2026-11-30T18:00:00.000Z";
const ID_COLUMN = '{"type":"message","id":"'.length;
const PARENT_COLUMN = '{"type":"message","id":"01234567","parentId":"'.length;

/** Lines that are written together. */
interface Lines {
  readonly bytes: Uint8Array;
  /** Where the lines of messages start in `bytes`. */
  readonly starts: readonly number[];
}

/** A stretch of the log. */
interface Part extends Lines {
  /** Its byte offset. */
  readonly at: number;
  /** The position of its first message. */
  readonly first: number;
  /** The number of its first line. */
  readonly line: number;
  /** How often its lines are there; those that are repeated get their ids anew. */
  readonly times: number;
}

/** The log: a header, then messages, each on a line of its own. */
export class HugeLog {
  /** Where it is. */
  readonly path: string;
  /** How many bytes it was given. */
  size = 0;
  /** How many messages it was given. */
  messages = 0;
  /** How many lines it was given. */
  lines = 0;
  readonly #repeated: Lines;
  readonly #parts: Part[] = [];
  /** A byte that is another one for now, and what belongs there. */
  #changed: { readonly offset: number; readonly original: number } | undefined;

  /** @param path Where to write it. */
  constructor(path: string) {
    this.path = path;
    this.#repeated = linesToRepeat(path);
    this.addLine(`{"type":"session","version":3,"id":"s","timestamp":"${TIME}"}`);
  }

  /** Adds a line that is no message, damage for one; returns where it stands. */
  addLine(text: string): { readonly line: number; readonly offset: number } {
    const offset = this.size;
    this.#add({ bytes: new TextEncoder().encode(`${text}\n`), starts: [] }, 1);
    return { line: this.lines, offset };
  }

  /** Adds a system message; returns its position. */
  say(text: string): number {
    const parentId = this.messages === 0 ? null : idOf(this.messages);
    const message = { role: "system", mode: "append", content: [{ type: "text", text }] };
    const links = { id: idOf(this.messages + 1), parentId };
    const entry = JSON.stringify({ type: "message", ...links, timestamp: TIME, message });
    this.#add({ bytes: new TextEncoder().encode(`${entry}\n`), starts: [0] }, 1);
    return this.messages;
  }

  /** Adds messages of other roles until the log has at least `size` bytes. */
  fill(size: number): void {
    this.#add(this.#repeated, Math.ceil((size - this.size) / this.#repeated.bytes.length));
  }

  /** Where the message at a position stands. */
  place(position: number): { readonly line: number; readonly offset: number } {
    const part = this.#parts.findLast(({ first, starts }) =>
      first <= position && starts.length > 0
    );
    if (part === undefined) throw new Error(`There is no message ${position}`);
    const { at, first, bytes, starts } = part;
    const index = position - first;
    const turn = Math.floor(index / starts.length);
    const offset = at + turn * bytes.length + (starts[index % starts.length] as number);
    return { line: part.line + index, offset };
  }

  /** The position of the first message that starts beyond a byte offset. */
  positionBeyond(offset: number): number {
    let low = 1;
    for (let high = this.messages; low < high;) {
      const middle = Math.floor((low + high) / 2);
      if (this.place(middle).offset > offset) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Whether the file begins with exactly what was written, but for the byte of {@linkcode withByte}. */
  isWhole(): boolean {
    const buffer = new Uint8Array(this.#repeated.bytes.length);
    const holds = (fd: number, at: number, wanted: Uint8Array): boolean => {
      const got = buffer.subarray(0, readSync(fd, buffer, 0, wanted.length, at));
      const index = (this.#changed?.offset ?? -1) - at;
      if (index >= 0 && index < got.length) got[index] = this.#changed?.original ?? 0;
      return Buffer.compare(got, wanted) === 0;
    };
    return this.#open("r", (fd) =>
      this.#parts.every((part) => {
        for (let turn = 0; turn < part.times; turn++) {
          if (!holds(fd, part.at + turn * part.bytes.length, turnOf(part, turn))) return false;
        }
        return true;
      }));
  }

  /** Puts another byte into the file while a function runs. */
  async withByte(offset: number, byte: number, meanwhile: () => Promise<void>): Promise<void> {
    const original = readBytes(this.path, offset, 1)[0] as number;
    const put = (value: number) =>
      this.#open("r+", (fd) => writeSync(fd, Uint8Array.of(value), 0, 1, offset));
    put(byte);
    this.#changed = { offset, original };
    try {
      await meanwhile();
    } finally {
      this.#changed = undefined;
      put(original);
    }
  }

  #add(lines: Lines, times: number): void {
    const part = {
      ...lines,
      times,
      at: this.size,
      first: this.messages + 1,
      line: this.lines + 1,
    };
    this.#open("a", (fd) => {
      for (let turn = 0; turn < times; turn++) writeWhole(fd, turnOf(part, turn));
    });
    this.#parts.push(part);
    this.size += lines.bytes.length * times;
    this.messages += lines.starts.length * times;
    this.lines += Math.max(1, lines.starts.length) * times;
  }

  #open<Result>(flags: string, use: (fd: number) => Result): Result {
    const fd = openSync(this.path, flags);
    try {
      return use(fd);
    } finally {
      closeSync(fd);
    }
  }
}

/** The id of the message at a position. */
export function idOf(position: number): string {
  return position.toString(16).padStart(8, "0");
}

/** Reads a part of a file: from an offset, so many bytes, or all that there are. */
export function readBytes(path: string, offset: number, length?: number): Buffer {
  const bytes = Buffer.alloc(length ?? statSync(path).size - offset);
  const fd = openSync(path, "r");
  try {
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, offset));
  } finally {
    closeSync(fd);
  }
}

/** Makes a log, takes the lines of it that are neither header nor system message, and removes it. */
function linesToRepeat(path: string): Lines {
  writeLog(path, { bytes: REPEATED_BYTES, lines: "session", parents: true });
  const log = readFileSync(path);
  rmSync(path);
  const bytes = log.subarray(log.indexOf(10, log.indexOf(10) + 1) + 1);
  const starts: number[] = [];
  for (let at = 0; at < bytes.length; at = bytes.indexOf(10, at) + 1) starts.push(at);
  return { bytes, starts };
}

/** The bytes of a part at a turn; they last until the next turn. */
function turnOf({ bytes, starts, first, times }: Part, turn: number): Uint8Array {
  if (times === 1) return bytes;
  let position = first + turn * starts.length;
  for (const start of starts) {
    writeId(bytes, start + ID_COLUMN, position);
    writeId(bytes, start + PARENT_COLUMN, position - 1);
    position++;
  }
  return bytes;
}

function writeId(bytes: Uint8Array, at: number, position: number): void {
  const id = idOf(position);
  for (let index = 0; index < id.length; index++) bytes[at + index] = id.charCodeAt(index);
}
