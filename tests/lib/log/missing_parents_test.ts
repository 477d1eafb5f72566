import assert from "node:assert/strict";
import { indexPath } from "../../../lib/log/missing_parents.ts";
import type { ByteSource } from "../../../lib/log/lines.ts";
import type { Path } from "../../../lib/log/path.ts";
import { walk } from "../../../lib/log/walk.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";
import { chain, entry, HEADER, logOf, logText, system, user } from "../../support/log_builder.ts";

function indexed(source: ByteSource, leaf?: string): Path {
  return indexPath(source, walk(source, { leaf, all: true }).end, { leaf });
}

Deno.test("indexPath() takes the line before for a missing parent", () => {
  const source = logOf(
    HEADER,
    ...chain(system("a"), user("b")),
    entry("x", "gone", user("c")),
    entry("y", "x", user("d")),
  );
  const { length, breaks, runs, leaf } = indexed(source);
  assert.deepEqual([length, leaf?.id], [4, "y"]);
  assert.deepEqual(breaks, [{ child: [...runs][2]?.from, reach: 2, damage: undefined }]);
});

Deno.test("indexPath() walks over damaged lines and names each", () => {
  const source = logOf(
    HEADER,
    ...chain(system("a")),
    "{one",
    "{two",
    entry("x", undefined, user("b")),
  );
  const { length, breaks, trailing, besides } = indexed(source);
  assert.deepEqual([length, trailing, besides.length], [2, [], 2]);
  assert.deepEqual(breaks.map(({ damage, reach }) => [damage?.reason, reach]), [
    ["it is not JSON", 1],
    ["it is not JSON", 1],
  ]);
});

Deno.test("indexPath() notes of many lines that nothing but the next one hangs on no more than the last", () => {
  const many = "{one\n".repeat(5000).trimEnd();
  const source = logOf(HEADER, ...chain(system("a")), many, entry("x", undefined, user("b")));
  const { breaks, besides, unlisted } = indexed(source);
  assert.ok(breaks.length > 50 && breaks.length < 110, `${breaks.length}`);
  assert.equal(besides.length, 200);
  assert.deepEqual(unlisted.map(({ count }) => count), [4800]);
});

Deno.test("indexPath() gives what a walk gives of a log without a missing parent", () => {
  const source = logOf(
    HEADER,
    ...chain(system("a"), user("b"), system("c", "replace")),
    { type: "compaction", id: "k", parentId: "e3" },
    "{torn",
    entry("left", "e1", user("left")),
    entry("x", "k", user("d")),
    "{torn",
  );
  for (const leaf of [undefined, "left", "e2"]) {
    const { path } = walk(source, { leaf, all: true });
    assert.ok(path);
    const { runs: _, ...found } = indexed(source, leaf);
    const byOffset = (a: { offset: number }, b: { offset: number }) => a.offset - b.offset;
    assert.deepEqual(
      { ...found, besides: found.besides.toSorted(byOffset) },
      (({ runs: _, ...path }) => ({ ...path, besides: path.besides.toSorted(byOffset) }))(path),
    );
  }
});

Deno.test("indexPath() of an empty log is empty", () => {
  const { length, leaf } = indexed(logOf());
  assert.deepEqual([length, leaf], [0, undefined]);
});

Deno.test("indexPath() refuses a parent on the same or a later line", () => {
  for (const parentId of ["x", "later"]) {
    const source = logOf(HEADER, entry("x", parentId, user("a")), entry("later", "x", user("b")));
    assert.throws(
      () => indexed(source),
      /Cannot follow "s.jsonl": the parent of line 2/,
      parentId,
    );
  }
});

Deno.test("indexPath() ignores a cycle beside the path", () => {
  const source = logOf(
    HEADER,
    entry("x", "x", user("a")),
    ...chain(system("a"), user("b")),
    entry("y", "gone", user("c")),
  );
  assert.equal(indexed(source).length, 3);
});

const broken = (id: string, parent: string) =>
  `{"type":"message","id":"${id}","parentId":"${parent}","message":{"role":"user","content":x}}`;

Deno.test("indexPath() takes no broken line for the leaf, and none behind it for an entry", () => {
  const source = logOf(
    HEADER,
    entry("a", null, system("a")),
    broken("b", "a"),
    entry("c", "gone", user("c")),
    broken("d", "c"),
    "[]",
  );
  const { leaf, length, trailing, besides } = indexed(source);
  assert.deepEqual([leaf?.id, length, trailing.length, besides.length], ["c", 3, 1, 0]);
  assert.equal(indexed(source, "d").length, 4);
});

Deno.test("indexPath() keeps a faulty last line without a newline out of the prompt", () => {
  const faulty = JSON.stringify(entry("t", "c", { role: "system", mode: 5, content: "new" }));
  const text = logText(HEADER, entry("a", null, system("a")), entry("c", "gone", user("c")));
  const { trailing, besides } = indexed(bytesSource(text + faulty));
  assert.deepEqual([trailing.length, besides.length], [0, 1]);
});

Deno.test("indexPath() names a damaged line once, whatever it names as its parent", () => {
  const source = logOf(
    HEADER,
    entry("a", null, system("a")),
    entry("b", "gone", user("b")),
    { ...entry("d", "b", { role: "system", content: 7 }), parentId: 5 },
    entry("e", "d", user("e")),
  );
  const { breaks } = indexed(source);
  assert.deepEqual(breaks.map(({ damage, reach }) => [damage?.cause, reach]), [
    ["content", 1],
    [undefined, 2],
  ]);
});
