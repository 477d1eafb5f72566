/** cli/args/inputs.ts: words as files and directories. */

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import {
  absolutePath,
  directoryOf,
  fileOf,
  inputOf,
  stdinOnce,
  workingDirectory,
} from "../../../cli/args/inputs.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

const raw = { cwd: "/w" };

Deno.test("inputOf() takes - for stdin, fileOf() for a name like any other", () => {
  assert.deepEqual(inputOf(raw, "-"), { type: "stdin" });
  assert.deepEqual(fileOf(raw, "-"), { type: "file", name: "-", path: "/w/-" });
  assert.deepEqual(inputOf(raw, "/a/../b"), { type: "file", name: "/a/../b", path: "/a/../b" });
  assert.throws(() => inputOf(raw, "", "FILE"), /^UsageError: FILE is empty$/);
});

Deno.test("inputOf() refuses a pattern that matched nothing, and takes a file of that name", () => {
  using directory = new TemporaryDirectory();
  const cwd = directory.path;
  assert.throws(() => inputOf({ cwd }, "a/*.jsonl"), {
    name: "UsageError",
    message: 'No file matches "a/*.jsonl"',
  });
  directory.write("a*", "");
  assert.partialDeepStrictEqual(inputOf({ cwd }, "a*"), { type: "file", name: "a*" });
});

Deno.test("stdinOnce() lets one - pass", () => {
  stdinOnce([inputOf(raw, "-"), inputOf(raw, "a")]);
  assert.throws(() => stdinOnce([inputOf(raw, "-"), inputOf(raw, "-")]), /only once/);
});

Deno.test("absolutePath() leaves .. to the system", () => {
  assert.equal(absolutePath("/w", "link/../s.jsonl"), "/w/link/../s.jsonl");
  assert.equal(absolutePath("/w", "/s.jsonl"), "/s.jsonl");
});

Deno.test("directoryOf() gives the real path, by way of links as cd does", () => {
  using directory = new TemporaryDirectory();
  mkdirSync(directory.at("a", "b"), { recursive: true });
  symlinkSync("a/b", directory.at("link"));
  assert.equal(directoryOf("link", directory.path), directory.at("a", "b"));
  assert.equal(directoryOf("link/..", directory.path), directory.at("a"));
  assert.throws(() => directoryOf("none", directory.path), /^IoError: Cannot work in "none": it/);
});

Deno.test("workingDirectory() is where the program was started, unless another one is named", () => {
  assert.equal(workingDirectory(undefined, "/nowhere"), "/nowhere");
  assert.equal(workingDirectory("..", "/usr"), "/");
});
