import assert from "node:assert/strict";
import type { LinearPath } from "../../../lib/log/chain.ts";
import { isForLinear, readLinear } from "../../../lib/log/linear.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";
import {
  chain,
  entry,
  HEADER,
  type LogPart,
  logText,
  system,
  user,
} from "../../support/log_builder.ts";

function read(
  parts: LogPart[] | string,
  options: { full?: boolean; upTo?: number; block?: number } = {},
): { path: LinearPath | undefined; positions: number[] } {
  const text = typeof parts === "string" ? parts : logText(...parts);
  let positions: number[] = [];
  const path = readLinear(bytesSource(text), { full: true, ...options }, {
    restart: () => {
      positions = [];
    },
    system: (_, { position }) => positions.push(position),
  });
  return { path, positions };
}

const users = (count: number) => Array.from({ length: count }, (_, i) => user(`message ${i}`));

Deno.test("readLinear() counts lines, messages and system messages of a chain, at any block size", () => {
  const parts = [HEADER, ...chain(system("a"), ...users(50), system("b"), ...users(9)), "", "  "];
  for (const block of [1, 16, 300, 4096, 1 << 20]) {
    const { path, positions } = read(parts, { block });
    assert.deepEqual([path?.total, path?.lines, positions], [61, 64, [1, 52]]);
    assert.equal(path?.walk.leaf?.id, "e61");
  }
});

Deno.test("readLinear() remembers the offset of the message at a position", () => {
  const parts = chain(...users(20));
  const text = logText(...parts);
  for (let upTo = 0; upTo <= 20; upTo++) {
    const expected = upTo === 0
      ? -1
      : text.indexOf(`"id":"e${upTo}",`) - '{"type":"message",'.length;
    assert.equal(read(parts, { upTo }).path?.last, expected, `${upTo}`);
  }
});

Deno.test("readLinear() starts anew at an entry without a parent", () => {
  const first = chain(system("a"), user("b"));
  const second = [entry("x", null, system("c")), entry("y", "x", user("d"))];
  const { path, positions } = read([...first, ...second], { upTo: 2 });
  assert.deepEqual([path?.total, positions, path?.runs.length], [2, [1], 1]);
  assert.equal(path?.runs[0]?.from, logText(...first).length);
});

/** Its head can be read. */
const DAMAGED_LINK =
  '{"type":"message","id":"x","parentId":"e4","message":{"role":"user","content":"\t}}';

Deno.test("readLinear() keeps the place of a damaged message whose head can be read", () => {
  const parts = [
    ...chain(system("a"), ...users(3)),
    DAMAGED_LINK,
    entry("y", "x", user("b")),
    entry("z", "y", system("c")),
  ];
  for (const block of [300, 1 << 16]) {
    const { path, positions } = read(parts, { block });
    assert.deepEqual([path?.total, positions, path?.runs.length], [7, [1, 7], 1]);
    assert.deepEqual(path?.walk.besides.map(({ reason }) => reason), ["it is not JSON"]);
    assert.equal(read(parts, { block, upTo: 5 }).path?.last, logText(...parts.slice(0, 4)).length);
  }
});

Deno.test("readLinear() leaves to the walk what is no chain", () => {
  const start = chain(system("a"), ...users(3));
  const refused: Record<string, LogPart[]> = {
    branch: [...start, entry("x", "e2", user("b"))],
    missing: [...start, entry("x", "gone", user("b"))],
    "no string": [...start, { ...entry("x", "e4", user("b")), parentId: 7 }],
    "hangs on damage": [...start, "{torn", entry("x", undefined, user("b"))],
    "ends in damage": [...start, "{torn"],
    "starts with damage": ["{torn", ...start],
    "damaged system message": [...start, entry("x", "e4", { role: "system", content: 7 })],
    "a link that is damaged, at the end": [...start, DAMAGED_LINK],
    "a link that is damaged, elsewhere": [...start.slice(0, 3), DAMAGED_LINK],
  };
  for (const [name, parts] of Object.entries(refused)) {
    assert.equal(read(parts).path, undefined, name);
    assert.equal(read(parts, { block: 300 }).path, undefined, name);
  }
});

Deno.test("readLinear() reports damage beside the chain and a torn tail", () => {
  const [first, second] = chain(user("a"), user("b")) as [LogPart, LogPart];
  const text = `${logText(first, "{torn", "\0\0", second)}{"cut`;
  const { path } = read(text);
  assert.deepEqual(path?.walk.besides.map(({ reason }) => reason), [
    "it is not JSON",
    "it is not JSON (it holds NUL bytes)",
  ]);
  assert.equal(path?.walk.tornTail, text.length - 5);
  assert.equal(path?.runs.length, 2);
});

Deno.test("readLinear() reads lines that are longer than its memory", () => {
  const long = "x".repeat(17 * 1024 * 1024);
  const { path, positions } = read([...chain(system("a"), user(long), system("b"), user("c"))]);
  assert.deepEqual([path?.total, path?.lines, positions], [4, 4, [1, 3]]);
});

Deno.test("readLinear() gives nothing for an empty log but its emptiness", () => {
  for (const text of ["", "\n", "\n\n", logText(HEADER)]) {
    const { path } = read(text);
    assert.deepEqual([path?.total, path?.walk.leaf, path?.last], [0, undefined, -1]);
  }
});

Deno.test("isForLinear() is for large logs read from their end", () => {
  const source = bytesSource("{}\n");
  assert.equal(isForLinear(source, {}), false);
  assert.equal(isForLinear(source, { linearFrom: 3 }), true);
  assert.equal(isForLinear(source, { linearFrom: 3, leaf: "a" }), false);
});
