/**
 * The two ways in which the common writers of JSON spell the same value: JavaScript's `JSON.stringify`
 * without white space, Python's `json.dumps` with `", "` and `": "` and only ASCII. A reader that is fast
 * for one of them alone is fast for half of the logs there are.
 *
 * @module
 */

/** `compact` as JSON.stringify writes, `spaced` as json.dumps does. */
export type Spelling = "compact" | "spaced";

/** Spells compact JSON in the way that is asked for. */
export function spelled(json: string, spelling: Spelling): string {
  if (spelling === "compact") return json;
  // Either a whole string, in which commas and colons stay alone, or one of them outside.
  return json.replace(
    /"(?:[^"\\]|\\.)*"|[,:]/g,
    (found) => found.startsWith('"') ? withoutUnicode(found) : `${found} `,
  );
}

function withoutUnicode(text: string): string {
  // Code unit by code unit: json.dumps writes surrogate pairs as two escapes.
  return text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
