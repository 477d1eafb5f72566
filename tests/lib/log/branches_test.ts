/** lib/log/branches.ts: every leaf of a log, found as a naive reader finds it. */

import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Branch,
  type ByteSource,
  bytesSource,
  pathEntries,
  readBranches,
} from "../../../lib/log.ts";
import { generatedLogs } from "../../support/generated_logs.ts";
import { chain, entry, HEADER, logOf, system, user } from "../../support/log_builder.ts";
import { naiveBranches } from "../../support/naive_log.ts";

function lastOf(source: ByteSource, { last }: Branch) {
  const [entry] = last ? pathEntries(source, { runs: [last], system: [], length: 1 }) : [];
  return entry;
}

Deno.test("readBranches() agrees with a naive reader on generated logs", () => {
  let branched = 0;
  const property = fc.property(generatedLogs, (text) => {
    const source = bytesSource(text);
    const found = [...readBranches(source)].map((branch) => {
      const { leaf: id, isDefault, messages } = branch;
      const last = lastOf(source, branch)?.message;
      return { id, isDefault, messages, role: last?.roleName ?? last?.role };
    });
    // The reader calls a message whose content is damaged by no role.
    const wanted = naiveBranches(text);
    assert.deepEqual(found.map(({ id, isDefault, messages }) => ({ id, isDefault, messages })), [
      ...wanted.map(({ id, isDefault, messages }) => ({ id, isDefault, messages })),
    ]);
    for (const [index, { role }] of found.entries()) {
      if (role !== "(damaged line)") assert.equal(role, wanted[index]?.role);
    }
    if (wanted.length > 2) branched++;
  });
  fc.assert(property, { numRuns: 2000 });
  assert.ok(branched > 200, `${branched} logs had more than two branches`);
});

Deno.test("readBranches() tells lines, the default, and the last message of an opaque leaf", () => {
  const log = logOf(
    HEADER,
    ...chain(system("one"), user("two"), user("three")),
    { type: "label", id: "l", parentId: "e1" },
    entry("e9", "e2", user("beside")),
  );
  const branches = [...readBranches(log)].map((branch) => {
    const { last: _, ...rest } = branch;
    return { ...rest, at: lastOf(log, branch)?.id };
  });
  assert.deepEqual(branches, [
    { leaf: "e3", isDefault: false, line: 4, messages: 3, at: "e3" },
    { leaf: "l", isDefault: false, line: 5, messages: 1, at: "e1" },
    { leaf: "e9", isDefault: true, line: 6, messages: 3, at: "e9" },
  ]);
});

Deno.test("readBranches() gives a root without messages, and nothing for a log without entries", () => {
  const [branch] = [...readBranches(logOf({ type: "label", id: "l" }))];
  assert.deepEqual([branch?.leaf, branch?.messages, branch?.last], ["l", 0, undefined]);
  assert.deepEqual([...readBranches(logOf(HEADER))], []);
  assert.deepEqual([...readBranches(bytesSource(""))], []);
});
