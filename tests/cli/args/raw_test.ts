/** cli/args/raw.ts: words as files, formats, directories. */

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { directoryOf, fileOf, formatOf, inputOf, stdinOnce } from "../../../cli/args/raw.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

const raw = { values: {}, words: [], cwd: "/w" };

Deno.test("inputOf() takes - for stdin, fileOf() for a name like any other", () => {
  assert.deepEqual(inputOf(raw, "-"), { type: "stdin" });
  assert.deepEqual(fileOf(raw, "-"), { type: "file", name: "-", path: "/w/-" });
  assert.deepEqual(inputOf(raw, "/a/../b"), { type: "file", name: "/a/../b", path: "/a/../b" });
  assert.throws(() => inputOf(raw, "", "FILE"), /^UsageError: FILE is empty$/);
});

Deno.test("stdinOnce() lets one - pass", () => {
  stdinOnce([inputOf(raw, "-"), inputOf(raw, "a")]);
  assert.throws(() => stdinOnce([inputOf(raw, "-"), inputOf(raw, "-")]), /only once/);
});

Deno.test("formatOf() takes --json for a format", () => {
  assert.equal(formatOf({}, ["text", "json"]), "text");
  assert.equal(formatOf({ json: true, format: "json" }, ["text", "json"]), "json");
  assert.throws(() => formatOf({ format: "openai" }, ["text", "json"]), /takes text or json/);
});

Deno.test("directoryOf() gives the real path, by way of links as cd does", () => {
  using directory = new TemporaryDirectory();
  mkdirSync(directory.at("a", "b"), { recursive: true });
  symlinkSync("a/b", directory.at("link"));
  assert.equal(directoryOf("link", directory.path), directory.at("a", "b"));
  assert.equal(directoryOf("link/..", directory.path), directory.at("a"));
  assert.throws(() => directoryOf("none", directory.path), /^IoError: Cannot work in "none": it/);
});
