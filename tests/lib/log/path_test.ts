import assert from "node:assert/strict";
import fc from "fast-check";
import { UsageError } from "../../../lib/errors.ts";
import {
  Few,
  FEW_MORE,
  firstOther,
  leftOut,
  leftOutFromEnd,
  type Path,
  positionOf,
  type Run,
  RunStack,
  systemBefore,
} from "../../../lib/log/path.ts";
import { walk } from "../../../lib/log/walk.ts";
import { chain, HEADER, logOf, system, user } from "../../support/log_builder.ts";

function pathOf(...messages: Record<string, unknown>[]): Path {
  const { path } = walk(logOf(HEADER, ...chain(...messages)));
  assert.ok(path);
  return path;
}

const seven = pathOf(
  system("a"),
  system("b"),
  user("c"),
  system("d", "replace"),
  system("e"),
  user("f"),
  system("g", "replace"),
);

Deno.test("leftOutFromEnd() takes minus zero for the end, and knows nothing of the start", () => {
  assert.deepEqual((["end", -0, -1, 0, 1] as const).map(leftOutFromEnd), [
    0,
    0,
    1,
    undefined,
    undefined,
  ]);
});

Deno.test("leftOut() counts from the start, from the end, and names the range", () => {
  const asked = ["end", 0, 3, 7, -1, -7, -0] as const;
  const left = asked.map((at) => leftOut(seven, at, "s.jsonl"));
  assert.deepEqual(left, [0, 7, 4, 0, 1, 7, 0]);
  assert.deepEqual(left.map((left) => positionOf(seven, left)), [7, 0, 3, 7, 6, 0, 7]);
  for (const at of [8, -8]) {
    assert.throws(
      () => leftOut(seven, at, "s.jsonl"),
      /s.jsonl": valid positions are 0 to 7, or -1 to -7/,
    );
  }
  assert.throws(() => leftOut(pathOf(), 1, "s.jsonl"), /valid positions are 0$/);
  for (const at of [1.5, NaN, null, 1n, -1n, "3"] as unknown as number[]) {
    assert.throws(() => leftOut(seven, at, "s.jsonl"), UsageError);
  }
});

Deno.test("systemBefore() keeps the last replace up to the position and what follows it", () => {
  const kept = [0, 1, 2, 3, 4, 5, 6, 7].map((left) =>
    systemBefore(seven, left).map(({ after }) => positionOf(seven, after))
  );
  assert.deepEqual(kept, [[7], [4, 5], [4, 5], [4], [1, 2], [1, 2], [1], []]);
});

Deno.test("firstOther() tells where the leading system messages end", () => {
  assert.equal(firstOther(seven), 4);
  assert.equal(firstOther(pathOf(user("a"), system("b"))), 1);
  assert.equal(firstOther(pathOf(system("a"), system("b"))), undefined);
  assert.equal(firstOther(pathOf()), undefined);
});

Deno.test("Few keeps the first and the last hundred in their order, and counts the others", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 }), (counts) => {
      const few = new Few<number>((offset) => offset);
      const met: number[] = [];
      for (const count of counts) {
        const next = Array.from({ length: count }, (_, index) => 5000 - met.length - index);
        met.push(...next);
        // Of many in a row those that would be put out again need not be shown to it.
        const spared = few.isFull ? Math.max(0, count - FEW_MORE) : 0;
        few.skip(spared);
        for (const offset of next.slice(spared)) few.add(offset);
      }
      const others = met.slice(100, -100);
      assert.deepEqual(few.kept, [...met.slice(0, 100), ...met.slice(100).slice(-100)]);
      const unlisted = { offset: others.at(-1), count: others.length };
      assert.deepEqual(few.unlisted, others.length === 0 ? [] : [unlisted]);
    }),
    { numRuns: 200 },
  );
});

Deno.test("RunStack gives the stretches that were pushed, the last one first", () => {
  const step = fc.tuple(
    fc.integer({ min: 0, max: 2 ** 33 }),
    fc.integer({ min: 1, max: 2 ** 33 }),
    fc.integer({ min: 0, max: 100_000 }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const stack = new RunStack();
      const wanted: Run[] = [];
      let at = 2 ** 50;
      for (const [gap, length, messages] of steps) {
        const to = at - gap;
        at = to - length;
        stack.push({ from: at, to, messages });
        wanted.unshift({ from: at, to, messages });
      }
      assert.deepEqual([...stack], wanted);
      assert.deepEqual(stack.top, wanted[0]);
    }),
  );
});
