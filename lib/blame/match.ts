/**
 * Which block of an older prompt a block continues (DESIGN §10): the one of the same recorded source. On a
 * path that no source has touched yet, blocks have nothing but their text and their place.
 *
 * An edit continues nothing: it is made once, where it stands.
 *
 * @module
 */

import type { RecordedSource, SystemBlock } from "../types.ts";

/** What a block is known by. */
export type KnownBlock = Pick<SystemBlock, "text" | "source" | "note">;

/**
 * Finds for each block the index of the older one that it continues; undefined where it is none's.
 * `bySlot` says that no entry up to the older blocks has a source.
 */
export function matchBlocks(
  older: readonly KnownBlock[],
  blocks: readonly KnownBlock[],
  bySlot: boolean,
): (number | undefined)[] {
  return bySlot ? matchSlots(older, blocks) : matchSources(older, blocks);
}

/** By source; of several blocks with one source, the first continues the first. */
function matchSources(
  older: readonly KnownBlock[],
  blocks: readonly KnownBlock[],
): (number | undefined)[] {
  const places = new Map<string, number[]>();
  for (const [index, { source }] of older.entries()) {
    if (source === undefined) continue;
    const key = sourceKey(source);
    const known = places.get(key);
    if (known === undefined) places.set(key, [index]);
    else known.push(index);
  }
  const taken = new Map<string, number>();
  return blocks.map(({ source }) => {
    if (source === undefined) return undefined;
    const key = sourceKey(source);
    const count = taken.get(key) ?? 0;
    taken.set(key, count + 1);
    return places.get(key)?.[count];
  });
}

/** By equal text, then by place. The first entries with sources continue what had none. */
function matchSlots(
  older: readonly KnownBlock[],
  blocks: readonly KnownBlock[],
): (number | undefined)[] {
  const isSourced = blocks.some(({ source }) => source !== undefined);
  const isOpen = ({ source, note }: KnownBlock) =>
    note === undefined && (source !== undefined || !isSourced);
  const places = new Map<string, number[]>();
  for (const [index, { text, note }] of older.entries()) {
    if (note !== undefined) continue;
    const known = places.get(text);
    if (known === undefined) places.set(text, [index]);
    else known.push(index);
  }
  for (const known of places.values()) known.reverse();
  const used = new Set<number>();
  const found = blocks.map((block) => {
    const index = isOpen(block) ? places.get(block.text)?.pop() : undefined;
    if (index !== undefined) used.add(index);
    return index;
  });
  return found.map((index, slot) => {
    const [block, before] = [blocks[slot], older[slot]];
    if (index !== undefined || block === undefined || before === undefined) return index;
    return isOpen(block) && before.note === undefined && !used.has(slot) ? slot : undefined;
  });
}

/**
 * What makes two recorded sources the same. A template takes the place of the plain file of its name; which
 * layers were asked for says nothing of the file. Only plain members count, since a log may hold anything.
 */
function sourceKey(source: RecordedSource): string {
  const members = Object.entries(source)
    .filter(([, value]) => typeof value === "string" || typeof value === "boolean")
    .map(([key, value]) => [key, key === "file" ? String(value).replace(/\.j2$/, "") : value]);
  return JSON.stringify(members.sort(([a], [b]) => String(a) < String(b) ? -1 : 1));
}
