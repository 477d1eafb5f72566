/**
 * The difference between two effective prompts: as data, then as a unified diff.
 *
 * Lines are compared in the joined form, the one a person reads (DESIGN §10); whether two prompts are
 * equal is decided on the blocks, exactly. What the joined form hides (trailing newlines of a block,
 * blank blocks, where one block ends and the next begins) is said in words in the notes, so that no
 * difference is ever reported without a reason to see. Comparing block by block was rejected: an
 * inserted block would make every later one look changed.
 *
 * @module
 */

import { structuredPatch } from "diff";
import { isBlank, promptText, stripTrailingNewlines } from "./join.ts";

/** One prompt of a comparison. */
export interface PromptSide {
  /** What a reader calls it, for example `s.jsonl@4`. */
  readonly label: string;
  /** Its surviving blocks, in order. */
  readonly blocks: readonly { readonly text: string }[];
}

/** One region of a unified diff, with the numbers as they stand in its `@@` line. */
export interface DiffHunk {
  /** First line in the first prompt, 1-based; 0 when `fromLines` is 0 at its start. */
  readonly fromStart: number;
  /** Number of lines in the first prompt. */
  readonly fromLines: number;
  /** First line in the second prompt, like `fromStart`. */
  readonly toStart: number;
  /** Number of lines in the second prompt. */
  readonly toLines: number;
  /** Lines without their newline, each with its first character: space, `-` or `+`. */
  readonly lines: readonly string[];
}

/** What differs between two prompts. */
export interface PromptDiff {
  /** True only when both have the same number of blocks with exactly the same texts. */
  readonly equal: boolean;
  /** Label of the first prompt. */
  readonly from: string;
  /** Label of the second prompt. */
  readonly to: string;
  /** Empty when the joined texts are equal. */
  readonly hunks: readonly DiffHunk[];
  /** What the hunks do not show, one sentence each, without a full stop. */
  readonly notes: readonly string[];
}

/** Bounds and shape of a comparison. */
export interface DiffOptions {
  /** How long the search for a small difference may take. @default 1000 */
  readonly timeoutMs?: number;
  /** Equal lines shown around a difference. @default 3 */
  readonly context?: number;
}

/** What a rendered line is, for a caller that colors or escapes it. */
export type DiffLineKind = "note" | "label" | "hunk" | "context" | "removed" | "added";

/**
 * Compares two prompts.
 *
 * @param from The first prompt.
 * @param to The second prompt.
 * @param options Time bound and context. When the time is over, the whole text is shown as replaced,
 *   and a note says so.
 * @returns The difference as data.
 *
 * @example
 * ```ts
 * import { diffPrompts } from "./diff.ts";
 * import assert from "node:assert/strict";
 *
 * const diff = diffPrompts(
 *   { label: "a", blocks: [{ text: "Use tabs.\n" }] },
 *   { label: "b", blocks: [{ text: "Use tabs." }] },
 * );
 * assert.equal(diff.equal, false);
 * assert.deepEqual(diff.notes, ["block 1 differs only in trailing newlines"]);
 * ```
 */
export function diffPrompts(
  from: PromptSide,
  to: PromptSide,
  options: DiffOptions = {},
): PromptDiff {
  const labels = { from: from.label, to: to.label };
  if (sameBlocks(from, to)) return { equal: true, ...labels, hunks: [], notes: [] };
  const texts = { from: promptText(from.blocks), to: promptText(to.blocks) };
  if (texts.from === texts.to) {
    return { equal: false, ...labels, hunks: [], notes: hiddenNotes(from, to) };
  }
  const hunks = searchHunks(texts.from, texts.to, options);
  const notes = pairNotes(from, to);
  if (hunks !== undefined) return { equal: false, ...labels, hunks, notes };
  const late = "the comparison took too long, so the whole text is shown as replaced";
  const whole = wholeReplacement(texts.from, texts.to);
  return { equal: false, ...labels, hunks: [whole], notes: [...notes, late] };
}

/**
 * Renders a difference in the unified format, which `patch` reads: notes as `# …` lines first, then
 * `--- label`, `+++ label` and the hunks.
 *
 * @param diff What {@linkcode diffPrompts} gave.
 * @param options `style` is applied to every line (without its newline), so that a caller can color it
 *   or escape control characters.
 * @returns The text, with a final newline; `""` for equal prompts.
 *
 * @example
 * ```ts
 * import { diffPrompts, renderDiff } from "./diff.ts";
 * import assert from "node:assert/strict";
 *
 * const diff = diffPrompts(
 *   { label: "a", blocks: [{ text: "old" }] },
 *   { label: "b", blocks: [{ text: "new" }] },
 * );
 * assert.equal(renderDiff(diff), "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-old\n+new\n");
 * ```
 */
export function renderDiff(
  diff: PromptDiff,
  options: { readonly style?: (line: string, kind: DiffLineKind) => string } = {},
): string {
  if (diff.equal) return "";
  const style = options.style ?? ((line) => line);
  const out = diff.notes.map((note) => style(`# ${note}`, "note"));
  out.push(style(`--- ${oneLine(diff.from)}`, "label"), style(`+++ ${oneLine(diff.to)}`, "label"));
  for (const hunk of diff.hunks) {
    const range = `-${hunk.fromStart},${hunk.fromLines} +${hunk.toStart},${hunk.toLines}`;
    out.push(style(`@@ ${range} @@`, "hunk"));
    for (const line of hunk.lines) out.push(style(line, lineKind(line)));
  }
  return out.join("\n") + "\n";
}

function sameBlocks(from: PromptSide, to: PromptSide): boolean {
  return from.blocks.length === to.blocks.length &&
    from.blocks.every((block, index) => block.text === to.blocks[index]?.text);
}

function searchHunks(from: string, to: string, options: DiffOptions): DiffHunk[] | undefined {
  const patch = structuredPatch("", "", from, to, undefined, undefined, {
    context: options.context ?? 3,
    timeout: options.timeoutMs ?? 1000,
  });
  return patch?.hunks.map((hunk) => ({
    // The format counts an empty range from the line before it.
    fromStart: hunk.oldLines === 0 ? hunk.oldStart - 1 : hunk.oldStart,
    fromLines: hunk.oldLines,
    toStart: hunk.newLines === 0 ? hunk.newStart - 1 : hunk.newStart,
    toLines: hunk.newLines,
    lines: hunk.lines,
  }));
}

function wholeReplacement(from: string, to: string): DiffHunk {
  const removed = linesOf(from);
  const added = linesOf(to);
  return {
    fromStart: Math.min(1, removed.length),
    fromLines: removed.length,
    toStart: Math.min(1, added.length),
    toLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  };
}

/** Lines of a text form, which is empty or ends in a newline. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.slice(0, -1).split("\n");
}

/** Notes for unequal block lists whose joined texts are equal: at least one, always. */
function hiddenNotes(from: PromptSide, to: PromptSide): string[] {
  const before = visibleTexts(from);
  const after = visibleTexts(to);
  const moved = before.length !== after.length ||
    before.some((text, index) => text !== after[index]);
  if (moved) {
    return [
      before.length === after.length
        ? "the text is equal, but its blocks are divided at other places"
        : `the text is equal, but divided into ${
          counted(after.length, "block")
        } instead of ${before.length}`,
    ];
  }
  const blanks = (to.blocks.length - after.length) - (from.blocks.length - before.length);
  const notes = pairNotes(from, to);
  if (blanks !== 0) {
    const verb = blanks > 0 ? "added" : "removed";
    notes.push(`the text is equal, but ${counted(Math.abs(blanks), "blank block")} ${verb}`);
  }
  return notes.length > 0 ? notes : ["the text is equal, but a blank block stands elsewhere"];
}

/** Notes for pairs of blocks that look alike in the joined text and are not. */
function pairNotes(from: PromptSide, to: PromptSide): string[] {
  const notes: string[] = [];
  for (const [index, other] of pairs(from, to)) {
    const before = from.blocks[index]?.text ?? "";
    const after = to.blocks[other]?.text ?? "";
    if (before === after || visible(before) !== visible(after)) continue;
    const name = index === other
      ? `block ${index + 1}`
      : `block ${index + 1} (block ${other + 1} of the second prompt)`;
    notes.push(
      isBlank(before)
        ? `${name} is blank in both and differs only in white space`
        : `${name} differs only in trailing newlines`,
    );
  }
  return notes;
}

/**
 * Which blocks to hold against each other: those before the first visible difference, those after the
 * last one, and what lies between when it is the same number on both sides.
 */
function pairs(from: PromptSide, to: PromptSide): [number, number][] {
  const [before, after] = [from.blocks.map(visibleText), to.blocks.map(visibleText)];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const leading = before.length === after.length ? before.length - tail : head;
  const result: [number, number][] = [];
  for (let index = 0; index < leading; index++) result.push([index, index]);
  for (let left = tail; left > 0; left--) {
    result.push([before.length - left, after.length - left]);
  }
  return result;
}

function visibleTexts(side: PromptSide): string[] {
  return side.blocks.map(visibleText).filter((text) => text !== "");
}

function visibleText(block: { readonly text: string }): string {
  return visible(block.text);
}

/** What the joined form shows of a block. */
function visible(text: string): string {
  return isBlank(text) ? "" : stripTrailingNewlines(text);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A label that holds a line break would tear the header, so it is quoted. */
function oneLine(label: string): string {
  return /[\r\n\t]/.test(label) ? JSON.stringify(label) : label;
}

function lineKind(line: string): DiffLineKind {
  if (line.startsWith("-")) return "removed";
  return line.startsWith("+") ? "added" : "context";
}
