import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileName, InputFiles } from "../../../scripts/bench/input_files.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

const LOG = { messages: "short", links: "chained", spelling: "compact", bytes: 5000 } as const;

Deno.test("InputFiles.use() makes logs and removes them, also after a failure", async () => {
  using directory = new TemporaryDirectory();
  const files = new InputFiles(directory.path);
  await files.use({ a: LOG, b: { longLine: 2000 } }, async (paths) => {
    assert.deepEqual([...paths.keys()], ["a", "b"]);
    for (const path of paths.values()) assert.ok(readFileSync(path).length >= 2000);
    await Promise.resolve();
  });
  assert.deepEqual(readdirSync(directory.path), []);
  await assert.rejects(files.use({ a: LOG }, () => Promise.reject(new Error("no"))), /^Error: no$/);
  assert.deepEqual(readdirSync(directory.path), []);
});

Deno.test("InputFiles.use() lets logs stay in a directory that is named, and takes them again", async () => {
  using directory = new TemporaryDirectory();
  const keep = directory.at("kept");
  const use = () => new InputFiles(directory.path, keep).use({ a: LOG }, () => Promise.resolve());
  await use();
  const path = directory.at("kept", fileName(LOG));
  assert.ok(existsSync(path));
  directory.write(`kept/${fileName(LOG)}`, "as it was");
  await use();
  assert.equal(readFileSync(path, "utf8"), "as it was");
});

Deno.test("fileName() differs for every part of the shape", () => {
  const names = [
    LOG,
    { ...LOG, bytes: 5001 },
    { ...LOG, links: "bare" } as const,
    { ...LOG, spelling: "spaced" } as const,
    { ...LOG, messages: "session" } as const,
    { ...LOG, replaceAt: 0.5 },
    { longLine: 5000 },
  ].map(fileName);
  assert.equal(new Set(names).size, names.length);
});
