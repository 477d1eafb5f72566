/**
 * What holds for the tree as a whole and cannot be seen in one file: no circle of files, no crowded
 * folder, and no exception that outlived its reason.
 */

import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

import { importFault, importName } from "../../../scripts/lint/imports.ts";
import { LARGE_FOLDERS, MAX_FOLDER_FILES, NOT_YET, OUTSIDE } from "../../../scripts/lint/rooms.ts";
import { listFiles, readTree } from "../../../scripts/measure/facts.ts";
import { circles } from "../../../scripts/measure/graph.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const tree = readTree(root);

/** Circles of files, as NOT_YET spells them. */
const circling = circles(new Map([...tree].map(([path, { imports }]) => [path, imports])))
  .map((circle) => circle.join(" <-> "));

/** Folders that hold too many files, as NOT_YET spells them. */
const crowded = Object.entries(
  Object.groupBy(listFiles(root, ["lib", "cli", "scripts"]), (path) => path.replace(/[^/]*$/, "")),
)
  .filter(([, files = []]) => files.length > MAX_FOLDER_FILES)
  .map(([folder]) => folder);

/** Imports that break the table of rooms. */
const faulty = [...tree].flatMap(([path, { specifiers }]) =>
  specifiers.filter((specifier) => importFault(path, specifier) !== undefined)
    .map((specifier) => importName(path, specifier))
);

Deno.test("tree: the files that are looked at are those of the project", () => {
  for (
    const path of ["main.ts", "mod.ts", "lib/types.ts", "cli/host.ts", "scripts/lint/rooms.ts"]
  ) {
    assert.ok(tree.has(path), path);
  }
  assert.ok(tree.get("main.ts")?.imports.includes("cli/host.ts"));
});

Deno.test("tree: no circle of files", () => {
  assert.deepEqual(circling.filter((circle) => !NOT_YET.includes(circle)), []);
});

Deno.test(`tree: no folder of lib, cli or scripts holds more than ${MAX_FOLDER_FILES} files`, () => {
  const excused = (folder: string) =>
    NOT_YET.includes(folder) || Object.hasOwn(LARGE_FOLDERS, folder.slice(0, -1));
  assert.deepEqual(crowded.filter((folder) => !excused(folder)), []);
});

Deno.test("tree: every import of lib, cli, main, mod and scripts follows the rooms", () => {
  assert.deepEqual(faulty.filter((name) => !NOT_YET.includes(name)), []);
});

Deno.test("NOT_YET: every entry is still needed", () => {
  const needed = new Set([...faulty, ...crowded, ...circling]);
  assert.deepEqual(NOT_YET.filter((entry) => !needed.has(entry)), []);
});

Deno.test("OUTSIDE: every file that may touch the outside world without io/ in its path is there", () => {
  const stale = Object.keys(OUTSIDE).filter((path) => !tree.has(path));
  // The door of configurations is being built.
  assert.deepEqual(stale.filter((path) => path !== "lib/config.ts"), []);
});
