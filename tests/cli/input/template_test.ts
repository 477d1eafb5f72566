/** cli/input/template.ts: what the variables of templates are gathered from. */

import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import {
  parseVariables,
  readManifest,
  type TemplateInputOptions,
  templateVariablesFor,
} from "../../../cli/input/template.ts";
import { ConfigError } from "../../../mod.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

const none = {
  ...{ manifest: undefined, vars: {}, tools: [], toolsFile: undefined, scope: [] },
  projectRoot: undefined,
};

function fileIn(directory: TemporaryDirectory, name: string, text: string) {
  return { type: "file", name, path: directory.write(name, text) } as const;
}

function variablesOf(directory: TemporaryDirectory, options: Partial<TemplateInputOptions>) {
  const host = fakeHost([], { env: { HOME: "/nowhere" } });
  return templateVariablesFor(host, { directory: directory.path, ...none, ...options })();
}

Deno.test("templateVariablesFor() gathers the clock, the directory and AGENTS.md", () => {
  using directory = new TemporaryDirectory();
  assert.deepEqual(variablesOf(directory, {}), {
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
  const { files, vars } = variablesOf(directory, { vars: { a: "1", b: [2] } });
  assert.deepEqual({ files, vars }, {
    files: { agents_md: "Use tabs.\n" },
    vars: { a: "1", b: [2] },
  });
});

Deno.test("templateVariablesFor() does nothing before it is asked, and then once", () => {
  using directory = new TemporaryDirectory();
  directory.write("AGENTS.md", Uint8Array.of(0xff));
  let asked = 0;
  const fake = fakeHost([], { env: { HOME: "/nowhere" } });
  const host = { ...fake, now: () => (asked++, new Date(0)) };
  const toolsFile = fileIn(directory, "tools.json", "[]");
  const options = { directory: directory.path, ...none, toolsFile };
  const variables = templateVariablesFor(host, options);
  assert.equal(asked, 0);
  assert.equal(fake.err(), "");
  const first = variables();
  directory.write("tools.json", "broken");
  assert.equal(variables(), first);
  assert.equal(asked, 1);
  assert.deepEqual(first.files, {});
  assert.match(fake.err(), /^panto: warning: Cannot read ".*AGENTS\.md": it is not UTF-8.*\n$/);
});

Deno.test("templateVariablesFor() takes tools of every form, sorted, each once", () => {
  using directory = new TemporaryDirectory();
  const definitions = [
    { name: "write", description: "d", input_schema: { type: "object" } },
    { type: "function", function: { name: "grep", parameters: {} } },
    { type: "function", name: "bash" },
    "read",
    "grep",
  ];
  const toolsFile = fileIn(directory, "tools.json", JSON.stringify(definitions));
  const { tools } = variablesOf(directory, { toolsFile, tools: ["edit", "bash"] });
  assert.deepEqual(tools, ["bash", "edit", "grep", "read", "write"]);
});

const badTools: [text: string, reason: string][] = [
  ["", "it is not JSON"],
  ["[", "it is not JSON"],
  ["[".repeat(100_000), "it is not JSON"],
  ["{}", "it is not an array of tool definitions"],
  ['"grep"', "it is not an array of tool definitions"],
  ["null", "it is not an array of tool definitions"],
  ['["a", 1]', "[1] has no name and is not one"],
  ['["a", "b", ""]', "[2] has no name and is not one"],
  ["[null]", "[0] has no name and is not one"],
  ["[[]]", "[0] has no name and is not one"],
  ['[{"name": 1}]', "[0] has no name and is not one"],
  ['[{"function": "a"}]', "[0] has no name and is not one"],
  ['[{"function": {"name": ""}}]', "[0] has no name and is not one"],
];
for (const [text, reason] of badTools) {
  Deno.test(`templateVariablesFor() refuses tools ${text.slice(0, 30)}`, () => {
    using directory = new TemporaryDirectory();
    const toolsFile = fileIn(directory, "tools.json", text);
    assert.throws(() => variablesOf(directory, { toolsFile }), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.equal(error.message, `Cannot use "tools.json": ${reason}`);
      assert.equal(error.place.path, "tools.json");
      return true;
    });
  });
}

Deno.test("templateVariablesFor() resolves paths of the command line from the directory", () => {
  using directory = new TemporaryDirectory();
  mkdirSync(directory.at("real"));
  symlinkSync("real", directory.at("link"));
  const { scope } = variablesOf(directory, {
    scope: [
      { target: "out/new.txt", permission: "write" },
      { target: "link", permission: "read" },
      { target: "/", permission: "read" },
    ],
  });
  const out = directory.at("out/new.txt");
  const real = directory.at("real");
  assert.deepEqual(scope, {
    readable: [out, real, "/"],
    writable: [out],
    summary: `Readable:\n  - ${out}\n  - ${real}\n  - /\nWritable:\n  - ${out}`,
  });
});

Deno.test("templateVariablesFor() resolves rules of a manifest from the manifest's directory", () => {
  using directory = new TemporaryDirectory();
  mkdirSync(directory.at("sub"));
  const text = '[[scope.allow]]\ntarget = "../src"\npermission = "write"\n';
  const manifest = fileIn(directory, "sub/agent.toml", text);
  const wanted = [directory.at("src")];
  assert.deepEqual(variablesOf(directory, { manifest }).scope.writable, wanted);
  const host = fakeHost([], { env: { HOME: "/nowhere" } });
  const known = readManifest(manifest);
  directory.write("sub/agent.toml", "broken");
  const options = { directory: directory.path, ...none, manifest };
  assert.deepEqual(templateVariablesFor(host, options, known)().scope.writable, wanted);
});

Deno.test("templateVariablesFor() names the manifest when a target cannot be used", () => {
  using directory = new TemporaryDirectory();
  symlinkSync("loop", directory.at("loop"));
  const text = '\n[[scope.allow]]\ntarget = "loop"\npermission = "read"\n';
  const manifest = fileIn(directory, "agent.toml", text);
  assert.throws(() => variablesOf(directory, { manifest }), {
    message:
      'Cannot use the target "loop" of "agent.toml" (line 2): its symbolic links form a loop',
  });
});

Deno.test("readManifest() reads as prompt files are read, and errors name file and line", () => {
  using directory = new TemporaryDirectory();
  const prompt = fileIn(directory, "a.toml", '\ufeff[worker]\nsystem_prompt = "{{ cwd }}"\n');
  assert.equal(readManifest(prompt).systemPrompt, "{{ cwd }}");
  assert.equal(readManifest(prompt).path, directory.at("a.toml"));
  const table: [name: string, content: string, message: string][] = [
    [
      "b.toml",
      "[worker]\nsystem_prompt = 1\n",
      'Cannot use "b.toml": worker.system_prompt is a number, not a string (line 2)',
    ],
    ["c.toml", "\0", 'Cannot read "c.toml": it holds a NUL (byte 0)'],
  ];
  for (const [name, content, message] of table) {
    const ref = fileIn(directory, name, content);
    assert.throws(() => readManifest(ref), { name: "ConfigError", message });
  }
  const missing = { type: "file", name: "d.toml", path: directory.at("d.toml") } as const;
  assert.throws(() => readManifest(missing), {
    name: "ConfigError",
    message: 'Cannot read "d.toml": it does not exist',
  });
  assert.throws(() => readManifest({ ...missing, path: directory.path }), /is a directory/);
});

Deno.test("parseVariables() takes a JSON object and nothing else", () => {
  assert.deepEqual(parseVariables('{"a": {"b": null}}', "v"), { a: { b: null } });
  assert.deepEqual(Object.keys(parseVariables('{"__proto__": 1}', "v")), ["__proto__"]);
  for (const text of ["[]", "null", "1", '"a"']) {
    assert.throws(
      () => parseVariables(text, "v"),
      /^ConfigError: Cannot use "v": it is not a JSON object$/,
    );
  }
  assert.throws(() => parseVariables("{", "v"), /^ConfigError: Cannot use "v": it is not JSON$/);
});
