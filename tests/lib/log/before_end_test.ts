import assert from "node:assert/strict";
import { readPromptAt } from "../../../lib/log.ts";
import { readBeforeEnd, readLinearBeforeEnd } from "../../../lib/log/before_end.ts";
import { type ByteSource, bytesSource } from "../../../lib/log/bytes.ts";
import { READINGS, texts } from "../../support/generated_logs.ts";
import {
  chain,
  entry,
  HEADER,
  logOf,
  logText,
  plainSystem,
  user,
} from "../../support/log_builder.ts";
import { naivePrompt } from "../../support/naive_log.ts";

Deno.test("readBeforeEnd() goes no further back than the last replace before the position", () => {
  const far = Array.from({ length: 900 }, () => user("x".repeat(4_000)));
  const log = logOf(
    HEADER,
    ...chain(
      plainSystem("a"),
      ...far,
      plainSystem("b", "replace"),
      user("c"),
      plainSystem("d", "replace"),
    ),
  );
  let lowest = log.size;
  const source: ByteSource = {
    ...log,
    read(into, at) {
      lowest = Math.min(lowest, at);
      return log.read(into, at);
    },
  };
  const { blocks, walk } = readBeforeEnd(source, 1, {});
  assert.deepEqual(blocks.map(({ text, position }) => [text, position]), [["b", -1]]);
  assert.equal(walk.complete, false);
  assert.ok(lowest > log.size / 2, `${lowest} of ${log.size}`);
});

Deno.test("readBeforeEnd() reads forward where the replace near the end stands after the position", () => {
  const far = Array.from({ length: 900 }, () => user("x".repeat(4_000)));
  const log = logOf(HEADER, ...chain(plainSystem("a"), ...far, plainSystem("b", "replace")));
  // Positions count from the start after a forward pass, from the end after a walk.
  const [block] = readBeforeEnd(log, 1, {}).blocks;
  assert.deepEqual([block?.text, block?.position], ["a", 1]);
});

Deno.test("readLinearBeforeEnd() gives up on a log that is no chain", () => {
  const log = logOf(
    HEADER,
    ...chain(plainSystem("a"), user("b"), user("c")),
    entry("x", "e2", user("d")),
  );
  assert.equal(readLinearBeforeEnd(log, 1, {}), undefined);
  assert.deepEqual(readBeforeEnd(log, 2, {}).blocks.map(({ text }) => text), ["a"]);
});

Deno.test("readBlocks() and readPromptAt() count back across every replace", () => {
  const parts = chain(
    ...Array.from(
      { length: 60 },
      (_, i) =>
        i % 7 === 3
          ? plainSystem(`r${i}`, "replace")
          : i % 3 === 0
          ? plainSystem(`a${i}`)
          : user(`u${i}`),
    ),
  );
  const text = logText(HEADER, ...parts);
  for (const options of READINGS) {
    for (let back = -60; back < 0; back++) {
      const wanted = naivePrompt(text, 60 + back);
      const log = bytesSource(text);
      assert.deepEqual(texts(log, back, options), wanted.texts, `${back}`);
      const { blocks, position, entry } = readPromptAt(log, back, options);
      assert.deepEqual(blocks.map((block) => block.position), wanted.positions, `${back}`);
      assert.deepEqual([position, entry], [60 + back, back === -60 ? undefined : `e${60 + back}`]);
    }
  }
});

Deno.test("readBlocks() counts back beyond what it walks over", () => {
  const parts = chain(
    plainSystem("first"),
    ...Array.from({ length: 10_020 }, () => user("u")),
    plainSystem("second", "replace"),
  );
  for (const linearFrom of [0, Infinity]) {
    const log = logOf(HEADER, ...parts);
    for (const at of [-9_999, -10_000, -10_001, -10_021]) {
      assert.deepEqual(texts(log, at, { linearFrom }), ["first"], `${at}`);
      assert.equal(readPromptAt(log, at, { linearFrom }).position, 10_022 + at);
    }
    assert.deepEqual(texts(log, -10_022, { linearFrom }), []);
    assert.throws(() => texts(log, -10_023, { linearFrom }), /0 to 10022, or -1 to -10022/);
  }
});
