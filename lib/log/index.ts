/**
 * The parent of every entry of a log, for logs in which a parent is missing (DESIGN §3, Damage).
 *
 * A backward walk that looks for a missing parent reads to the start of the file; doing so for each of
 * many would take quadratic time. This index is linear, at the price of memory that grows with the
 * number of entries, and is made only for such a log.
 *
 * @module
 */

import { SessionError } from "../errors.ts";
import { headLinks, type LineHead, readHead } from "./line_head.ts";
import { type EntryLine, readLine, textStart } from "./entry.ts";
import { type ChainBreak, type Damage, damageOf, type PathOptions } from "./walk.ts";
import type { ByteSource } from "./bytes.ts";
import { lineNumbers, type LineSpan, scanForward } from "./lines.ts";

/** An entry of the path, and what is wrong between it and its parent. */
export interface IndexedEntry {
  readonly offset: number;
  /** One for a missing parent, and one for each damaged line up to the next entry. */
  readonly breaks: readonly ChainBreak[];
}

interface Node {
  readonly offset: number;
  readonly damage: Damage | undefined;
  /** Index of the parent; -1 for a root, undefined when the named parent is not found. */
  readonly parent: number | undefined;
  /** The id that was not found. */
  readonly missing: string | undefined;
}

/**
 * Lists the entries of a path from the leaf to the root. A parent that is not found is taken to be the
 * line before, and the break is listed with the entry.
 *
 * @param source The log.
 * @param options The leaf.
 * @returns The entries, leaf first.
 * @throws {SessionError} When an entry of the path has its parent on the same or a later line.
 */
export function indexPath(source: ByteSource, options: PathOptions): IndexedEntry[] {
  const nodes: Node[] = [];
  const byId = new Map<string, number>();
  scanForward(source, (span) => {
    const line = linksOf(source, span);
    if (line === undefined) return;
    const index = nodes.length;
    nodes.push({ offset: span.offset, damage: line.damage, ...parentOf(line, index, byId) });
    if (line.id !== undefined) byId.set(line.id, index);
  });
  return pathOf(source, nodes, { byId, leaf: leafOf(nodes, byId, options.leaf) });
}

interface Links extends Pick<EntryLine, "id" | "parentId"> {
  readonly damage: Damage | undefined;
}

/** What a line says of its place in the chain; like a walk, it trusts the head of all but the last. */
function linksOf(source: ByteSource, span: LineSpan): Links | undefined {
  const isLast = span.offset + (span.end - span.start) + 1 >= source.size;
  if (!isLast && readHead(span.bytes, textStart(span), span.end, head)) {
    const links = headLinks(span.bytes, head);
    if (links.id !== undefined) return { ...links, damage: undefined };
  }
  const line = readLine(span);
  if (line.type === "entry") return { id: line.id, parentId: line.parentId, damage: undefined };
  if (line.type !== "damaged") return undefined;
  if (!span.terminated && line.cause === "unreadable") return undefined;
  return { id: line.id, parentId: line.parentId, damage: damageOf(span, line) };
}

const head: LineHead = { idStart: -1, idEnd: -1, parentStart: -1, parentEnd: -1, hasParent: false };

function parentOf(
  line: Pick<EntryLine, "parentId">,
  index: number,
  byId: ReadonlyMap<string, number>,
): Pick<Node, "parent" | "missing"> {
  if (line.parentId === undefined) return { parent: index - 1, missing: undefined };
  if (line.parentId === null) return { parent: -1, missing: undefined };
  if (line.parentId === false) return { parent: undefined, missing: undefined };
  const parent = byId.get(line.parentId);
  return { parent, missing: parent === undefined ? line.parentId : undefined };
}

function leafOf(
  nodes: readonly Node[],
  byId: ReadonlyMap<string, number>,
  leaf: string | undefined,
): number {
  if (leaf !== undefined) return byId.get(leaf) ?? -1;
  return nodes.findLastIndex((node) => node.damage === undefined);
}

function pathOf(
  source: ByteSource,
  nodes: readonly Node[],
  from: { byId: ReadonlyMap<string, number>; leaf: number },
): IndexedEntry[] {
  const path: IndexedEntry[] = [];
  let entry = from.leaf;
  while (entry >= 0) {
    const child = (nodes[entry] as Node).offset;
    const breaks: ChainBreak[] = [];
    let index = entry;
    do {
      const node = nodes[index] as Node;
      if (node.missing !== undefined && from.byId.has(node.missing)) {
        throw cycle(source, node.offset);
      }
      if (node.parent === undefined) breaks.push({ child, damage: undefined });
      index = node.parent ?? index - 1;
      const damage = nodes[index]?.damage;
      if (damage !== undefined) breaks.push({ child, damage });
    } while (nodes[index]?.damage !== undefined);
    path.push({ offset: child, breaks });
    entry = index;
  }
  return path;
}

function cycle(source: ByteSource, offset: number): SessionError {
  const [line = 0] = lineNumbers(source, [offset]);
  return new SessionError(
    `Cannot follow "${source.name}": the parent of line ${line} (byte ${offset}) is found only on ` +
      "the same or a later line",
    { code: "cycle", place: { path: source.name, line, byteOffset: offset } },
  );
}
