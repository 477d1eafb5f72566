/**
 * Reads one prompt file, safely (DESIGN §2.6-2.8): never blocks, never reads anything but a regular file
 * of at most 8 MiB, decodes strictly, and for an untrusted file makes sure that what was opened lies
 * inside the project.
 *
 * The answer is a value, not an exception, so that the command that lists files and the one that uses
 * them share this one path and cannot disagree. How it is opened is open_found.ts.
 *
 * @module
 */

import { closeSync, lstatSync, readSync } from "node:fs";
import { ConfigError } from "../../errors.ts";
import type { PromptText } from "../../layers.ts";
import type { InvisibleCharacter } from "../../text/invisible.ts";
import { isAbsence, systemReason } from "../../text/system_error.ts";
import { invalidUtf8Offset } from "../../text/utf8.ts";
import { Fault, openFound, type OpenRules } from "./open_found.ts";

/** The size limit of a prompt file, in bytes. */
export const MAX_PROMPT_BYTES = 8 * 1024 * 1024;

/** What came of reading a prompt file. */
export type PromptFile =
  | { readonly type: "absent" }
  | PromptFileText
  | {
    readonly type: "failed";
    /** True when the file lies outside the project it was read for. */
    readonly refused: boolean;
    readonly error: ConfigError;
  };

/** The text of a prompt file. */
export interface PromptFileText {
  /** Tells the text from the other outcomes. */
  readonly type: "text";
  /** Without the leading byte order mark; every other byte is kept. */
  readonly text: string;
  /** The length of the text's UTF-8. */
  readonly bytes: number;
  /** True when the file began with a byte order mark. */
  readonly byteOrderMark: boolean;
}

/** What came of opening a file that may be a block of the prompt. */
export type FoundText =
  | {
    readonly type: "text";
    readonly prompt: PromptText;
    /** The length of the text's UTF-8. */
    readonly bytes: number;
    readonly byteOrderMark: boolean;
    /** Filled for files under the rules of the project layer only. */
    readonly invisible: readonly InvisibleCharacter[];
  }
  | { readonly type: "failed"; readonly refused: boolean; readonly error: ConfigError };

/**
 * How {@linkcode readPromptFile} treats a file. `inside` is given for untrusted files; without it symbolic
 * links lead anywhere.
 */
export interface PromptFileRules extends OpenRules {
  /** The path that errors name. @default the path itself */
  readonly shownAs?: string | undefined;
  /** Says why a file of this user id cannot be used; asked of the opened file. @default any owner */
  readonly ownerFault?: ((userId: number) => string | undefined) | undefined;
}

/** Reads a prompt file. A link that leads nowhere is an error: the user put something there. */
export function readPromptFile(path: string, options: PromptFileRules = {}): PromptFile {
  const shown = options.shownAs ?? path;
  try {
    return decode(readRegular(path, options));
  } catch (error) {
    if (error instanceof Fault) return failed(shown, error);
    if (isAbsence(error) && !isLink(path)) return { type: "absent" };
    return failed(shown, new Fault(isAbsence(error) ? DANGLING : systemReason(error)));
  }
}

/**
 * Takes bytes that were read elsewhere, such as from stdin, for the content of a prompt file.
 *
 * @param bytes The content.
 * @param shownAs What errors call its source.
 * @returns The text.
 * @throws {ConfigError} When it is too long, not UTF-8, or holds a NUL.
 *
 * @example
 * ```ts
 * import { decodePromptFile } from "./read_file.ts";
 * import assert from "node:assert/strict";
 *
 * const file = decodePromptFile(Uint8Array.of(0x61), "standard input");
 * assert.deepEqual(file, { type: "text", text: "a", bytes: 1, byteOrderMark: false });
 * ```
 */
export function decodePromptFile(bytes: Uint8Array, shownAs: string): PromptFileText {
  try {
    if (bytes.length > MAX_PROMPT_BYTES) throw tooLarge(`it has ${bytes.length} bytes`);
    return decode(bytes);
  } catch (error) {
    if (error instanceof Fault) throw errorOf(shownAs, error);
    throw error;
  }
}

/** What {@linkcode Fault} says of a symbolic link without a target. */
const DANGLING = "it is a symbolic link to a file that does not exist";

// EOF is the only end that counts: files under /proc have the size 0.
const FIRST_READ = 64 * 1024;

function failed(shown: string, fault: Fault): PromptFile {
  return { type: "failed", refused: fault.details.refused ?? false, error: errorOf(shown, fault) };
}

function errorOf(shown: string, fault: Fault): ConfigError {
  const { byteOffset, code = "file-unreadable" } = fault.details;
  return new ConfigError(`Cannot read ${JSON.stringify(shown)}: ${fault.reason}`, {
    code,
    place: byteOffset === undefined ? { path: shown } : { path: shown, byteOffset },
  });
}

function readRegular(path: string, rules: PromptFileRules): Uint8Array {
  const { descriptor, stats } = openFound(path, rules);
  try {
    const fault = rules.ownerFault?.(Number(stats.uid));
    if (fault !== undefined) throw new Fault(fault, { refused: true });
    if (stats.size > MAX_PROMPT_BYTES) throw tooLarge(`it has ${stats.size} bytes`);
    return readAll(descriptor, Number(stats.size));
  } finally {
    closeSync(descriptor);
  }
}

function readAll(descriptor: number, expected: number): Uint8Array {
  let buffer = new Uint8Array(Math.max(expected + 1, FIRST_READ));
  let length = 0;
  for (;;) {
    const got = readSync(descriptor, buffer, length, buffer.length - length, null);
    length += got;
    if (length > MAX_PROMPT_BYTES) throw tooLarge("it grew while it was read");
    if (got === 0) return buffer.subarray(0, length);
    if (length === buffer.length) {
      const larger = new Uint8Array(buffer.length * 2);
      larger.set(buffer);
      buffer = larger;
    }
  }
}

function decode(bytes: Uint8Array): PromptFileText {
  const byteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = byteOrderMark ? bytes.subarray(3) : bytes;
  let text: string;
  try {
    // ignoreBOM keeps a second mark: one is dropped, above.
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch (error) {
    const byteOffset = invalidUtf8Offset(bytes);
    if (byteOffset === -1) throw error;
    throw new Fault(`it is not UTF-8 (byte ${byteOffset})`, { byteOffset });
  }
  const byteOffset = bytes.indexOf(0);
  if (byteOffset !== -1) throw new Fault(`it holds a NUL (byte ${byteOffset})`, { byteOffset });
  return { type: "text", text, bytes: body.length, byteOrderMark };
}

function tooLarge(what: string): Fault {
  return new Fault(`${what}, the limit is ${MAX_PROMPT_BYTES} (8 MiB)`);
}

/** Asked only where an open found nothing; `throwIfNoEntry` would not do, it lets ENOTDIR through. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch (error) {
    // Anything but absence means that something is there now: never fall through.
    return !isAbsence(error);
  }
}
