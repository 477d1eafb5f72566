/** cli/input/live.ts: live text of a directory, and the block that it becomes. */

import assert from "node:assert/strict";
import { liveDocuments, liveTextOf, readLive, withLive } from "../../../cli/input/live.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { PromptTree } from "../../support/prompt_tree.ts";

function optionsOf(tree: PromptTree, maxInstructions = 8192) {
  return { directory: tree.cwd, projectRoot: undefined, maxInstructions, live: true };
}

Deno.test("readLive() is the environment block and the instructions", () => {
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
  assert.deepEqual(readLive(host, optionsOf(tree)), { text: environment, warnings: [] });
  const path = tree.write(`${tree.repository}/AGENTS.md`, "Use tabs.\n");
  const section = `# Project Instructions (from ${path})\n\nUse tabs.`;
  assert.equal(readLive(host, optionsOf(tree)).text, `${environment}\n\n${section}`);
  assert.deepEqual(liveTextOf(host, optionsOf(tree)), {
    text: `${environment}\n\n${section}`,
    environment,
    instructions: section,
    file: { path, text: "Use tabs.\n", bytes: 10 },
    warnings: [],
  });
});

Deno.test("readLive() cuts the instructions and says what is odd about them, without printing", () => {
  using tree = new PromptTree();
  const path = tree.write(`${tree.cwd}/AGENTS.md`, "a\u202eb");
  const host = fakeHost([], { env: { HOME: tree.home } });
  assert.match(readLive(host, optionsOf(tree, 1)).text ?? "", /\n\na\n\[truncated — full file at /);
  const { text, warnings } = readLive(host, optionsOf(tree, 0));
  assert.match(text ?? "", /\n\na\u202eb$/);
  assert.equal(warnings.length, 1);
  assert.ok(warnings[0]?.message.startsWith(`Invisible characters in "${path}"`));
  assert.equal(host.err(), "");
});

Deno.test("readLive() takes a text that was assembled before, and none where none is asked for", () => {
  using tree = new PromptTree();
  tree.write(`${tree.cwd}/AGENTS.md`, "a\u202eb");
  const host = fakeHost([], { env: { HOME: tree.home } });
  const options = { ...optionsOf(tree), assembled: "before" };
  assert.deepEqual(readLive(host, options), { text: "before", warnings: [] });
  assert.deepEqual(readLive(host, { ...options, live: false }), { text: undefined, warnings: [] });
});

Deno.test("withLive() adds the live block last, and only where there is one", () => {
  const blocks = [{ text: "recorded" }];
  assert.equal(withLive(blocks, { text: undefined }), blocks);
  assert.deepEqual(withLive(blocks, { text: "live" }), [{ text: "recorded" }, { text: "live" }]);
});

Deno.test("liveDocuments() describes the live block as nothing recorded", () => {
  assert.deepEqual(liveDocuments({ text: undefined }), []);
  const [document] = liveDocuments({ text: "live" });
  assert.deepEqual([document?.mode, document?.position, document?.line, document?.origin], [
    "live",
    null,
    null,
    "live",
  ]);
});
