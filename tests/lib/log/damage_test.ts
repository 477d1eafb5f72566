import assert from "node:assert/strict";
import { assess, diagnosticError, diagnosticWarnings } from "../../../lib/log/damage.ts";
import type { Path } from "../../../lib/log/path.ts";
import { logOf } from "../../support/log_builder.ts";

const damage = (offset: number, cause: "unreadable" | "content" | "newer" = "unreadable") => ({
  offset,
  reason: "it is not JSON",
  cause,
});

const met = (found: Partial<Path>): Path => ({
  unlisted: [],
  leaf: undefined,
  length: 0,
  whole: true,
  system: [],
  runs: [],
  lines: 0,
  tornTail: undefined,
  trailing: [],
  breaks: [],
  besides: [],
  uninterpreted: [],
  ...found,
});

const replaceAt = (offset: number) =>
  offset === -1 ? undefined : { mode: "replace" as const, offset };

Deno.test("assess() lets a break touch only between the last replace and the end of the prefix", () => {
  const breaks = [30, 20, 10].map((child, index) => ({
    child,
    reach: index + 1,
    damage: undefined,
  }));
  const touches = (after: number, left: number | undefined) =>
    assess(met({ breaks }), replaceAt(after), left).map(({ touches }) => touches);
  assert.deepEqual(touches(-1, undefined), [true, true, true]);
  assert.deepEqual(touches(10, undefined), [false, true, true]);
  assert.deepEqual(touches(10, 1), [false, true, false]);
});

Deno.test("assess() lets damage after the leaf touch only the end, which is more than its last message", () => {
  const found = met({ trailing: [damage(50)] });
  assert.equal(assess(found, undefined, undefined)[0]?.touches, true);
  assert.equal(assess(found, undefined, 0)[0]?.touches, false);
});

Deno.test("assess() gives one diagnostic a line, in the order of the log, the worse one first", () => {
  const found = assess(
    met({
      besides: [damage(30), damage(10)],
      breaks: [{ child: 40, reach: 1, damage: damage(30) }],
      tornTail: 60,
      uninterpreted: [{ offset: 20, reach: 1, what: "compaction" }],
    }),
    undefined,
    undefined,
  );
  assert.deepEqual(found.map(({ offset, touches }) => [offset, touches]), [
    [10, false],
    [20, false],
    [30, true],
    [60, false],
  ]);
});

Deno.test("diagnosticWarnings() names path, line and byte", () => {
  const found = assess(met({ besides: [damage(4)] }), undefined, undefined);
  assert.deepEqual(diagnosticWarnings(logOf("abc", "def"), found), [{
    message: "s.jsonl:2: damaged line ignored: it is not JSON (byte 4)",
    place: { path: "s.jsonl", line: 2, byteOffset: 4 },
  }]);
});

Deno.test("diagnosticError() tells where a newer panto may have written", () => {
  const codes = (["unreadable", "newer"] as const).map((cause) => {
    const [found] = assess(met({ trailing: [damage(4, cause)] }), undefined, undefined);
    assert.ok(found);
    const { message, code } = diagnosticError(logOf("abc", "def"), found);
    assert.match(message, /"s.jsonl": line 2 \(byte 4\)/);
    return code;
  });
  assert.deepEqual(codes, ["damage-touches", "newer-entry"]);
});
