/**
 * The path of a log in which a parent is missing (DESIGN §3, Damage). A walk that looks for a missing
 * parent reads to the start of the file; doing so for each of many would take quadratic time. Here every
 * line is noted with its links, at the price of memory that grows with their number, and the path is put
 * together from the notes. A parent that is not found is taken to be the line before.
 *
 * @module
 */

import { isConfiguration, isReplace } from "../derive.ts";
import { SessionError } from "../errors.ts";
import { type EntryLine, readLine, textStart } from "./entry.ts";
import { type ByteSource, endOf, lineNumbers, linesForward, type LineSpan } from "./lines.ts";
import {
  type ChainBreak,
  type Damage,
  damageOf,
  type Path,
  type PathEnd,
  type Run,
  type SystemPlace,
  type Uninterpreted,
} from "./path.ts";
import { type Links, Scanner } from "./scan/scanner.ts";

/** A line that is an entry, or damaged where one may have been. */
export interface Node {
  readonly offset: number;
  readonly end: number;
  /** 0-based number of the line. */
  readonly line: number;
  readonly id: string | undefined;
  readonly kind: EntryLine["kind"];
  readonly replaces: boolean;
  readonly configured: boolean;
  readonly uninterpreted: EntryLine["uninterpreted"];
  /** Set on a damaged line, which is a link all the same. */
  readonly damage: Damage | undefined;
  /** Index of the parent; -1 for a root, undefined when it is not found. */
  readonly parent: number | undefined;
  /** The id that was not found. */
  readonly missing: string | undefined;
}

/** All lines of a log, and what is damaged without being a link. */
export interface Index {
  readonly nodes: readonly Node[];
  readonly byId: ReadonlyMap<string, number>;
  readonly lines: number;
  /** Damaged messages of another role that keep their place. */
  readonly headed: readonly Damage[];
}

/** How to read. */
export interface IndexOptions {
  readonly leaf?: string | undefined;
  /** Parses every line instead of trusting heads. */
  readonly full?: boolean | undefined;
}

/**
 * Finds the path by an index of the log's lines, from the end that a walk found. Throws when an entry of
 * the path has its parent on the same or a later line.
 */
export function indexPath(source: ByteSource, end: PathEnd, options: IndexOptions = {}): Path {
  const index = indexOf(source, end, options);
  const leaf = index.nodes.findIndex(({ offset }) => offset === end.leaf?.offset);
  const { entries, breaks } = follow(source, index, leaf);
  const { leaf: entry, tornTail, trailing } = end;
  const damages = index.nodes.flatMap(({ damage }) => damage ?? []);
  const told = new Set(trailing.map(({ offset }) => offset));
  return {
    leaf: entry,
    whole: true,
    ...collect(entries, index.lines),
    lines: index.lines,
    tornTail,
    trailing,
    breaks,
    besides: [...index.headed, ...damages.filter(({ offset }) => !told.has(offset))],
  };
}

/** Notes every line of a log with its links. */
export function indexOf(source: ByteSource, end: PathEnd, options: IndexOptions = {}): Index {
  const nodes: Node[] = [];
  const byId = new Map<string, number>();
  const headed: Damage[] = [];
  const scanner = Scanner.make(0);
  // As in a walk: what stands behind the leaf is parsed, and so is the last line.
  const trusted = options.leaf === undefined ? end.leaf?.offset ?? 0 : source.size;
  let lines = 0;
  for (const span of linesForward(source)) {
    const head = span.offset < trusted && endOf(span) < source.size
      ? scanner?.head(span.bytes.subarray(textStart(span), span.end))
      : undefined;
    const isTrusted = head?.id !== undefined && options.full !== true;
    const line = isTrusted ? { ...PLAIN, ...head } : nodeOf(span, head);
    const number = lines++;
    if (line === undefined || span.offset === end.tornTail) continue;
    if (line.headed !== undefined && options.full === true) headed.push(line.headed);
    const index = nodes.length;
    const { headed: _, parentId, ...node } = line;
    const place = { offset: span.offset, end: endOf(span), line: number };
    nodes.push({ ...node, ...place, ...parentOf(parentId, index, byId) });
    if (node.id !== undefined) byId.set(node.id, index);
  }
  return { nodes, byId, lines, headed };
}

type Draft =
  & Pick<Node, "id" | "kind" | "replaces" | "configured" | "uninterpreted" | "damage">
  & Pick<EntryLine, "parentId">
  & { readonly headed?: Damage };

const PLAIN = {
  kind: "other",
  replaces: false,
  configured: false,
  uninterpreted: undefined,
  damage: undefined,
} as const;

function nodeOf(span: LineSpan, head: Links | undefined): Draft | undefined {
  const line = readLine(span);
  if (line.type === "entry") {
    const { id, parentId, kind, uninterpreted, system } = line;
    const replaces = system !== undefined && isReplace(system);
    const configured = system !== undefined && isConfiguration(system);
    return { ...PLAIN, id, parentId, kind, replaces, configured, uninterpreted };
  }
  if (line.type !== "damaged") return undefined;
  const damage = damageOf(span, line);
  if (head !== undefined) return { ...PLAIN, ...head, headed: damage };
  return { ...PLAIN, id: line.id, parentId: line.parentId, kind: "opaque", damage };
}

function parentOf(
  parentId: EntryLine["parentId"],
  index: number,
  byId: ReadonlyMap<string, number>,
): Pick<Node, "parent" | "missing"> {
  if (parentId === undefined) return { parent: index - 1, missing: undefined };
  if (parentId === null) return { parent: -1, missing: undefined };
  if (parentId === false) return { parent: undefined, missing: undefined };
  const parent = byId.get(parentId);
  return { parent, missing: parent === undefined ? parentId : undefined };
}

/** The entries of the path from the leaf to the root, and where the chain does not hold. */
function follow(
  source: ByteSource,
  { nodes, byId }: Index,
  leaf: number,
): { readonly entries: readonly Node[]; readonly breaks: readonly ChainBreak[] } {
  const entries: Node[] = [];
  const breaks: ChainBreak[] = [];
  let reach = 0;
  for (let at = leaf; at >= 0;) {
    let node = nodes[at] as Node;
    const child = node.offset;
    if (node.kind !== "opaque") reach++;
    entries.push(node);
    do {
      if (node.missing !== undefined && byId.has(node.missing)) throw cycle(source, node.offset);
      if (isAstray(node)) breaks.push({ child, reach, damage: undefined });
      at = node.parent ?? at - 1;
      const parent = nodes[at];
      if (parent?.damage === undefined) break;
      breaks.push({ child, reach, damage: parent.damage });
      node = parent;
    } while (at >= 0);
  }
  return { entries, breaks };
}

/** Whether the parent that a line names is not found; of a damaged line only an id says that it names one. */
function isAstray({ parent, missing, damage }: Node): boolean {
  return parent === undefined && (damage === undefined || missing !== undefined);
}

function collect(
  entries: readonly Node[],
  lines: number,
): Pick<Path, "length" | "system" | "runs" | "uninterpreted"> {
  const system: SystemPlace[] = [];
  const runs: Run[] = [];
  const uninterpreted: Uninterpreted[] = [];
  let length = 0;
  for (const { offset, end, line, kind, uninterpreted: what, ...node } of entries) {
    const after = length;
    const messages = kind === "opaque" ? 0 : 1;
    length += messages;
    if (kind === "system") {
      const { replaces, configured } = node;
      system.push({ offset, end, after, linesAfter: lines - 1 - line, replaces, configured });
    }
    if (what !== undefined) uninterpreted.push({ offset, reach: length, what });
    runs.push({ from: offset, to: end, messages });
  }
  return {
    length,
    system: system.toReversed(),
    runs: runs.toReversed(),
    uninterpreted,
  };
}

function cycle(source: ByteSource, offset: number): SessionError {
  const [line = 0] = lineNumbers(source, [offset]);
  return new SessionError(
    `Cannot follow "${source.name}": the parent of line ${line} (byte ${offset}) is found only on ` +
      "the same or a later line",
    { code: "cycle", place: { path: source.name, line, byteOffset: offset } },
  );
}
