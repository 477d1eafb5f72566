/** cli/input/live.ts: live text of a directory, warnings told. */

import assert from "node:assert/strict";
import { liveParts, liveText } from "../../../cli/input/live.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { PromptTree } from "../../support/prompt_tree.ts";

function optionsOf(tree: PromptTree, maxInstructions = 8192) {
  return { directory: tree.cwd, projectRoot: undefined, maxInstructions };
}

Deno.test("liveText() is the environment block and the instructions", () => {
  using tree = new PromptTree();
  tree.write(`${tree.cwd}/main.ts`, "");
  const host = fakeHost([], { env: { HOME: tree.home } });
  const environment = [
    "<env>",
    `  Working directory: ${tree.cwd}`,
    "  Platform: linux",
    "  Today's date: 2026-11-30",
    "  Is git repo: no",
    "</env>",
    "",
    "Top-level project structure:",
    "",
    "main.ts",
  ].join("\n");
  assert.equal(liveText(host, optionsOf(tree)), environment);
  const path = tree.write(`${tree.repository}/AGENTS.md`, "Use tabs.\n");
  const section = `# Project Instructions (from ${path})\n\nUse tabs.`;
  assert.equal(liveText(host, optionsOf(tree)), `${environment}\n\n${section}`);
  assert.deepEqual(liveParts(host, optionsOf(tree)), {
    environment,
    instructions: section,
    file: { path, text: "Use tabs.\n", bytes: 10 },
  });
  assert.equal(host.err(), "");
});

Deno.test("liveText() cuts the instructions and tells what is odd about them", () => {
  using tree = new PromptTree();
  const path = tree.write(`${tree.cwd}/AGENTS.md`, "a\u202eb");
  const host = fakeHost([], { env: { HOME: tree.home } });
  assert.match(liveText(host, optionsOf(tree, 1)), /\n\na\n\[truncated — full file at /);
  assert.match(liveText(host, optionsOf(tree, 0)), /\n\na\u202eb$/);
  assert.ok(host.err().startsWith(`panto: warning: Invisible characters in "${path}"`));
});
