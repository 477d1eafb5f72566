/** cli/args/flags.ts: every option has help, no default of commander's, and refuses to be given twice. */

import assert from "node:assert/strict";
import type { Option } from "commander";
import { makeFlag, makeFormatFlag, mayBeNamed } from "../../../cli/args/flags.ts";
import type { FlagName, OrderedText } from "../../../cli/args/flags.ts";
import { UsageError } from "../../../mod.ts";

const names: readonly FlagName[] = [
  ...["C", "format", "json", "color", "quiet", "raw", "leaf", "lenient", "project"] as const,
  ...["projectRoot", "keepEdits", "reseed", "dryRun", "exitCode", "adopt", "lock"] as const,
  ...["lockTimeout", "model", "maxTokens", "systemForm", "mergeSystem", "systemRole"] as const,
  ...["at", "from", "to", "role", "replace", "message", "manifest", "var", "vars"] as const,
  ...["tool", "tools", "readable", "writable", "check", "live", "maxInstructions"] as const,
];
const repeatable: readonly FlagName[] = ["var", "tool", "readable", "writable"];

for (const name of names) {
  Deno.test(`makeFlag() ${name} goes by its name and sets no default`, () => {
    const option = makeFlag(name);
    assert.equal(option.attributeName(), name);
    assert.equal(option.defaultValue, undefined);
    assert.notEqual(option, makeFlag(name));
    if (name !== "format") assert.notEqual(option.description, "");
  });
}

Deno.test("mayBeNamed() finds every option by each of its names, and nothing in other words", () => {
  for (const name of names) {
    const { long, short } = makeFlag(name);
    const words = [long, long && `${long}=1`, short, short && `${short}x`].filter((w) => w);
    for (const word of words) assert.ok(mayBeNamed(name, ["s", word ?? ""]), word);
    assert.ok(!mayBeNamed(name, ["s", "-", name, "a--b", "--zzz"]));
  }
});

Deno.test("makeFlag() refuses a value the second time", () => {
  for (const name of names) {
    const option = makeFlag(name);
    if (!option.required || repeatable.includes(name)) continue;
    assert.throws(() => option.parseArg?.("1", "0"), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, `${option.long ?? option.short} is given more than once`);
      return true;
    });
  }
});

Deno.test("makeFlag() collects the values of an option that can be repeated", () => {
  const tool = makeFlag("tool");
  const first = tool.parseArg?.("b", undefined);
  assert.deepEqual(tool.parseArg?.("a", first), ["b", "a"]);
  assert.deepEqual(first, ["b"]);
  for (const name of repeatable) {
    assert.throws(() => makeFlag(name).parseArg?.("", undefined), UsageError);
    assert.match(makeFlag(name).description, /repeatable/);
  }
});

Deno.test("makeFlag() readable and writable number their values together", () => {
  const [readable, writable] = [makeFlag("readable"), makeFlag("writable")];
  const parse = (option: Option, text: string, previous?: unknown): unknown =>
    option.parseArg?.(text, previous);
  const first = parse(readable, "a");
  const second = parse(writable, "b");
  const all = [parse(readable, "c", first), second].flat() as OrderedText[];
  const inOrder = all.toSorted((a, b) => a.order - b.order).map(({ text }) => text);
  assert.deepEqual(inOrder, ["a", "b", "c"]);
});

Deno.test("makeFormatFlag() names its formats and the default", () => {
  const option = makeFormatFlag(["text", "json", "openai"]);
  assert.equal(option.description, "text, json or openai (default: text)");
});
