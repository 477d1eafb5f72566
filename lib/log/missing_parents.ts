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
import { type EntryLine, type LogLine, readLine, textStart } from "./entry.ts";
import { type ByteSource, endOf, lineNumbers, linesForward, type LineSpan } from "./lines.ts";
import {
  type ChainBreak,
  type Damage,
  damageOf,
  Few,
  type Path,
  type PathEnd,
  RunStack,
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

/** The lines of a log that are links of a chain, and what is damaged. */
export interface Index {
  readonly nodes: readonly Node[];
  /** By id; -1 for that of a header, which is no entry. */
  readonly byId: ReadonlyMap<string, number>;
  readonly lines: number;
  /** Messages of another role among them that keep their place only where every line is parsed, or if fused. */
  readonly damages: Few<Damage>;
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
  const told = new Set(trailing.map(({ offset }) => offset));
  const besides = index.damages.kept.filter(({ offset }) => !told.has(offset));
  return {
    leaf: entry,
    whole: true,
    ...collect(entries, index.lines),
    lines: index.lines,
    tornTail,
    trailing,
    breaks: [...breaks, ...fusedBreaks(entries, besides)],
    besides,
    unlisted: index.damages.unlisted,
  };
}

/** Notes the lines of a log with their links, but for those that are nobody's parent. */
export function indexOf(source: ByteSource, end: PathEnd, options: IndexOptions = {}): Index {
  const nodes: Node[] = [];
  const byId = new Map<string, number>();
  const damages = new Few<Damage>(({ offset }) => offset);
  const scanner = Scanner.make(0);
  // As in a walk: what stands behind the leaf is parsed, and so is the last line.
  const trusted = options.leaf === undefined ? end.leaf?.offset ?? 0 : source.size;
  let lines = 0;
  let needless = 0;
  for (const span of linesForward(source)) {
    const number = lines++;
    const headOf = (fused: boolean) =>
      span.offset < trusted && endOf(span) < source.size
        ? scanner?.head(span.bytes.subarray(textStart(span), span.end), { fused })
        : undefined;
    const head = options.full === true ? undefined : headOf(false);
    const line = head?.id === undefined ? readLine(span) : undefined;
    if (line?.type === "header" && line.id !== undefined) byId.set(line.id, -1);
    const draft: Draft | undefined = line === undefined
      ? { ...PLAIN, id: head?.id, parentId: head?.parentId }
      : draftOf(line, span, headOf);
    if (draft === undefined || span.offset === end.tornTail) continue;
    const { parentId, headed, ...node } = draft;
    const told = options.full === true || headed?.cause === "fused" ? headed : undefined;
    const damage = node.damage ?? told;
    if (damage !== undefined) damages.add(damage);
    needless = isLastNeedless(nodes, draft, end) ? needless + 1 : 0;
    if (needless > MAX_NEEDLESS) nodes.pop();
    const index = nodes.length;
    const place = { offset: span.offset, end: endOf(span), line: number };
    nodes.push({ ...node, ...place, ...parentOf(parentId, index, byId) });
    if (node.id !== undefined) byId.set(node.id, index);
  }
  return { nodes, byId, lines, damages };
}

/** So many lines in a row are noted although they are not needed: each damaged one is told as what it is. */
const MAX_NEEDLESS = 100;

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

/**
 * Whether the last line is no longer needed when the next one of its kind hangs on it: nothing else can, and it
 * says nothing itself. Of damaged lines one behind the other the last one is enough.
 */
function isLastNeedless(nodes: readonly Node[], next: Draft, { leaf }: PathEnd): boolean {
  const node = nodes.at(-1);
  if (node === undefined || node.kind !== "opaque" || next.parentId !== undefined) return false;
  return node.id === undefined && node.parent === nodes.length - 2 &&
    node.uninterpreted === undefined && node.offset !== leaf?.offset &&
    (node.damage === undefined) === (next.damage === undefined);
}

function draftOf(
  line: LogLine,
  span: LineSpan,
  headOf: (fused: boolean) => Links | undefined,
): Draft | undefined {
  if (line.type === "entry") {
    const { id, parentId, kind, uninterpreted, system } = line;
    const replaces = system !== undefined && isReplace(system);
    const configured = system !== undefined && isConfiguration(system);
    return { ...PLAIN, id, parentId, kind, replaces, configured, uninterpreted };
  }
  if (line.type !== "damaged") return undefined;
  const damage = damageOf(span, line);
  const head = headOf(line.cause === "fused");
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

/** Damaged lines that may have swallowed a record, each with the entry of the path at it or behind it. */
function fusedBreaks(entries: readonly Node[], damages: readonly Damage[]): ChainBreak[] {
  const fused = damages.filter(({ cause }) => cause === "fused").sort((a, b) =>
    b.offset - a.offset
  );
  const breaks: ChainBreak[] = [];
  let reach = 0;
  let at = fused.findIndex(({ offset }) => offset <= (entries[0]?.offset ?? -1));
  for (const [index, { offset: child, kind }] of entries.entries()) {
    if (kind !== "opaque") reach++;
    const before = entries[index + 1]?.offset ?? -1;
    for (
      let damage = fused[at];
      damage !== undefined && damage.offset > before;
      damage = fused[++at]
    ) {
      breaks.push({ child, reach, damage });
    }
  }
  return breaks;
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
  const runs = new RunStack();
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
    runs,
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
