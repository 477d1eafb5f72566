import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { tryFlock } from "../../../../lib/log/io/flock.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

Deno.test("tryFlock() takes a lock, finds it held, and takes it again after the release", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "");
  const lock = tryFlock(path);
  assert.ok(typeof lock === "object");
  const { dev, ino } = statSync(path);
  assert.deepEqual(lock.identity, { dev, ino });
  assert.equal(tryFlock(path), "held");
  lock.release();
  const again = tryFlock(path);
  assert.ok(typeof again === "object");
  again.release();
});

Deno.test("tryFlock() throws the system's error for a file that cannot be opened", () => {
  using directory = new TemporaryDirectory();
  assert.throws(() => tryFlock(directory.at("none")), { code: "ENOENT" });
});
