import assert from "node:assert/strict";
import { layersText, readConfigured, readConfiguredQuietly } from "../../../cli/input/config.ts";
import type { ResolvedBlock } from "../../../lib/types.ts";
import { fakeHost, noTemplates } from "../../support/fake_host.ts";
import { PromptTree } from "../../support/prompt_tree.ts";

Deno.test("readConfigured() reads the layers and tells their warnings", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "a\u202eb");
  const host = fakeHost([], { env: { HOME: tree.home } });
  const options = {
    directory: tree.cwd,
    project: true,
    projectRoot: undefined,
    ...noTemplates,
  };
  assert.deepEqual(
    readConfigured(host, options).blocks.map((block) => "text" in block && block.text),
    [
      "a\u202eb",
    ],
  );
  assert.match(host.err(), /^panto: warning: .*U\+202E/);
  const quiet = fakeHost([], { env: { HOME: tree.home } });
  assert.equal(readConfiguredQuietly(quiet, options).warnings.length, 1);
  assert.equal(quiet.err(), "");
});

Deno.test("layersText() names the seed and the appends", () => {
  const block = (layer: "project" | "user" | "base" | "built-in"): ResolvedBlock => ({
    text: "",
    source: layer === "built-in" ? { type: layer } : { type: "file", layer, path: "/p" },
  });
  assert.equal(layersText([block("built-in")]), "seed built-in");
  assert.equal(layersText([block("user"), block("project")]), "seed user, append project");
  assert.equal(
    layersText([block("project"), block("user"), block("base")]),
    "seed project, appends user, base",
  );
});
