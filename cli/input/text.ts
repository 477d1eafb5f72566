/**
 * Reads text that a command is given in a file or on stdin, strictly as UTF-8.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { invalidUtf8Offset, IoError, systemReason, UsageError } from "../../mod.ts";
import type { Host } from "../host.ts";
import type { InputRef } from "../args/inputs.ts";

/** Text that was read, and how messages call its source. */
export interface InputText {
  readonly text: string;
  readonly name: string;
}

/**
 * Reads all of a file or of stdin.
 *
 * @param host For stdin.
 * @param ref Where to read.
 * @returns The text, byte for byte; a byte order mark stays.
 * @throws {UsageError} When it is not UTF-8.
 * @throws {IoError} When it cannot be read.
 */
export function readInput(host: Host, ref: InputRef): InputText {
  const name = ref.type === "stdin" ? "standard input" : `"${ref.name}"`;
  const bytes = ref.type === "stdin" ? host.readStdin() : readFile(ref);
  const invalid = invalidUtf8Offset(bytes);
  if (invalid !== -1) {
    throw new UsageError(`Cannot use the text of ${name}: it is not UTF-8 (byte ${invalid})`, {
      place: { byteOffset: invalid, ...(ref.type === "file" ? { path: ref.name } : {}) },
    });
  }
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), name };
}

function readFile(ref: Extract<InputRef, { readonly type: "file" }>): Uint8Array {
  try {
    return readFileSync(ref.path);
  } catch (error) {
    throw new IoError(`Cannot read "${ref.name}": ${systemReason(error)}`, {
      place: { path: ref.name },
      cause: error,
    });
  }
}
