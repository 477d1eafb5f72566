import assert from "node:assert/strict";
import { indexPath } from "../../../lib/log/missing_parents.ts";
import { walk } from "../../../lib/log/walk.ts";
import { chain, entry, HEADER, logOf, system, user } from "../../support/log_builder.ts";

Deno.test("indexPath() takes the line before for a missing parent", () => {
  const source = logOf(
    HEADER,
    ...chain(system("a"), user("b")),
    entry("x", "gone", user("c")),
    entry("y", "x", user("d")),
  );
  const { length, breaks, runs, leaf } = indexPath(source, {});
  assert.deepEqual([length, leaf?.id], [4, "y"]);
  assert.deepEqual(breaks, [{ child: runs[2]?.from, reach: 2, damage: undefined }]);
});

Deno.test("indexPath() walks over damaged lines and names each", () => {
  const source = logOf(
    HEADER,
    ...chain(system("a")),
    "{one",
    "{two",
    entry("x", undefined, user("b")),
  );
  const { length, breaks, trailing } = indexPath(source, {});
  assert.deepEqual([length, trailing], [2, []]);
  assert.deepEqual(breaks.map(({ damage, reach }) => [damage?.reason, reach]), [
    ["it is not JSON", 1],
    ["it is not JSON", 1],
  ]);
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
    const walked = walk(source, { leaf, all: true });
    assert.ok(walked);
    const { runs: _, ...indexed } = indexPath(source, { leaf });
    const byOffset = (a: { offset: number }, b: { offset: number }) => a.offset - b.offset;
    assert.deepEqual(
      { ...indexed, besides: indexed.besides.toSorted(byOffset) },
      (({ runs: _, ...path }) => ({ ...path, besides: path.besides.toSorted(byOffset) }))(walked),
    );
  }
});

Deno.test("indexPath() of an empty log is empty", () => {
  const { length, leaf } = indexPath(logOf(), {});
  assert.deepEqual([length, leaf], [0, undefined]);
});

Deno.test("indexPath() refuses a parent on the same or a later line", () => {
  for (const parentId of ["x", "later"]) {
    const source = logOf(HEADER, entry("x", parentId, user("a")), entry("later", "x", user("b")));
    assert.throws(
      () => indexPath(source, {}),
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
  assert.equal(indexPath(source, {}).length, 3);
});
