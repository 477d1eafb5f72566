/**
 * The one place where the rule of the effective prompt stands (DESIGN §4): walk the
 * messages; `append` joins the list of system blocks, `replace` clears it first.
 *
 * A fold over a prefix of the messages gives the prompt as it was there, so nothing here ever looks
 * ahead. Readers of a log, which walk backward from its end, ask here what replaces and what that
 * leaves.
 *
 * @module
 */

import type { Message, Position, SystemBlock } from "./types.ts";

/** A system block and the position of the message that holds it (1 for the first message). */
export interface PositionedBlock extends SystemBlock {
  /** The position of its message, 1 or more. */
  readonly position: Position;
}

/**
 * The blocks a resume compares with the configuration, and how many of them stand without a gap.
 */
export interface ConfigWindow<Block extends SystemBlock = PositionedBlock> {
  /** In log order. */
  readonly blocks: readonly Block[];
  /**
   * How many blocks at the window's start stand in consecutive messages. Later ones are edits that
   * were made while the conversation ran.
   */
  readonly contiguous: number;
  /** Blocks that survive at the end but stand before or outside the window: a re-seed discards them. */
  readonly outside: readonly Block[];
}

/**
 * Derives the surviving system blocks of a conversation, or of any prefix of one.
 *
 * @param messages The messages from the start of the path.
 * @returns The surviving blocks in order, each with its position.
 *
 * @example
 * ```ts
 * import { deriveBlocks } from "./derive.ts";
 * import assert from "node:assert/strict";
 *
 * const system = (text: string, mode: "append" | "replace") => ({
 *   role: "system" as const,
 *   content: [{ type: "system" as const, text, mode }],
 * });
 * const blocks = deriveBlocks([system("a", "append"), system("b", "replace"), system("c", "append")]);
 * assert.deepEqual(blocks.map((block) => [block.text, block.position]), [["b", 2], ["c", 3]]);
 * ```
 */
export function deriveBlocks(messages: Iterable<Message>): PositionedBlock[] {
  let blocks: PositionedBlock[] = [];
  let position = 0;
  for (const message of messages) blocks = foldMessage(blocks, message, { position: ++position });
  return blocks;
}

/**
 * Makes one step of the fold, for a reader that does not hold the messages: `blocks`, which is joined
 * in place, after a message. `place` is what each block of the message gets, such as its position.
 */
export function foldMessage<Place>(
  blocks: (SystemBlock & Place)[],
  message: Message,
  place: Place,
): (SystemBlock & Place)[] {
  let after = blocks;
  for (const block of message.content) {
    if (block.type !== "system") continue;
    if (block.mode === "replace") after = [];
    after.push({ ...block, ...place });
  }
  return after;
}

/** A block without what a reader put beside it, such as its place in the file. */
export function plainBlock(block: SystemBlock): SystemBlock {
  const { type, text, mode, template, source, note } = block;
  return {
    type,
    text,
    mode,
    ...(template && { template }),
    ...(source && { source }),
    ...(note !== undefined && { note }),
  };
}

/** Whether a block of the message clears what was there before it. */
export function isReplace(message: Message): boolean {
  return message.content.some((block) => block.type === "system" && block.mode === "replace");
}

/** Whether a message was written from configuration: it names a source. Any other one is an edit. */
export function isConfiguration(message: Message): boolean {
  return message.content.some((block) => block.type === "system" && block.source !== undefined);
}

/**
 * Leaves out what a `replace` cleared, for a reader that holds no messages: all items where none
 * replaces.
 */
export function fromLastReplace<Item extends { readonly replaces: boolean }>(
  items: readonly Item[],
): readonly Item[] {
  return items.slice(Math.max(0, items.findLastIndex(({ replaces }) => replaces)));
}

/**
 * Keeps what records the configuration, as it was last recorded: the last configuration entry that
 * replaces and those after it; every one where none replaces. Edits have no say in it (DESIGN §5).
 */
export function lastRecorded<
  Item extends { readonly replaces: boolean; readonly configured: boolean },
>(items: readonly Item[]): readonly Item[] {
  return fromLastReplace(items.filter(({ configured }) => configured));
}

/**
 * Finds the window that a resume compares (DESIGN §5): with a `replace` in the conversation, the
 * last one and every system block after it; without one, the system blocks before the first other
 * message.
 *
 * @param messages The messages of the whole path.
 * @returns The window; its blocks are empty for a conversation without system messages.
 *
 * @example
 * ```ts
 * import { configWindow } from "./derive.ts";
 * import assert from "node:assert/strict";
 *
 * const text = (role: "system" | "user", text: string) => ({
 *   role,
 *   content: [role === "system" ? { type: role, text, mode: "append" as const } : { type: "text" as const, text }],
 * });
 * const window = configWindow([text("system", "seed"), text("user", "hi"), text("system", "late")]);
 * assert.deepEqual(window.blocks.map((block) => block.text), ["seed"]);
 * assert.deepEqual(window.outside.map((block) => block.text), ["late"]);
 * ```
 */
export function configWindow(messages: Iterable<Message>): ConfigWindow {
  const all = [...messages];
  const surviving = deriveBlocks(all);
  const replaced = surviving[0]?.mode === "replace";
  const firstOther = all.findIndex((message) => message.role !== "system") + 1;
  return windowOf(surviving, {
    placeOf: ({ position }) => position,
    replaced,
    firstOther: firstOther === 0 ? Infinity : firstOther,
  });
}

/**
 * Cuts the window out of the surviving blocks, for a caller that has them without the messages.
 * `placeOf` tells where the message of a block stands, as a number that grows by one from message to
 * message; `replaced` whether a `replace` stands on the path; `firstOther` where the first message
 * stands that is no system message, `Infinity` when there is none.
 */
export function windowOf<Block extends SystemBlock>(
  surviving: readonly Block[],
  path: {
    readonly placeOf: (block: Block) => number;
    readonly replaced: boolean;
    readonly firstOther: number;
  },
): ConfigWindow<Block> {
  const inside = path.replaced
    ? surviving
    : surviving.filter((block) => path.placeOf(block) < path.firstOther);
  return {
    blocks: inside,
    contiguous: contiguousRun(inside.map(path.placeOf)),
    outside: surviving.slice(inside.length),
  };
}

function contiguousRun(places: readonly number[]): number {
  const gap = places.findIndex((place, index) => place > (places[index - 1] ?? place) + 1);
  return gap === -1 ? places.length : gap;
}
