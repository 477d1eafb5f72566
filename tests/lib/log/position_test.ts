import assert from "node:assert/strict";
import type { LinearPlace } from "../../../lib/log/chain.ts";
import { isFromStart, offsetFromEnd, positionOf, SystemTail } from "../../../lib/log/position.ts";
import { chain, HEADER, logOf, logText, system, user } from "../../support/log_builder.ts";
import type { Message, SystemMode } from "../../../lib/types.ts";

const source = logOf(HEADER);

Deno.test("positionOf() counts from the start, from the end, and names the range", () => {
  const asked = [undefined, 0, 3, 7, -1, -7, -0];
  assert.deepEqual(asked.map((at) => positionOf(source, at, 7)), [7, 0, 3, 7, 6, 0, 7]);
  for (const at of [8, -8]) {
    assert.throws(
      () => positionOf(source, at, 7),
      /s.jsonl": valid positions are 0 to 7, or -1 to -7/,
    );
  }
  assert.throws(() => positionOf(source, 1, 0), /valid positions are 0$/);
});

Deno.test("isFromStart() takes minus zero for the end", () => {
  assert.deepEqual([0, 1, -1, -0].map(isFromStart), [true, true, false, false]);
});

Deno.test("offsetFromEnd() counts messages, not entries", () => {
  const parts = chain(system("a"), user("b"), user("c"));
  const opaque = { type: "label", id: "x", parentId: "e3" };
  const log = logOf(HEADER, ...parts, opaque);
  const offsets = [0, 1, 2].map((skip) => offsetFromEnd(log, skip, {}));
  assert.deepEqual(
    offsets,
    [3, 2, 1].map((count) => logText(HEADER, ...parts.slice(0, count - 1)).length),
  );
  assert.equal(offsetFromEnd(log, 3, {}), -1);
});

function tailOf(
  modes: readonly SystemMode[],
  skip: number,
): { tail: SystemTail; positions: number[] } {
  const tail = new SystemTail(skip);
  for (const [index, mode] of modes.entries()) {
    const message: Message = {
      role: "system",
      content: [{ type: "system", text: `${index}`, mode }],
    };
    const place = { position: index + 1, offset: index * 10 } as LinearPlace;
    tail.system(message, place);
  }
  return { tail, positions: tail.upTo(modes.length).map(({ position }) => position) };
}

Deno.test("SystemTail keeps the last replace up to the position and what follows it", () => {
  const modes: SystemMode[] = ["append", "replace", "append", "replace", "append"];
  const kept = [0, 1, 2, 3, 4, 5].map((skip) => tailOf(modes, skip).positions);
  assert.deepEqual(kept, [[4, 5], [4], [2, 3], [2], [1], []]);
});

Deno.test("SystemTail forgets at a restart", () => {
  const { tail } = tailOf(["append"], 0);
  tail.restart();
  assert.deepEqual(tail.upTo(1), []);
});
