import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { PieceFile, SEED, writeLog, writeLongLine } from "../../../../scripts/bench/logs/write.ts";
import { naiveFile, naivePrompt } from "../../../support/naive_log.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

const SHAPE = { messages: "short", links: "chained", spelling: "compact" } as const;

Deno.test("writeLog() writes about as many bytes as asked for, and counts messages", () => {
  using directory = new TemporaryDirectory();
  const path = directory.at("s.jsonl");
  const messages = writeLog(path, { ...SHAPE, bytes: 3_000_000 });
  const { size } = statSync(path);
  assert.ok(size >= 3_000_000 && size < 3_001_000, String(size));
  const { said, replaces } = naiveFile(readFileSync(path, "utf8"));
  assert.deepEqual([said.length + 1, replaces], [messages, 0]);
});

Deno.test("writeLog() re-seeds once, at the part that is named", () => {
  using directory = new TemporaryDirectory();
  const path = directory.at("s.jsonl");
  writeLog(path, { ...SHAPE, bytes: 100_000, replaceAt: 0.75 });
  const log = readFileSync(path, "utf8");
  assert.equal(naiveFile(log).replaces, 1);
  assert.deepEqual(naivePrompt(log).texts, [SEED]);
  const at = log.indexOf('"replace"') / log.length;
  assert.ok(at > 0.74 && at < 0.76, String(at));
});

Deno.test("writeLongLine() writes a seed and one message", () => {
  using directory = new TemporaryDirectory();
  const path = directory.at("s.jsonl");
  writeLongLine(path, 200_000);
  const log = readFileSync(path, "utf8");
  assert.deepEqual(naivePrompt(log).texts, [SEED]);
  const { said, damaged } = naiveFile(log);
  assert.deepEqual([said.length, damaged], [1, 0]);
  assert.ok((said[0]?.length ?? 0) > 190_000);
});

Deno.test("PieceFile writes what is longer than a piece, and goes on behind what is there", () => {
  using directory = new TemporaryDirectory();
  const path = directory.at("file");
  const long = new Uint8Array(2_500_000).map((_, index) => index % 251);
  {
    using file = new PieceFile(path);
    file.add(Uint8Array.of(7));
    file.add(long);
    assert.equal(file.size, long.length + 1);
  }
  {
    using file = new PieceFile(path, { append: true });
    file.add(Uint8Array.of(9));
  }
  assert.ok(readFileSync(path).equals(Buffer.concat([Uint8Array.of(7), long, Uint8Array.of(9)])));
});
