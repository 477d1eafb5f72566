/**
 * What follows from who imports whom: circles, floors and everything behind a file. Pure.
 *
 * A circle counts as one floor, so that the number stays finite; it is reported on its own.
 *
 * @module
 */

/** The arrows that leave each node. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** The part of a graph whose nodes pass; arrows to others are dropped. */
export function within(graph: Graph, keep: (node: string) => boolean): Graph {
  return new Map(
    [...graph].filter(([node]) => keep(node)).map(([node, next]) => [node, next.filter(keep)]),
  );
}

/** The graph of the groups of its nodes; arrows inside a group are dropped. */
export function grouped(graph: Graph, groupOf: (node: string) => string): Graph {
  const groups = new Map<string, Set<string>>();
  for (const [node, next] of graph) {
    const group = groupOf(node);
    const targets = groups.get(group) ?? new Set();
    for (const target of next.map(groupOf)) if (target !== group) targets.add(target);
    groups.set(group, targets);
  }
  return new Map([...groups].map(([group, targets]) => [group, [...targets]]));
}

/** Everything that can be reached from a node, the node itself only when an arrow leads back. */
export function reachable(graph: Graph, from: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [...graph.get(from) ?? []];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    waiting.push(...graph.get(node) ?? []);
  }
  return seen;
}

/** The circles: each the sorted nodes that all reach one another. */
export function circles(graph: Graph): string[][] {
  const behind = new Map([...graph.keys()].map((node) => [node, reachable(graph, node)]));
  const found = new Map<string, string[]>();
  for (const [node, seen] of behind) {
    if (!seen.has(node)) continue;
    const circle = [...seen].filter((other) => behind.get(other)?.has(node) === true).sort();
    found.set(circle.join("\n"), circle);
  }
  return [...found.values()];
}

/** The number of nodes on the longest chain of arrows. */
export function floors(graph: Graph): number {
  const circleOf = new Map(circles(graph).flatMap((all) => all.map((node) => [node, all[0]])));
  const merged = grouped(graph, (node) => circleOf.get(node) ?? node);
  const known = new Map<string, number>();
  const floorOf = (node: string): number => {
    const before = known.get(node);
    if (before !== undefined) return before;
    const floor = 1 + Math.max(0, ...(merged.get(node) ?? []).map(floorOf));
    known.set(node, floor);
    return floor;
  };
  return Math.max(0, ...[...merged.keys()].map(floorOf));
}

/** The number of arrows. */
export function arrows(graph: Graph): number {
  return [...graph.values()].reduce((sum, next) => sum + next.length, 0);
}
