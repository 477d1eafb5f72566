/**
 * `--var`, `--tool`, `--tools`, `--readable` and `--writable` in calls that render no template: one line
 * with the reason, which -q silences, wherever the options are taken (DESIGN §5).
 */

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { CommandRunner } from "../../support/command_runner.ts";

const kept = "the recorded texts of the templates are kept (--reseed renders them anew)";
const none = "no prompt file is a template";
const inspecting = "this call renders no template";

/** A session whose prompt a template gave, and one that has plain files, with a layer of its own. */
function prepared(): CommandRunner {
  const runner = new CommandRunner();
  runner.put("project", "SYSTEM.md.j2", "Tools: {{ tools | join }}{{ vars.who | default('') }}\n");
  runner.put("user", "SYSTEM.md", "plain\n");
  runner.write("tools.json", '[{"name":"grep","input_schema":{"type":"object"}}]');
  for (const argv of [["t.jsonl"], ["p.jsonl", "--no-project"]]) {
    assert.equal(runner.panto(argv).code, 0);
  }
  return runner;
}

const table: [line: string, reason: string | undefined][] = [
  ["t.jsonl", kept],
  ["t.jsonl --json", kept],
  ["t.jsonl -f openai", kept],
  ["-n t.jsonl", kept],
  ["-", kept],
  ["status t.jsonl", kept],
  ["status --json t.jsonl", kept],
  ["status --own-directory t.jsonl", kept],
  ["diff t.jsonl", kept],
  ["diff t.jsonl --to files", kept],
  ["diff t.jsonl --from 0 --to files", kept],
  ["inspect t.jsonl", inspecting],
  ["inspect t.jsonl --json", inspecting],
  ["inspect t.jsonl -f anthropic", inspecting],
  ["inspect -", inspecting],
  ["--no-project", none],
  ["--no-project --json", none],
  ["p.jsonl --no-project", none],
  ["new.jsonl -n --no-project", none],
  ["status p.jsonl --no-project", none],
  ["status new.jsonl --no-project", none],
  ["diff p.jsonl --no-project", none],
  ["diff p.jsonl --to files --no-project", none],
  ["", undefined],
  ["-f openai", undefined],
  ["new.jsonl", undefined],
  ["new.jsonl -n", undefined],
  ["t.jsonl --reseed", undefined],
  ["t.jsonl --reseed -n", undefined],
  ["status t.jsonl new.jsonl", undefined],
];

const given: [words: string[], named: string][] = [
  [["--var", "who=Ann"], "--var has"],
  [["--tool", "ls"], "--tool has"],
  [["--tools", "tools.json"], "--tools has"],
  [["--readable", "."], "--readable has"],
  [["--writable", ".", "--tool", "ls"], "--tool, --writable have"],
];

for (const [line, reason] of table) {
  Deno.test(`panto ${line}: options of templates that ${reason === undefined ? "count" : "do not"}`, () => {
    using runner = prepared();
    const stdin = runner.read("t.jsonl");
    for (const [words, named] of given) {
      const argv = [...line.split(" ").filter(Boolean), ...words];
      const lines = (more: string[]) =>
        runner.panto([...argv, ...more], { stdin }).err.split("\n")
          .filter((line) => line.includes("effect"));
      const wanted = reason === undefined ? [] : [`panto: ${named} no effect: ${reason}`];
      assert.deepEqual(lines([]), wanted, argv.join(" "));
      rmSync(join(runner.project, "new.jsonl"), { force: true });
      assert.deepEqual(lines(["-q"]), [], argv.join(" "));
      rmSync(join(runner.project, "new.jsonl"), { force: true });
    }
  });
}
