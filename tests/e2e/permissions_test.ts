/**
 * The permissions that panto runs with name exactly the environment variables that it reads: one that is
 * missing would end a run under Deno, one too many would be a permission without a reason.
 */

import assert from "node:assert/strict";

import { permissionFlags } from "../../scripts/build/compile.ts";

const root = new URL("../..", import.meta.url);

function sources(directory: string): string[] {
  return [...Deno.readDirSync(new URL(directory, root))].flatMap((entry) => {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory) return sources(path);
    return /\.[jt]s$/.test(entry.name) ? [Deno.readTextFileSync(new URL(path, root))] : [];
  });
}

/** Names after `env.` or in `env["…"]`, and string literals that look like our variables. */
function variablesIn(text: string): string[] {
  const code = text.replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, "");
  const read = code.matchAll(/\benv(?:\.|\[")([A-Z][A-Z0-9_]*)/g);
  const named = code.matchAll(/"((?:XDG|PANTO)_[A-Z_]+|HOME|USERPROFILE)"/g);
  return [...read, ...named].map((match) => match[1] ?? "");
}

const task: string =
  JSON.parse(Deno.readTextFileSync(new URL("deno.json", root))).tasks.panto.command;

/**
 * What `node:child_process` of Deno reads before it runs git, and those that lib/live/io/probe.ts keeps from it.
 */
const aroundGit = ["DYLD_*", "GIT_*", "LD_*", "NODE_V8_COVERAGE"];

Deno.test("task panto: --allow-env names what cli, lib and commander read, and nothing else", () => {
  const flag = permissionFlags(task).find((word) => word.startsWith("--allow-env=")) ?? "";
  const allowed = flag.replace("--allow-env=", "").split(",").sort();
  const texts = [...sources("cli"), ...sources("lib"), ...sources("node_modules/commander/lib")];
  const read = texts.flatMap(variablesIn);
  assert.deepEqual(allowed, [...new Set([...read, ...aroundGit])].sort());
});

Deno.test("task panto: it may read and write files, know its user, run git, and no more", () => {
  const flags = permissionFlags(task).filter((word) => !word.startsWith("--allow-env="));
  const wanted = ["--no-prompt", "--allow-read", "--allow-write", "--allow-sys=uid"];
  assert.deepEqual(flags, [...wanted, "--allow-run=git"]);
});

Deno.test("variablesIn() sees both forms of access and no comment", () => {
  const text =
    ` * env["OLD"]\nconst a = env["TERM"] ?? process.env.HOME; // x\nf("XDG_DATA_HOME");`;
  assert.deepEqual(variablesIn(text), ["TERM", "HOME", "XDG_DATA_HOME"]);
});
