/**
 * A session log of gigabytes that is written in seconds and of which every offset, line and id is known,
 * made of generated lines, each entry hanging on the one before. A digest of what was written says
 * later whether the file still begins with it; a second copy would take the disk twice.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { LogLines } from "../../scripts/bench/logs/lines.ts";
import { PieceFile } from "../../scripts/bench/logs/write.ts";

/** Where something stands. */
export interface Place {
  readonly line: number;
  readonly offset: number;
}

/** A byte that is another one for now, and what belongs there. */
interface ChangedByte {
  readonly offset: number;
  readonly original: number;
}

/** The log: a header, then messages, each on a line of its own. */
export class HugeLog {
  /** Where it is. */
  readonly path: string;
  /** How many bytes it was given. */
  size = 0;
  /** How many lines it was given. */
  lines = 0;
  readonly #lines = new LogLines({ messages: "session", links: "chained", spelling: "compact" });
  readonly #places: Place[] = [];
  readonly #hash: Hash = createHash("sha256");
  #changed: ChangedByte | undefined;

  constructor(path: string) {
    this.path = path;
    this.#append((file) => this.#add(file, this.#lines.header()));
  }

  /** How many messages it was given. */
  get messages(): number {
    return this.#places.length;
  }

  /** Adds a line that is no message, damage for one; returns where it stands. */
  addLine(text: string): Place {
    const { size: offset } = this;
    this.#append((file) => this.#add(file, new TextEncoder().encode(`${text}\n`)));
    return { line: this.lines, offset };
  }

  /** Adds a system message; returns its position. */
  say(text: string): number {
    this.#append((file) => this.#addMessage(file, this.#lines.system("append", text)));
    return this.messages;
  }

  /** Adds messages of other roles until the log has at least `size` bytes. */
  fill(size: number): void {
    this.#append((file) => {
      while (this.size < size) this.#addMessage(file, this.#lines.next());
    });
  }

  /** Where the message at a position stands. */
  place(position: number): Place {
    const place = this.#places[position - 1];
    if (place === undefined) throw new Error(`There is no message ${position}`);
    return place;
  }

  /** The position of the first message that starts beyond a byte offset. */
  positionBeyond(offset: number): number {
    return this.#places.findIndex((place) => place.offset > offset) + 1;
  }

  /** Whether the file begins with exactly what was written, but for the byte of {@linkcode withByte}. */
  isWhole(): boolean {
    return digestOf(this.path, this.size, this.#changed) === this.#hash.copy().digest("hex");
  }

  /** Puts another byte into the file while a function runs. */
  async withByte(offset: number, byte: number, meanwhile: () => Promise<void>): Promise<void> {
    const original = readBytes(this.path, offset, 1)[0] as number;
    this.#put(offset, byte);
    this.#changed = { offset, original };
    try {
      await meanwhile();
    } finally {
      this.#changed = undefined;
      this.#put(offset, original);
    }
  }

  #append(write: (file: PieceFile) => void): void {
    using file = new PieceFile(this.path, { append: true });
    write(file);
  }

  #addMessage(file: PieceFile, line: Uint8Array): void {
    this.#places.push({ line: this.lines + 1, offset: this.size });
    this.#add(file, line);
  }

  #add(file: PieceFile, line: Uint8Array): void {
    file.add(line);
    this.#hash.update(line);
    this.size += line.length;
    this.lines++;
  }

  #put(offset: number, byte: number): void {
    const fd = openSync(this.path, "r+");
    try {
      writeSync(fd, Uint8Array.of(byte), 0, 1, offset);
    } finally {
      closeSync(fd);
    }
  }
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

/** The digest of a file's first bytes, as they are when a changed byte is put back. */
export function digestOf(path: string, size: number, changed?: ChangedByte): string {
  const hash = createHash("sha256");
  const buffer = new Uint8Array(1 << 20);
  const fd = openSync(path, "r");
  try {
    for (let at = 0; at < size;) {
      const got = readSync(fd, buffer, 0, Math.min(buffer.length, size - at), at);
      if (got === 0) break;
      const index = (changed?.offset ?? -1) - at;
      if (index >= 0 && index < got) buffer[index] = changed?.original ?? 0;
      hash.update(buffer.subarray(0, got));
      at += got;
    }
  } finally {
    closeSync(fd);
  }
  return hash.digest("hex");
}
