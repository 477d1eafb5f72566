/**
 * The prompt files that the caller names at launch (DESIGN §2.10): one in the place of every SYSTEM.md,
 * and more behind the appends of the layers.
 *
 * They are read as any file that a user names at this moment (read_named.ts), so that `<(command)` will
 * do, and the rules of the text are those of every prompt file. They are trusted: whoever names one has
 * chosen it. A session in the place of a prompt is refused, since two file names are easily swapped.
 *
 * @module
 */

import { ConfigError } from "../../errors.ts";
import type { PromptText } from "../../layers.ts";
import type { BlockSource, ConfiguredBlock } from "../../prompt_source.ts";
import { sha256Hex } from "../../text/sha256.ts";
import { isJsonObject, type JsonValue } from "../../types.ts";
import { decodePromptFile, type FoundText, type PromptFileText } from "./read_file.ts";
import type { NamedFile } from "./named_bytes.ts";
import { readNamedText } from "./read_named.ts";

/** A prompt file that was named at launch; one whose path ends in `.j2` is a template. */
export interface LaunchFile extends NamedFile {
  /** Absolute, or `-` beside bytes. */
  readonly path: string;
  /** Its content where that was read elsewhere, as from stdin; nothing is opened then. */
  readonly bytes?: Uint8Array | undefined;
}

/** The prompt files that were named at launch. */
export interface LaunchFiles {
  /** Takes the place of every SYSTEM.md. @default none */
  readonly system?: LaunchFile | undefined;
  /** Stand behind the appends of the layers, in this order. @default none */
  readonly append?: readonly LaunchFile[] | undefined;
}

/** What a launch file is for. */
export type LaunchOption = Extract<BlockSource, { readonly type: "launch" }>["option"];

/** The blocks of the launch files. */
export interface LaunchBlocks {
  /** The seed, if one was named. */
  readonly system: ConfiguredBlock | undefined;
  /** In the order given. */
  readonly append: readonly ConfiguredBlock[];
}

/** Reads the launch files; it throws for the first that cannot be used. */
export function readLaunchBlocks({ system, append = [] }: LaunchFiles): LaunchBlocks {
  return {
    system: system && blockOf("system", system),
    append: append.map((file) => blockOf("append", file)),
  };
}

/** Reads one launch file, for a caller that goes on when it cannot be used. */
export function readLaunchFile(file: LaunchFile): FoundText {
  try {
    const { text, bytes, byteOrderMark } = textOf(file);
    const { path } = file;
    const template = path.endsWith(".j2") ? { sha256: sha256Hex(text) } : undefined;
    return { type: "text", prompt: { path, text, template }, bytes, byteOrderMark, invisible: [] };
  } catch (error) {
    if (error instanceof ConfigError) return { type: "failed", refused: false, error };
    throw error;
  }
}

function blockOf(option: LaunchOption, file: LaunchFile): ConfiguredBlock {
  const read = readLaunchFile(file);
  if (read.type === "failed") throw read.error;
  return launchBlock(option, file, read.prompt);
}

function launchBlock(option: LaunchOption, file: LaunchFile, prompt: PromptText): ConfiguredBlock {
  const { path, text, template } = prompt;
  const source = { type: "launch", option, path } as const;
  if (template === undefined) return { text, source };
  return { source, templateSource: { ...template, text, name: file.name ?? path } };
}

function textOf(file: LaunchFile): PromptFileText {
  const { path, name = path, bytes } = file;
  const read = bytes === undefined ? readNamedText(file) : decodePromptFile(bytes, name);
  if (!isSession(read.text)) return read;
  throw new ConfigError(`Cannot use ${JSON.stringify(name)} as a prompt: it is a session`, {
    code: "session-as-prompt",
    place: { path: name },
  });
}

/** Whether a text begins with the header of a session log. */
function isSession(text: string): boolean {
  const [line = ""] = text.trimStart().split("\n", 1);
  if (!line.startsWith("{")) return false;
  try {
    const header: JsonValue = JSON.parse(line);
    return isJsonObject(header) && header.type === "session";
  } catch (error) {
    // A RangeError is a nesting that is too deep to be a header.
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}
