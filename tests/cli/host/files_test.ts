import assert from "node:assert/strict";
import { isThere, isWhereStarted, realDirectory, saysRealPaths } from "../../../cli/host/files.ts";
import { IoError } from "../../../mod.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

Deno.test("realDirectory() follows links, and refuses what is no directory", () => {
  using directory = new TemporaryDirectory();
  const file = directory.write("a", "");
  assert.equal(realDirectory(directory.at(".."), ".."), realDirectory(directory.at("../."), "."));
  for (const path of [file, directory.at("none")]) {
    assert.throws(() => realDirectory(path, "X"), (error) => {
      assert.ok(error instanceof IoError);
      assert.match(error.message, /^Cannot work in "X": /);
      return true;
    });
  }
});

Deno.test("isThere() knows files, and takes an impossible name for none", () => {
  using directory = new TemporaryDirectory();
  const names = [directory.write("a", ""), directory.at("none"), `/${"x".repeat(5000)}`];
  assert.deepEqual(names.map(isThere), [true, false, false]);
});

Deno.test("isWhereStarted() looks for a relative path where the program was started", () => {
  using directory = new TemporaryDirectory();
  const absolute = directory.write("a", "");
  const host = { cwd: () => directory.path };
  const names = ["a", "./a", "b", absolute];
  assert.deepEqual(names.map((name) => isWhereStarted(host, name)), [true, true, false, false]);
});

Deno.test("saysRealPaths() knows that drives of Windows can stand for directories", () => {
  assert.deepEqual(["linux", "darwin", "win32"].map((platform) => saysRealPaths({ platform })), [
    true,
    true,
    false,
  ]);
});
