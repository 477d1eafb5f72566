/**
 * Generated session logs, for readers that must agree with a naive one.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { SessionError } from "../../lib/errors.ts";
import type { LogPrompt, ReadOptions } from "../../lib/log.ts";
import { positionOf } from "../../lib/log.ts";
import { NaiveCycle, type NaivePrompt } from "./naive_log.ts";

const ids = fc.constantFrom("a", "b", "c", "d", "é");
const parents = fc.oneof(
  { weight: 6, arbitrary: ids as fc.Arbitrary<unknown> },
  { weight: 4, arbitrary: fc.constant(undefined) },
  fc.constant(null),
  fc.constant(7),
);
const messages = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Record<string, unknown>>({ role: "user", content: "hi" }) },
  fc.constant({ role: "assistant", content: [{ type: "text", text: 'a "system" word' }] }),
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(undefined, "append", "replace", "REPLACE"), fc.string())
      .map(([mode, content]) => ({ role: "system", ...(mode && { mode }), content })),
  },
);

/** An entry with its members in one of several orders, so that heads know some of them and not others. */
const entries = fc.record({
  id: fc.option(ids, { nil: undefined }),
  parentId: parents,
  message: fc.option(messages, { nil: undefined }),
  order: fc.nat(2),
}).map(({ id, parentId, message, order }) => {
  const members: [string, unknown][] = [["type", "message"], ["id", id], ["parentId", parentId], [
    "message",
    message,
  ]];
  const present = members.filter(([, value]) => value !== undefined);
  const turned = order === 0 ? present : order === 1 ? present.toReversed() : present.toSorted();
  return JSON.stringify(Object.fromEntries(turned));
});

/** Broken messages of another role whose heads say where they hang. */
const headed = fc.tuple(ids, fc.option(ids)).map(([id, parent]) =>
  `{"type":"message","id":"${id}","parentId":${
    JSON.stringify(parent)
  },"message":{"role":"user","content":x}}`
);

const lines = fc.oneof(
  { weight: 12, arbitrary: entries },
  { weight: 2, arbitrary: headed },
  fc.constantFrom(
    "",
    "  ",
    "42",
    '{"type":"session"}',
    '{"torn',
    "\0\0",
    '{"role":"user","content":"bare"}',
  ),
);
/** Logs of up to 14 lines: chains, branches, cycles, damage, entries without ids, an end cut short. */
export const generatedLogs = fc.tuple(fc.array(lines, { maxLength: 14 }), fc.nat(5)).map(
  ([parts, end]) => parts.map((part) => `${part}\n`).join("").slice(0, end === 0 ? -1 : undefined),
);

/** Small blocks and large ones, with the scanner and without. */
export const READINGS: readonly Pick<ReadOptions, "block" | "scanFrom">[] = [
  { block: 16, scanFrom: 0 },
  { block: 64, scanFrom: 0 },
  { block: 1 << 16, scanFrom: 0 },
  { block: 16, scanFrom: Infinity },
  { block: 64, scanFrom: Infinity },
  { block: 1 << 16, scanFrom: Infinity },
];

/** What a reader says, naive or not; a cycle is an outcome too. */
export function outcome<Result>(read: () => Result): Result | "cycle" {
  try {
    return read();
  } catch (error) {
    if (error instanceof NaiveCycle) return "cycle";
    assert.ok(
      error instanceof SessionError && /same or a later line/.test(error.message),
      String(error),
    );
    return "cycle";
  }
}

/** What the reader says of a prompt, in the terms of the naive one. */
export function told({ path, blocks, diagnostics }: LogPrompt): NaivePrompt {
  return {
    texts: blocks.map(({ text }) => text),
    positions: blocks.map(({ after }) => positionOf(path, after)),
    total: path.length,
    touches: diagnostics.some(({ touches }) => touches),
  };
}
