import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { environmentBlock } from "../../../../lib/live/env_block.ts";
import { GIT_TIMEOUT, probeEnvironment, type ProbeOptions } from "../../../../lib/live/io/probe.ts";
import { PromptTree } from "../../../support/prompt_tree.ts";

const isRoot = process.getuid?.() === 0;
if (isRoot) console.error("skipped: a directory of mode 0000, since root may read everything");

const PATH = process.env["PATH"] ?? "";
const now = new Date(2026, 10, 30, 12);

function probe(tree: PromptTree, options: Partial<ProbeOptions> = {}) {
  const env = { HOME: tree.home, PATH, ...options.env };
  return probeEnvironment({ cwd: tree.cwd, now, ...options, env });
}

function git(cwd: string, ...args: string[]): void {
  const env = { PATH, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  execFileSync("git", ["-c", "init.defaultBranch=main", ...args], { cwd, env });
}

/** Writes a program and gives its directory. */
function program(tree: PromptTree, directory: string, script: string): string {
  chmodSync(tree.write(join(directory, "git"), `#!/bin/sh\n${script}\n`), 0o755);
  return directory;
}

Deno.test("probeEnvironment() tells the directory as given, and names platforms", () => {
  using tree = new PromptTree();
  const table: [platform: string | undefined, name: string][] = [
    ["linux", "linux"],
    ["darwin", "darwin"],
    ["win32", "windows"],
    ["freebsd", "freebsd"],
    [undefined, "linux"],
  ];
  for (const [platform, name] of table) assert.equal(probe(tree, { platform }).platform, name);
  const cwd = tree.link(join(tree.root, "link"), tree.cwd);
  assert.equal(probe(tree, { cwd }).cwd, cwd);
});

Deno.test("probeEnvironment() tells the local date", () => {
  using tree = new PromptTree();
  const table: [now: Date, date: string][] = [
    [new Date(2026, 0, 2, 0, 0, 0), "2026-01-02"],
    [new Date(2026, 11, 31, 23, 59, 59, 999), "2026-12-31"],
    [new Date(2028, 1, 29, 12), "2028-02-29"],
    [new Date(9999, 11, 31, 12), "9999-12-31"],
  ];
  for (const [now, date] of table) assert.equal(probe(tree, { now, env: { PATH: "" } }).date, date);
});

Deno.test("probeEnvironment() says yes in a work tree and nowhere else", () => {
  using tree = new PromptTree();
  const at = (name: string) => join(tree.root, name);
  mkdirSync(at("repo/sub"), { recursive: true });
  mkdirSync(at("none"));
  git(at("repo"), "init", "-q");
  git(tree.root, "init", "-q", "--bare", at("bare.git"));
  git(
    at("repo"),
    "-c",
    "user.name=a",
    "-c",
    "user.email=a@b",
    "commit",
    "-q",
    "--allow-empty",
    "-m",
    "a",
  );
  git(at("repo"), "worktree", "add", "-q", at("tree"));
  const table: [directory: string, isGitRepo: boolean][] = [
    ["repo", true],
    ["repo/sub", true],
    ["tree", true],
    ["repo/.git", false],
    ["repo/.git/refs", false],
    ["bare.git", false],
    ["none", false],
    ["missing", false],
    ["repository", false], // an empty .git is no repository
  ];
  for (const [directory, isGitRepo] of table) {
    assert.equal(probe(tree, { cwd: at(directory) }).isGitRepo, isGitRepo, directory);
  }
  tree.link(at("link"), "repo/sub");
  assert.equal(probe(tree, { cwd: at("link") }).isGitRepo, true);
});

Deno.test("probeEnvironment() gives git absolute entries of PATH and its own home directory", () => {
  using tree = new PromptTree();
  const seen = join(tree.home, "seen");
  const bin = program(
    tree,
    join(tree.root, "bin"),
    `echo "$PATH $HOME $XDG_CONFIG_HOME" >"$HOME/seen"`,
  );
  const env = { PATH: `bin:${bin}::.:/usr/bin`, XDG_CONFIG_HOME: "/xdg" };
  assert.equal(probe(tree, { env }).isGitRepo, true);
  assert.equal(readFileSync(seen, "utf8"), `${bin}:/usr/bin ${tree.home} /xdg\n`);
});

Deno.test("probeEnvironment() takes the first git that can be run", () => {
  using tree = new PromptTree();
  const at = (name: string) => join(tree.root, name);
  mkdirSync(at("directory/git"), { recursive: true });
  tree.write(at("plain/git"), "no program");
  tree.link(at("dangling/git"), "nowhere");
  const good = program(tree, at("good"), "echo true");
  const others = ["missing", "directory", "plain", "dangling"].map(at).join(":");
  assert.equal(probe(tree, { env: { PATH: others } }).isGitRepo, false);
  assert.equal(probe(tree, { env: { PATH: `${others}:${good}` } }).isGitRepo, true);
  tree.link(at("linked/git"), "../good/git");
  assert.equal(probe(tree, { env: { PATH: at("linked") } }).isGitRepo, true);
  assert.equal(probeEnvironment({ cwd: tree.cwd, env: {}, now }).isGitRepo, false, "no PATH");
});

Deno.test("probeEnvironment() takes any exit code but 0 for a no", () => {
  using tree = new PromptTree();
  const table: [script: string, isGitRepo: boolean][] = [
    ["exit 0", true],
    ["echo true; exit 1", false],
    ["kill -9 $$", false],
    ["exit 128", false],
    [`[ "$*" = "rev-parse --show-toplevel" ] && pwd -P | grep -q '/work$'`, true],
    // Nobody waits for what a child of git does with its output, or reads it.
    ["sleep 5 & exit 0", true],
    ["yes true | head -c 10000000; exit 0", true],
    ["read x", false],
  ];
  for (const [script, isGitRepo] of table) {
    const bin = program(tree, join(tree.root, "bin"), script);
    assert.equal(probe(tree, { env: { PATH: `${bin}:${PATH}` } }).isGitRepo, isGitRepo, script);
  }
  const bin = join(tree.root, "bin");
  tree.write(join(bin, "git"), "\x7fELF no program");
  assert.equal(
    probe(tree, { env: { PATH: bin } }).isGitRepo,
    false,
    "not executable by the system",
  );
});

Deno.test("probeEnvironment() waits for git no longer than 2 s", () => {
  using tree = new PromptTree();
  assert.equal(GIT_TIMEOUT, 2000);
  for (const script of ["sleep 20", "exec sleep 20", "trap '' TERM; echo true; sleep 20"]) {
    const bin = program(tree, join(tree.root, "bin"), script);
    const started = performance.now();
    assert.equal(probe(tree, { env: { PATH: `${bin}:/usr/bin:/bin` } }).isGitRepo, false);
    const elapsed = performance.now() - started;
    assert(elapsed >= 1900 && elapsed < 6000, `${script}: ${elapsed} ms`);
  }
});

Deno.test("probeEnvironment() lists hidden entries, links and odd names", () => {
  using tree = new PromptTree();
  const at = (name: string) => join(tree.cwd, name);
  assert.deepEqual(probe(tree).entries, [], "an empty directory");
  for (const name of [".env", "go.mod", "two words", "new\nline", "esc\x1b[2J"]) {
    tree.write(at(name), "");
  }
  mkdirSync(at("cmd"));
  mkdirSync(at(".git"));
  tree.link(at("to-directory"), "cmd");
  tree.link(at("to-link"), "to-directory");
  tree.link(at("to-file"), "go.mod");
  tree.link(at("dangling"), "nowhere");
  tree.link(at("loop"), "loop");
  execFileSync("mkfifo", [at("fifo")]);
  const directories = [".git", "cmd", "to-directory", "to-link"];
  const files = [
    ...[".env", "dangling", "esc\x1b[2J", "fifo", "go.mod", "loop"],
    ...["new\nline", "to-file", "two words"],
  ];
  const entries = probe(tree).entries ?? [];
  const names = (isDirectory: boolean) =>
    entries.filter((entry) => entry.isDirectory === isDirectory).map(({ name }) => name).sort();
  assert.deepEqual([names(true), names(false)], [directories, files]);
  assert(
    environmentBlock(probe(tree)).endsWith(
      "\n\nTop-level project structure:\n\n.git/ cmd/ to-directory/ to-link/ .env dangling " +
        '"esc\\u001b[2J" fifo go.mod loop "new\\nline" to-file "two words"',
    ),
  );
});

Deno.test("probeEnvironment() has no entries where there is no directory to read", () => {
  using tree = new PromptTree();
  const file = tree.write(join(tree.root, "file"), "");
  for (const cwd of [join(tree.root, "missing"), file]) {
    assert.equal(probe(tree, { cwd }).entries, undefined);
    assert(environmentBlock(probe(tree, { cwd })).endsWith("</env>"));
  }
});

Deno.test(
  "probeEnvironment() has no entries of an unreadable directory",
  { ignore: isRoot },
  () => {
    using tree = new PromptTree();
    tree.write(join(tree.cwd, "file"), "");
    chmodSync(tree.cwd, 0);
    assert.equal(probe(tree).entries, undefined);
    chmodSync(tree.cwd, 0o700);
  },
);
