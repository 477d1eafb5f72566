import assert from "node:assert/strict";
import { findingError, findingWarnings, judge } from "../../../lib/log/diagnostics.ts";
import type { PathWalk } from "../../../lib/log/walk.ts";
import { logOf } from "../../support/log_builder.ts";

const damage = (offset: number, cause: "unreadable" | "content" | "newer" = "unreadable") => ({
  offset,
  reason: "it is not JSON",
  cause,
});

const walk = (found: Partial<PathWalk>): PathWalk => ({
  leaf: undefined,
  tornTail: undefined,
  trailing: [],
  breaks: [],
  besides: [],
  complete: true,
  ...found,
});

const met = (walk: PathWalk) => ({ walk, uninterpreted: [] });
const replaceAt = (offset: number) =>
  offset === -1 ? undefined : { mode: "replace" as const, offset };

Deno.test("judge() lets a break touch only between the last replace and the end of the prefix", () => {
  const breaks = [30, 20, 10].map((child) => ({ child, damage: undefined }));
  const touches = (after: number, upTo: number) =>
    judge(met(walk({ breaks })), replaceAt(after), upTo).map((finding) => finding.touches);
  assert.deepEqual(touches(-1, Infinity), [true, true, true]);
  assert.deepEqual(touches(10, Infinity), [false, true, true]);
  assert.deepEqual(touches(10, 20), [false, true, false]);
});

Deno.test("judge() lets damage after the leaf touch only the end", () => {
  const found = walk({ trailing: [damage(50)] });
  assert.equal(judge(met(found), undefined, Infinity)[0]?.touches, true);
  assert.equal(judge(met(found), undefined, 40)[0]?.touches, false);
});

Deno.test("judge() gives one finding a line, in the order of the log, the worse one first", () => {
  const found = judge(
    {
      walk: walk({
        besides: [damage(30), damage(10)],
        breaks: [{ child: 40, damage: damage(30) }],
        tornTail: 60,
      }),
      uninterpreted: [{ offset: 20, what: "compaction" }],
    },
    undefined,
    Infinity,
  );
  assert.deepEqual(found.map(({ offset, touches }) => [offset, touches]), [
    [10, false],
    [20, false],
    [30, true],
    [60, false],
  ]);
});

Deno.test("findingWarnings() names path, line and byte", () => {
  const findings = judge(met(walk({ besides: [damage(4)] })), undefined, Infinity);
  assert.deepEqual(findingWarnings(logOf("abc", "def"), findings), [{
    message: "s.jsonl:2: damaged line ignored: it is not JSON (byte 4)",
    place: { path: "s.jsonl", line: 2, byteOffset: 4 },
  }]);
});

Deno.test("findingError() tells a line that a newer panto may have written", () => {
  const [old, newer] = (["unreadable", "newer"] as const).map((cause) => {
    const [finding] = judge(met(walk({ trailing: [damage(4, cause)] })), undefined, Infinity);
    assert.ok(finding);
    return findingError(logOf("abc", "def"), finding);
  });
  assert.match(old?.message ?? "", /"s.jsonl": line 2 \(byte 4\)/);
  assert.deepEqual([old?.code, newer?.code], ["damage-touches", "newer-entry"]);
});
