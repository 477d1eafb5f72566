/** Live text: shown last by every printing command, and never recorded (DESIGN §7). */

import assert from "node:assert/strict";
import { chain, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";

function project(): CommandRunner {
  const runner = new CommandRunner();
  runner.put("user", "SYSTEM.md", "Seed.\n");
  runner.write("AGENTS.md", "Build with make.\n");
  runner.write("s.jsonl", logText(HEADER, ...chain(system("Seed.\n"), user("hi"))));
  return runner;
}

Deno.test("--live adds environment and instructions as the last system block, in every format", () => {
  using runner = project();
  for (
    const command of [[], ["s.jsonl"], ["inspect", "s.jsonl"], ["inspect", "s.jsonl", "--at", "1"]]
  ) {
    const text = (runner.panto([...command, "--live"])).out;
    assert.match(text, /^Seed\.\n\n---\n\n<env>\n {2}Working directory: /, command.join(" "));
    assert.match(text, /\n# Project Instructions \(from .*AGENTS\.md\)\n\nBuild with make\.\n$/);
    const anthropic = JSON.parse(
      (runner.panto([...command, "--live", "-f", "anthropic"])).out,
    );
    assert.equal(`${anthropic.system}\n`, text);
    const openai = JSON.parse((runner.panto([...command, "--live", "-f", "openai"])).out);
    const systems = openai.messages.filter(({ role }: { role: string }) => role === "system");
    assert.deepEqual([systems.length, systems[0].content], [2, "Seed.\n"]);
    const json = JSON.parse((runner.panto([...command, "--live", "--json"])).out);
    const last = json.blocks.at(-1);
    assert.deepEqual([json.blocks.length, last.mode, last.position, last.origin], [
      2,
      "live",
      null,
      "live",
    ]);
  }
});

Deno.test("--live never changes the log, for every command and format", () => {
  using runner = project();
  runner.panto(["s.jsonl", "--live"]);
  const before = runner.snapshot();
  for (const format of ["text", "json", "anthropic", "openai"]) {
    for (const command of [["s.jsonl"], ["inspect", "s.jsonl"], ["-"]]) {
      const stdin = runner.read("s.jsonl");
      assert.equal((runner.panto([...command, "--live", "-f", format], { stdin })).code, 0);
    }
  }
  runner.write("AGENTS.md", "Changed.\n");
  assert.deepEqual((runner.panto(["s.jsonl", "--live"])).err, "");
  runner.write("AGENTS.md", "Build with make.\n");
  const now = runner.snapshot().filter((line) => !line.startsWith("AGENTS.md"));
  assert.deepEqual(now, before.filter((line) => !line.startsWith("AGENTS.md")));
});

Deno.test("a session seeded with --live holds nothing of it", () => {
  using runner = project();
  runner.panto(["new.jsonl", "--live"]);
  assert.ok(
    !runner.read("new.jsonl").includes("<env>") && !runner.read("new.jsonl").includes("make"),
  );
});

Deno.test("--max-instructions cuts, and 0 leaves the whole", () => {
  using runner = project();
  runner.write("AGENTS.md", `${"é".repeat(10)}\n`);
  const cut = (runner.panto(["--live", "--max-instructions", "5"])).out;
  assert.match(cut, /\n\néé\n\[truncated — full file at .*AGENTS\.md\]\n$/);
  assert.match((runner.panto(["--live", "--max-instructions", "0"])).out, /\n\né{10}\n$/);
});

Deno.test("an error of live text comes before anything is written", () => {
  using runner = project();
  const { code } = runner.panto([
    "new.jsonl",
    "--live",
    "--project-root",
    "/nonexistent",
    "--no-project",
  ]);
  assert.equal(code, 4);
  assert.throws(() => runner.read("new.jsonl"), { code: "ENOENT" });
});
