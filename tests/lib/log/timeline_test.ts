import assert from "node:assert/strict";
import { readTimeline } from "../../../lib/log/timeline.ts";
import { chain, entry, HEADER, logOf, system, user } from "../../support/log_builder.ts";

Deno.test("readTimeline() lists every system block of the path and says which survive", () => {
  const source = logOf(
    HEADER,
    "",
    ...chain(system("a"), user("x"), system(["b", "c"], "replace"), {
      ...system("d"),
      template: { sha256: "t" },
    }),
  );
  const { entries, total, lines, findings } = readTimeline(source);
  assert.deepEqual(
    entries.map((
      { text, position, line, mode, surviving },
    ) => [text, position, line, mode, surviving]),
    [
      ["a", 1, 3, "append", false],
      ["b", 3, 5, "replace", true],
      ["c", 3, 5, "append", true],
      ["d", 4, 6, "append", true],
    ],
  );
  assert.deepEqual([entries[3]?.template, entries[0]?.timestamp, entries[0]?.id], [
    { sha256: "t" },
    "2026-11-30T18:00:00.000Z",
    "e1",
  ]);
  assert.deepEqual([total, lines, findings], [4, 6, []]);
});

Deno.test("readTimeline() leaves other branches out, and reports damage beside the path", () => {
  const source = logOf(
    "{before the root",
    HEADER,
    entry("a", null, system("a")),
    entry("b", "a", system("left behind")),
    "{between",
    entry("c", "a", system("c")),
  );
  const { entries, findings } = readTimeline(source);
  assert.deepEqual(entries.map(({ text }) => text), ["a", "c"]);
  assert.deepEqual(findings.map(({ touches }) => touches), [false, false]);
});

Deno.test("readTimeline() tells damage that touches the end", () => {
  const source = logOf(HEADER, ...chain(system("a")), "{torn", entry("x", undefined, user("y")));
  assert.deepEqual(readTimeline(source).findings.map(({ touches }) => touches), [true]);
  assert.equal(readTimeline(source, { leaf: "e1" }).findings.some(({ touches }) => touches), false);
});

Deno.test("readTimeline() parses every line, and counts one whose head can be read", () => {
  const torn = '{"type":"message","id":"e2","parentId":"e1","message":{"role":"user","content":x}}';
  const source = logOf(HEADER, ...chain(system("a")), torn, entry("e3", "e2", system("b")));
  const { entries, findings, total } = readTimeline(source);
  assert.deepEqual([entries.map(({ position }) => position), total], [[1, 3], 3]);
  assert.deepEqual(findings.map(({ touches }) => touches), [false]);
});
