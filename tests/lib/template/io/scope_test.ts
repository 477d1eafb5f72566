import assert from "node:assert/strict";
import { chmodSync, mkdirSync } from "node:fs";
import process from "node:process";
import { ConfigError } from "../../../../lib/errors.ts";
import type { AllowRule, Permission } from "../../../../lib/template/manifest.ts";
import { resolveScope } from "../../../../lib/template/io/scope.ts";
import { PromptTree } from "../../../support/prompt_tree.ts";

const isRoot = process.getuid?.() === 0;
if (isRoot) console.error("skipped: tests of mode 0000, since root may look everywhere");

const read = (target: string): AllowRule => ({ target, permission: "read" });

function readable(targets: readonly string[], directory: string): readonly string[] {
  return resolveScope(targets.map(read), directory).readable;
}

Deno.test("resolveScope() keeps the order of the rules and takes equal paths once", () => {
  const rules: [target: string, permission: Permission][] = [
    ["b", "write"],
    ["a", "read"],
    ["./b", "read"],
    ["a/../a", "write"],
    ["c/", "read"],
  ];
  const scope = resolveScope(
    rules.map(([target, permission]) => ({ target, permission })),
    "/nowhere/dir",
  );
  assert.deepEqual(scope, {
    readable: ["/nowhere/dir/b", "/nowhere/dir/a", "/nowhere/dir/c"],
    writable: ["/nowhere/dir/b", "/nowhere/dir/a"],
  });
  assert.deepEqual(resolveScope([], "/nowhere"), { readable: [], writable: [] });
});

Deno.test("resolveScope() makes targets absolute, resolves links and keeps missing tails", () => {
  using tree = new PromptTree();
  const { root, cwd } = tree;
  mkdirSync(`${root}/real/inner`, { recursive: true });
  tree.write(`${root}/real/file`, "");
  tree.link(`${cwd}/link`, "../../real/inner");
  tree.link(`${cwd}/absolute`, `${root}/real`);
  tree.link(`${cwd}/dangling`, "../../real/later/x");
  tree.link(`${cwd}/twice`, "dangling");
  const table: [target: string, path: string][] = [
    [".", cwd],
    ["..", tree.repository],
    ["../../real", `${root}/real`],
    [`${root}/real`, `${root}/real`],
    ["link", `${root}/real/inner`],
    // The parent of where the link leads, not of the link.
    ["link/..", `${root}/real`],
    ["link/new/deep", `${root}/real/inner/new/deep`],
    ["absolute/file", `${root}/real/file`],
    // Below a file there is nothing.
    ["absolute/file/x", `${root}/real/file/x`],
    ["missing", `${cwd}/missing`],
    ["missing/../other", `${cwd}/other`],
    ["missing/./a//b/", `${cwd}/missing/a/b`],
    ["dangling", `${root}/real/later/x`],
    ["dangling/y", `${root}/real/later/x/y`],
    ["twice", `${root}/real/later/x`],
    ["~", `${cwd}/~`],
    ["a b\n{{ c }}", `${cwd}/a b\n{{ c }}`],
    ["/", "/"],
  ];
  for (const [target, path] of table) assert.deepEqual(readable([target], cwd), [path], target);
});

Deno.test("resolveScope() resolves the links of the manifest's own directory", () => {
  using tree = new PromptTree();
  const linked = tree.link(`${tree.root}/linked`, tree.cwd);
  assert.deepEqual(readable(["x", ".."], linked), [`${tree.cwd}/x`, tree.repository]);
});

Deno.test("resolveScope() names the rule whose target the system refuses to look at", () => {
  using tree = new PromptTree();
  const { cwd } = tree;
  tree.link(`${cwd}/loop`, "loop");
  const long = "x".repeat(300);
  const table: [target: string, reason: string][] = [
    ["loop", "its symbolic links form a loop"],
    [`${long}/y`, "the name is too long"],
  ];
  for (const [target, reason] of table) {
    const rules = [{ ...read(target), line: 7 }];
    assert.throws(() => resolveScope(rules, cwd, { path: "/w/agent.toml" }), (error) => {
      assert(error instanceof ConfigError);
      const message = `Cannot use the target "${target}" of "/w/agent.toml" (line 7): ${reason}`;
      assert.equal(error.message, message);
      assert.deepEqual(error.place, { path: "/w/agent.toml", line: 7 });
      return true;
    });
    assert.throws(() => resolveScope([read(target)], cwd), {
      message: `Cannot use the target "${target}": ${reason}`,
      place: { path: target },
    });
  }
});

Deno.test("resolveScope() does not guess behind a closed directory", { ignore: isRoot }, () => {
  using tree = new PromptTree();
  const closed = `${tree.cwd}/closed`;
  mkdirSync(closed, { mode: 0 });
  try {
    assert.throws(() => readable(["closed/x"], tree.cwd), /: permission denied$/);
  } finally {
    chmodSync(closed, 0o700);
  }
});
