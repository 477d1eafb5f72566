import assert from "node:assert/strict";
import { originFinder, originOf } from "../../../cli/input/origin.ts";
import { DEFAULT_PROMPT } from "../../../lib/prompt_files/default.ts";
import { fakeHost, noTemplates } from "../../support/fake_host.ts";
import { PromptTree } from "../../support/prompt_tree.ts";

Deno.test("originFinder() finds the file whose text a block has", () => {
  using tree = new PromptTree();
  const path = tree.put("user", "APPEND_SYSTEM.md", "user text");
  const host = fakeHost([], { env: { HOME: tree.home } });
  const find = originFinder(host, {
    directory: tree.cwd,
    project: true,
    projectRoot: undefined,
    ...noTemplates,
  });
  assert.deepEqual(find({ text: "user text" }), { layer: "user", path });
  assert.equal(find({ text: DEFAULT_PROMPT }), "built-in");
  assert.equal(find({ text: "user text\n" }), null);
});

Deno.test("originFinder() finds nothing, with a warning, when the files cannot be used", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "\0");
  const host = fakeHost([], { env: { HOME: tree.home } });
  const find = originFinder(host, {
    directory: tree.cwd,
    project: true,
    projectRoot: undefined,
    ...noTemplates,
  });
  assert.equal(find({ text: DEFAULT_PROMPT }), null);
  assert.match(host.err(), /^panto: warning: no origins: Cannot read/);
});

Deno.test("originOf() names layer and path, or the built-in prompt", () => {
  assert.deepEqual(originOf({ source: { type: "file", layer: "base", path: "/p" } }), {
    layer: "base",
    path: "/p",
  });
  assert.equal(originOf({ source: { type: "built-in" } }), "built-in");
});
