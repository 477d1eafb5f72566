/** Frozen prompt text through the commands: rendered once, recorded, compared by digest (DESIGN §6). */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { CommandRunner } from "../../support/command_runner.ts";

const TEMPLATE = "In {{ cwd }} on {{ date }} at {{ time }}.\n";

function project(): CommandRunner {
  const runner = new CommandRunner();
  runner.put("project", "SYSTEM.md.j2", TEMPLATE);
  return runner;
}

const RENDERED = /^In \/.*\/home\/project on 2026-11-30 at 18:00:00\.\n$/;

Deno.test("panto renders a template of every layer, and records text and digest", () => {
  using runner = project();
  runner.put("user", "APPEND_SYSTEM.md.j2", "{{ date }} {{ '{{' }}");
  runner.put("base", "APPEND_SYSTEM.md", "{{ plain }}\n");
  const { code, out, err } = runner.panto(["s.jsonl"]);
  assert.equal(code, 0);
  assert.match(out, /^In .*\n\n---\n\n2026-11-30 {{\n\n---\n\n{{ plain }}\n$/s);
  assert.equal(err, "panto: created s.jsonl: seed project, appends user, base\n");
  const entries = runner.read("s.jsonl").trim().split("\n").slice(1).map((line) =>
    JSON.parse(line)
  );
  assert.deepEqual(entries.map(({ message }) => typeof message.template?.sha256), [
    "string",
    "string",
    "undefined",
  ]);
});

Deno.test("a clock that moves on never causes a reconciliation, and --reseed renders anew", () => {
  using runner = project();
  runner.panto(["s.jsonl"]);
  const before = runner.snapshot();
  const later = new Date("2027-01-01T00:00:00Z");
  for (const argv of [["s.jsonl"], ["status", "s.jsonl"], ["diff", "s.jsonl"], ["s.jsonl", "-n"]]) {
    const { code, out } = runner.panto(argv, { now: later });
    assert.equal(code, 0, argv.join(" "));
    if (argv.length === 1) assert.match(out, RENDERED);
  }
  assert.deepEqual(runner.snapshot(), before);
  const { out, err } = runner.panto(["s.jsonl", "--reseed"], { now: later });
  assert.match(out, /on 2027-01-01 at 00:00:00/);
  assert.match(err, /re-seeded \(\+1 replace\)/);
});

Deno.test("what stands in the window is not rendered again, wherever the resume is asked about", () => {
  using runner = new CommandRunner();
  runner.put("user", "SYSTEM.md.j2", "Hello {{ vars.name }}\n");
  assert.equal((runner.panto(["s.jsonl", "--var", "name=Ann"])).out, "Hello Ann\n");
  // Without the variable a rendering would fail.
  for (
    const argv of [["s.jsonl"], ["s.jsonl", "-n"], ["status", "s.jsonl"], ["diff", "s.jsonl"], [
      "diff",
      "s.jsonl",
      "--from",
      "1",
      "--to",
      "files",
    ]]
  ) {
    assert.equal((runner.panto(argv)).code, 0, argv.join(" "));
  }
  const document = JSON.parse((runner.panto(["inspect", "s.jsonl", "--json"])).out);
  assert.equal(document.blocks[0].origin.source.layer, "user");
  runner.put("user", "SYSTEM.md.j2", "Hi {{ vars.name }}\n");
  for (const argv of [["s.jsonl"], ["s.jsonl", "-n"], ["status", "s.jsonl"], ["diff", "s.jsonl"]]) {
    assert.equal((runner.panto(argv)).code, 4, argv.join(" "));
  }
  assert.equal((runner.panto(["status", "s.jsonl", "--var", "name=Ann"])).code, 1);
  const diff = runner.panto(["diff", "s.jsonl", "--var", "name=Ann"]);
  assert.match(diff.out, /\n-Hello Ann\n\+Hi Ann\n$/);
});

const faults: { name: string; template: string; message: RegExp }[] = [
  { name: "a syntax error", template: "ok\n{% if %}", message: /SYSTEM\.md\.j2".*line 2/ },
  {
    name: "an undefined variable",
    template: "\n\n{{ ghost }}",
    message: /SYSTEM\.md\.j2".*"ghost" is undefined.*line 3/,
  },
  {
    name: "an unknown filter",
    template: "{{ cwd|nope }}",
    message: /SYSTEM\.md\.j2".*nope.*line 1/,
  },
  {
    name: "an include",
    template: '{% include "/etc/passwd" %}',
    message: /SYSTEM\.md\.j2".*line 1/,
  },
];

for (const { name, template, message } of faults) {
  Deno.test(`panto stops at ${name} before anything is written, and renders again at the next call`, () => {
    using runner = new CommandRunner();
    runner.put("project", "SYSTEM.md.j2", template);
    const { code, out, err } = runner.panto(["s.jsonl"]);
    assert.deepEqual([code, out], [4, ""]);
    assert.match(err, message);
    assert.equal(existsSync(join(runner.project, "s.jsonl")), false);
    assert.equal((runner.panto([])).code, 4);
    runner.put("project", "SYSTEM.md.j2", "fixed\n");
    assert.equal((runner.panto(["s.jsonl"])).out, "fixed\n");
    const recorded = runner.read("s.jsonl");
    runner.put("project", "SYSTEM.md.j2", template);
    assert.equal((runner.panto(["s.jsonl"])).code, 4);
    assert.equal(runner.read("s.jsonl"), recorded);
  });
}

Deno.test("panto layers lists templates and fails on one that does not parse", () => {
  using runner = new CommandRunner();
  runner.put("user", "SYSTEM.md.j2", "{{ cwd }}");
  const fine = runner.panto(["layers"]);
  assert.match(fine.out, /user +used +9 .*SYSTEM\.md\.j2\n/);
  assert.equal(fine.code, 0);
  runner.put("user", "SYSTEM.md.j2", "{{ cwd");
  assert.equal((runner.panto(["layers"])).code, 4);
  runner.put("user", "SYSTEM.md.j2", "{{ cwd }}");
  runner.put("user", "SYSTEM.md", "both");
  assert.equal((runner.panto([])).code, 4);
});

Deno.test("a plain SYSTEM.md is never rendered", () => {
  using runner = new CommandRunner();
  const text = "{{ ghost }} {% if %} {# x\n";
  runner.put("project", "SYSTEM.md", text);
  assert.equal((runner.panto([])).out, text);
});

const MANIFEST = `[worker]
system_prompt = """
You are operating in {{ cwd }}.
Today is {{ date }}.

{{ scope.summary }}

Available tools: {{ tools | join(", ") }}
{% if files.agents_md is defined -%}

{{ files.agents_md }}
{%- endif %}
"""

[[scope.allow]]
target = "src"
permission = "write"

[[scope.allow]]
target = "/etc"
permission = "read"

[[scope.deny]]
target = "secret"
`;

Deno.test("panto --manifest takes the seed from the manifest; appends stay", () => {
  using runner = new CommandRunner();
  runner.write("agent.toml", MANIFEST);
  runner.put("project", "SYSTEM.md", "not opened \0");
  runner.put("user", "APPEND_SYSTEM.md", "Appended.\n");
  const argv = ["--manifest", "agent.toml", "--tool", "write", "--tool", "read", "s.jsonl"];
  const { code, out, err } = runner.panto(argv);
  assert.deepEqual([code, err], [0, "panto: created s.jsonl: seed manifest, append user\n"]);
  assert.equal(
    out.replaceAll(runner.project, "$P"),
    "You are operating in $P.\nToday is 2026-11-30.\n\nReadable:\n  - $P/src\n  - /etc\nWritable:\n  - $P/src\n\n" +
      "Available tools: read, write\n\n---\n\nAppended.\n",
  );
  runner.write("AGENTS.md", "Build with make.\n");
  assert.equal(
    runner.panto(argv).err,
    "panto: --tool has no effect: " +
      "the recorded texts of the templates are kept (--reseed renders them anew)\n",
    "AGENTS.md leaves the session alone",
  );
  assert.equal(runner.panto([...argv, "-q"]).err, "");
  const fresh = runner.panto([...argv.slice(0, -1), "t.jsonl"]);
  assert.match(fresh.out, /Available tools: read, write\nBuild with make\.\n\n---\n/);
  const status = runner.panto(["status", "s.jsonl", ...argv.slice(0, -1)]);
  assert.equal(status.code, 0);
  assert.equal((runner.panto([...argv.slice(0, 2), "--readable", "x"])).code, 2);
});

Deno.test("panto --manifest without a system_prompt leaves SYSTEM.md the seed, with a warning", () => {
  using runner = project();
  runner.write("agent.toml", "[worker]\nname = 'x'\n");
  const { out, err } = runner.panto(["--manifest", "agent.toml"]);
  assert.match(out, RENDERED);
  assert.equal(
    err,
    'panto: warning: "agent.toml" has no [worker] system_prompt, so the seed is that of the prompt files\n',
  );
  runner.write("agent.toml", "[worker]\nsystem_prompt = 7\n");
  const wrong = runner.panto(["--manifest", "agent.toml"]);
  assert.equal(wrong.code, 4);
  assert.match(wrong.err, /agent\.toml.*line 2/);
});

Deno.test("the bound of rendered text holds for all templates together, and a NUL is refused", () => {
  using runner = new CommandRunner();
  runner.put("user", "SYSTEM.md.j2", "{{ 'x' * 5000000 }}1");
  runner.put("user", "APPEND_SYSTEM.md.j2", "{{ 'x' * 5000000 }}2");
  const both = runner.panto(["s.jsonl"]);
  assert.equal(both.code, 4);
  assert.match(both.err, /the rendered texts would have more than 8 MiB in all/);
  runner.put("user", "APPEND_SYSTEM.md.j2", "{{ '\\u0000' }}");
  assert.match((runner.panto(["s.jsonl"])).err, /the text holds a NUL/);
  assert.equal(existsSync(join(runner.project, "s.jsonl")), false);
});

Deno.test("a project template that renders invisible characters is warned of", () => {
  using runner = new CommandRunner();
  runner.put("project", "SYSTEM.md.j2", "a{{ '\\u202e' }}b");
  const { out, err } = runner.panto([]);
  assert.equal(out, "a\u202eb\n");
  assert.match(err, /^panto: warning: Invisible characters in the text of .*U\+202E/);
});

Deno.test("diff says that a resume would record the same text anew", () => {
  using runner = new CommandRunner();
  runner.put("user", "SYSTEM.md.j2", "same\n");
  runner.panto(["s.jsonl"]);
  runner.put("user", "SYSTEM.md.j2", "{# other #}same\n");
  const { code, out } = runner.panto(["diff", "s.jsonl"]);
  assert.equal(code, 1);
  assert.match(out, /^# the text stays the same, and a resume would record it anew/);
  assert.equal((runner.panto(["status", "s.jsonl"])).code, 1);
});

Deno.test("a manifest may hold large integers, and a prompt with escapes is named with its lines", () => {
  using runner = new CommandRunner();
  runner.write(
    "m.toml",
    'big = 9223372036854775807\n[worker]\nsystem_prompt = "a\\n\\n{{ ghost }}"\n',
  );
  const { code, err } = runner.panto(["--manifest", "m.toml"]);
  assert.equal(code, 4);
  assert.match(
    err,
    /Cannot render "m\.toml: system_prompt": "ghost" is undefined \(line 3, column 4\)/,
  );
});

Deno.test("panto status tells what a rendering warns of once, whatever the number of sessions", async () => {
  using runner = new CommandRunner();
  runner.write("AGENTS.md", "a\u202eb");
  runner.put("user", "SYSTEM.md.j2", "{{ date }}");
  const { code, err } = await runner.panto(["status", "a.jsonl", "b.jsonl"]);
  assert.equal(code, 1);
  assert.match(err, /^panto: warning: Invisible characters in "[^"]*AGENTS\.md": [^\n]*\n$/);
});

Deno.test("panto tells what was left out before the error of a template that wants it", async () => {
  using runner = new CommandRunner();
  runner.write("AGENTS.md", "\0");
  runner.put("user", "SYSTEM.md.j2", "{{ files.agents_md }}");
  const { code, err } = await runner.panto(["s.jsonl"]);
  assert.equal(code, 4);
  assert.match(
    err,
    /^panto: warning: Cannot read "[^"]*AGENTS\.md": it holds a NUL[^\n]*\npanto: error: [^\n]*"files\.agents_md" is undefined[^\n]*\n$/,
  );
});

Deno.test("panto --reseed renders anew once; the resume after it finds nothing to do", () => {
  using runner = new CommandRunner();
  runner.put("user", "SYSTEM.md.j2", "Dear {{ vars.who }}, it is {{ date }}.\n");
  const at = (day: number) => ({ now: new Date(`2026-12-0${day}T12:00:00Z`) });
  runner.panto(["s.jsonl", "--var", "who=Ann"], at(1));
  for (const [day, who] of [[2, "Bob"], [3, "Cid"]] as const) {
    const anew = runner.panto(["s.jsonl", "--reseed", "--var", `who=${who}`], at(day));
    assert.deepEqual([anew.code, anew.out], [0, `Dear ${who}, it is 2026-12-0${day}.\n`]);
    const before = runner.snapshot();
    const again = runner.panto(["s.jsonl"], at(9));
    assert.deepEqual(again, { code: 0, out: anew.out, err: "" });
    assert.deepEqual(runner.snapshot(), before);
  }
});

Deno.test("panto --reseed keeps rendered texts where it is the consent to go on without something", () => {
  using runner = new CommandRunner();
  runner.put("user", "SYSTEM.md.j2", "Dear {{ vars.who }}.\n");
  runner.write("more.md", "More.\n");
  runner.panto(["s.jsonl", "--var", "who=Ann", "--append", "more.md"]);
  const resume = ["s.jsonl", "--var", "who=Bob"];
  assert.equal(runner.panto(resume).code, 4);
  const consented = runner.panto([...resume, "--reseed"]);
  assert.deepEqual(consented, {
    code: 0,
    out: "Dear Ann.\n",
    err: "panto: s.jsonl: re-seeded (+1 replace): seed user\n" +
      "panto: --var has no effect: " +
      "the recorded texts of the templates are kept (another --reseed renders them anew)\n",
  });
  assert.deepEqual(runner.panto(["s.jsonl"]), { code: 0, out: "Dear Ann.\n", err: "" });
  assert.equal(runner.panto([...resume, "--reseed"]).out, "Dear Bob.\n");
});
