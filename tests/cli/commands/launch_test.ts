/** Prompt files named at launch, and `--layers`, in every command that reads the configuration (DESIGN §2.10). */

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../cli/run.ts";
import { CommandRunner } from "../../support/command_runner.ts";
import { fakeHost } from "../../support/fake_host.ts";

/** A runner with a file in every layer, and files to name. */
function prepared(): CommandRunner {
  const runner = new CommandRunner();
  runner.put("user", "SYSTEM.md", "user seed\n");
  runner.put("project", "APPEND_SYSTEM.md", "project rules\n");
  runner.put("base", "APPEND_SYSTEM.md", "base rules\n");
  runner.write("sub.md", "sub seed\n");
  runner.write("a.md", "first\n");
  runner.write("b.md.j2", "{{ vars.who }}\n");
  return runner;
}

const texts = (text: string) => text.trimEnd().split("\n\n---\n\n");

Deno.test("panto --system --append --layers: what counts, and in which order", () => {
  using runner = prepared();
  const table: [line: string, wanted: string[]][] = [
    ["--system sub.md", ["sub seed", "project rules", "base rules"]],
    ["--append a.md", ["user seed", "project rules", "base rules", "first"]],
    [
      "--append b.md.j2 --append a.md --var who=Ann",
      ["user seed", "project rules", "base rules", "Ann", "first"],
    ],
    ["--layers base,user", ["user seed", "base rules"]],
    ["--no-project", ["user seed", "base rules"]],
    ["--layers none --system sub.md", ["sub seed"]],
    ["--layers none --system sub.md --append a.md --append a.md", ["sub seed", "first", "first"]],
    ["--layers project --system sub.md", ["sub seed", "project rules"]],
  ];
  for (const [line, wanted] of table) {
    const { code, out, err } = runner.panto(line.split(" "));
    assert.deepEqual([code, texts(out), err], [0, wanted, ""], line);
  }
  assert.match(runner.panto(["--layers", "none"]).out, /^You are Panto/);
});

Deno.test("panto --layers none needs no home directory", () => {
  using runner = prepared();
  const options = { env: { HOME: undefined } };
  assert.equal(runner.panto(["--system", "sub.md"], options).code, 4);
  const { code, out } = runner.panto(["--layers", "none", "--system", "sub.md"], options);
  assert.deepEqual([code, out], [0, "sub seed\n"]);
});

Deno.test("launch files are recorded, and compared by status, diff, -n and -", () => {
  using runner = prepared();
  const named = ["--layers", "none", "--system", "sub.md", "--append", "a.md"];
  const { code, out } = runner.panto(["s.jsonl", ...named]);
  assert.deepEqual([code, out], [0, "sub seed\n\n---\n\nfirst\n"]);
  const log = runner.read("s.jsonl");
  const quiet: [argv: string[], out: string][] = [
    [["status", "s.jsonl", ...named], "s.jsonl: in step\n"],
    [["diff", "s.jsonl", ...named], ""],
    [["diff", "s.jsonl", "--from", "2", "--to", "files", ...named], ""],
    [["-n", "--exit-code", "s.jsonl", ...named], ""],
    [["s.jsonl", ...named], "sub seed\n\n---\n\nfirst\n"],
  ];
  for (const [argv, out] of quiet) {
    assert.deepEqual(runner.panto(argv), { code: 0, out, err: "" }, argv.join(" "));
  }
  assert.deepEqual(texts(runner.panto(["-", ...named], { stdin: log }).out), ["sub seed", "first"]);
  assert.equal(runner.read("s.jsonl"), log);

  runner.write("a.md", "second\n");
  assert.equal(runner.panto(["status", "s.jsonl", ...named]).code, 1);
  assert.match(runner.panto(["diff", "s.jsonl", ...named]).out, /^-first$\n^\+second$/m);
  const dry = runner.panto(["-n", "s.jsonl", ...named]).out.trimEnd().split("\n");
  assert.equal(dry.length, 2);
  assert.equal(runner.read("s.jsonl"), log);
});

Deno.test("a launch template keeps its text until its source changes", () => {
  using runner = prepared();
  const resume = (who: string) =>
    runner.panto(["s.jsonl", "--layers", "none", "--system", "b.md.j2", "--var", `who=${who}`]).out;
  assert.deepEqual([resume("Ann"), resume("Bob")], ["Ann\n", "Ann\n"]);
  runner.write("b.md.j2", "Dear {{ vars.who }}\n");
  assert.equal(resume("Bob"), "Dear Bob\n");
});

Deno.test("stdin stands for one launch file, and is read once whatever is printed", () => {
  using runner = prepared();
  const stdin = "from a pipe\n";
  const options = { stdin };
  const argv = ["--layers", "none", "--system", "-"];
  assert.equal(runner.panto(argv, options).out, stdin);
  for (const line of ["s.jsonl --json", "s.jsonl --json -n", "new.jsonl -n --json"]) {
    // A pipe has nothing more to give the second time.
    let left = stdin;
    const host = {
      ...fakeHost([...line.split(" "), ...argv], { cwd: runner.project }),
      readStdin() {
        const bytes = new TextEncoder().encode(left);
        left = "";
        return bytes;
      },
    };
    assert.equal(run(host), 0);
    const document = JSON.parse(host.out());
    assert.equal(document.blocks[0].text, stdin);
    assert.match(JSON.stringify(document.blocks[0].origin), /:"-"/, line);
  }
  assert.equal(runner.panto(["status", "s.jsonl", ...argv], options).code, 0);
  const { out } = runner.panto(["inspect", "s.jsonl", "--json", ...argv], options);
  assert.match(JSON.stringify(JSON.parse(out).blocks[0].origin), /:"-"/);
});

Deno.test("panto refuses what launch files cannot be, and makes no session", () => {
  using runner = prepared();
  runner.write("agent.toml", '[worker]\nsystem_prompt = "m"\n');
  runner.write("old.jsonl", '{"type":"session","version":3,"id":"x"}\n');
  const table: [line: string, code: number, err: string][] = [
    [
      "s.jsonl --system sub.md --manifest agent.toml",
      2,
      'panto: error: Cannot use "sub.md": the manifest has a prompt of its own\n' +
      "hint: leave one out: the manifest's system_prompt, or the file in its place\n",
    ],
    [
      "s.jsonl --append none.md",
      4,
      'panto: error: Cannot read "none.md": it does not exist\n',
    ],
    [
      "s.jsonl --system old.jsonl",
      4,
      'panto: error: Cannot use "old.jsonl" as a prompt: it is a session\n' +
      "hint: a prompt file goes there; a session stands without an option: panto old.jsonl\n",
    ],
  ];
  for (const [line, code, err] of table) {
    for (const command of [[], ["status"], ["diff"]]) {
      assert.deepEqual(runner.panto([...command, ...line.split(" ")]), { code, out: "", err });
    }
  }
  assert.equal(existsSync(join(runner.project, "s.jsonl")), false);
});

Deno.test("panto layers lists launch files, and the layers that are off", () => {
  using runner = prepared();
  const argv = ["layers", "--layers", "user", "--system", "sub.md", "--append", "-"];
  const { out, code } = runner.panto(argv, { stdin: "---\nname: x\n---\n" });
  assert.equal(code, 0);
  const rows = out.split("\n").map((line) => line.split(/ {2,}/).slice(0, 2).join(" "));
  assert.deepEqual(rows.filter((row) => !row.startsWith(" ")), [
    ...["LAYER STATE", "--system used", "project off", "user overridden", "base off"],
    ...["project off", "user absent", "base off", "--append used", ""],
  ]);
  assert.match(out, /the file named at launch stands in its place/);
  assert.match(out, / -\n {4}note: the front matter at the start is sent as it is\n$/);
  const { files } = JSON.parse(runner.panto([...argv, "--json"]).out);
  const [first, last] = [files[0], files.at(-1)];
  assert.deepEqual([first.layer, first.name, first.state], ["launch", "system", "used"]);
  assert.deepEqual([last.layer, last.path, last.realPath], ["launch", "-", null]);
});

Deno.test("panto layers ends with the built-in prompt where that is the seed", () => {
  using runner = new CommandRunner();
  const { out } = runner.panto(["layers"]);
  assert.match(out, /^built-in {2}used +\d+ {2}[0-9a-f]{12} {2}\(the built-in prompt\)\n$/m);
  assert.ok(out.endsWith("(the built-in prompt)\n"));
  const { files } = JSON.parse(runner.panto(["layers", "--json"]).out);
  assert.deepEqual([files.at(-1).layer, files.at(-1).path], ["built-in", null]);
  runner.put("project", "SYSTEM.md", "");
  assert.match(runner.panto(["layers"]).out, /it is empty, so there is no seed: it overrides the/);
});
