import assert from "node:assert/strict";
import { projectRootOf, promptFileOptions } from "../../../../cli/args/options/prompt_files.ts";

Deno.test("promptFileOptions() counts every layer unless told otherwise", () => {
  const raw = { words: [], cwd: "/w" };
  assert.deepEqual(promptFileOptions({ ...raw, values: {} }), {
    project: true,
    projectRoot: undefined,
  });
  assert.deepEqual(promptFileOptions({ ...raw, values: { project: false, projectRoot: "r" } }), {
    project: false,
    projectRoot: "/w/r",
  });
});

Deno.test("projectRootOf() keeps an absolute directory", () => {
  assert.equal(projectRootOf({ values: { projectRoot: "/r" }, words: [], cwd: "/w" }), "/r");
});
