/** lib/log.ts: what an entry is hung on that branches off. */

import assert from "node:assert/strict";
import { leafToAppendTo } from "../../lib/log.ts";
import { chain, entry, HEADER, logOf, system, user } from "../support/log_builder.ts";

const LOG = logOf(
  HEADER,
  ...chain(system("one"), user("two"), user("three")),
  { type: "label", id: "label", parentId: "e2" },
  entry("four", "label", user("beside")),
  { type: "label", id: "last", parentId: "four" },
);

Deno.test("leafToAppendTo() names the message at a position, null for none of them", () => {
  assert.equal(leafToAppendTo(LOG, {}), undefined);
  assert.equal(leafToAppendTo(LOG, { leaf: "e3" }), "e3");
  const cases = [
    [0, null],
    [1, "e1"],
    [2, "e2"],
    [3, undefined],
    ["end", undefined],
    [-1, "e2"],
    [-3, null],
    [{ id: "label" }, "e2"],
    [{ id: "last" }, undefined],
    [{ id: "lab" }, Error],
  ] as const;
  for (const [at, leaf] of cases) {
    const read = () => leafToAppendTo(LOG, { at });
    if (leaf === Error) assert.throws(read, { code: "entry-unknown" });
    else assert.equal(read(), leaf, JSON.stringify(at));
  }
});

Deno.test("leafToAppendTo() counts on the path of the leaf that is named", () => {
  assert.equal(leafToAppendTo(LOG, { leaf: "e3", at: 2 }), "e2");
  assert.equal(leafToAppendTo(LOG, { leaf: "e3", at: 3 }), "e3");
  assert.throws(() => leafToAppendTo(LOG, { leaf: "e3", at: 4 }), {
    code: "position-out-of-range",
  });
});

Deno.test("leafToAppendTo() refuses a message that no id leads to", () => {
  const withoutId = logOf(entry(undefined, null, user("1")), entry("b", undefined, user("2")));
  assert.throws(() => leafToAppendTo(withoutId, { at: 1 }), {
    code: "entry-unnamed",
    message: 'Cannot branch behind message 1 of "s.jsonl": it has no id',
  });
  assert.equal(leafToAppendTo(withoutId, { at: 2 }), undefined);
  const twice = logOf(
    entry("a", undefined, user("1")),
    entry("b", undefined, user("2")),
    entry("a", undefined, user("3")),
    entry("c", undefined, user("4")),
  );
  assert.throws(() => leafToAppendTo(twice, { at: 1 }), {
    message: 'Cannot branch behind message 1 of "s.jsonl": a later entry has its id "a" as well',
  });
  assert.equal(leafToAppendTo(twice, { at: 3 }), "a");
});
