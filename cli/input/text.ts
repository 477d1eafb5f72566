/**
 * Text that a command is given in a file or on stdin. There are two sets of rules: a message is recorded
 * as it is, so only its encoding is checked; a template or its variables are configuration, and are read
 * as a prompt file is, so that `render` says of a file what the default command would say of it.
 *
 * @module
 */

import {
  decodePromptFile,
  invalidUtf8Offset,
  MAX_PROMPT_BYTES,
  readNamedBytes,
  readNamedFile,
  UsageError,
} from "../../mod.ts";
import type { Host } from "../host.ts";
import type { InputRef } from "../args/inputs.ts";

/** Text that was read, and how messages call its source. */
export interface InputText {
  readonly text: string;
  readonly name: string;
}

const STDIN = "standard input";

/** The size limit of a message, in bytes: something must end the reading of what has no end. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Reads the text of a message, byte for byte: a byte order mark stays; at most 64 MiB. */
export function readMessageText(host: Host, ref: InputRef): InputText {
  const name = ref.type === "stdin" ? STDIN : `"${ref.name}"`;
  const limit = MAX_MESSAGE_BYTES;
  const bytes = ref.type === "stdin" ? host.readStdin(limit) : readNamedBytes(ref, { limit });
  if (bytes.length > limit) {
    throw new UsageError(`Cannot use the text of ${name}: a message can have at most 64 MiB`, {
      place: ref.type === "file" ? { path: ref.name } : {},
    });
  }
  const invalid = invalidUtf8Offset(bytes);
  if (invalid !== -1) {
    throw new UsageError(`Cannot use the text of ${name}: it is not UTF-8 (byte ${invalid})`, {
      place: { byteOffset: invalid, ...(ref.type === "file" ? { path: ref.name } : {}) },
    });
  }
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), name };
}

/** Reads a template or its variables by the rules of prompt files: at most 8 MiB, UTF-8, no NUL. */
export function readConfigText(host: Host, ref: InputRef): InputText {
  if (ref.type === "file") return { text: readNamedFile(ref), name: ref.name };
  return { text: decodePromptFile(host.readStdin(MAX_PROMPT_BYTES), STDIN).text, name: STDIN };
}
