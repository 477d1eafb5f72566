/**
 * Stdin: what it is, and all that it holds, also where it is non-blocking.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { fstatSync, readSync } from "node:fs";
import { IoError } from "../../mod.ts";
import { codeOf, isBusy, pause, reasonOf } from "./busy.ts";

/** Bytes asked for by a read. */
const bufferBytes = 65536;

/** Whether stdin is a pipe, or a file with something in it; nothing is read. */
export function isStdinFed(): boolean {
  try {
    const stats = fstatSync(0);
    return stats.isFIFO() || stats.isFile() && stats.size > 0;
  } catch (error) {
    // A closed stdin holds nothing.
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

/** Reads stdin to its end, or until it has given more bytes than a limit: then there are that many or more. */
export function readStdin(limit = Infinity): Uint8Array {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let waited = 0;
  while (true) {
    const chunk = new Uint8Array(bufferBytes);
    try {
      const count = readSync(0, chunk, 0, chunk.length, null);
      if (count === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, count));
      length += count;
      if (length > limit) return Buffer.concat(chunks);
      waited = 0;
    } catch (error) {
      // Windows reports the end of a pipe as an error.
      if (codeOf(error) === "EOF") return Buffer.concat(chunks);
      if (!isBusy(error)) {
        throw new IoError(`Cannot read stdin: ${reasonOf(error)}`, {
          code: "file-unreadable",
          cause: error,
        });
      }
      waited += pause(waited);
    }
  }
}
