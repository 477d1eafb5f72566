import assert from "node:assert/strict";
import { projectRootOf, promptFileOptions } from "../../../../cli/args/groups/prompt_files.ts";
import { allFiles } from "../../../support/fake_host.ts";

const raw = { words: [], cwd: "/w" };
const stdin = { type: "stdin" as const };

Deno.test("promptFileOptions() counts every layer unless told otherwise", () => {
  assert.deepEqual(promptFileOptions({ ...raw, values: {} }, []), allFiles);
  assert.deepEqual(
    promptFileOptions({ ...raw, values: { project: false, projectRoot: "r" } }, []),
    { ...allFiles, layers: ["user", "base"], projectRoot: "/w/r" },
  );
  assert.deepEqual(promptFileOptions({ ...raw, values: { layers: [] } }, []).layers, []);
});

Deno.test("promptFileOptions() keeps the files of the call in their order, and reads stdin once", () => {
  const append = Object.freeze(["b.md", "/c.md"]);
  const { launch } = promptFileOptions({ ...raw, values: { system: "-", append } }, []);
  assert.deepEqual(launch, {
    system: stdin,
    append: [
      { type: "file", name: "b.md", path: "/w/b.md" },
      { type: "file", name: "/c.md", path: "/c.md" },
    ],
  });
  for (const values of [{ system: "-" }, { append: ["a", "-"] }]) {
    assert.throws(() => promptFileOptions({ ...raw, values }, [stdin]), /- can be given only once/);
  }
});

Deno.test("projectRootOf() keeps an absolute directory", () => {
  assert.equal(projectRootOf({ values: { projectRoot: "/r" }, words: [], cwd: "/w" }), "/r");
});
