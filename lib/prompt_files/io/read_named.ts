/**
 * Reads a file that the user names at this moment: a template to try, definitions of tools. The rules of
 * content are those of prompt files (read_file.ts), so that a text means the same in both places; the bytes
 * come from a file of any kind (named_bytes.ts).
 *
 * @module
 */

import { ConfigError, IoError } from "../../errors.ts";
import { type NamedFile, readNamedBytes } from "./named_bytes.ts";
import { decodePromptFile, MAX_PROMPT_BYTES, type PromptFileText } from "./read_file.ts";

/**
 * Reads all of a file.
 *
 * @param file The file.
 * @returns Its text, without a leading byte order mark.
 * @throws {ConfigError} When it cannot be read, has more than 8 MiB, is not UTF-8 or holds a NUL.
 * @throws {IoError} When it is a pipe and nothing is written to it for a minute.
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

function bytesOf(file: NamedFile): Uint8Array {
  try {
    return readNamedBytes(file, { limit: MAX_PROMPT_BYTES });
  } catch (error) {
    // What stands where it cannot be read is a fault of the configuration.
    if (!(error instanceof IoError) || error.code !== "file-unreadable") throw error;
    const { code, place, cause } = error;
    throw new ConfigError(error.message, { code, place, cause });
  }
}
