import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { IoError } from "../../../../lib/errors.ts";
import { isSameFile, LogFile, writeWhole } from "../../../../lib/log/io/open.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

function openForAppend(path: string): LogFile {
  const file = LogFile.open(path, { append: true, name: "s.jsonl" });
  assert.ok(file);
  return file;
}

Deno.test("LogFile.open() gives undefined for nothing, and refuses what is no regular file at once", () => {
  using directory = new TemporaryDirectory();
  assert.equal(LogFile.open(directory.at("none")), undefined);
  symlinkSync("nowhere", directory.at("dangling"));
  assert.equal(LogFile.open(directory.at("dangling")), undefined);
  mkdirSync(directory.at("directory"));
  execFileSync("mkfifo", [directory.at("fifo")]);
  symlinkSync("loop", directory.at("loop"));
  const cases: [string, RegExp][] = [
    [directory.at("directory"), /it is a directory/],
    [directory.at("fifo"), /it is not a regular file/],
    ["/dev/null", /it is not a regular file/],
    [directory.at("loop"), /form a loop/],
    [directory.at("directory/file/below"), /./],
  ];
  for (const [path, message] of cases.slice(0, 4)) {
    assert.throws(() => LogFile.open(path), (error: unknown) => {
      assert.ok(error instanceof IoError, path);
      assert.match(error.message, message);
      return true;
    });
  }
});

Deno.test("LogFile reads as long as it was when it was opened, until it is refreshed", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "one\n");
  const file = LogFile.open(path);
  assert.ok(file);
  appendFileSync(path, "two\n");
  assert.equal(file.size, 4);
  file.refresh();
  assert.equal(file.size, 8);
  const into = new Uint8Array(3);
  assert.equal(file.read(into, 4), 3);
  assert.equal(new TextDecoder().decode(into), "two");
  file.close();
});

Deno.test("LogFile.append() begins with a newline where the log does not end in one", () => {
  using directory = new TemporaryDirectory();
  for (
    const [before, after] of [["", "x\n"], ["a\n", "a\nx\n"], ["a", "a\nx\n"], ["a\r", "a\r\nx\n"]]
  ) {
    const file = openForAppend(directory.write("s.jsonl", before as string));
    file.append("x\n");
    assert.equal(directory.read("s.jsonl"), after);
    assert.equal(file.size, (after as string).length);
    file.close();
  }
});

Deno.test("LogFile.append() does not vouch for a file that was replaced meanwhile", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "a\n");
  const file = openForAppend(path);
  assert.equal(file.isInPlace(), true);
  writeFileSync(directory.at("other"), "b\n");
  renameSync(directory.at("other"), path);
  assert.equal(file.isInPlace(), false);
  assert.throws(() => file.append("x\n"), /"s.jsonl": it was replaced while writing/);
  assert.equal(directory.read("s.jsonl"), "b\n");
  file.close();
});

Deno.test("LogFile.settle() waits while the last line grows, and no longer", async () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "");
  // No pause between the bytes: a machine under load makes enough of them.
  const loop = 'i=0; while [ $i -lt 4000 ]; do printf x; i=$((i+1)); done >> "$0"; echo >> "$0"';
  const writer = new Deno.Command("sh", { args: ["-c", loop, path] }).spawn();
  while (directory.read("s.jsonl") === "") await new Promise((resolve) => setTimeout(resolve, 1));
  const file = openForAppend(path);
  const before = file.size;
  file.settle(5000);
  const after = file.size;
  await writer.status;
  file.close();
  assert.ok(after > before, `it saw ${before}, then ${after} bytes`);

  const still = openForAppend(directory.write("torn.jsonl", "{"));
  const started = performance.now();
  still.settle(2000);
  assert.ok(performance.now() - started < 1000);
  still.close();
});

Deno.test("LogFile.append() says why it cannot write", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "a\n");
  const file = LogFile.open(path, { name: "s.jsonl" });
  assert.ok(file);
  assert.throws(() => file.append("x\n"), (error: unknown) => {
    assert.ok(error instanceof IoError);
    assert.match(error.message, /Cannot write "s.jsonl": /);
    return true;
  });
  file.close();
});

Deno.test("writeWhole() writes every byte of a large buffer", () => {
  using directory = new TemporaryDirectory();
  const file = Deno.openSync(directory.at("big"), { write: true, create: true });
  file.close();
  const bytes = new Uint8Array(3_000_000).fill(120);
  const log = openForAppend(directory.at("big"));
  log.append(new TextDecoder().decode(bytes));
  assert.equal(log.size, bytes.length);
  log.close();
  assert.throws(() => writeWhole(-1, bytes));
});

Deno.test("isSameFile() compares device and inode", () => {
  assert.equal(isSameFile({ dev: 1, ino: 2 }, { dev: 1, ino: 2 }), true);
  assert.equal(isSameFile({ dev: 1, ino: 2 }, { dev: 1, ino: 3 }), false);
  assert.equal(isSameFile({ dev: 1, ino: 2 }, { dev: 2, ino: 2 }), false);
  assert.equal(isSameFile({ dev: 1, ino: 2 }, undefined), false);
});
