/** cli/args/flags.ts: every row has help and a heading, and commander knows it by its key. */

import assert from "node:assert/strict";
import { Option } from "commander";
import { mayBeNamed, spellingOf } from "../../../cli/args/flag.ts";
import { flags } from "../../../cli/args/flags.ts";
import { commands } from "../../../cli/commands/all.ts";
import { UsageError } from "../../../mod.ts";

const rows = Object.values(flags);

for (const flag of rows) {
  Deno.test(`flags ${flag.name} has help, and its key is commander's name for it`, () => {
    const option = new Option(flag.usage, flag.help);
    assert.equal(option.attributeName(), flag.name);
    assert.equal(option.long ?? option.short, spellingOf(flag));
    assert.equal(option.required, flag.take !== undefined);
    assert.match(flag.group, /^[A-Z][a-z ]+:$/);
    if (flag !== flags.format) assert.notEqual(flag.help, "");
    for (const name of [option.short, option.long]) {
      if (name !== undefined) assert.ok(mayBeNamed(flag, [name]));
    }
  });
}

Deno.test("flags are spelled once each, and each is one of some command's", () => {
  const used = new Set(commands.flatMap((command) => command.flags.map(({ name }) => name)));
  assert.deepEqual(rows.map(({ name }) => name).filter((name) => !used.has(name)), []);
  const spellings = rows.flatMap(({ usage }) => usage.match(/(?<![\w-])--?[a-zA-Z-]+/g) ?? []);
  assert.deepEqual(spellings, [...new Set(spellings)]);
});

Deno.test("flags refuse an empty text, which an unset variable gives", () => {
  const { C, leaf, projectRoot, message, manifest, vars, tool, tools, readable, model } = flags;
  for (
    const flag of [C, leaf, projectRoot, message, manifest, vars, tool, tools, readable, model]
  ) {
    assert.throws(() => flag.take?.("", undefined, 0), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, `${spellingOf(flag)} is empty`);
      return true;
    });
  }
});

Deno.test("flags that take a list say so", () => {
  const lists = rows.filter((flag) => /repeatable/.test(flag.help)).map(({ name }) => name);
  assert.deepEqual(lists, ["append", "var", "tool", "readable", "writable"]);
  assert.deepEqual(flags.tool.take?.("b", ["a"], 0), ["a", "b"]);
});
