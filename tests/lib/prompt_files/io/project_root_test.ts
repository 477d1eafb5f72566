import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "../../../../lib/errors.ts";
import { findProjectRoot } from "../../../../lib/prompt_files/io/project_root.ts";
import { PromptTree } from "../../../support/prompt_tree.ts";

/** A root with directories made as told; names that end in a dot-git file get one. */
function place(directories: readonly string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "panto-test-")));
  for (const directory of directories) mkdirSync(join(root, directory), { recursive: true });
  return root;
}

Deno.test("findProjectRoot() takes the nearest ancestor with .git unless home lies in it", () => {
  const table: [
    why: string,
    made: string[],
    cwd: string,
    home: string | undefined,
    root: string,
  ][] = [
    ["no repository", ["h", "w"], "w", "h", "w"],
    ["the directory itself", ["h", "w/.git"], "w", "h", "w"],
    ["an ancestor outside home", ["h", "r/.git", "r/a/b"], "r/a/b", "h", "r"],
    ["an ancestor below home", ["h/r/.git", "h/r/a"], "h/r/a", "h", "h/r"],
    ["the nearest of two", ["h", "r/.git", "r/s/.git", "r/s/a"], "r/s/a", "h", "r/s"],
    ["home is a repository", ["h/.git", "h/a/b"], "h/a/b", "h", "h/a/b"],
    ["home itself, as one", ["h/.git"], "h", "h", "h"],
    ["a repository below one in home", ["h/.git", "h/r/.git", "h/r/a"], "h/r/a", "h", "h/r"],
    ["a repository that holds home", ["x/.git", "x/h", "x/a"], "x/a", "x/h", "x/a"],
    ["the same, from within home", ["x/.git", "x/h/a"], "x/h/a", "x/h", "x/h/a"],
    ["a longer name than home's", ["h", "h2/.git", "h2/a"], "h2/a", "h", "h2"],
    ["no home", ["r/.git", "r/a"], "r/a", undefined, "r"],
    ["a home that is not there", ["x/.git", "x/a"], "x/a", "x/none", "x/a"],
  ];
  for (const [why, made, cwd, home, wanted] of table) {
    const root = place(made);
    const env = home === undefined ? {} : { HOME: join(root, home) };
    assert.equal(findProjectRoot(join(root, cwd), { env }), join(root, wanted), why);
    rmSync(root, { recursive: true });
  }
});

Deno.test("findProjectRoot() takes .git as a file and as a link, but not a link to nowhere", () => {
  using tree = new PromptTree();
  const env = { HOME: tree.home };
  const worktree = join(tree.root, "worktree");
  tree.write(join(worktree, ".git"), "gitdir: elsewhere\n");
  mkdirSync(join(worktree, "a"));
  assert.equal(findProjectRoot(join(worktree, "a"), { env }), worktree);
  const linked = join(tree.root, "linked");
  tree.link(join(linked, ".git"), join(tree.repository, ".git"));
  mkdirSync(join(linked, "a"));
  assert.equal(findProjectRoot(join(linked, "a"), { env }), linked);
  const broken = join(tree.root, "broken");
  tree.link(join(broken, ".git"), "nowhere");
  mkdirSync(join(broken, "a"));
  assert.equal(findProjectRoot(join(broken, "a"), { env }), join(broken, "a"));
});

Deno.test("findProjectRoot() goes by real paths", () => {
  using tree = new PromptTree();
  const cwd = tree.link(join(tree.root, "link"), tree.cwd);
  assert.equal(findProjectRoot(cwd, { env: { HOME: tree.home } }), tree.repository);
  const home = tree.link(join(tree.root, "home-link"), tree.repository);
  assert.equal(findProjectRoot(cwd, { env: { HOME: home } }), tree.cwd, "home is the repository");
});

Deno.test("findProjectRoot() lets the user name the directory", () => {
  using tree = new PromptTree();
  const { cwd, root, home } = tree;
  const HOME = home;
  const table: [named: string | undefined, variable: string | undefined, wanted: string][] = [
    [undefined, root, root],
    [undefined, "..", tree.repository],
    [undefined, "", tree.repository],
    [home, root, home],
    ["../../home", undefined, home],
    [".", undefined, cwd],
    ["", root, tree.repository],
  ];
  for (const [projectRoot, PANTO_PROJECT_ROOT, wanted] of table) {
    const env = { HOME, PANTO_PROJECT_ROOT };
    assert.equal(findProjectRoot(cwd, { env, projectRoot }), wanted, `${projectRoot} ${wanted}`);
  }
});

Deno.test("findProjectRoot() says which directory cannot be used", () => {
  using tree = new PromptTree();
  const env = { HOME: tree.home };
  const none = join(tree.root, "none");
  const file = tree.write(join(tree.root, "file"), "");
  const table: [cwd: string, projectRoot: string | undefined, message: string][] = [
    [none, undefined, `Cannot use "${none}" as the working directory: it does not exist`],
    [file, undefined, `Cannot use "${file}" as the working directory: it is not a directory`],
    [tree.cwd, none, `Cannot use "${none}" as the project directory: it does not exist`],
    [tree.cwd, file, `Cannot use "${file}" as the project directory: it is not a directory`],
  ];
  for (const [cwd, projectRoot, message] of table) {
    assert.throws(() => findProjectRoot(cwd, { env, projectRoot }), (error) => {
      assert(error instanceof ConfigError);
      assert.equal(error.message, message);
      return true;
    });
  }
});

Deno.test("findProjectRoot() looks up nothing above a working directory that is real", () => {
  using tree = new PromptTree();
  const env = { HOME: tree.home };
  const { cwd, repository, root } = tree;
  // As it is while somebody has exchanged the repository for a link.
  renameSync(repository, join(root, "away"));
  mkdirSync(join(root, "outside", "work"), { recursive: true });
  symlinkSync("outside", repository);
  assert.equal(findProjectRoot(cwd, { env }), join(root, "outside", "work"));
  const named = ["", ".", "..", "../", "../..", repository, `${cwd}/..`, `${repository}/./work`];
  const wanted = [cwd, cwd, repository, repository, root, repository, repository, cwd];
  assert.deepEqual(
    named.map((projectRoot) => findProjectRoot(cwd, { env, projectRoot, cwdIsReal: true })),
    wanted,
  );
  // What goes through a name and back may go through a link.
  const back = findProjectRoot(cwd, { env, projectRoot: `${repository}/..`, cwdIsReal: true });
  assert.equal(back, root);
});
