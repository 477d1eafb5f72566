/** The digest of the whole prompt: the same value in every document, and what sha256sum says (DESIGN §10). */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chain, entry, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";

/** What sha256sum prints for the bytes of an output; Deno's own digest where there is no sha256sum. */
function sha256sum(runner: CommandRunner, text: string): string {
  runner.write("output", text);
  try {
    const { stdout } = new Deno.Command("sha256sum", { args: ["output"], cwd: runner.project })
      .outputSync();
    return new TextDecoder().decode(stdout).slice(0, 64);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return createHash("sha256").update(text).digest("hex");
  }
}

Deno.test("inspect, status, log and panto itself give the SHA-256 of the text output", () => {
  using runner = new CommandRunner();
  runner.put("user", "SYSTEM.md", "Sägen\r\n\r\n");
  runner.put("project", "APPEND_SYSTEM.md", "Use tabs.\n");
  runner.put("base", "APPEND_SYSTEM.md", " \n");
  const json = (...argv: string[]) => JSON.parse(runner.panto([...argv, "--json"]).out);
  const text = runner.panto([]).out;
  const digest = sha256sum(runner, text);
  assert.equal(text, "Sägen\n\n---\n\nUse tabs.\n");
  assert.equal(json().sha256, digest);
  assert.equal(json("-n", "s.jsonl").sha256, digest);
  assert.equal(json("s.jsonl").sha256, digest);
  assert.equal(json("inspect", "s.jsonl").sha256, digest);
  assert.equal(json("log", "s.jsonl").sha256, digest);
  assert.equal(json("status", "s.jsonl").sessions[0].sha256, digest);
  assert.match(
    runner.panto(["log", "s.jsonl"]).out,
    new RegExp(`\nSHA-256 of the prompt in force: ${digest}\n$`),
  );
  // Of the prompt in force, whatever a resume would make of it.
  runner.put("user", "SYSTEM.md", "Other.");
  assert.equal(json("status", "s.jsonl").sessions[0].sha256, digest);
  assert.equal(json("-n", "s.jsonl").sha256, sha256sum(runner, "Other.\n\n---\n\nUse tabs.\n"));
});

Deno.test("the digest follows the position and the leaf", () => {
  using runner = new CommandRunner();
  runner.write(
    "s.jsonl",
    logText(
      HEADER,
      ...chain(system("one\n"), user("hi"), system("two")),
      entry("b", "e2", system("three", "replace")),
    ),
  );
  for (const where of [["--at", "0"], ["--at", "1"], ["--leaf", "e3"], []]) {
    const { out } = runner.panto(["inspect", "s.jsonl", ...where]);
    const document = JSON.parse(runner.panto(["inspect", "s.jsonl", "--json", ...where]).out);
    assert.equal(document.sha256, sha256sum(runner, out), where.join(" "));
  }
  const empty = JSON.parse(runner.panto(["inspect", "s.jsonl", "--json", "--at", "0"]).out);
  assert.equal(empty.sha256, createHash("sha256").digest("hex"));
});

Deno.test("the digest takes in live text where that is printed", () => {
  using runner = new CommandRunner();
  runner.put("user", "SYSTEM.md", "Seed.");
  // The live text lists the directory.
  sha256sum(runner, runner.panto(["s.jsonl"]).out);
  for (const argv of [[], ["s.jsonl"], ["inspect", "s.jsonl"]]) {
    const { out } = runner.panto([...argv, "--live"]);
    const document = JSON.parse(runner.panto([...argv, "--live", "--json"]).out);
    assert.equal(document.sha256, sha256sum(runner, out), argv.join(" "));
    assert.match(out, /<env>/);
  }
});
