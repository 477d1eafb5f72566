import assert from "node:assert/strict";
import { indexPath } from "../../../lib/log/index.ts";
import { chain, entry, HEADER, logOf, system, user } from "../../support/log_builder.ts";

Deno.test("indexPath() lists the path from the leaf, with the line before as a missing parent", () => {
  const source = logOf(
    HEADER,
    ...chain(system("a"), user("b")),
    entry("x", "gone", user("c")),
    entry("y", "x", user("d")),
  );
  const path = indexPath(source, {});
  assert.equal(path.length, 4);
  assert.deepEqual(path.map(({ breaks }) => breaks.length), [0, 1, 0, 0]);
  assert.deepEqual(path[1]?.breaks, [{ child: path[1]?.offset, damage: undefined }]);
});

Deno.test("indexPath() walks over damaged lines and names the first one met", () => {
  const source = logOf(
    HEADER,
    ...chain(system("a")),
    "{one",
    "{two",
    entry("x", undefined, user("b")),
  );
  const path = indexPath(source, {});
  assert.equal(path.length, 2);
  assert.deepEqual(path[0]?.breaks.map(({ damage }) => damage?.reason), [
    "it is not JSON",
    "it is not JSON",
  ]);
});

Deno.test("indexPath() starts at a named leaf", () => {
  const source = logOf(HEADER, ...chain(system("a"), user("b"), user("c")));
  assert.equal(indexPath(source, { leaf: "e2" }).length, 2);
  assert.deepEqual(indexPath(logOf(), {}), []);
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
