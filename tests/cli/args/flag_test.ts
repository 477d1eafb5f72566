/** cli/args/flag.ts: the kinds of flags, with values that are folded one by one. */

import assert from "node:assert/strict";
import {
  firstGiven,
  mayBeNamed,
  named,
  repeated,
  type Row,
  spellingOf,
  switched,
  valued,
  withHelp,
} from "../../../cli/args/flag.ts";
import { UsageError } from "../../../mod.ts";

const echo = (name: string, value: string, order: number) => `${name}=${value}@${order}`;

function taken<Value>(row: Row<Value>, ...texts: string[]): Value | undefined {
  let value: Value | undefined;
  texts.forEach((text, order) => value = row.take?.(text, value, order));
  return value;
}

Deno.test("switched() takes no value", () => {
  assert.equal(switched("-q, --quiet", "", "").take, undefined);
});

Deno.test("valued() gives its parser the longest name and the order, and refuses a second value", () => {
  const format = valued("-f, --format <FORMAT>", "", echo, "");
  assert.equal(taken(format, "a"), "--format=a@0");
  assert.equal(taken(valued("-C <DIR>", "", echo, ""), "a"), "-C=a@0");
  assert.throws(() => taken(format, "a", "b"), (error) => {
    assert.ok(error instanceof UsageError);
    assert.equal(error.message, "--format is given more than once");
    return true;
  });
});

Deno.test("repeated() collects its values, and leaves an earlier list as it was", () => {
  const tool = repeated("--tool <NAME>", "", echo, "");
  const first = Object.freeze(["x"]);
  assert.deepEqual(tool.take?.("y", first, 3), ["x", "--tool=y@3"]);
  assert.deepEqual(taken(tool, "c", "d"), ["--tool=c@0", "--tool=d@1"]);
});

Deno.test("named() gives rows their keys, withHelp() another line of help", () => {
  const { keepEdits } = named({ keepEdits: switched("--keep-edits", "old", "Files:") });
  assert.deepEqual(keepEdits, {
    name: "keepEdits",
    usage: "--keep-edits",
    help: "old",
    group: "Files:",
  });
  assert.deepEqual(withHelp(keepEdits, "new"), { ...keepEdits, help: "new" });
});

Deno.test("spellingOf() is the long form where there is one", () => {
  const spellings = ["-f, --format <FORMAT>", "-C <DIR>", "--no-lock"]
    .map((usage) => spellingOf({ usage }));
  assert.deepEqual(spellings, ["--format", "-C", "--no-lock"]);
});

Deno.test("firstGiven() goes by the order of the flags, and takes false for given", () => {
  const { a, b, lock } = named({
    a: switched("--aa", "", ""),
    b: switched("--bb", "", ""),
    lock: switched("--no-lock", "", ""),
  });
  assert.equal(firstGiven({ b: true, a: true }, [a, b]), "--aa");
  assert.equal(firstGiven({ lock: false }, [a, lock]), "--no-lock");
  assert.equal(firstGiven({ b: true }, [a, lock]), undefined);
});

Deno.test("mayBeNamed() finds a flag by each of its names, among other letters too", () => {
  const dryRun = { usage: "-n, --dry-run" };
  for (const word of ["--dry-run", "-n", "-qn", "--dry-run=1"]) {
    assert.ok(mayBeNamed(dryRun, ["s", word]), word);
  }
  assert.ok(mayBeNamed({ usage: "-C <DIR>" }, ["-Cdir"]));
  assert.ok(!mayBeNamed(dryRun, ["s", "-", "dryRun", "n", "--dry", "--dry-runs"]));
  assert.ok(!mayBeNamed({ usage: "--at <N>" }, ["-1", "--attach"]));
});
