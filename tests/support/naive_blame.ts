/**
 * A second implementation of `panto blame`, written for clarity alone: it goes from the first entry to the
 * last, compares every version with the one before it, and keeps everything.
 *
 * @module
 */

import { diffArrays } from "diff";

/** An entry as it stands in a generated log. */
export interface NaiveEntry {
  readonly id: string;
  readonly parentId: string | null;
  readonly message: {
    readonly role: string;
    readonly mode?: string;
    readonly content: string;
    readonly source?: Readonly<Record<string, string>>;
    readonly note?: string;
  };
}

/** A block and, for each of its lines, the position since which it stands there. */
interface NaiveBlock {
  readonly text: string;
  readonly source: Readonly<Record<string, string>> | undefined;
  readonly note: string | undefined;
  readonly position: number;
  since: number[];
}

/** What is said of one line: position, whether its block is an edit, text. */
export type NaiveLine = readonly [since: number, edit: boolean, text: string];

/** The entries from the root to a leaf. */
export function naivePath(entries: readonly NaiveEntry[], leaf: string): NaiveEntry[] {
  const found = entries.find(({ id }) => id === leaf);
  if (found === undefined) return [];
  return [...(found.parentId === null ? [] : naivePath(entries, found.parentId)), found];
}

/** Tells the lines of the prompt at a position of a path. */
export function naiveBlame(path: readonly NaiveEntry[], at: number): NaiveLine[] {
  let before: NaiveBlock[] = [];
  let blocks: NaiveBlock[] = [];
  let sourcesBefore = false;
  let sources = false;
  const settle = () => {
    for (const [index, other] of partners(before, blocks, sourcesBefore).entries()) {
      const block = blocks[index] as NaiveBlock;
      block.since = sinceOf(block, other);
    }
  };
  for (const [index, { message }] of path.slice(0, at).entries()) {
    if (message.role !== "system") continue;
    if (message.mode === "replace") {
      settle();
      [before, blocks, sourcesBefore] = [blocks, [], sources];
    }
    const { content: text, source, note } = message;
    blocks.push({ text, source, note, position: index + 1, since: [] });
    if (source !== undefined) sources = true;
  }
  settle();
  return blocks.flatMap((block) => {
    const isEdit = block.source === undefined && (sources || block.note !== undefined);
    return linesOf(block.text).map((line, index) =>
      [block.since[index] as number, isEdit, line] as const
    );
  });
}

/** For each block the one before that it goes on with. */
function partners(
  before: readonly NaiveBlock[],
  blocks: readonly NaiveBlock[],
  sourcesBefore: boolean,
): (NaiveBlock | undefined)[] {
  const free = [...before];
  const take = (wanted: (other: NaiveBlock) => boolean): NaiveBlock | undefined => {
    const index = free.findIndex(wanted);
    return index === -1 ? undefined : free.splice(index, 1)[0];
  };
  if (sourcesBefore) {
    return blocks.map(({ source }) =>
      source && take((other) => other.source !== undefined && nameOf(other) === nameOf({ source }))
    );
  }
  const onlySourced = blocks.some(({ source }) => source !== undefined);
  const counts = (block: NaiveBlock) =>
    block.note === undefined && !(onlySourced && block.source === undefined);
  const found = blocks.map((block) =>
    counts(block)
      ? take((other) => other.note === undefined && other.text === block.text)
      : undefined
  );
  return found.map((other, index) => {
    const block = blocks[index] as NaiveBlock;
    if (other !== undefined || !counts(block)) return other;
    return take((one) => one === before[index] && one.note === undefined);
  });
}

function nameOf({ source = {} }: Pick<NaiveBlock, "source">): string {
  return [source.kind, source.layer, source.option, source.file?.replace(/\.j2$/, "")].join("|");
}

function sinceOf(block: NaiveBlock, before: NaiveBlock | undefined): number[] {
  const lines = linesOf(block.text);
  if (before === undefined) return lines.map(() => block.position);
  if (lines.join("\n") === linesOf(before.text).join("\n")) return before.since;
  const since: number[] = [];
  let at = 0;
  for (const { added, removed, value } of diffArrays(ended(before.text), ended(block.text))) {
    for (let line = 0; line < value.length; line++) {
      if (added) since.push(block.position);
      else if (removed) at++;
      else since.push(before.since[at++] as number);
    }
  }
  return since;
}

/** The lines that are printed. */
function linesOf(text: string): string[] {
  return text.trim() === "" ? [] : text.replace(/(\r?\n)+$/, "").split("\n");
}

/** The lines with their ends; the last one has the end that it has, else that of the first. */
function ended(text: string): string[] {
  const lines = linesOf(text).map((line) => `${line}\n`);
  const last = lines.at(-1);
  if (last === undefined) return lines;
  const rest = text.slice(lines.join("").length - 1);
  const end = rest === "" ? (lines.length > 1 ? lines[0] : "\n") : rest;
  if (/^[^]*?\r?\n/.exec(end as string)?.[0].endsWith("\r\n")) {
    lines[lines.length - 1] = last.replace(/\n$/, "\r\n");
  }
  return lines;
}
