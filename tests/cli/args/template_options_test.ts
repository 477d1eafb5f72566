/** cli/args/template_options.ts; what command lines come to is in tests/cli/args/invocation_test.ts. */

import assert from "node:assert/strict";
import { templateFlagOf, templateOptions } from "../../../cli/args/template_options.ts";

Deno.test("templateFlagOf() finds every option about templates, and no other", () => {
  assert.equal(templateFlagOf({}), undefined);
  assert.equal(templateFlagOf({ live: true, raw: true, vars: "v", check: true }), undefined);
  const table: [values: Parameters<typeof templateFlagOf>[0], flag: string][] = [
    [{ manifest: "m" }, "--manifest"],
    [{ var: [] }, "--var"],
    [{ tool: [] }, "--tool"],
    [{ tools: "t" }, "--tools"],
    [{ readable: [] }, "--readable"],
    [{ writable: [] }, "--writable"],
  ];
  for (const [values, flag] of table) assert.equal(templateFlagOf(values), flag);
});

Deno.test("templateOptions() leaves the raw values as they were", () => {
  const readable = Object.freeze([{ text: "b", order: 2 }, { text: "c", order: 3 }]);
  const writable = Object.freeze([{ text: "a", order: 1 }]);
  const values = Object.freeze({ readable, writable });
  const { scope } = templateOptions({ values, words: [], cwd: "/w" });
  assert.deepEqual(scope.map(({ target }) => target), ["a", "b", "c"]);
});
