/**
 * Lines with their long strings cut short, for a reader that shows the beginning of each: what is cut away
 * is neither decoded nor kept, and most bytes of a log stand in long strings.
 *
 * The line must be sound JSON. A string is cut between two characters and before an escape, so that it
 * stays one.
 *
 * @module
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** A pair of surrogates as two escapes. */
const LONGEST_ESCAPE = 12;

/** Cuts strings; what it gives is valid until the next line. */
export class Shortener {
  readonly #most: number;
  #room = new Uint8Array(0);

  /** Strings keep at most so many bytes, and of an escape all or nothing. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The line itself where no string of it is too long. */
  shorten(line: Uint8Array): Uint8Array {
    let written = 0;
    let copied = 0;
    for (let open = line.indexOf(QUOTE); open !== -1;) {
      const close = closingQuote(line, open + 1);
      if (close === -1) return line;
      if (close - open - 1 > this.#most) {
        const cut = cutBefore(line, open + 1, open + 1 + this.#most);
        if (written === 0 && this.#room.length < line.length) {
          this.#room = new Uint8Array(line.length);
        }
        this.#room.set(line.subarray(copied, cut), written);
        written += cut - copied;
        copied = close;
      }
      open = line.indexOf(QUOTE, close + 1);
    }
    if (copied === 0) return line;
    this.#room.set(line.subarray(copied), written);
    return this.#room.subarray(0, written + line.length - copied);
  }
}

/** The index of the quote that ends a string; -1 without one. */
function closingQuote(line: Uint8Array, from: number): number {
  for (let at = line.indexOf(QUOTE, from); at !== -1; at = line.indexOf(QUOTE, at + 1)) {
    if (backslashesBefore(line, from, at) % 2 === 0) return at;
  }
  return -1;
}

function backslashesBefore(line: Uint8Array, from: number, at: number): number {
  let start = at;
  while (start > from && line[start - 1] === BACKSLASH) start--;
  return at - start;
}

/** The last place up to an index where a string that begins at `from` can be cut. */
function cutBefore(line: Uint8Array, from: number, at: number): number {
  let cut = at;
  // A byte that continues a character.
  while (cut > from && ((line[cut] ?? 0) & 0xc0) === 0x80) cut--;
  const near = line.subarray(Math.max(from, cut - LONGEST_ESCAPE), cut).indexOf(BACKSLASH);
  if (near === -1) return cut;
  const escape = Math.max(from, cut - LONGEST_ESCAPE) + near;
  return escape - backslashesBefore(line, from, escape);
}
