/**
 * The branches of a log: every entry on which no other one hangs is the leaf of one. They are found by an
 * index of the log's lines, whose memory grows with their number.
 *
 * @module
 */

import type { Position } from "../types.ts";
import type { ByteSource } from "./lines.ts";
import { type Index, indexOf } from "./missing_parents.ts";
import type { Run } from "./path.ts";
import { walk } from "./walk.ts";

/** A branch of a log, by the entry that it ends with. */
export interface Branch {
  /** The id of its leaf, if that has one. */
  readonly leaf: string | undefined;
  /** Whether it is the one that is read where no leaf is named. */
  readonly isDefault: boolean;
  /** 1-based line of its leaf. */
  readonly line: number;
  /** Number of its messages; undefined where a parent is found only on a later line. */
  readonly messages: Position | undefined;
  /** Where the last of them stands, if there is one; `pathEntries` reads it. */
  readonly last: Run | undefined;
}

/**
 * Gives the branches of a log.
 *
 * @param source The log.
 * @returns The branches in the order of their leaves in the file.
 *
 * @example
 * ```ts
 * import { bytesSource, readBranches } from "../log.ts";
 * import assert from "node:assert/strict";
 *
 * const log = bytesSource(
 *   '{"id":"a","parentId":null,"role":"user","content":"Hi"}\n' +
 *     '{"id":"b","parentId":"a","role":"assistant","content":"Hello"}\n' +
 *     '{"id":"c","parentId":"a","role":"assistant","content":"Hey"}\n',
 * );
 * const branches = [...readBranches(log)];
 * assert.deepEqual(branches.map(({ leaf, messages, isDefault }) => [leaf, messages, isDefault]), [
 *   ["b", 2, false],
 *   ["c", 2, true],
 * ]);
 * ```
 */
export function* readBranches(source: ByteSource): Generator<Branch> {
  // Found at once; where it leads is no question here.
  const { end } = walk(source, { until: 0 });
  const index = indexOf(source, end);
  const { length, last, isInner, isCyclic } = linksOf(index);
  for (const [at, { damage, offset, id, line }] of index.nodes.entries()) {
    if (damage !== undefined || isInner[at] === 1) continue;
    const message = index.nodes[last[at] ?? -1];
    yield {
      leaf: id,
      isDefault: offset === end.leaf?.offset,
      line: line + 1,
      messages: isCyclic[at] === 1 ? undefined : length[at],
      last: message && { from: message.offset, to: message.end, messages: 1 },
    };
  }
}

/** What is known of the path to each node, by the node's index. */
interface PathLinks {
  /** Number of its messages. */
  readonly length: Uint32Array;
  /** The node of its last message; -1 for none. */
  readonly last: Int32Array;
  /** 1 where an entry hangs on it. */
  readonly isInner: Uint8Array;
  /** 1 where it cannot be followed to its root. */
  readonly isCyclic: Uint8Array;
}

function linksOf({ nodes, byId }: Index): PathLinks {
  const length = new Uint32Array(nodes.length);
  const last = new Int32Array(nodes.length).fill(-1);
  const isInner = new Uint8Array(nodes.length);
  const isCyclic = new Uint8Array(nodes.length);
  /** The entry itself, or the nearest one above a damaged line. */
  const entries = new Int32Array(nodes.length).fill(-1);
  for (const [at, node] of nodes.entries()) {
    const isLater = node.missing !== undefined && byId.has(node.missing);
    // As a path is followed: a parent that is not found is the line before.
    const parent = isLater ? -1 : node.parent ?? at - 1;
    const entry = entries[parent] ?? -1;
    const isMessage = node.damage === undefined && node.kind !== "opaque";
    length[at] = (length[parent] ?? 0) + (isMessage ? 1 : 0);
    last[at] = isMessage ? at : last[parent] ?? -1;
    isCyclic[at] = isLater ? 1 : isCyclic[parent] ?? 0;
    entries[at] = node.damage === undefined ? at : entry;
    if (node.damage === undefined && entry !== -1) isInner[entry] = 1;
  }
  return { length, last, isInner, isCyclic };
}
