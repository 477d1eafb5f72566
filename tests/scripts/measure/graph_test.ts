import assert from "node:assert/strict";

import {
  arrows,
  circles,
  floors,
  type Graph,
  grouped,
  reachable,
  within,
} from "../../../scripts/measure/graph.ts";

/** Reads `a > b c, b > c` as a graph; what is only named as a target has no arrows of its own. */
function graph(text: string): Graph {
  const nodes = new Map<string, string[]>();
  for (const row of text.split(", ")) {
    const [from = "", to = ""] = row.split(" >");
    const targets = to.split(" ").filter((name) => name !== "");
    nodes.set(from, targets);
    for (const target of targets) if (!nodes.has(target)) nodes.set(target, []);
  }
  return nodes;
}

const TABLE: readonly (readonly [text: string, floors: number, circles: string[]])[] = [
  ["a >", 1, []],
  ["a > b c, b > c", 3, []],
  ["a > b, c > d", 2, []],
  ["a > b, b > a", 1, ["a b"]],
  ["a > a", 1, ["a"]],
  ["a > b, b > c, c > b d, d > e", 4, ["b c"]],
  ["a > b, b > c, c > a, d > e, e > d", 1, ["a b c", "d e"]],
];

for (const [text, floor, circling] of TABLE) {
  Deno.test(`floors() and circles() of ${text}`, () => {
    assert.equal(floors(graph(text)), floor);
    assert.deepEqual(circles(graph(text)).map((circle) => circle.join(" ")), circling);
  });
}

Deno.test("floors() of nothing is 0", () => {
  assert.equal(floors(new Map()), 0);
});

Deno.test("floors() keeps a circle's own arrows", () => {
  assert.equal(floors(graph("a > b, b > a c, c > d")), 3);
});

Deno.test("reachable() leaves out the start unless an arrow leads back to it", () => {
  assert.deepEqual([...reachable(graph("a > b, b > c, d > a"), "a")].sort(), ["b", "c"]);
  assert.deepEqual([...reachable(graph("a > b, b > a"), "a")].sort(), ["a", "b"]);
});

Deno.test("within() drops nodes and the arrows to them", () => {
  assert.deepEqual(within(graph("a > b c, b > c"), (node) => node !== "c"), graph("a > b"));
});

Deno.test("grouped() draws one arrow between two groups, none inside one", () => {
  const all = graph("a1 > a2 b1 b2, a2 > b1, b1 > b2");
  assert.deepEqual(grouped(all, (node) => node.slice(0, 1)), graph("a > b"));
  assert.equal(arrows(all), 5);
});
