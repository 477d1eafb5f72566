/**
 * The inputs of the benchmark, made by a seeded generator: the same seed gives the same bytes on every
 * machine. Nothing of anybody's real session is in them.
 *
 * @module
 */

/** What a generated log looks like. */
export interface LogShape {
  /** About how many bytes it has. */
  readonly bytes: number;
  /** `short` lines hold a few words, `long` ones a tool's output now and then. */
  readonly lines: "short" | "long";
  /** Whether entries name their parent. */
  readonly parents: boolean;
  /** Where a `replace` entry stands, as a part of the log; undefined for none. */
  readonly replaceAt?: number;
}

/** Words of prose, code and tool output, as they stand in a JSON string: a line break every 45 bytes. */
const WORDS =
  "the a file test run of and function to build in error value reads writes line is that " +
  String
    .raw`prompt session for with from path when system user \n \n\n \n\t \n\"quoted\" const => {} []`;
/** One word in fifty is beyond ASCII. */
const RARE_WORDS = ["é", "–", "“so”", "世界", "✓"];
const BATCH = 1 << 20;

/**
 * Writes a log.
 *
 * @param path Where to.
 * @param shape What it looks like.
 * @returns The number of its messages.
 */
export function writeLog(path: string, shape: LogShape): number {
  const file = Deno.openSync(path, { write: true, create: true, truncate: true });
  const encoder = new TextEncoder();
  const random = seeded(4);
  const texts = Array.from({ length: 64 }, () => text(random, shape.lines));
  let replaceAt = shape.replaceAt === undefined ? Infinity : shape.replaceAt * shape.bytes;
  let written = 0;
  let id = 0;
  let batch =
    '{"type":"session","version":3,"id":"s","timestamp":"2026-11-30T18:00:00.000Z","cwd":"/w"}\n' +
    entry(id++, shape.parents, systemMessage("append", "Be brief."));
  while (written + batch.length < shape.bytes) {
    if (written + batch.length >= replaceAt) {
      replaceAt = Infinity;
      batch += entry(id++, shape.parents, systemMessage("replace", "Be brief."));
    }
    const content = texts[Math.floor(random() * texts.length)] as string;
    batch += entry(id, shape.parents, otherMessage(id, content));
    id++;
    if (batch.length >= BATCH) {
      written += writeAll(file, encoder.encode(batch));
      batch = "";
    }
  }
  writeAll(file, encoder.encode(batch));
  file.close();
  return id;
}

/**
 * Writes a log whose one message is a single long line.
 *
 * @param path Where to.
 * @param bytes About how long the line is.
 */
export function writeLongLine(path: string, bytes: number): void {
  const file = Deno.openSync(path, { write: true, create: true, truncate: true });
  const encoder = new TextEncoder();
  writeAll(file, encoder.encode(entry(0, true, systemMessage("append", "Be brief."))));
  const [start, end] = entry(1, true, otherMessage(1, "|")).split("|") as [string, string];
  writeAll(file, encoder.encode(start));
  const piece = encoder.encode("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0".repeat(BATCH / 32));
  for (let left = bytes; left > 0; left -= piece.length) writeAll(file, piece);
  writeAll(file, encoder.encode(end));
  file.close();
}

/** A generator of numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The inside of a JSON string: most are short, one in eight is a long tool output. */
function text(random: () => number, lines: LogShape["lines"]): string {
  const words = WORDS.split(" ");
  const word = (list: readonly string[]) => list[Math.floor(random() * list.length)] as string;
  const long = random() < 0.125;
  const count = lines === "short"
    ? 1 + random() * 4
    : long
    ? 4000 + random() * 8000
    : 20 + random() * 400;
  let joined = "";
  for (let i = 0; i < count; i++) {
    joined += `${word(random() < 0.02 ? RARE_WORDS : words)} `;
  }
  return joined;
}

function entry(index: number, parents: boolean, message: string): string {
  const time = new Date(Date.UTC(2026, 10, 30) + index * 1000).toISOString();
  const parent = index === 0 ? "null" : `"${idOf(index - 1)}"`;
  const links = parents ? `"id":"${idOf(index)}","parentId":${parent},` : "";
  return `{"type":"message",${links}"timestamp":"${time}","message":${message}}\n`;
}

function idOf(index: number): string {
  return (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
}

function systemMessage(mode: string, words: string): string {
  return `{"role":"system","mode":"${mode}","content":[{"type":"text","text":"${words}"}]}`;
}

function otherMessage(index: number, content: string): string {
  const role = index % 2 === 1 ? "user" : "assistant";
  return `{"role":"${role}","content":[{"type":"text","text":"${content}"}]}`;
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): number {
  let written = 0;
  while (written < bytes.length) written += file.writeSync(bytes.subarray(written));
  return written;
}
