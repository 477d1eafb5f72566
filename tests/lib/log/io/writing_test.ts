import assert from "node:assert/strict";
import { appendFileSync, readFileSync } from "node:fs";
import { LockedError } from "../../../../lib/errors.ts";
import { acquireLock } from "../../../../lib/log/io/lock.ts";
import { writeUnderLock } from "../../../../lib/log/io/writing.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

Deno.test("writeUnderLock() asks again when the log grew while it was read", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "a\n");
  let asked = 0;
  const result = writeUnderLock(path, { name: "s.jsonl" }, (writer) => {
    if (++asked === 1) appendFileSync(path, "b\n");
    return { lines: "c\n", result: writer.size };
  });
  assert.deepEqual([asked, result, readFileSync(path, "utf8")], [2, 4, "a\nb\nc\n"]);
});

Deno.test("writeUnderLock() writes nothing for no lines, and nothing where no log is", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "a\n");
  assert.equal(writeUnderLock(path, { name: "s.jsonl" }, () => ({ lines: "", result: 1 })), 1);
  assert.equal(readFileSync(path, "utf8"), "a\n");
  const none = directory.at("none.jsonl");
  assert.equal(
    writeUnderLock(none, { name: "n" }, () => assert.fail("nothing is there")),
    undefined,
  );
});

Deno.test("writeUnderLock() gives up where another holds the lock, and goes without when told", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "a\n");
  const held = acquireLock(path, 0, "s.jsonl");
  assert.ok(held);
  const write = (lock: boolean) =>
    writeUnderLock(path, { name: "s.jsonl", lock, timeoutMs: 30 }, () => ({
      lines: "b\n",
      result: true,
    }));
  assert.throws(() => write(true), LockedError);
  assert.equal(write(false), true);
  held.release();
});
