import assert from "node:assert/strict";
import { readConfigured, readOriginSources, readRenderInputs } from "../../../cli/input/config.ts";
import { DEFAULT_PROMPT, freezeBlocks } from "../../../mod.ts";
import { allFiles, fakeHost, noTemplates } from "../../support/fake_host.ts";
import { PromptTree } from "../../support/prompt_tree.ts";

function optionsIn(tree: PromptTree) {
  return { directory: tree.cwd, ...allFiles, ...noTemplates };
}

Deno.test("readConfigured() turns options into a configuration, and prints nothing", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "a\u202eb");
  tree.put(
    "user",
    "APPEND_SYSTEM.md.j2",
    "{{ vars.a }} {{ tools }} {{ time }} {{ scope.readable }}",
  );
  const host = fakeHost([], { env: { HOME: tree.home } });
  const options = {
    ...optionsIn(tree),
    vars: { a: "1" },
    tools: ["ls"],
    scope: [{ target: "/", permission: "read" as const }],
  };
  const config = readConfigured(host, options);
  assert.equal(config.warnings.length, 1);
  assert.deepEqual(freezeBlocks(config, []).blocks.map(({ text }) => text), [
    "a\u202eb",
    '1 ["ls"] 18:00:00 ["/"]',
  ]);
  const [only] =
    readConfigured(host, { ...options, layers: ["user" as const, "base" as const] }).blocks;
  assert.ok(only !== undefined && "text" in only && only.text === DEFAULT_PROMPT);
  assert.equal(host.err(), "");
});

Deno.test("readRenderInputs() takes variables of every JSON type", () => {
  using tree = new PromptTree();
  const host = fakeHost([], { env: { HOME: tree.home } });
  const { variables } = readRenderInputs(host, { ...optionsIn(tree), vars: { a: [1, null] } });
  assert.deepEqual([variables.cwd, variables.vars], [tree.cwd, { a: [1, null] }]);
});

Deno.test("readOriginSources() is empty, with a warning, when the files cannot be used", () => {
  using tree = new PromptTree();
  tree.put("project", "APPEND_SYSTEM.md", "a\u202eb");
  const host = fakeHost([], { env: { HOME: tree.home } });
  const found = readOriginSources(host, optionsIn(tree));
  assert.deepEqual([found.configured?.blocks.length, found.warnings], [2, []]);
  tree.put("user", "SYSTEM.md", "\0");
  const { configured, warnings } = readOriginSources(host, optionsIn(tree));
  assert.equal(configured, undefined);
  assert.match(warnings[0]?.message ?? "", /^no origins: Cannot read/);
  assert.equal(host.err(), "");
});
