/**
 * The measures of the house: how much stands in each room, how deep the imports go, and what must be
 * read before "the prompt in force at N" is understood.
 *
 * One definition serves every checkout, old or new, or a comparison would say nothing:
 *
 * - An import is an arrow, whether it brings a value or a type: a reader follows both.
 * - What lies behind an entry are the files of lib/ that its imports reach. The entry's own file is
 *   not counted, its types are.
 * - A type is an interface, a type alias or a class, exported or not.
 * - A function is a declaration or a method; the arrow functions inside belong to it.
 *
 * @module
 */

import { houseOf } from "../lint/paths.ts";
import { ASSEMBLY_SCRIPT } from "../lint/rooms.ts";
import type { FileFacts, Tree } from "./facts.ts";
import { arrows, circles, floors, type Graph, grouped, reachable, within } from "./graph.ts";

/** Files and their lines. */
export interface Amount {
  readonly files: number;
  readonly lines: number;
  readonly code: number;
  readonly comment: number;
}

/** What lies behind a file of lib/. */
export interface Behind extends Amount {
  readonly entry: string;
  readonly types: number;
  /** The lines among them that are AssemblyScript. */
  readonly assemblyScript: number;
}

/** How long functions are, in lines. */
export interface FunctionLengths {
  readonly count: number;
  readonly median: number;
  readonly p90: number;
  readonly longest: number;
}

/** The measures of one checkout. */
export interface House {
  readonly rooms: ReadonlyMap<string, Amount>;
  readonly floors: number;
  readonly arrows: number;
  /** The folder of lib/, cli/ and scripts/ that holds the most sources. */
  readonly fullest: { readonly folder: string; readonly files: number };
  readonly fileCircles: readonly (readonly string[])[];
  /** Circles of the folders at the root. */
  readonly folderCircles: readonly (readonly string[])[];
  readonly behind: Behind;
  readonly functions: ReadonlyMap<string, FunctionLengths>;
}

/** Where a reader begins who asks for the prompt in force at N: the first that a checkout has. */
const ENTRIES: readonly string[] = ["lib/log_blocks.ts", "lib/log/how_far.ts"];

/** Measures a tree; `entry` is where the question about the prompt begins. */
export function measureHouse(tree: Tree, entry = defaultEntry(tree)): House {
  const graph: Graph = new Map([...tree].map(([path, facts]) => [path, facts.imports]));
  const lib = within(graph, (path) => houseOf(path) === "lib");
  return {
    rooms: roomsOf(tree),
    floors: floors(lib),
    arrows: arrows(lib),
    fullest: fullestFolder(tree),
    fileCircles: circles(graph),
    folderCircles: circles(grouped(graph, houseOf)),
    behind: behindOf(tree, lib, entry),
    functions: functionsOf(tree),
  };
}

/** The sum of some rooms: those of lib/, for example. */
export function sum(amounts: Iterable<Amount>): Amount {
  let [files, lines, code, comment] = [0, 0, 0, 0];
  for (const amount of amounts) {
    files += amount.files;
    lines += amount.lines;
    code += amount.code;
    comment += amount.comment;
  }
  return { files, lines, code, comment };
}

/** The folder of a file, as far as rooms go: `lib/log` for lib/log/io/open.ts, `lib` for lib/log.ts. */
export function roomOf(path: string): string {
  const parts = path.split("/");
  return parts[0] === "tests" || parts.length < 3 ? houseOf(path) : `${parts[0]}/${parts[1]}`;
}

function defaultEntry(tree: Tree): string {
  const entry = ENTRIES.find((path) => tree.has(path));
  if (entry === undefined) {
    throw new Error(`Cannot measure: none of ${ENTRIES.join(", ")} is there`);
  }
  return entry;
}

function roomsOf(tree: Tree): Map<string, Amount> {
  const rooms = groupBy(tree, roomOf);
  return new Map([...rooms].map(([room, files]) => [room, amountOf(files)]));
}

function behindOf(tree: Tree, lib: Graph, entry: string): Behind {
  const own = tree.get(entry);
  if (own === undefined) {
    throw new Error(`Cannot measure what lies behind "${entry}": no such file`);
  }
  const paths = [...reachable(lib, entry)].filter((path) => path !== entry);
  const files = paths.flatMap((path) => tree.get(path) ?? []);
  const assembly = paths.filter((path) => path.endsWith(ASSEMBLY_SCRIPT));
  return {
    entry,
    ...amountOf(files),
    types: [own, ...files].reduce((total, file) => total + file.types.length, 0),
    assemblyScript: amountOf(assembly.flatMap((path) => tree.get(path) ?? [])).lines,
  };
}

function fullestFolder(tree: Tree): House["fullest"] {
  const flat = [...groupBy(tree, (path) => path.slice(0, path.lastIndexOf("/")))]
    .filter(([folder]) => ["lib", "cli", "scripts"].includes(houseOf(folder)))
    .map(([folder, files]) => ({ folder, files: files.length }));
  return flat.reduce((most, next) => next.files > most.files ? next : most, {
    folder: "",
    files: 0,
  });
}

function functionsOf(tree: Tree): Map<string, FunctionLengths> {
  const houses = groupBy(tree, houseOf);
  const lengths = [...houses].map(([house, files]): [string, FunctionLengths] => {
    const sorted = files.flatMap((file) => file.functions).sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    return [house, {
      count: sorted.length,
      median: at(0.5),
      p90: at(0.9),
      longest: sorted.at(-1) ?? 0,
    }];
  });
  return new Map(lengths.filter(([, { count }]) => count > 0));
}

function amountOf(files: readonly FileFacts[]): Amount {
  return sum(files.map(({ lines, code, comment }) => ({ files: 1, lines, code, comment })));
}

function groupBy(tree: Tree, keyOf: (path: string) => string): Map<string, FileFacts[]> {
  const groups = new Map<string, FileFacts[]>();
  for (const [path, facts] of tree) {
    const key = keyOf(path);
    groups.set(key, [...groups.get(key) ?? [], facts]);
  }
  return groups;
}
