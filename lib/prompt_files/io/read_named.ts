/**
 * Reads a file that the user names at this moment: a template to try, definitions of tools. The rules of
 * content are those of prompt files (read_file.ts), so that a text means the same in both places; any
 * kind of file will do, since `<(command)` is a pipe.
 *
 * @module
 */

import { closeSync, openSync, readSync } from "node:fs";
import { ConfigError } from "../../errors.ts";
import { systemReason } from "../../text/system_error.ts";
import { decodePromptFile, MAX_PROMPT_BYTES, type PromptFileText } from "./read_file.ts";

/** A file that a user named. */
export interface NamedFile {
  /** The path to open. */
  readonly path: string;
  /** What errors call it, for example the path as it was typed. @default the path */
  readonly name?: string | undefined;
}

/**
 * Reads all of a file.
 *
 * @param file The file.
 * @returns Its text, without a leading byte order mark.
 * @throws {ConfigError} When it cannot be read, has more than 8 MiB, is not UTF-8 or holds a NUL.
 *
 * @example
 * ```ts
 * import { readNamedFile } from "./read_named.ts";
 * import assert from "node:assert/strict";
 *
 * assert.throws(() => readNamedFile({ path: "/nowhere/x" }), /Cannot read "\/nowhere\/x"/);
 * ```
 */
export function readNamedFile(file: NamedFile): string {
  return readNamedText(file).text;
}

/** Reads all of a file, and says what was read. */
export function readNamedText(file: NamedFile): PromptFileText {
  return decodePromptFile(bytesOf(file), file.name ?? file.path);
}

/** One byte more than the limit tells that a file is too long, be it endless. */
function bytesOf({ path, name = path }: NamedFile): Uint8Array {
  const buffer = new Uint8Array(MAX_PROMPT_BYTES + 1);
  try {
    const descriptor = openSync(path, "r");
    try {
      let length = 0;
      while (length < buffer.length) {
        const count = readSync(descriptor, buffer, length, buffer.length - length, null);
        if (count === 0) break;
        length += count;
      }
      return buffer.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw new ConfigError(`Cannot read ${JSON.stringify(name)}: ${systemReason(error)}`, {
      code: "file-unreadable",
      place: { path: name },
      cause: error,
    });
  }
}
