/** lib/log/ids.ts: a word stands for one entry, or for none. */

import assert from "node:assert/strict";
import { UsageError } from "../../../lib/errors.ts";
import { type ByteSource, positionOf, readPrompt } from "../../../lib/log.ts";
import { entry, HEADER, logOf, system, user } from "../../support/log_builder.ts";

/** What a leaf is read as: its id, or the code of the complaint. */
function leafOf(source: ByteSource, leaf: string, options = {}): string | undefined {
  return orCode(() => readPrompt(source, { leaf, ...options }).path.leaf?.id);
}

function positionAt(source: ByteSource, id: string, options = {}): number | string | undefined {
  return orCode(() => {
    const { path, left } = readPrompt(source, { at: { id }, ...options });
    return positionOf(path, left);
  });
}

function orCode<Result>(read: () => Result): Result | string {
  try {
    return read();
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return error.code;
  }
}

const opaque = (id: string, parentId: string) => ({ type: "label", id, parentId });

/** A trunk of 1 to 3, an opaque entry behind it, and a branch that leaves it after 1. */
const LOG = [
  HEADER,
  entry("aaaa-1", null, system("one")),
  entry("aaaa-2", "aaaa-1", user("two")),
  entry("bbbb", "aaaa-2", user("three")),
  entry("bbbb-4", "bbbb", user("four")),
  opaque("cccc-5", "bbbb-4"),
  entry("dddd-6", "aaaa-1", user("beside")),
  entry("\u00e9\u00e9\u00e9\u00e9-7", "cccc-5", user("five")),
];

const WORDS: readonly (readonly [word: string, leaf: string, position: number | string])[] = [
  ["aaaa-1", "aaaa-1", 1],
  ["aaaa-2", "aaaa-2", 2],
  ["bbbb", "bbbb", 3],
  ["bbbb-", "bbbb-4", 4],
  ["bbbb-4", "bbbb-4", 4],
  ["cccc", "cccc-5", 4],
  ["cccc-5", "cccc-5", 4],
  ["\u00e9\u00e9\u00e9\u00e9", "\u00e9\u00e9\u00e9\u00e9-7", 5],
  ["dddd-6", "dddd-6", "entry-off-path"],
  ["dddd", "dddd-6", "entry-off-path"],
  ["aaaa", "id-ambiguous", "id-ambiguous"],
  ["aaaa-", "id-ambiguous", "id-ambiguous"],
  ["bbb", "leaf-unknown", "entry-unknown"],
  ["aaaa-12", "leaf-unknown", "entry-unknown"],
  ["AAAA-1", "leaf-unknown", "entry-unknown"],
  ["s", "leaf-unknown", "entry-unknown"],
  ["", "leaf-unknown", "entry-unknown"],
];

for (const reading of [{}, { scanFrom: 0 }, { block: 64, scanFrom: 0 }]) {
  Deno.test(`an id in full wins, else the beginning of exactly one ${JSON.stringify(reading)}`, () => {
    const source = logOf(...LOG);
    for (const [word, leaf, position] of WORDS) {
      assert.equal(leafOf(source, word, reading), leaf, word);
      assert.equal(positionAt(source, word, reading), position, word);
    }
  });
}

Deno.test("withWholeLeaf() lists the ids that a word begins, each once, at most ten", () => {
  const entries = Array.from({ length: 12 }, (_, i) => entry(`same${i}`, undefined, user("x")));
  const source = logOf(...entries, entry("same0", undefined, user("x")));
  const listed = Array.from({ length: 10 }, (_, i) => `"same${i}"`).join(", ");
  assert.throws(() => readPrompt(source, { leaf: "same" }), {
    code: "id-ambiguous",
    message: `"same" is the beginning of 12 ids of "s.jsonl": ${listed} and 2 more`,
  });
});

Deno.test("messagesBehind() takes the last entry of the path with an id", () => {
  const source = logOf(
    entry("same", undefined, user("1")),
    entry("x", undefined, user("2")),
    entry("same", undefined, user("3")),
    entry("y", undefined, user("4")),
  );
  assert.equal(positionAt(source, "same"), 3);
});

Deno.test("messagesBehind() counts a damaged message that keeps its place, and names it", () => {
  const source = logOf(
    entry("aaaa", null, user("1")),
    '{"type":"message","id":"bbbb","parentId":"aaaa","message":{"role":"user","content":x}}',
    entry("cccc", "bbbb", user("3")),
  );
  assert.deepEqual(["aaaa", "bbbb", "cccc"].map((id) => positionAt(source, id)), [1, 2, 3]);
  assert.equal(leafOf(source, "bbbb"), "bbbb");
});

Deno.test("messagesBehind() names the entry and the branch that is read", () => {
  assert.throws(() => readPrompt(logOf(...LOG), { at: { id: "dddd" } }), {
    message: 'Entry "dddd-6" of "s.jsonl" is not on the path to "\u00e9\u00e9\u00e9\u00e9-7"',
    details: { id: "dddd-6" },
  });
});
