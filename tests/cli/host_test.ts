/** cli/host.ts with real processes and devices; streams have tests of their own in tests/cli/host/. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHost } from "../../cli/host.ts";
import { linux, shell, testHost } from "../support/host_child.ts";

testHost("createHost() takes no pipe, file or /dev/null for a terminal", (command) => {
  assert.equal(shell("CHILD terminals < /dev/null", command).out, "false,false,false");
  assert.equal(shell("CHILD terminals < /dev/null >f; cat f", command).out, "false,false,false");
});

testHost("createHost() knows a terminal", (command) => {
  const line = `script -qec '${command} terminals' /dev/null < /dev/null`;
  assert.match(shell(line, "true").out, /true,true,true/);
}, linux && spawnSync("script", ["--version"]).status === 0);

testHost("createHost() tells a broken argument from one that holds U+FFFD", (command) => {
  assert.equal(shell("CHILD broken $'a\\xffb'", command).out, "true");
  assert.equal(shell("CHILD broken $'a\\xef\\xbf\\xbd'", command).out, "false");
}, linux);

testHost(
  "createHost() takes the time of the environment, and refuses a bad one when it is asked for",
  (command) => {
    const now = (env: string, job = "now") => shell(`${env} CHILD ${job}`, command);
    assert.equal(now("SOURCE_DATE_EPOCH=0").out, "1970-01-01T00:00:00.000Z");
    const both = "SOURCE_DATE_EPOCH=0 PANTO_NOW=2026-11-30T18:00:00Z";
    assert.equal(now(both).out, "2026-11-30T18:00:00.000Z");
    const { code, err, out } = now("PANTO_NOW=noon");
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, /^panto: error: PANTO_NOW takes a time .*, not "noon"\n$/);
    assert.equal(now("PANTO_NOW=noon", "broken").out, "false");
  },
);

testHost("createHost() says so when the working directory is gone", (command) => {
  const { err, code } = shell("mkdir gone && cd gone && rmdir ../gone && CHILD cwd", command);
  // A runtime that needs the directory for itself ends before us.
  if (code === 5) assert.match(err, /^panto: error: Cannot find the working directory: .+\n$/);
  else assert.notEqual(code, 0);
}, linux);

Deno.test("createHost() gives ids that are UUIDs and differ, and the time", () => {
  const host = createHost();
  const [first, second] = [host.newId(), host.newId()];
  assert.match(first, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.notEqual(first, second);
  assert.ok(Math.abs(host.now().getTime() - Date.now()) < 1000);
  assert.ok(host.columns >= 40);
});
