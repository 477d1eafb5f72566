/** cli/args/groups/template.ts; what command lines come to is in tests/cli/commands/all_test.ts. */

import assert from "node:assert/strict";
import { templateOptions } from "../../../../cli/args/groups/template.ts";

Deno.test("templateOptions() keeps the order of paths, and leaves the values as they were", () => {
  const readable = Object.freeze([{ text: "b", order: 2 }, { text: "c", order: 3 }]);
  const writable = Object.freeze([{ text: "a", order: 1 }]);
  const values = Object.freeze({ readable, writable });
  const { scope } = templateOptions({ values, words: [], cwd: "/w" });
  assert.deepEqual(scope.map(({ target }) => target), ["a", "b", "c"]);
});

Deno.test("templateOptions() refuses paths beside a manifest, and stdin for a file", () => {
  const read = (values: Parameters<typeof templateOptions>[0]["values"]) => () =>
    templateOptions({ values, words: [], cwd: "/w" });
  const writable = [{ text: "a", order: 1 }];
  assert.throws(read({ manifest: "m", writable }), /^UsageError: --writable cannot be used with/);
  assert.throws(read({ manifest: "-" }), /^UsageError: --manifest takes a file/);
  assert.throws(read({ tools: "-" }), /^UsageError: --tools takes a file/);
});
