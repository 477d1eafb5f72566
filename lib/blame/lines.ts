/**
 * The effective prompt line by line: since when each line has stood there without a change, through every
 * re-seed (DESIGN §10).
 *
 * A *version* of the prompt is a `replace` with what follows it up to the next one. They are compared from
 * the last one back, each with the one before it, and only as long as a line is left whose beginning is not
 * known: so two versions are held at a time, and a text that nobody needs is never compared.
 *
 * @module
 */

import {
  type AskedPosition,
  type ByteSource,
  type Diagnostic,
  type Path,
  positionOf,
  type ReadOptions,
  readPrompt,
  readSystemEntry,
  type SystemPlace,
} from "../log.ts";
import { mapLines, NEW_LINE, shownLines } from "../text/line_map.ts";
import type { Position, SystemBlock } from "../types.ts";
import { matchBlocks } from "./match.ts";

/** The entry that a block or a line goes back to. */
export interface EntryPlace {
  /** Offset of its line in the log. */
  readonly offset: number;
  /** The position of its message, 1 or more. */
  readonly position: Position;
  /** Its id, if it has one. */
  readonly id: string | undefined;
  /** Its time as it is written there. */
  readonly timestamp: string | undefined;
}

/** A line of the effective prompt. */
export interface BlamedLine {
  /** The line without its LF. */
  readonly text: string;
  /** The entry since which the line has stood there. */
  readonly since: EntryPlace;
}

/** A block of the effective prompt. */
export interface BlamedBlock extends SystemBlock {
  /** The entry that holds it. */
  readonly entry: EntryPlace;
  /**
   * Whether somebody added it beside the prompt files: it has a note, or no source where others have one.
   * On a path without sources nothing tells.
   */
  readonly isEdit: boolean;
  /** Its lines as a prompt shows them; none of a blank block. */
  readonly lines: readonly BlamedLine[];
}

/** A prompt with the history of its lines. */
export interface PromptBlame {
  /** The surviving blocks, in order. */
  readonly blocks: readonly BlamedBlock[];
  /** The whole path. */
  readonly path: Path;
  /** The position, counted from the start. */
  readonly position: Position;
  /** What is wrong in the log, judged for this position, in its order. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Where texts differed too much to be compared, and their lines count as new: the position of the last
   * such entry. Undefined when there is none.
   */
  readonly gaveUpAt: Position | undefined;
}

/** Which prompt to look at, and how much to compare. */
export interface BlameOptions extends Pick<ReadOptions, "leaf"> {
  /** Number of messages to keep; negative, and −0, count from the end. @default the end */
  readonly at?: AskedPosition | undefined;
  /**
   * Bounds all comparisons together; one that finds D lines removed or added takes D². A bound of time
   * would give another answer on another day. @default 134217728
   */
  readonly maxSteps?: number | undefined;
}

/**
 * Tells since when each line of a prompt has stood there unchanged. A line is compared with the earlier
 * versions of the same recorded source; where the log has no sources, with the block of the same text or
 * in the same place. Damage is told, not refused: see `refuseDamage`.
 *
 * @param source The log.
 * @param options The position, the leaf, and how much to compare.
 * @returns The blocks with their lines, and what is wrong in the log.
 * @throws {UsageError} When the position is out of range or the leaf unknown.
 * @throws {SessionError} When a parent stands on the same or a later line.
 *
 * @example
 * ```ts
 * import { bytesSource } from "../log.ts";
 * import { blamePrompt } from "../blame.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource(
 *   '{"role":"system","content":"Be brief.\\nUse tabs."}\n' +
 *     '{"role":"user","content":"Hi"}\n' +
 *     '{"role":"system","mode":"replace","content":"Be brief.\\nUse spaces."}\n',
 * );
 * const [block] = blamePrompt(log).blocks;
 * assert.deepEqual(block?.lines.map(({ text, since }) => [text, since.position]), [
 *   ["Be brief.", 1],
 *   ["Use spaces.", 3],
 * ]);
 * ```
 */
export function blamePrompt(source: ByteSource, options: BlameOptions = {}): PromptBlame {
  const { at, leaf, maxSteps = MAX_STEPS } = options;
  const { path, left, diagnostics } = readPrompt(source, { at, leaf, whole: true });
  const history = new History(source, path, left);
  const tracer = new Tracer(history, maxSteps);
  const blocks = tracer.current.map((block, index) => ({
    ...block,
    isEdit: block.source === undefined && (block.note !== undefined || history.hasSource()),
    lines: tracer.lines[index] ?? [],
  }));
  return { blocks, path, position: positionOf(path, left), diagnostics, gaveUpAt: tracer.gaveUpAt };
}

/** Five seconds under V8, ten in the executable that Bun builds. */
const MAX_STEPS = 2 ** 27;
/** How many lines may differ in one comparison: an eighth of that. */
const MAX_EDITS = 4000;

/** A block as it was recorded. */
interface Recorded extends SystemBlock {
  readonly entry: EntryPlace;
}

/** The blocks of a version, told by the system messages from one index to another. */
interface Version {
  readonly from: number;
  readonly to: number;
}

/** The versions of a prompt, read when they are wanted. */
class History {
  readonly #source: ByteSource;
  readonly #path: Path;
  /** The system messages up to the position. */
  readonly #places: readonly SystemPlace[];
  #sourceFrom: number | undefined;

  constructor(source: ByteSource, path: Path, left: number) {
    this.#source = source;
    this.#path = path;
    this.#places = path.system.filter(({ after }) => after >= left);
  }

  /** From the last to the first. */
  *versions(): Generator<Version> {
    let to = this.#places.length;
    for (let from = to - 1; from >= 0; from--) {
      if (from > 0 && this.#places[from]?.replaces === false) continue;
      yield { from, to };
      to = from;
    }
  }

  read({ from, to }: Version): Recorded[] {
    return this.#places.slice(from, to).flatMap((place) => {
      const { id, timestamp, blocks } = readSystemEntry(this.#source, place);
      const position = positionOf(this.#path, place.after);
      const entry = { offset: place.offset, position, id, timestamp };
      return blocks.map((block) => ({ ...block, entry }));
    });
  }

  /** Whether an entry up to the end of a version has a source. */
  hasSource(version: Version = { from: 0, to: this.#places.length }): boolean {
    // Where panto wrote the log, its first entry has one.
    this.#sourceFrom ??= this.#places.findIndex((place) =>
      readSystemEntry(this.#source, place).blocks.some(({ source }) => source !== undefined)
    );
    return this.#sourceFrom !== -1 && this.#sourceFrom < version.to;
  }
}

/** A line of the effective prompt; `since` moves back while it is traced. */
interface TracedLine extends BlamedLine {
  since: EntryPlace;
}

/** A line whose beginning is not known yet, and where it stands in a block of the version looked at. */
interface OpenLine {
  readonly line: TracedLine;
  readonly at: number;
}

/** Follows the lines of the last version back through the others. */
class Tracer {
  readonly current: readonly Recorded[];
  /** Those of each block. */
  readonly lines: readonly (readonly TracedLine[])[];
  gaveUpAt: Position | undefined;
  #steps: number;

  constructor(history: History, maxSteps: number) {
    this.#steps = maxSteps;
    const [last, ...older] = history.versions();
    this.current = last === undefined ? [] : history.read(last);
    this.lines = this.current.map(({ text, entry }) =>
      shownLines(text).map((text) => ({ text, since: entry }))
    );
    let blocks = this.current;
    let open: OpenLine[][] = this.lines.map((lines) => lines.map((line, at) => ({ line, at })));
    for (const version of older) {
      if (open.every((lines) => lines.length === 0)) return;
      const before = history.read(version);
      const matches = matchBlocks(before, blocks, !history.hasSource(version));
      const next: OpenLine[][] = before.map(() => []);
      for (const [index, match] of matches.entries()) {
        const [block, from] = [blocks[index], before[match ?? -1]];
        if (block === undefined || from === undefined || match === undefined) continue;
        next[match] = this.#trace(open[index] ?? [], block, from);
      }
      [blocks, open] = [before, next];
    }
  }

  /** Moves lines of a block back to the one that it continues; gives those that stood there. */
  #trace(open: readonly OpenLine[], block: Recorded, from: Recorded): OpenLine[] {
    if (open.length === 0) return [];
    if (block.text === from.text) {
      for (const { line } of open) line.since = from.entry;
      return [...open];
    }
    const known = new Set(shownLines(from.text).map(bare));
    if (!open.some(({ line }) => known.has(bare(line.text)))) return [];
    const maxEdits = Math.min(MAX_EDITS, Math.floor(Math.sqrt(this.#steps)));
    const map = mapLines(from.text, block.text, maxEdits);
    this.#steps -= (map?.edits ?? maxEdits) ** 2;
    if (map === undefined) {
      this.gaveUpAt = Math.max(this.gaveUpAt ?? 0, block.entry.position);
      return [];
    }
    return open.flatMap(({ line, at }) => {
      const found = map.from[at] ?? NEW_LINE;
      if (found === NEW_LINE) return [];
      line.since = from.entry;
      return [{ line, at: found }];
    });
  }
}

/** A line without the CR of its end, which the last one of a text is shown without. */
function bare(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
