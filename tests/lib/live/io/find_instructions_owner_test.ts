import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chownSync, lchownSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { readAgentsMd } from "../../../../lib/live/io/find_instructions.ts";
import { InstructionTree } from "../../../support/instruction_tree.ts";

// Of a directory where others may write, only what belongs to the user or root counts (DESIGN §7).

const self = process.geteuid?.() ?? 0;
const isRoot = self === 0;
if (!isRoot) console.error("skipped: tests of owners, since only root can give files away");

const mallory = 4242;
const ann = 4243;

Deno.test(
  "readInstructions() passes over the files of others, with a warning",
  { ignore: !isRoot },
  () => {
    using tree = new InstructionTree();
    const agents = tree.write(join(tree.sub, "AGENTS.md"), "hostile");
    const above = tree.write(join(tree.project, "AGENTS.md"), "project");
    assert.equal(tree.found(), agents, "root's");
    chownSync(agents, mallory, mallory);
    const message = `Cannot use "${agents}": it belongs to user 4242, not to root; it is left out`;
    const warnings = [{ message, place: { path: agents } }];
    assert.deepEqual([tree.search().instructions?.path, tree.search().warnings], [above, warnings]);
    const beside = tree.write(join(tree.sub, "CLAUDE.md"), "beside");
    assert.deepEqual([tree.search().instructions?.path, tree.search().warnings], [
      beside,
      warnings,
    ]);
    assert.match(
      tree.search({ userId: ann }).warnings[0]?.message ?? "",
      /: it belongs to user 4242, not to user 4243 or root; it is left out$/,
    );
    assert.equal(tree.found({ userId: mallory }), agents, "the user's own");
    assert.deepEqual(readAgentsMd({ cwd: tree.sub, env: {} }), { text: undefined, warnings });
  },
);

Deno.test("readInstructions() passes over the directories of others", { ignore: !isRoot }, () => {
  using tree = new InstructionTree();
  const agents = tree.write(join(tree.sub, "AGENTS.md"), "hostile");
  const above = tree.write(join(tree.project, "AGENTS.md"), "project");
  chownSync(tree.sub, mallory, mallory);
  const { instructions, warnings } = tree.search();
  assert.equal(instructions?.path, above);
  assert.deepEqual(warnings, [{
    message:
      `Cannot use "${agents}": its directory belongs to user 4242, not to root; it is left out`,
    place: { path: agents },
  }]);
  chownSync(tree.sub, 0, 0);
  chownSync(tree.project, mallory, mallory);
  assert.equal(tree.found(), agents, "that of the file counts, not one above it");
  assert.equal(tree.search({ cwd: tree.project }).warnings.length, 1, "a parent directory");
});

Deno.test(
  "readInstructions() says nothing of directories without such a file",
  { ignore: !isRoot },
  () => {
    using tree = new InstructionTree();
    chownSync(tree.sub, mallory, mallory);
    const above = tree.write(join(tree.project, "AGENTS.md"), "project");
    assert.equal(tree.found(), above);
  },
);

Deno.test(
  "readInstructions() looks at the owner of the link and of the file",
  { ignore: !isRoot },
  () => {
    using tree = new InstructionTree();
    const target = tree.write(join(tree.project, "notes.md"), "notes");
    const path = tree.link(join(tree.sub, "AGENTS.md"), "../notes.md");
    assert.equal(tree.found(), path);
    lchownSync(path, mallory, mallory);
    assert.equal(
      tree.warning(),
      `Cannot use "${path}": it belongs to user 4242, not to root; it is left out`,
    );
    lchownSync(path, 0, 0);
    chownSync(target, mallory, mallory);
    assert.equal(
      tree.warning(),
      `Cannot use "${path}": the file it leads to belongs to user 4242, not to root; it is left out`,
    );
  },
);

Deno.test("readInstructions() never gives the text of another's file that is switched in", {
  ignore: !isRoot,
}, async () => {
  using tree = new InstructionTree();
  tree.write(join(tree.project, "good"), "good");
  chownSync(tree.write(join(tree.project, "bad"), "bad"), mallory, mallory);
  const path = join(tree.sub, "AGENTS.md");
  const loop = `while :; do ln -sfn ../bad "$0.new"; mv -T "$0.new" "$0"
    ln -sfn ../good "$0.new"; mv -T "$0.new" "$0"; done`;
  const switcher = spawn("sh", ["-c", loop, path]);
  const gone = new Promise((resolve) => switcher.on("exit", resolve));
  const seen = { good: 0, leftOut: 0 };
  try {
    const end = performance.now() + 10_000;
    while (performance.now() < end && (seen.good < 3000 || seen.leftOut < 3000)) {
      const { instructions, warnings } = tree.search();
      if (instructions !== undefined) {
        assert.equal(instructions.text, "good");
        seen.good++;
      } else if (warnings.length > 0) seen.leftOut++;
    }
  } finally {
    switcher.kill("SIGKILL");
    await gone;
  }
  assert(seen.good > 0 && seen.leftOut > 0, JSON.stringify(seen));
});

Deno.test("readInstructions() knows who runs it when nobody says so", { ignore: isRoot }, () => {
  using tree = new InstructionTree();
  const path = tree.write(join(tree.sub, "AGENTS.md"), "text");
  assert.equal(tree.found(), path);
  assert.equal(
    tree.warning({ userId: self + 1 }),
    `Cannot use "${path}": it belongs to user ${self}, not to user ${
      self + 1
    } or root; it is left out`,
  );
});
