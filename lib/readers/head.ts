/**
 * The beginning of a file as JSON: its first lines, or the beginning of one document that spans them.
 * What the head cuts short is closed where it still says something, since a first line may be longer
 * than the head; what is broken is passed over.
 *
 * @module
 */

import { isJsonObject, type JsonObject, type JsonValue } from "../types.ts";

/** The beginning of a file. */
export interface Head {
  /** At most {@linkcode HEAD_BYTES} of them. */
  readonly bytes: Uint8Array;
  /** Whether the file ends here. */
  readonly isWhole: boolean;
  /** How the file is called: a path, or no name of a file. */
  readonly name: string;
}

/** How much of a file is looked at. */
export const HEAD_BYTES = 64 * 1024;

/** What stands in a head. */
export interface HeadRecords {
  /** As text; bytes that are no UTF-8 are replaced. */
  readonly text: string;
  /** The objects of the lines; of one document, the object, or those of its list. */
  readonly records: readonly JsonObject[];
  /** Whether one document spans the lines, and what it is. */
  readonly document: "list" | "object" | undefined;
}

/** Reads the records of a head. */
export function readHead(head: Head): HeadRecords {
  const text = new TextDecoder().decode(head.bytes);
  const lines = text.split("\n");
  const values: JsonValue[] = [];
  let isFirstObject = false;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const isCut = index === lines.length - 1 && !head.isWhole;
    const value = parse(line) ?? (isCut ? parse(closed(line)) : undefined);
    if (values.length === 0 && !isFirstObject && !isJsonObject(value)) {
      const whole = documentOf(text, head);
      if (whole !== undefined) return { text, ...whole };
    }
    isFirstObject = true;
    if (value !== undefined) values.push(value);
  }
  return { text, records: values.filter(isJsonObject), document: undefined };
}

/** One document over several lines, or a list on one. */
function documentOf(text: string, { isWhole }: Head): Omit<HeadRecords, "text"> | undefined {
  const value = parse(text) ?? (isWhole ? undefined : parse(closed(text)));
  if (isJsonObject(value)) return { records: [value], document: "object" };
  if (!Array.isArray(value)) return undefined;
  return { records: (value as readonly JsonValue[]).filter(isJsonObject), document: "list" };
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Brackets that are nested too deeply say as little as what is no JSON.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Ends JSON that was cut short behind its last whole member, with every bracket closed. */
function closed(text: string): string {
  const open: string[] = [];
  let inString = false;
  let cut = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (inString) {
      if (character === "\\") at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === ",") cut = at;
    else if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      cut = at + 1;
    } else if (character === "}" || character === "]") {
      open.pop();
      cut = at + 1;
    }
  }
  // Behind the last cut no bracket was opened or closed.
  return text.slice(0, cut) + open.reverse().join("");
}
