import assert from "node:assert/strict";
import { type LogEnd, readEnd } from "../../../lib/log/end.ts";
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

const long = user("x".repeat(3000));

/** Members before the role that only the parser knows. */
const ODD_HEADS = [
  '{"tags":[1],"type":"message","id":"x","parentId":"e2","message":{"role":',
  '{\r"type":"message","id":"x","parentId":"e2","message":{"role":',
  '{"type":"message","id":"x","parentId":"e2","message":{\r"role":',
  '{"type":"message","id":"x","parentId":"e2","message":{"role":\r',
];

/** The end of a log as the walk gives it; the forward pass must give the same. */
function end(...parts: LogPart[]): LogEnd {
  const source = bytesSource(logText(HEADER, ...parts));
  for (const full of [false, true]) {
    const walked = readEnd(source, { full, linearFrom: Infinity });
    for (const block of [300, 1 << 16]) {
      assert.deepEqual(readEnd(source, { linearFrom: 0, full, block }), walked);
    }
  }
  return readEnd(source, { linearFrom: Infinity });
}

Deno.test("readEnd() gives the same by a walk and by a forward pass", () => {
  const logs: Record<string, LogPart[]> = {
    "no message": [],
    "only system messages": chain(system("a"), system("b")),
    "leading ones and edits": chain(system("a"), system("b"), user("c"), system("d"), user("e")),
    "replaced far back": chain(system("a"), user("b"), system("c", "replace"), system("d"), long),
    "replaced at the end": chain(system("a"), long, system("c", "replace")),
    "replaced, then edited": chain(system("a"), system("b", "replace"), long, system("c"), long),
    "replaced twice": chain(system("a", "replace"), user("b"), system("c", "replace"), long, long),
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
    "a damaged link": [
      ...chain(system("a"), long),
      '{"type":"message","id":"x","parentId":"e2","message":{"role":"user","content":x}}',
      entry("y", "x", system("b")),
      entry("z", "y", long),
    ],
    "a damaged link at the end": [
      ...chain(system("a"), long),
      '{"type":"message","id":"x","parentId":"e2","message":{"role":"user","content":x}}',
    ],
    "a damaged link without parents": [
      { role: "system", content: "a" },
      '{"type":"message","message":{"role":"user","content":x}}',
      long,
    ],
    "an id that begins with U+FEFF": [
      entry("x", null, system("a")),
      entry("\ufeffx", "x", system("b")),
      entry("c", "\ufeffx", long),
      entry("d", "c", long),
    ],
    ...Object.fromEntries(ODD_HEADS.map((start): [string, LogPart[]] => [
      `damage with a head that is not trusted: ${start}`,
      [
        ...chain(system("a"), long),
        `${start}"user","content":x}}`,
        entry("y", "x", system("b")),
        entry("z", "y", long),
      ],
    ])),
    "ids after messages, and a torn tail": [
      { message: system("a"), id: "e1" },
      { message: long, id: "e2" },
      { message: long, id: "e3" },
      '{"type":"message","id":"zz","mess',
    ],
    "damage beside": [...chain(system("a")), "{torn", entry("e2", "e1", long)],
  };
  for (const [name, parts] of Object.entries(logs)) {
    assert.equal(end(...parts).hasMessages, name !== "no message", name);
  }
});

Deno.test("readEnd() counts positions from the end, in either way", () => {
  const { blocks, editPlace } = end(...chain(system("a"), system("b", "replace"), long, long));
  assert.deepEqual(blocks.map(({ text, position }) => [text, position]), [["b", -2]]);
  assert.equal(editPlace, "window");
});
