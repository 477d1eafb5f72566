import assert from "node:assert/strict";
import fc from "fast-check";
import { readEnd, readPromptAt } from "../../../lib/log.ts";
import { followPath } from "../../../lib/log/walk.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";
import { generatedLogs, outcome, READINGS } from "../../support/generated_logs.ts";
import { chain, entry, HEADER, logOf, system, user } from "../../support/log_builder.ts";
import { type NaivePrompt, naivePrompt } from "../../support/naive_log.ts";

function atPosition(
  text: string,
  at: number | undefined,
  full: boolean,
  options: { block: number; linearFrom?: number },
): NaivePrompt {
  const { blocks, path, findings } = readPromptAt(bytesSource(text), at, { full, ...options });
  return {
    texts: blocks.map(({ text }) => text),
    positions: blocks.map(({ position }) => position),
    total: path.total,
    touches: findings.some(({ touches }) => touches),
  };
}

Deno.test("followPath() agrees with a naive reader at every position, at any block size", () => {
  let cycles = 0;
  let touched = 0;
  let prefixes = 0;
  fc.assert(
    fc.property(generatedLogs, fc.constantFrom(...READINGS), fc.boolean(), (text, block, full) => {
      const end = outcome(() => naivePrompt(text));
      assert.deepEqual(outcome(() => atPosition(text, undefined, full, block)), end);
      if (end === "cycle") {
        cycles++;
        return;
      }
      if (end.touches) touched++;
      for (let at = 0; at <= end.total; at++, prefixes++) {
        assert.deepEqual(atPosition(text, at, full, block), naivePrompt(text, at), `at ${at}`);
      }
    }),
    { numRuns: 4000, seed: 7 },
  );
  assert.ok(cycles > 100 && touched > 300 && prefixes > 5000, `${cycles} ${touched} ${prefixes}`);
});

Deno.test("readEnd() agrees with a naive reader, whether or not it parses every line", () => {
  fc.assert(
    fc.property(
      generatedLogs,
      fc.constantFrom(...READINGS),
      fc.boolean(),
      (text, options, full) => {
        const naive = outcome(() => naivePrompt(text));
        // The tail does not see a cycle before the last replace.
        const tail = outcome(() => {
          const { blocks, findings } = readEnd(bytesSource(text), { full, ...options });
          return {
            texts: blocks.map(({ text }) => text),
            positions: [],
            total: 0,
            touches: findings.some(({ touches }) => touches),
          };
        });
        if (naive === "cycle") return;
        assert.deepEqual(tail, { ...naive, positions: [], total: 0 });
      },
    ),
    { numRuns: 4000, seed: 8 },
  );
});

Deno.test("followPath() stops when the visitor says so, and says that it did", () => {
  const source = logOf(HEADER, ...chain(system("a"), user("b"), user("c")));
  const seen: string[] = [];
  const walk = followPath(source, {}, () => ({ kind }) => {
    seen.push(kind);
    return seen.length < 2;
  });
  assert.deepEqual([seen, walk.complete], [["other", "other"], false]);
  assert.equal(followPath(source, {}, () => () => true).complete, true);
});

Deno.test("followPath() starts again with a new visitor when a parent is missing", () => {
  const source = logOf(
    HEADER,
    ...chain(system("a")),
    entry("x", "gone", user("b")),
    entry("y", "x", user("c")),
  );
  const visits: number[] = [];
  const walk = followPath(source, {}, () => {
    const index = visits.push(0) - 1;
    return () => {
      visits[index] = (visits[index] ?? 0) + 1;
    };
  });
  assert.deepEqual(visits, [2, 3]);
  assert.equal(walk.breaks.length, 1);
});

Deno.test("followPath() finds ids with escapes and beyond ASCII, in heads and elsewhere", () => {
  for (const id of ["é", 'quo"te', "back\\slash", "\u2028", "a/b", "\ufeffz"]) {
    const source = logOf(
      HEADER,
      entry("r", null, system("root")),
      entry(id, "r", user("found")),
      entry("z", "r", user("left behind")),
      entry("end", id, user("leaf")),
    );
    const offsets: number[] = [];
    followPath(source, {}, () => ({ offset }) => {
      offsets.push(offset);
    });
    assert.equal(offsets.length, 3, id);
  }
});
