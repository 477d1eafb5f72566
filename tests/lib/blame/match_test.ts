import assert from "node:assert/strict";
import { type KnownBlock, matchBlocks } from "../../../lib/blame/match.ts";
import type { RecordedSource } from "../../../lib/types.ts";

const of = (text: string, source?: RecordedSource, note?: string): KnownBlock => ({
  text,
  ...(source && { source }),
  ...(note !== undefined && { note }),
});
const layer = (layer: string, file: string, more = {}) => ({ kind: "layer", layer, file, ...more });
const seed = layer("user", "SYSTEM.md");

Deno.test("matchBlocks() goes by the recorded source, not by text or place", () => {
  const older = [of("a", seed), of("b", layer("base", "APPEND_SYSTEM.md")), of("b")];
  const blocks = [
    of("b", layer("base", "APPEND_SYSTEM.md")),
    of("a", layer("project", "SYSTEM.md")),
    of("x", seed),
    of("b"),
  ];
  assert.deepEqual(matchBlocks(older, blocks, false), [1, undefined, 0, undefined]);
});

Deno.test("matchBlocks() takes a template for its plain file, and layers for none of its business", () => {
  const older = [of("a", layer("user", "SYSTEM.md.j2", { layers: ["user"] }))];
  assert.deepEqual(matchBlocks(older, [of("b", seed)], false), [0]);
  const turned = { file: "SYSTEM.md", layer: "user", kind: "layer" };
  assert.deepEqual(matchBlocks(older, [of("b", turned)], false), [0]);
  const outside = { ...seed, outside: true };
  assert.deepEqual(matchBlocks(older, [of("b", outside)], false), [undefined]);
});

Deno.test("matchBlocks() pairs several blocks of one source in their order", () => {
  const file = { kind: "file", option: "append", file: "-" };
  const older = [of("a", file), of("b", file)];
  const blocks = [of("b", file), of("a", file), of("c", file)];
  assert.deepEqual(matchBlocks(older, blocks, false), [0, 1, undefined]);
});

Deno.test("matchBlocks() goes by text and then by place where nothing has a source", () => {
  const older = [of("a"), of("b"), of("c")];
  assert.deepEqual(matchBlocks(older, [of("b"), of("x"), of("a"), of("d")], true), [
    1,
    undefined,
    0,
    undefined,
  ]);
  assert.deepEqual(matchBlocks(older, [of("x"), of("c"), of("y")], true), [0, 2, undefined]);
  assert.deepEqual(matchBlocks([of("a"), of("a")], [of("a"), of("a"), of("a")], true), [
    0,
    1,
    undefined,
  ]);
});

Deno.test("matchBlocks() keeps edits out where the first sources come", () => {
  const older = [of("a"), of("b"), of("e", undefined, "why")];
  const blocks = [of("x", seed), of("b"), of("e", layer("base", "APPEND_SYSTEM.md")), of("n")];
  assert.deepEqual(matchBlocks(older, blocks, true), [0, undefined, undefined, undefined]);
  assert.deepEqual(matchBlocks(older, [of("a", undefined, "why")], true), [undefined]);
});
