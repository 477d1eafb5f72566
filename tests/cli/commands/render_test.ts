/** `panto render`: bytes, variables, errors. */

import assert from "node:assert/strict";
import { CommandRunner } from "../../support/command_runner.ts";

Deno.test("runRender() prints the rendered text and adds nothing", () => {
  using runner = new CommandRunner();
  const table: [source: string, out: string][] = [
    ["", ""],
    ["a", "a"],
    ["a\r\n\r\n", "a\r\n\r\n"],
    ["\ufeff{{ date }} {{ time }} {{ datetime }}\n", "2026-11-30 18:00:00 2026-11-30T18:00:00Z\n"],
    ["{{ cwd }}", runner.project],
    ["{{ '{{' }} <b>&\"", '{{ <b>&"'],
    ["{{ files.agents_md is defined }}", "false"],
  ];
  for (const [source, out] of table) {
    runner.write("a.j2", source);
    assert.deepEqual(runner.panto(["render", "a.j2"]), { code: 0, out, err: "" });
    const piped = runner.panto(["render", "-"], { stdin: source });
    assert.deepEqual(piped, { code: 0, out, err: "" });
  }
});

Deno.test("runRender() takes its variables from every source", () => {
  using runner = new CommandRunner();
  runner.write("AGENTS.md", "{{ cwd }} stays");
  runner.write("tools.json", '["b", {"name": "a"}]');
  runner.write("vars.json", '{"n": 3, "list": [1, "x"], "user": "file", "none": null}');
  runner.write(
    "a.j2",
    '{{ files.agents_md }}|{{ tools | join(",") }}|{{ scope.readable | length }}|{{ vars.user }}|' +
      "{{ vars.n + 1 }}|{{ vars.list[1] }}|{{ vars.none is none }}\n",
  );
  const args = ["--tools", "tools.json", "--tool", "c", "--readable", "x", "--var", "user=typed"];
  const { code, out, err } = runner.panto(
    ["render", "a.j2", "--vars", "vars.json", ...args],
  );
  assert.deepEqual({ code, err }, { code: 0, err: "" });
  assert.equal(out, "{{ cwd }} stays|a,b,c|1|typed|4|x|true\n");
  const piped = runner.panto(["render", "a.j2", "--vars", "-", ...args], {
    stdin: '{"n": 0, "list": [0, 0], "none": null}',
  });
  assert.equal(piped.out, "{{ cwd }} stays|a,b,c|1|typed|1|0|true\n");
});

Deno.test("runRender() takes the scope of a manifest", () => {
  using runner = new CommandRunner();
  runner.write("m/agent.toml", '[[scope.allow]]\ntarget = "."\npermission = "write"\n');
  const { out } = runner.panto(["render", "-", "--manifest", "m/agent.toml"], {
    stdin: "{{ scope.summary }}",
  });
  const path = `${runner.project}/m`;
  assert.equal(out, `Readable:\n  - ${path}\nWritable:\n  - ${path}`);
});

Deno.test("runRender() fails with a place, before anything is printed", () => {
  using runner = new CommandRunner();
  const table: [source: string, message: string][] = [
    ["x\n{{ ghost }}", 'Cannot render "a.j2": "ghost" is undefined (line 2, column 4)'],
    ["{{ files.nope }}", 'Cannot render "a.j2": "files.nope" is undefined (line 1, column 4)'],
    ["a\0", 'Cannot read "a.j2": it holds a NUL (byte 1)'],
  ];
  for (const [source, message] of table) {
    runner.write("a.j2", source);
    const err = `panto: error: ${message}\n`;
    assert.deepEqual(runner.panto(["render", "a.j2"]), { code: 4, out: "", err });
  }
  const missing = runner.panto(["render", "none.j2"]);
  const err = 'panto: error: Cannot read "none.j2": it does not exist\n';
  assert.deepEqual(missing, { code: 4, out: "", err });
});

Deno.test("runRender() --check looks at the syntax alone", () => {
  using runner = new CommandRunner();
  runner.write("a.j2", "{{ ghost }}");
  const good = runner.panto(["render", "--check", "a.j2", "--tools", "none.json"]);
  assert.deepEqual(good, { code: 0, out: "", err: "" });
  const bad = runner.panto(["render", "--check", "-"], { stdin: "\n{% if x %}" });
  assert.deepEqual([bad.code, bad.out], [4, ""]);
  assert.match(
    bad.err,
    /^panto: error: Cannot parse "standard input": .* \(line 2, column \d+\)\n$/,
  );
});

Deno.test("runRender() --json holds text and both digests", () => {
  using runner = new CommandRunner();
  const { out } = runner.panto(["render", "-", "--json"], { stdin: "{{ date }}" });
  assert.deepEqual(JSON.parse(out), {
    schema: "panto.render/1",
    path: null,
    text: "2026-11-30",
    sha256: "e0b7c44611a45c9d5d063bcbe6cd59728fd22547b001f20631d3fa8a6a18af17",
    template: { sha256: "23267b5d053ac3653e96f33c253b4ca3acd4c46e3451107075fdfede22da9129" },
  });
});

Deno.test("runRender() escapes control characters on a terminal, unless --raw", () => {
  using runner = new CommandRunner();
  const options = { stdin: "a\x1bb\n", terminals: ["stdout"] } as const;
  assert.equal((runner.panto(["render", "-"], options)).out, "a\\x1bb\n");
  assert.equal((runner.panto(["render", "-", "--raw"], options)).out, "a\x1bb\n");
});
