import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync } from "node:fs";
import { IoError } from "../../../../lib/errors.ts";
import { createLog } from "../../../../lib/log/io/create.ts";
import { acquireLock } from "../../../../lib/log/io/lock.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

Deno.test("createLog() makes a private file with all of its content, and nothing beside it", () => {
  using directory = new TemporaryDirectory();
  assert.equal(createLog(directory.at("s.jsonl"), "é\n", "s.jsonl"), "created");
  assert.equal(directory.read("s.jsonl"), "é\n");
  assert.equal(statSync(directory.at("s.jsonl")).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(directory.path), ["s.jsonl"]);
});

Deno.test("createLog() leaves a file alone that is there already", () => {
  using directory = new TemporaryDirectory();
  directory.write("s.jsonl", "theirs\n");
  assert.equal(createLog(directory.at("s.jsonl"), "ours\n", "s.jsonl"), "exists");
  assert.equal(directory.read("s.jsonl"), "theirs\n");
  assert.deepEqual(readdirSync(directory.path), ["s.jsonl"]);
});

Deno.test("createLog() creates a dangling link's target, through several links", () => {
  using directory = new TemporaryDirectory();
  mkdirSync(directory.at("real"));
  symlinkSync("second", directory.at("first"));
  symlinkSync("real/s.jsonl", directory.at("second"));
  assert.equal(createLog(directory.at("first"), "x\n", "first"), "created");
  assert.equal(directory.read("real/s.jsonl"), "x\n");
  assert.equal(readlinkSync(directory.at("first")), "second");
});

const refused: {
  name: string;
  prepare: (at: (name: string) => string) => string;
  message: RegExp;
}[] = [
  {
    name: "a missing directory",
    prepare: (at) => at("none/s.jsonl"),
    message: /its directory does not exist/,
  },
  {
    name: "a loop of links",
    prepare: (at) => {
      symlinkSync("b", at("a"));
      symlinkSync("a", at("b"));
      return at("a");
    },
    message: /form a loop/,
  },
  {
    name: "a file in place of the directory",
    prepare: (at) => {
      execFileSync("touch", [at("file")]);
      return at("file/s.jsonl");
    },
    message: /not a directory/,
  },
  { name: "a name that is too long", prepare: (at) => at("n".repeat(300)), message: /too long/ },
];

for (const { name, prepare, message } of refused) {
  Deno.test(`createLog() refuses ${name}, leaving nothing`, () => {
    using directory = new TemporaryDirectory();
    const path = prepare((name) => directory.at(name));
    const before = readdirSync(directory.path);
    assert.throws(() => createLog(path, "x\n", "s.jsonl"), (error: unknown) => {
      assert.ok(error instanceof IoError);
      assert.match(error.message, message);
      return true;
    });
    assert.deepEqual(readdirSync(directory.path), before);
  });
}

Deno.test("createLog() takes names up to the system's limit", () => {
  using directory = new TemporaryDirectory();
  for (const name of ["n".repeat(255), "é".repeat(127)]) {
    assert.equal(createLog(directory.at(name), "x\n", name), "created");
    assert.equal(directory.read(name), "x\n");
  }
});

Deno.test("createLog() removes what dead processes left, and only that", () => {
  using directory = new TemporaryDirectory();
  const live = directory.write(".s.jsonl.panto-4000000-0123abcd", "");
  const lock = acquireLock(live);
  const kept = [
    ".s.jsonl.panto-4000000-0123abcd",
    ".s.jsonl.panto-notes",
    ".other.panto-1-0123abcd",
  ];
  for (const name of [...kept.slice(1), ".s.jsonl.panto-4000001-0123abcd"]) {
    directory.write(name, "");
  }
  createLog(directory.at("s.jsonl"), "x\n", "s.jsonl");
  assert.deepEqual(readdirSync(directory.path).sort(), [...kept, "s.jsonl"].sort());
  lock?.release();
});

Deno.test("createLog() reads `..` in a link as the system does", () => {
  using directory = new TemporaryDirectory();
  mkdirSync(directory.at("real", "deep"), { recursive: true });
  symlinkSync("real/deep", directory.at("a"));
  symlinkSync("../log.jsonl", directory.at("real", "deep", "s.jsonl"));
  assert.equal(createLog(directory.at("a", "s.jsonl"), "x\n", "a/s.jsonl"), "created");
  assert.equal(directory.read("real/log.jsonl"), "x\n");
});

Deno.test("createLog() begins anew when its file is removed between opening and locking it", () => {
  using directory = new TemporaryDirectory();
  // Another process that creates the same name held the lock, took the file for a leftover, removed it
  // and gave the lock back, all in the moment between the two.
  const { openSync } = Deno;
  let removed = 0;
  Deno.openSync = (path, options) => {
    const file = openSync(path, options);
    if (removed++ === 0) rmSync(path);
    return file;
  };
  try {
    assert.equal(createLog(directory.at("s.jsonl"), "x\n", "s.jsonl"), "created");
  } finally {
    Deno.openSync = openSync;
  }
  assert.equal(removed, 2);
  assert.deepEqual(readdirSync(directory.path), ["s.jsonl"]);
});
