import assert from "node:assert/strict";
import { commonOptions } from "../../../../cli/args/groups/common.ts";

Deno.test("commonOptions() takes the directory as it is, and has a default for the rest", () => {
  const raw = { words: [], cwd: "/w" };
  assert.deepEqual(commonOptions({ ...raw, values: { C: "elsewhere" } }), {
    directory: "/w",
    color: "auto",
    quiet: false,
  });
  assert.deepEqual(commonOptions({ ...raw, values: { color: "never", quiet: true } }), {
    directory: "/w",
    color: "never",
    quiet: true,
  });
});
