import assert from "node:assert/strict";
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../../../../lib/errors.ts";
import type { ReadPromptOptions } from "../../../../lib/prompt_files/io/read.ts";
import { PromptTree, readPlain } from "../../../support/prompt_tree.ts";

// The project layer is untrusted input (DESIGN §2.8); the other rules are in read_test.ts.

const APPEND = "APPEND_SYSTEM.md";

function texts(options: ReadPromptOptions): string[] {
  return readPlain(options).blocks.map(({ text }) => text);
}

function refusal(options: ReadPromptOptions): ConfigError {
  try {
    readPlain(options);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error;
  }
  return assert.fail("nothing was thrown");
}

Deno.test("readLayeredPrompt() refuses project files that lead outside the project", () => {
  const table: [why: string, target: (tree: PromptTree) => string][] = [
    ["relative", () => "../../../secret"],
    ["absolute", (tree) => join(tree.root, "secret")],
    ["through a link", (tree) => tree.link(join(tree.repository, "out"), "../secret")],
    ["beside, with a longer name", (tree) => tree.write(`${tree.repository}-2/secret`, "")],
    ["the user layer's file", (tree) => tree.put("user", "secret", "")],
  ];
  for (const [why, target] of table) {
    using tree = new PromptTree();
    tree.write(join(tree.root, "secret"), "secret");
    const path = tree.link(tree.path("project", APPEND), target(tree));
    const realPath = realpathSync(path);
    const state = `its real path "${realPath}" lies outside the project "${tree.repository}"`;
    assert.equal(refusal(tree.sources).message, `Cannot read "${path}": ${state}`, why);
  }
});

Deno.test("readLayeredPrompt() refuses /proc/self/environ, /dev/zero and /etc/passwd in a project", () => {
  for (const target of ["/proc/self/environ", "/dev/zero", "/etc/passwd"]) {
    using tree = new PromptTree();
    const path = tree.link(tree.path("project", "SYSTEM.md"), target);
    const { message, place } = refusal(tree.sources);
    assert(message.startsWith(`Cannot read "${path}": its real path "/`), message);
    assert.deepEqual(place, { path });
  }
});

Deno.test("readLayeredPrompt() refuses a project directory that leads outside", () => {
  using tree = new PromptTree();
  tree.write(join(tree.root, "elsewhere", APPEND), "outside");
  symlinkSync("../../elsewhere", tree.directories.project);
  assert.match(refusal(tree.sources).message, /elsewhere\/APPEND_SYSTEM\.md" lies outside/);
  const projectRoot = tree.root;
  assert.deepEqual(texts({ ...tree.sources, projectRoot }), ["built-in", "outside"]);
});

Deno.test("readLayeredPrompt() follows project links that stay in the repository", () => {
  using tree = new PromptTree();
  const text = tree.write(join(tree.repository, "docs", "prompt.md"), "inside");
  for (const target of ["../../docs/prompt.md", text]) {
    const path = tree.link(tree.path("project", target === text ? "SYSTEM.md" : APPEND), target);
    assert.equal(realpathSync(path), text);
  }
  assert.deepEqual(texts(tree.sources), ["inside", "inside"]);
  const error = refusal({ ...tree.sources, projectRoot: "." });
  assert.match(error.message, /docs\/prompt\.md" lies outside the project ".*\/work"$/);
  const env = { HOME: tree.home, PANTO_PROJECT_ROOT: tree.cwd };
  assert.match(refusal({ ...tree.sources, env }).message, /lies outside the project/);
});

Deno.test("readLayeredPrompt() does not take a home directory under git for the project", () => {
  using tree = new PromptTree();
  mkdirSync(join(tree.home, ".git"));
  tree.write(join(tree.home, ".ssh", "id"), "key");
  const cwd = join(tree.home, "work");
  const path = tree.link(join(cwd, ".panto", APPEND), "../../.ssh/id");
  const { message } = refusal({ ...tree.sources, cwd });
  const state = `its real path "${tree.home}/.ssh/id" lies outside the project "${cwd}"`;
  assert.equal(message, `Cannot read "${path}": ${state}`);
});

Deno.test("readLayeredPrompt() says that the working directory or the named project is not there", () => {
  using tree = new PromptTree();
  const none = join(tree.root, "none");
  assert.match(
    refusal({ ...tree.sources, cwd: none }).message,
    /as the working directory: it does/,
  );
  const { message } = refusal({ ...tree.sources, projectRoot: none });
  assert.equal(message, `Cannot use "${none}" as the project directory: it does not exist`);
});

Deno.test("readLayeredPrompt() warns of invisible characters in project files and keeps them", () => {
  using tree = new PromptTree();
  const text = "one\nt\u{e0057}wo\u202e\nthree ❤\ufe0f 👩\u200d👧\n";
  const seed = tree.put("project", "SYSTEM.md", text);
  tree.put("project", APPEND, "plain ❤\ufe0f\n");
  tree.put("user", APPEND, "\u200b");
  const { blocks, warnings } = readPlain(tree.sources);
  assert.equal(blocks[0]?.text, text);
  assert.deepEqual(warnings, [{
    message: `Invisible characters in "${seed}": U+E0057 (line 2), U+202E (line 2)`,
    place: { path: seed, line: 2 },
  }]);
});
