/**
 * Writes generated logs to files, in large pieces: a gigabyte takes seconds.
 *
 * @module
 */

import { LogLines, type LogStyle } from "./lines.ts";

/** A log that can be written as a whole. */
export interface LogShape extends LogStyle {
  /** About how many bytes it has. */
  readonly bytes: number;
  /** Where a message of mode `replace` stands, as a part of the log. @default none */
  readonly replaceAt?: number;
}

/** The text of every system message of {@linkcode writeLog}, so that a resume has nothing to do. */
export const SEED = "Be brief.";

/** Writes a log that begins with {@linkcode SEED}; gives the number of its messages. */
export function writeLog(path: string, shape: LogShape): number {
  let replaceAt = (shape.replaceAt ?? Infinity) * shape.bytes;
  const lines = new LogLines(shape);
  using file = new PieceFile(path);
  file.add(lines.header());
  file.add(lines.system("append", SEED));
  while (file.size < shape.bytes) {
    if (file.size >= replaceAt) {
      replaceAt = Infinity;
      file.add(lines.system("replace", SEED));
    }
    file.add(lines.next());
  }
  // The last line may be long enough to pass both sizes at once.
  if (replaceAt < Infinity) file.add(lines.system("replace", SEED));
  return lines.messages;
}

/** Writes a log whose second message, after {@linkcode SEED}, is a single line of about so many bytes. */
export function writeLongLine(path: string, bytes: number): void {
  const lines = new LogLines({ messages: "short", links: "chained", spelling: "compact" });
  const encoder = new TextEncoder();
  using file = new PieceFile(path);
  file.add(lines.header());
  file.add(lines.system("append", SEED));
  const entry = new TextDecoder().decode(lines.next());
  const [start = ""] = entry.split(/"role"/);
  file.add(encoder.encode(`${start}"role":"user","content":[{"type":"text","text":"`));
  const piece = encoder.encode("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0".repeat(1000));
  while (file.size < bytes) file.add(piece);
  file.add(encoder.encode('"}]}}\n'));
}

/** A file that is written in pieces of a megabyte; all of it is there when it is disposed of. */
export class PieceFile implements Disposable {
  readonly #file: Deno.FsFile;
  readonly #piece = new Uint8Array(1 << 20);
  #used = 0;
  #written = 0;

  constructor(path: string, how: { readonly append: boolean } = { append: false }) {
    const { append } = how;
    this.#file = Deno.openSync(path, { write: true, create: true, append, truncate: !append });
  }

  /** How many bytes were added. */
  get size(): number {
    return this.#written + this.#used;
  }

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#used === this.#piece.length) this.#flush();
      const part = bytes.subarray(at, at + this.#piece.length - this.#used);
      this.#piece.set(part, this.#used);
      this.#used += part.length;
      at += part.length;
    }
  }

  #flush(): void {
    let sent = 0;
    while (sent < this.#used) sent += this.#file.writeSync(this.#piece.subarray(sent, this.#used));
    this.#written += sent;
    this.#used = 0;
  }

  [Symbol.dispose](): void {
    this.#flush();
    this.#file.close();
  }
}
