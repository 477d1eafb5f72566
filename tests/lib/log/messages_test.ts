import assert from "node:assert/strict";
import { pathEntries, pathMessages } from "../../../lib/log/messages.ts";
import fc from "fast-check";
import { bytesSource } from "../../../lib/log/bytes.ts";
import { messageAt } from "../../../lib/log/ids.ts";
import { readPrompt, readTimeline } from "../../../lib/log/how_far.ts";
import { generatedLogs, outcome, READINGS } from "../../support/generated_logs.ts";
import { chain, entry, HEADER, logOf, system, user } from "../../support/log_builder.ts";

Deno.test("pathMessages() and messageAt() find every message of a branched log", () => {
  const log = logOf(
    HEADER,
    entry("a", null, system("a")),
    entry("left", "a", user("left ".repeat(50))),
    { type: "label", id: "l", parentId: "a" },
    entry("b", "l", user("b")),
    entry("left too", "b", user("left")),
    entry("c", "b", user("c")),
  );
  for (const reading of READINGS) {
    const { path } = readPrompt(log, { ...reading, whole: true });
    assert.deepEqual([0, 1, 2, 3, 4].map((position) => messageAt(log, path, position)?.id), [
      undefined,
      "a",
      "b",
      "c",
      undefined,
    ]);
    const messages = [...pathMessages(log, path)];
    assert.deepEqual(messages.map(({ role }) => role), ["system", "user", "user"]);
    assert.equal([...pathMessages(log, path, 2)].length, 2);
  }
});

Deno.test("messageAt() takes the id of a damaged message from its head, as the path does", () => {
  const log = logOf(
    HEADER,
    entry("a", null, system("a")),
    '{"type":"message","id":"d","parentId":"a","message":{"role":"user","content":x}}',
    entry("e", "d", user("e")),
  );
  const { path } = readPrompt(log, { whole: true });
  assert.deepEqual([1, 2, 3].map((position) => messageAt(log, path, position)?.id), [
    "a",
    "d",
    "e",
  ]);
});

Deno.test("pathEntries() gives a range with what entries say beside their messages", () => {
  const log = logOf(
    HEADER,
    entry("a", null, system("a")),
    entry("left", "a", user("left ".repeat(50))),
    '{"type":"message","id":"d","parentId":"a","message":{"role":"user","content":x}}',
    { ...entry("e", "d", user("e")), timestamp: 7 },
    entry("f", "e", user("f")),
  );
  for (const reading of READINGS) {
    const { path } = readPrompt(log, { ...reading, whole: true });
    const ids = (range: object) => [...pathEntries(log, path, range)].map(({ id }) => id);
    assert.deepEqual(ids({}), ["a", "d", "e", "f"]);
    assert.deepEqual(ids({ from: 2, to: 3 }), ["d", "e"]);
    assert.deepEqual(ids({ from: 4 }), ["f"]);
    assert.deepEqual(ids({ from: 5 }), []);
    assert.deepEqual(ids({ to: 0 }), []);
    const [first, damaged, third] = pathEntries(log, path);
    assert.deepEqual([first?.position, first?.timestamp], [1, "2026-11-30T18:00:00.000Z"]);
    assert.deepEqual([damaged?.position, damaged?.message.role], [2, "unknown"]);
    assert.deepEqual([third?.position, third?.timestamp], [3, undefined]);
    const { offset = 0 } = third ?? {};
    const bytes = new Uint8Array(22);
    log.read(bytes, offset);
    assert.equal(new TextDecoder().decode(bytes), '{"type":"message","id"');
  }
});

Deno.test("pathEntries() names the last row of the timeline at or before each message", () => {
  let rows = 0;
  const property = fc.property(generatedLogs, fc.nat(4), (text, from) => {
    const log = bytesSource(text);
    const timeline = outcome(() => readTimeline(log));
    if (timeline === "cycle") return;
    const { path } = readPrompt(log, { whole: true });
    for (const { position, prompt } of pathEntries(log, path, { from })) {
      const row = timeline.entries.findLastIndex((entry) => entry.position <= position);
      assert.equal(prompt, row === -1 ? undefined : row + 1);
      rows += row + 1;
    }
  });
  fc.assert(property, { numRuns: 500 });
  assert.ok(rows > 100);
});

Deno.test("pathEntries() counts blocks for prompts; one that clears is a block too", () => {
  const log = logOf(
    ...chain(
      user("hi"),
      system(["one", "two"]),
      user("hi"),
      system([], "append"),
      system([], "replace"),
      system("three"),
    ),
  );
  const { path } = readPrompt(log, { whole: true });
  const prompts = (from: number) => Array.from(pathEntries(log, path, { from }), (e) => e.prompt);
  assert.deepEqual(prompts(1), [undefined, 2, 2, 2, 3, 4]);
  assert.deepEqual(prompts(3), [2, 2, 3, 4]);
  assert.deepEqual(prompts(6), [4]);
});
