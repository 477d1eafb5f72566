import assert from "node:assert/strict";
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { assemblePrompt, liveBlock } from "../../../lib/live/assemble.ts";
import { DEFAULT_PROMPT } from "../../../lib/prompt_files/default.ts";
import { environmentBlock } from "../../../lib/live/env_block.ts";
import { readLiveText } from "../../../lib/live/io/read.ts";
import { PromptTree } from "../../support/prompt_tree.ts";

const now = new Date(2026, 10, 30, 23, 59);

/** All three layers of a directory, as `panto assemble` puts them together. */
function build(tree: PromptTree, cwd = tree.cwd): string {
  const env = { HOME: tree.root }; // nothing above the tree is looked at
  return assemblePrompt(DEFAULT_PROMPT, readLiveText({ env, cwd, now }).text);
}

Deno.test("assemblePrompt() puts a blank line between the parts", () => {
  const table: [parts: [string, string, string?], wanted: string][] = [
    [["static", "<env>"], "static\n\n<env>"],
    [["static", "<env>", "# Project"], "static\n\n<env>\n\n# Project"],
    [["static\n", "<env>", "# Project\n"], "static\n\n<env>\n\n# Project"],
    [["static \r\n\n", "<env>"], "static \n\n<env>"],
    [["", "<env>", "# Project"], "<env>\n\n# Project"],
    [[" \n", "<env>"], "<env>"],
  ];
  for (const [[start, ...live], wanted] of table) {
    assert.equal(assemblePrompt(start, liveBlock(...live)), wanted);
  }
});

Deno.test("liveBlock() is the part that changes from call to call", () => {
  assert.equal(liveBlock("<env>"), "<env>");
  assert.equal(liveBlock("<env>", "# Project"), "<env>\n\n# Project");
});

Deno.test("assemblePrompt() with all parts has the layout of the design, to the byte", () => {
  using tree = new PromptTree();
  tree.write(join(tree.cwd, "main.go"), "");
  tree.write(join(tree.cwd, "cmd", "x.go"), "");
  const path = tree.write(join(tree.repository, "AGENTS.md"), "# Rules\n\nUse tabs.\n");
  assert.equal(
    build(tree),
    `${DEFAULT_PROMPT.trimEnd()}

<env>
  Working directory: ${tree.cwd}
  Platform: linux
  Today's date: 2026-11-30
  Is git repo: no
</env>

Top-level project structure:

cmd/ main.go

# Project Instructions (from ${path})

# Rules

Use tabs.`,
  );
});

Deno.test("assemblePrompt() without listing and instructions ends with the block", () => {
  using tree = new PromptTree();
  const text = build(tree);
  assert.match(text, /^You are Panto/);
  assert(text.endsWith(
    "\n\n" + environmentBlock({
      cwd: tree.cwd,
      platform: "linux",
      date: "2026-11-30",
      isGitRepo: false,
      entries: [],
    }),
  ));
  assert(!text.includes("# Project Instructions"));
});

Deno.test("assemblePrompt() of two calls differs only in what has changed between them", () => {
  using tree = new PromptTree();
  const path = tree.write(join(tree.cwd, "AGENTS.md"), "one\n");
  const first = build(tree);
  assert.equal(build(tree), first);
  tree.write(path, "two\n");
  assert.equal(build(tree), first.replace(/one$/, "two"));
  rmSync(path);
  assert(!build(tree).includes("# Project Instructions"));
});

Deno.test("assemblePrompt() and what it is made from write nothing", () => {
  using tree = new PromptTree();
  tree.write(join(tree.cwd, "AGENTS.md"), "one\n");
  const state = () =>
    readdirSync(tree.root, { recursive: true, encoding: "utf8" }).sort()
      .map((name) => [name, statSync(join(tree.root, name)).mtimeMs]);
  const before = state();
  build(tree);
  assert.deepEqual(state(), before);
});
