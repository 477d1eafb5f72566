import assert from "node:assert/strict";
import { readLiveText } from "../../../../lib/live/io/read.ts";
import { PromptTree } from "../../../support/prompt_tree.ts";

const now = new Date(2026, 10, 30, 23, 59);

Deno.test("readLiveText() gives the whole and its parts", () => {
  using tree = new PromptTree();
  const path = tree.write(`${tree.repository}/AGENTS.md`, "Use tabs.\n");
  const live = readLiveText({ cwd: tree.cwd, env: { HOME: tree.home }, now });
  assert.match(live.environment, /^<env>\n {2}Working directory: /);
  assert.equal(live.instructions, `# Project Instructions (from ${path})\n\nUse tabs.`);
  assert.equal(live.text, `${live.environment}\n\n${live.instructions}`);
  assert.deepEqual([live.file, live.warnings], [{ path, text: "Use tabs.\n", bytes: 10 }, []]);
});

Deno.test("readLiveText() is the environment alone where there are no instructions, and cuts long ones", () => {
  using tree = new PromptTree();
  const options = { cwd: tree.cwd, env: { HOME: tree.home }, now };
  const none = readLiveText(options);
  assert.deepEqual([none.text, none.instructions, none.file], [
    none.environment,
    undefined,
    undefined,
  ]);
  tree.write(`${tree.cwd}/AGENTS.md`, "a\u202eb");
  const cut = readLiveText({ ...options, maxInstructions: 1 });
  assert.match(cut.text, /\n\na\n\[truncated — full file at /);
  assert.equal(cut.warnings.length, 1);
});
