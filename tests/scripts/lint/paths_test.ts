import assert from "node:assert/strict";

import { isPure, placeOf, projectPath, resolveImport } from "../../../scripts/lint/paths.ts";

const ROOTS: readonly (readonly [filename: string, root: string, path: string])[] = [
  ["/work/panto/lib/log.ts", "/work/panto/", "lib/log.ts"],
  ["/work/panto/lib/log.ts", "/work/panto", "lib/log.ts"],
  ["file:///work/panto/lib/log.ts", "/work/panto", "lib/log.ts"],
  ["C:\\panto\\lib\\log.ts", "C:\\panto", "lib/log.ts"],
  ["lib/log.ts", "/work/panto", "lib/log.ts"],
  ["/work/panto2/lib/log.ts", "/work/panto", "/work/panto2/lib/log.ts"],
];

for (const [filename, root, path] of ROOTS) {
  Deno.test(`projectPath() of ${filename} below ${root}`, () => {
    assert.equal(projectPath(filename, root), path);
  });
}

Deno.test("resolveImport() follows the dots of a specifier", () => {
  assert.equal(resolveImport("lib/log/io/open.ts", "../bytes.ts"), "lib/log/bytes.ts");
  assert.equal(resolveImport("lib/log/walk.ts", "../../mod.ts"), "mod.ts");
  assert.equal(resolveImport("mod.ts", "./lib/log.ts"), "lib/log.ts");
});

const PLACES: readonly (readonly [path: string, place: string | undefined])[] = [
  ["lib/log.ts", "door of log"],
  ["lib/log/walk.ts", "log"],
  ["lib/log/io/open.ts", "log"],
  ["lib/serialize/anthropic/wire.ts", "serialize"],
  ["lib/template/manifest.ts", "template"],
  ["lib/template.ts", undefined],
  ["lib/other/file.ts", undefined],
  ["lib/constructor.ts", undefined],
  ["lib/notes.md", undefined],
  ["cli/log/walk.ts", undefined],
  ["mod.ts", undefined],
];

for (const [path, place] of PLACES) {
  Deno.test(`placeOf() ${path}: ${place ?? "in no room"}`, () => {
    const found = placeOf(path);
    assert.equal(found && (found.isDoor ? `door of ${found.name}` : found.name), place);
  });
}

Deno.test("isPure() goes by the folder io/, the doors to the outside and the host", () => {
  const pure = ["mod.ts", "lib/log.ts", "lib/log/walk.ts", "lib/log/io.ts", "cli/run.ts"];
  const outside = ["lib/log/io/open.ts", "lib/session.ts", "cli/host.ts", "main.ts", "tests/a.ts"];
  assert.deepEqual(pure.filter((path) => !isPure(path)), []);
  assert.deepEqual(outside.filter(isPure), []);
});
