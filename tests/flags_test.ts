/** cli/flags.ts: every option has help, no default of commander's, and refuses to be given twice. */

import assert from "node:assert/strict";
import { makeFlag, makeFormatFlag } from "../cli/flags.ts";
import type { FlagName } from "../cli/flags.ts";
import { UsageError } from "../mod.ts";

const names: readonly FlagName[] = [
  ...["C", "format", "json", "color", "quiet", "raw", "leaf", "lenient", "project"] as const,
  ...["projectRoot", "keepEdits", "reseed", "dryRun", "exitCode", "adopt", "lock"] as const,
  ...["lockTimeout", "model", "maxTokens", "systemForm", "mergeSystem", "systemRole"] as const,
  ...["at", "from", "to", "role", "replace", "message"] as const,
];

for (const name of names) {
  Deno.test(`makeFlag() ${name} goes by its name and sets no default`, () => {
    const option = makeFlag(name);
    assert.equal(option.attributeName(), name);
    assert.equal(option.defaultValue, undefined);
    assert.notEqual(option, makeFlag(name));
    if (name !== "format") assert.notEqual(option.description, "");
  });
}

Deno.test("makeFlag() refuses a value the second time", () => {
  for (const name of names) {
    const option = makeFlag(name);
    if (!option.required) continue;
    assert.throws(() => option.parseArg?.("1", "0"), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, `${option.long ?? option.short} is given more than once`);
      return true;
    });
  }
});

Deno.test("makeFormatFlag() names its formats and the default", () => {
  const option = makeFormatFlag(["text", "json", "openai"]);
  assert.equal(option.description, "text, json or openai (default: text)");
});
