/**
 * Every source file has a test file at the same place below tests/: `lib/log/walk.ts` has
 * `tests/lib/log/walk_test.ts`. AssemblyScript is tested through the module that loads it.
 */

import assert from "node:assert/strict";

import { ASSEMBLY_SCRIPT } from "../../../scripts/lint/rooms.ts";

/** Source files without a test file of their own, each with the reason. */
const WITHOUT_TEST: Readonly<Record<string, string>> = {
  "lib/log/scan/scan_wasm.ts": "bytes that are compiled; the test of their build compares them",
  "lib/errors.ts": "classes that only carry fields; the tests of what throws them look at those",
};

function sources(directory: string): string[] {
  return [...Deno.readDirSync(new URL(`../../../${directory}`, import.meta.url))]
    .flatMap((entry) => {
      const path = `${directory}/${entry.name}`;
      if (entry.isDirectory) return sources(path);
      return path.endsWith(".ts") && !path.endsWith(ASSEMBLY_SCRIPT) ? [path] : [];
    })
    .sort();
}

function testsOf(source: string): string[] {
  return [`tests/${source.replace(/\.ts$/, "_test.ts")}`];
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(new URL(`../../../${path}`, import.meta.url)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const all = [...sources("lib"), ...sources("cli")];

Deno.test("source map: every file of lib and cli has a test file", () => {
  const missing = all.filter((source) =>
    WITHOUT_TEST[source] === undefined && !testsOf(source).some(exists)
  );
  assert.deepEqual(missing, []);
});

Deno.test("source map: the list of files without a test names existing files that have none", () => {
  const stale = Object.keys(WITHOUT_TEST).filter((source) =>
    !all.includes(source) || testsOf(source).some(exists)
  );
  assert.deepEqual(stale, []);
});

Deno.test("source map: no two source files share a test file", () => {
  const owner = new Map<string, string>();
  for (const source of all) {
    const test = testsOf(source).find(exists);
    if (test === undefined) continue;
    assert.equal(owner.get(test), undefined, `${test} is also the test of ${source}`);
    owner.set(test, source);
  }
});
