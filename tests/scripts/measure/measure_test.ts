import assert from "node:assert/strict";

import type { FileFacts, Tree } from "../../../scripts/measure/facts.ts";
import { measureHouse, roomOf, sum } from "../../../scripts/measure/measure.ts";

/** A file of ten lines, seven of them code. */
function file(facts: Partial<FileFacts> = {}): FileFacts {
  const empty = { imports: [], specifiers: [], functions: [], types: [] };
  return { lines: 10, code: 7, comment: 2, ...empty, ...facts };
}

const TREE: Tree = new Map([
  ["main.ts", file({ imports: ["cli/run.ts"] })],
  ["cli/run.ts", file({ imports: ["lib/log.ts"], functions: [30] })],
  ["lib/log.ts", file({ imports: ["lib/log/walk.ts", "lib/types.ts"], types: ["Log"] })],
  [
    "lib/log/walk.ts",
    file({
      imports: ["lib/log/scan/scan.as.ts", "lib/types.ts"],
      types: ["Path", "Step"],
      functions: [1, 2, 3, 4, 5, 6, 7, 8, 9],
    }),
  ],
  ["lib/log/scan/scan.as.ts", file({ lines: 400 })],
  ["lib/types.ts", file({ types: ["Message"], functions: [40] })],
  ["lib/session.ts", file({ imports: ["lib/log.ts"], types: ["Session"] })],
  ["tests/lib/log_test.ts", file({ imports: ["scripts/demo.ts"] })],
  ["scripts/demo.ts", file({ imports: ["tests/lib/log_test.ts"] })],
]);

Deno.test("measureHouse() counts behind the entry: its types, not its file", () => {
  const { behind } = measureHouse(TREE, "lib/log.ts");
  assert.deepEqual(behind, {
    entry: "lib/log.ts",
    files: 3,
    lines: 420,
    code: 21,
    comment: 6,
    types: 4,
    assemblyScript: 400,
  });
});

Deno.test("measureHouse() begins where it is told, and refuses a file that is not there", () => {
  assert.equal(measureHouse(TREE, "lib/session.ts").behind.types, 5);
  assert.throws(() => measureHouse(TREE, "lib/gone.ts"), /"lib\/gone.ts": no such file/);
  assert.throws(
    () => measureHouse(new Map()),
    /none of lib\/log_blocks.ts, lib\/log\/how_far.ts is there/,
  );
});

Deno.test("measureHouse() counts floors and arrows in lib alone", () => {
  const { floors, arrows } = measureHouse(TREE, "lib/log.ts");
  assert.deepEqual({ floors, arrows }, { floors: 4, arrows: 5 });
});

Deno.test("measureHouse() finds circles of files and of folders", () => {
  const { fileCircles, folderCircles } = measureHouse(TREE, "lib/log.ts");
  assert.deepEqual(fileCircles, [["scripts/demo.ts", "tests/lib/log_test.ts"]]);
  assert.deepEqual(folderCircles, [["scripts", "tests"]]);
});

Deno.test("measureHouse() sums files and lines by room", () => {
  const { rooms } = measureHouse(TREE, "lib/log.ts");
  assert.deepEqual(rooms.get("lib"), { files: 3, lines: 30, code: 21, comment: 6 });
  assert.deepEqual(rooms.get("lib/log"), { files: 2, lines: 410, code: 14, comment: 4 });
  assert.equal(sum(rooms.values()).files, TREE.size);
});

Deno.test("measureHouse() finds the folder with most files, tests aside", () => {
  const many = new Map(["a", "b", "c", "d"].map((name) => [`tests/${name}.ts`, file()]));
  assert.deepEqual(measureHouse(new Map([...TREE, ...many]), "lib/log.ts").fullest, {
    folder: "lib",
    files: 3,
  });
});

Deno.test("measureHouse() gives the lengths of functions, where there are any", () => {
  const { functions } = measureHouse(TREE, "lib/log.ts");
  assert.deepEqual(functions.get("lib"), { count: 10, median: 6, p90: 40, longest: 40 });
  assert.deepEqual([...functions.keys()].sort(), ["cli", "lib"]);
});

Deno.test("roomOf() is the second folder, in tests the first", () => {
  assert.equal(roomOf("lib/log/io/open.ts"), "lib/log");
  assert.equal(roomOf("lib/log.ts"), "lib");
  assert.equal(roomOf("tests/lib/log/walk_test.ts"), "tests");
  assert.equal(roomOf("mod.ts"), "mod.ts");
});
