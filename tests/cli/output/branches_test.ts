/** cli/output/branches.ts: the list of leaves. */

import assert from "node:assert/strict";
import { printBranches } from "../../../cli/output/branches.ts";
import { fakeHost } from "../../support/fake_host.ts";
import {
  chain,
  entry,
  HEADER,
  logOf,
  type LogPart,
  system,
  user,
} from "../../support/log_builder.ts";

function printed(format: "text" | "json", ...parts: LogPart[]): string {
  const host = fakeHost([]);
  printBranches(host, logOf(...parts), { format, raw: false });
  return host.out();
}

const PARTS = [
  HEADER,
  ...chain(system("one"), user("two words")),
  entry("beside-e1-0", "e1", { role: "assistant", content: "\x1b[2J" }),
  entry(undefined, null, user("root")),
];

Deno.test("printBranches() marks the default leaf and escapes what the log says", () => {
  assert.equal(
    printed("text", ...PARTS),
    [
      "   LEAF      AT  TIME                      ROLE       TEXT",
      "   e2         2  2026-11-30T18:00:00.000Z  user       two words",
      "   beside-e   2  2026-11-30T18:00:00.000Z  assistant  \\x1b[2J",
      "*  -          1  2026-11-30T18:00:00.000Z  user       root",
      "",
    ].join("\n"),
  );
});

Deno.test("printBranches() as JSON names every id in full", () => {
  const document = JSON.parse(printed("json", ...PARTS));
  assert.deepEqual([document.schema, document.path, document.leaf], [
    "panto.branches/1",
    "s.jsonl",
    null,
  ]);
  assert.deepEqual(document.leaves[1], {
    leaf: "beside-e1-0",
    default: false,
    line: 4,
    messages: 2,
    last: {
      id: "beside-e1-0",
      timestamp: "2026-11-30T18:00:00.000Z",
      role: "assistant",
      firstWords: "\x1b[2J",
    },
  });
});

Deno.test("printBranches() says what cannot be told by a dash, and nothing of an empty log", () => {
  const cycle =
    '{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"x"}}';
  const later = '{"type":"label","id":"b","parentId":"a"}';
  assert.match(printed("text", cycle, later), /\n\* {2}b {6}- {2}- {5}user {2}x\n$/);
  assert.equal(printed("text", HEADER), "");
  assert.deepEqual(JSON.parse(printed("json", HEADER)).leaves, []);
});
