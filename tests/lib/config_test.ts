/** lib/config.ts: what a configuration is read from, and what templates are rendered with. */

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import {
  type Config,
  type ConfigOptions,
  readConfig,
  readTemplateInputs,
  type TemplateInputOptions,
} from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { LayerName } from "../../lib/prompt_source.ts";
import { freezeBlocks } from "../../lib/resume/freeze.ts";
import { openSession } from "../../lib/session.ts";
import { PromptTree } from "../support/prompt_tree.ts";
import { TemporaryDirectory } from "../support/temporary_directory.ts";

const now = () => new Date("2026-11-30T18:00:00.000Z");

function fileIn(directory: TemporaryDirectory, name: string, text: string | Uint8Array) {
  return { name, path: directory.write(name, text) };
}

function inputsIn(directory: TemporaryDirectory, options: Partial<TemplateInputOptions> = {}) {
  return readTemplateInputs({ env: { HOME: "/nowhere" }, cwd: directory.path, now, ...options });
}

function configIn(tree: PromptTree, options: Partial<ConfigOptions> = {}): Config {
  const { env, cwd } = tree.sources;
  return readConfig({ env, cwd, platform: "linux", now, ...options });
}

function textsOf(config: Config): string[] {
  return freezeBlocks(config, []).blocks.map((block) => block.text);
}

Deno.test("readConfig() reads the layers, renders their templates and collects warnings", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "a\u202eb");
  tree.put("user", "APPEND_SYSTEM.md.j2", "On {{ date }} for {{ vars.user }}, {{ tools[0] }}\n");
  const config = configIn(tree, { vars: { user: "Ann" }, tools: ["ls"] });
  assert.deepEqual(textsOf(config), ["a\u202eb", "On 2026-11-30 for Ann, ls\n"]);
  assert.match(config.warnings.map(({ message }) => message).join(), /^Invisible .*U\+202E[^,]*$/);
});

Deno.test("readConfig() takes the default seed where no layer has one", () => {
  using tree = new PromptTree();
  assert.match(textsOf(configIn(tree))[0] ?? "", /^You are Panto/);
  assert.deepEqual(textsOf(configIn(tree, { defaultSeed: "mine" })), ["mine"]);
});

Deno.test("readConfig() takes the seed of a manifest, and says when it has none", () => {
  using tree = new PromptTree();
  using directory = new TemporaryDirectory();
  tree.put("user", "SYSTEM.md", "user");
  tree.put("user", "APPEND_SYSTEM.md", "more");
  const manifest = fileIn(directory, "a.toml", '\ufeff[worker]\nsystem_prompt = "{{ cwd }}"\n');
  const config = configIn(tree, { manifest });
  assert.deepEqual(textsOf(config), [tree.cwd, "more"]);
  assert.deepEqual(config.blocks[0]?.source, { type: "manifest", path: manifest.path });
  const bare = configIn(tree, { manifest: fileIn(directory, "b.toml", "[worker]\n") });
  assert.deepEqual(textsOf(bare), ["user", "more"]);
  assert.deepEqual(bare.warnings.map(({ message }) => message), [
    '"b.toml" has no [worker] system_prompt, so the seed is that of the prompt files',
  ]);
});

Deno.test("readConfig() reads a manifest as prompt files are read, and errors name file and line", () => {
  using tree = new PromptTree();
  using directory = new TemporaryDirectory();
  const table: [name: string, content: string, message: string][] = [
    [
      "b.toml",
      "[worker]\nsystem_prompt = 1\n",
      'Cannot use "b.toml": worker.system_prompt is a number, not a string (line 2)',
    ],
    ["c.toml", "\0", 'Cannot read "c.toml": it holds a NUL (byte 0)'],
  ];
  for (const [name, content, message] of table) {
    const manifest = fileIn(directory, name, content);
    assert.throws(() => configIn(tree, { manifest }), { name: "ConfigError", message });
  }
  const missing = { name: "d.toml", path: directory.at("d.toml") };
  assert.throws(() => configIn(tree, { manifest: missing }), {
    name: "ConfigError",
    message: 'Cannot read "d.toml": it does not exist',
    code: "file-missing",
  });
  const wrong = { ...missing, path: directory.path };
  assert.throws(() => configIn(tree, { manifest: wrong }), /is a directory/);
});

Deno.test("readConfig() gathers nothing for templates before one is rendered, and then once", () => {
  using tree = new PromptTree();
  using directory = new TemporaryDirectory();
  tree.put("user", "SYSTEM.md.j2", "{{ tools }}");
  tree.put("user", "APPEND_SYSTEM.md.j2", "{{ time }}");
  const manifest = fileIn(directory, "a.toml", "");
  const toolsFile = fileIn(directory, "tools.json", "[]");
  let asked = 0;
  const clock = () => (asked++, now());
  const config = configIn(tree, { toolsFile, manifest, now: clock });
  assert.equal(asked, 0);
  directory.write("a.toml", "broken");
  assert.deepEqual(textsOf(config), ["[]", "18:00:00"]);
  directory.write("tools.json", "broken");
  assert.deepEqual(textsOf(config), ["[]", "18:00:00"]);
  assert.equal(asked, 1);
});

Deno.test("a session that resumes a configuration has the rules of rendered text", () => {
  using tree = new PromptTree();
  const path = `${tree.cwd}/s.jsonl`;
  const session = openSession(path, { cwd: tree.cwd });
  tree.put("project", "SYSTEM.md.j2", "{{ vars.nul }}");
  assert.throws(() => session.resume(configIn(tree, { vars: { nul: "a\0" } })), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.equal(error.code, "rendered-text-invalid");
    return true;
  });
  assert.equal(session.open(), undefined, "nothing is written");
  const { warnings, resolved } = session.resume(configIn(tree, { vars: { nul: "a\u2060" } }));
  assert.deepEqual(resolved.map(({ text }) => text), ["a\u2060"]);
  assert.match(
    warnings.map(({ message }) => message).join(),
    /^Invisible characters in the text of/,
  );
});

Deno.test("readTemplateInputs() gathers the clock, the directory and AGENTS.md", () => {
  using directory = new TemporaryDirectory();
  assert.deepEqual(inputsIn(directory).variables, {
    date: "2026-11-30",
    time: "18:00:00",
    datetime: "2026-11-30T18:00:00Z",
    cwd: directory.path,
    scope: { readable: [], writable: [], summary: "" },
    tools: [],
    files: {},
    vars: {},
  });
  directory.write("AGENTS.md", "Use tabs.\n");
  const { files, vars } = inputsIn(directory, { vars: { a: "1", b: [2] } }).variables;
  assert.deepEqual({ files, vars }, {
    files: { agents_md: "Use tabs.\n" },
    vars: { a: "1", b: [2] },
  });
});

Deno.test("readTemplateInputs() leaves an AGENTS.md out that cannot be read, with a warning", () => {
  using directory = new TemporaryDirectory();
  directory.write("AGENTS.md", Uint8Array.of(0xff));
  const { variables, warnings } = inputsIn(directory);
  assert.deepEqual(variables.files, {});
  assert.match(
    warnings.map(({ message }) => message).join(),
    /^Cannot read ".*AGENTS\.md": it is not UTF-8[^,]*$/,
  );
});

Deno.test("readTemplateInputs() adds the names of definitions to those of tools", () => {
  using directory = new TemporaryDirectory();
  const toolsFile = fileIn(directory, "tools.json", '[{"name":"write"},"grep","bash"]');
  const { tools } = inputsIn(directory, { toolsFile, tools: ["edit", "bash"] }).variables;
  assert.deepEqual(tools, ["bash", "edit", "grep", "write"]);
});

Deno.test("readTemplateInputs() resolves paths of the caller from the working directory", () => {
  using directory = new TemporaryDirectory();
  mkdirSync(directory.at("real"));
  symlinkSync("real", directory.at("link"));
  const { scope } = inputsIn(directory, {
    scope: [
      { target: "out/new.txt", permission: "write" },
      { target: "link", permission: "read" },
      { target: "/", permission: "read" },
    ],
  }).variables;
  const out = directory.at("out/new.txt");
  const real = directory.at("real");
  assert.deepEqual(scope, {
    readable: [out, real, "/"],
    writable: [out],
    summary: `Readable:\n  - ${out}\n  - ${real}\n  - /\nWritable:\n  - ${out}`,
  });
});

Deno.test("readTemplateInputs() resolves rules of a manifest from the manifest's directory", () => {
  using directory = new TemporaryDirectory();
  mkdirSync(directory.at("sub"));
  const text = '[[scope.allow]]\ntarget = "../src"\npermission = "write"\n';
  const manifest = fileIn(directory, "sub/agent.toml", text);
  const { scope } = inputsIn(directory, { manifest }).variables;
  assert.deepEqual(scope.writable, [directory.at("src")]);
});

Deno.test("readTemplateInputs() names the manifest when a target cannot be used", () => {
  using directory = new TemporaryDirectory();
  symlinkSync("loop", directory.at("loop"));
  const text = '\n[[scope.allow]]\ntarget = "loop"\npermission = "read"\n';
  const manifest = fileIn(directory, "agent.toml", text);
  assert.throws(() => inputsIn(directory, { manifest }), {
    message:
      'Cannot use the target "loop" of "agent.toml" (line 2): its symbolic links form a loop',
  });
});

Deno.test("readConfig() puts launch files in the place of SYSTEM.md and behind the layers' appends", () => {
  using tree = new PromptTree();
  using directory = new TemporaryDirectory();
  tree.put("user", "SYSTEM.md", "\0 never opened");
  tree.put("base", "APPEND_SYSTEM.md", "base");
  const system = fileIn(directory, "sub.md.j2", "On {{ date }}");
  const append = [fileIn(directory, "z.md", "z\u202e"), fileIn(directory, "a.md", " ")];
  const config = configIn(tree, { system, append });
  assert.deepEqual(textsOf(config), ["On 2026-11-30", "base", "z\u202e", " "]);
  assert.deepEqual(config.blocks.map(({ source }) => source.type), [
    ...["launch", "file", "launch", "launch"],
  ]);
  assert.deepEqual(config.warnings, [], "trusted, as the user layer is");
  assert.equal("layers" in config, false);
});

Deno.test("readConfig() counts the layers that are named, and says so where some are left out", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "project");
  for (const layer of ["project", "user", "base"] as const) {
    tree.put(layer, "APPEND_SYSTEM.md", layer[0] ?? "");
  }
  const table: [layers: readonly LayerName[] | undefined, texts: string[], kept: unknown][] = [
    [undefined, ["project", "p", "u", "b"], undefined],
    [["base", "user", "project"], ["project", "p", "u", "b"], undefined],
    [["base", "user"], ["built-in", "u", "b"], ["user", "base"]],
    [["project"], ["project", "p"], ["project"]],
    [[], ["built-in"], []],
  ];
  for (const [layers, texts, kept] of table) {
    const config = configIn(tree, { layers, defaultSeed: "built-in" });
    assert.deepEqual([textsOf(config), config.layers], [texts, kept]);
  }
  const nowhere = configIn(tree, { layers: [], env: {}, defaultSeed: "built-in" });
  assert.deepEqual(textsOf(nowhere), ["built-in"], "no home directory is needed");
});

Deno.test("readConfig() refuses a seed named at launch beside a manifest's prompt", () => {
  using tree = new PromptTree();
  using directory = new TemporaryDirectory();
  const manifest = fileIn(directory, "a.toml", '[worker]\nsystem_prompt = "m"\n');
  const system = fileIn(directory, "sub.md", "sub");
  assert.throws(() => configIn(tree, { manifest, system }), {
    name: "UsageError",
    code: "two-seeds",
    message: 'Cannot use "sub.md": the manifest has a prompt of its own',
  });
  const append = [system];
  assert.deepEqual(textsOf(configIn(tree, { manifest, append })), ["m", "sub"]);
  const bare = fileIn(directory, "b.toml", "");
  const config = configIn(tree, { manifest: bare, system });
  assert.deepEqual([textsOf(config), config.warnings], [["sub"], []]);
});
