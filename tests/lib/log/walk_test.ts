import assert from "node:assert/strict";
import type { Path } from "../../../lib/log/path.ts";
import { readPath } from "../../../lib/log/how_far.ts";
import { walk, type WalkOptions } from "../../../lib/log/walk.ts";
import { READINGS } from "../../support/generated_logs.ts";
import {
  chain,
  entry,
  HEADER,
  logOf,
  type LogPart,
  logText,
  system,
  user,
} from "../../support/log_builder.ts";

/** Every way of reading must give the same path, by the walk or, where that gives up, by the index. */
function pathOf(parts: LogPart[], options: WalkOptions = {}): Path {
  const source = logOf(...parts);
  const [first, ...others] = READINGS.map((reading) =>
    readPath(source, { ...options, ...reading })
  );
  assert.ok(first);
  for (const other of others) assert.deepEqual(other, first);
  return first;
}

const long = user("x".repeat(3000));

Deno.test("walk() counts messages, lines and what stands behind each system message", () => {
  const users = (count: number) => Array.from({ length: count }, (_, i) => user(`message ${i}`));
  const path = pathOf(
    [HEADER, ...chain(system("a"), ...users(50), system("b"), ...users(9)), "", "  "],
    { all: true },
  );
  assert.deepEqual([path.length, path.lines, path.whole], [61, 64, true]);
  assert.deepEqual(path.system.map(({ after }) => after), [60, 9]);
  assert.deepEqual(path.system.map(({ linesAfter }) => path.lines - linesAfter), [2, 53]);
  assert.equal(path.leaf?.id, "e61");
});

Deno.test("walk() ends at a replace that has enough behind it, and is not whole then", () => {
  const parts = chain(
    system("a"),
    system("b", "replace"),
    user("c"),
    system("d", "replace"),
    user("e"),
  );
  const ended = (until: number) => {
    const { length, whole, system } = pathOf(parts, { until });
    return [length, whole, system.length];
  };
  assert.deepEqual([0, 1, 2, 3, 4].map(ended), [
    [2, false, 1],
    [2, false, 1],
    [4, false, 2],
    [4, false, 2],
    [5, true, 3],
  ]);
});

Deno.test("walk() starts anew at an entry without a parent, and reads on only when it should", () => {
  const parts = [
    "{torn",
    ...chain(system("a"), user("b")),
    entry("x", null, system("c")),
    entry("y", "x", user("d")),
  ];
  assert.deepEqual([pathOf(parts).length, pathOf(parts).besides.length], [2, 0]);
  const all = pathOf(parts, { all: true });
  assert.deepEqual([all.length, all.besides.length, all.lines], [2, 1, 5]);
});

Deno.test("walk() gives the stretches of a branch, with the number of their messages", () => {
  const parts = [
    HEADER,
    entry("a", null, system("a")),
    entry("b", "a", user("left ".repeat(50))),
    entry("c", "a", user("c")),
    entry("d", "c", user("d")),
  ];
  const { runs, length } = pathOf(parts, { runs: true });
  const at = (index: number) => logText(...parts.slice(0, index)).length;
  assert.equal(length, 3);
  const merged = [...runs].map(({ from, to }) => [from, to]);
  assert.deepEqual(merged, [[at(1), at(2)], [at(3), at(5)]]);
  assert.deepEqual([...runs].map(({ messages }) => messages), [1, 2]);
  assert.deepEqual([...pathOf(parts).runs], []);
});

Deno.test("walk() finds ids with escapes, beyond ASCII, behind the message, and long ones", () => {
  for (const id of ["é", 'quo"te', "back\\slash", "\u2028", "a/b", "\ufeffz", "l".repeat(600)]) {
    const parts = [
      HEADER,
      entry("r", null, system("root")),
      entry(id, "r", user("found")),
      entry("z", "r", user("left behind")),
      entry("end", id, user("leaf")),
    ];
    assert.equal(pathOf(parts).length, 3, id);
    const turned = { message: user("found"), id, parentId: "r" };
    assert.equal(pathOf(parts.with(2, turned)).length, 3, `${id} behind the message`);
  }
});

/** Its head can be read. */
const DAMAGED_LINK =
  '{"type":"message","id":"x","parentId":"e4","message":{"role":"user","content":"\t}}';

Deno.test("walk() keeps the place of a damaged message whose head can be read", () => {
  const users = [user("a"), user("b"), user("c")];
  const parts = [
    ...chain(system("a"), ...users),
    DAMAGED_LINK,
    entry("y", "x", user("b")),
    entry("z", "y", system("c")),
  ];
  const full = pathOf(parts, { full: true });
  assert.deepEqual([full.length, full.system.length, full.breaks.length], [7, 2, 0]);
  assert.deepEqual(full.besides.map(({ reason }) => reason), ["it is not JSON"]);
  // Whether a head is trusted does not depend on how the log is read.
  assert.deepEqual([pathOf(parts).length, pathOf(parts).besides], [7, []]);
  // At the end nothing follows it: it is damage after the leaf.
  const [path, ended] = [pathOf(chain(system("a"), ...users)), pathOf(parts.slice(0, 5))];
  assert.deepEqual([ended.length, ended.trailing.length], [path.length, 1]);
});

/** Members before the role that only the parser knows. */
const ODD_HEADS = [
  '{"tags":[1],"type":"message","id":"x","parentId":"e2","message":{"role":',
  '{\r"type":"message","id":"x","parentId":"e2","message":{"role":',
  '{"type":"message","id":"x","parentId":"e2","message":{\r"role":',
  '{"type":"message","id":"x","parentId":"e2","message":{"role":\r',
];

Deno.test("walk() gives the same in every way of reading", () => {
  const logs: Record<string, LogPart[]> = {
    "no message": [],
    "only system messages": chain(system("a"), system("b")),
    "leading ones and edits": chain(system("a"), system("b"), user("c"), system("d"), user("e")),
    "replaced far back": chain(system("a"), user("b"), system("c", "replace"), system("d"), long),
    "opaque leaf": [...chain(system("a"), long), { type: "label", id: "x", parentId: "e2" }],
    "compaction before and after": [
      ...chain(system("a")),
      { type: "compaction", id: "c1", parentId: "e1" },
      entry("b", "c1", system("b", "replace")),
      { type: "compaction", id: "c2", parentId: "b" },
      entry("d", "c2", long),
    ],
    "without parents": [{ role: "system", content: "a" }, { role: "user", content: "b" }, long],
    "a branch": [...chain(system("a"), long, long), entry("x", "e1", user("b"))],
    "branches in turn": [
      ...chain(system("a"), user("b")),
      ...Array.from({ length: 40 }, (_, i) => entry(`x${i}`, i < 2 ? "e2" : `x${i - 2}`, long)),
    ],
    "ids after messages, and a torn tail": [
      { message: system("a"), id: "e1" },
      { message: long, id: "e2" },
      { message: long, id: "e3" },
      '{"type":"message","id":"zz","mess',
    ],
    "damage beside": [...chain(system("a")), "{torn", entry("e2", "e1", long)],
    "hangs on damage": [...chain(system("a")), "{torn", entry("x", undefined, user("b")), long],
    "no string": [...chain(system("a")), { ...entry("x", "e1", user("b")), parentId: 7 }],
    ...Object.fromEntries(ODD_HEADS.map((start): [string, LogPart[]] => [
      `damage with a head that is not trusted: ${start}`,
      [
        ...chain(system("a"), long),
        `${start}"user","content":x}}`,
        entry("y", "x", system("b")),
        entry("z", "y", long),
      ],
    ])),
  };
  for (const [name, parts] of Object.entries(logs)) {
    for (const full of [false, true]) {
      assert.equal(pathOf([HEADER, ...parts], { full }).length > 0, name !== "no message", name);
      pathOf([HEADER, ...parts], { full, all: true });
    }
  }
});

Deno.test("walk() gives up where a parent is not found", () => {
  const parts = [HEADER, ...chain(system("a"), long), entry("x", "gone", long)];
  for (const reading of READINGS) {
    const walked = walk(logOf(...parts), reading);
    assert.equal(walked.path, undefined);
    assert.equal(walked.end.leaf?.id, "x");
  }
});

Deno.test("walk() gives nothing for an empty log but its emptiness", () => {
  for (const parts of [[], [""], ["", ""], [HEADER]]) {
    const { length, leaf, whole, system } = pathOf(parts);
    assert.deepEqual([length, leaf, whole, system], [0, undefined, true, []]);
  }
});

Deno.test("walk() goes on before a damaged line that is longer than any block", () => {
  const [first = {}, last = {}] = chain(system("a"), user("b"));
  const source = logOf(HEADER, first, "\0".repeat(17 * 1024 * 1024), last);
  for (const scanFrom of [0, Infinity]) {
    const { path } = walk(source, { scanFrom, all: true });
    assert.deepEqual([path?.length, path?.besides.length, path?.lines], [2, 1, 4]);
  }
});

Deno.test("walk() parses the last line, also where the leaf is named", () => {
  const broken =
    '{"type":"message","id":"d","parentId":"e1","message":{"role":"user","content":x}}';
  const { besides, leaf } = pathOf([HEADER, ...chain(system("a"), user("b")), broken], {
    leaf: "e1",
  });
  assert.deepEqual([besides.length, leaf?.id], [1, "e1"]);
});
