/**
 * Reads what a command line names for templates: a template, variables, tools. The rules of content are
 * those of prompt files, so that `render` says of a file what the default command would say of it.
 *
 * Any kind of file will do, unlike there: the user names it at this moment, and `<(command)` is a pipe.
 *
 * @module
 */

import { closeSync, openSync, readSync } from "node:fs";
import { ConfigError, decodePromptFile, MAX_PROMPT_BYTES, systemReason } from "../../mod.ts";
import type { Host } from "../host.ts";
import type { FileRef, InputRef } from "../args/inputs.ts";

/** Text that was read, and how messages call its source. */
export interface ConfigText {
  /** Without a leading byte order mark. */
  readonly text: string;
  readonly name: string;
}

/**
 * Reads all of a file or of stdin.
 *
 * @param host For stdin.
 * @param ref Where to read.
 * @returns The text.
 * @throws {ConfigError} When it cannot be read, has more than 8 MiB, is not UTF-8 or holds a NUL.
 */
export function readConfigText(host: Host, ref: InputRef): ConfigText {
  const name = ref.type === "stdin" ? "standard input" : ref.name;
  const bytes = ref.type === "stdin" ? host.readStdin() : readBytes(ref);
  const file = decodePromptFile(bytes, name);
  if (file.type === "text") return { text: file.text, name };
  throw file.type === "failed" ? file.error : new Error("bytes that were read are not absent");
}

/** One byte more than the limit tells that a file is too long, be it endless. */
function readBytes(ref: FileRef): Uint8Array {
  const buffer = new Uint8Array(MAX_PROMPT_BYTES + 1);
  try {
    const descriptor = openSync(ref.path, "r");
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
    throw new ConfigError(`Cannot read ${JSON.stringify(ref.name)}: ${systemReason(error)}`, {
      place: { path: ref.name },
      cause: error,
    });
  }
}
