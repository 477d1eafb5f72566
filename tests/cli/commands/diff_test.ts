import assert from "node:assert/strict";
import { chain, entry, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";

const LOG = logText(HEADER, ...chain(system("Seed."), user("hi"), system("Late.")));

function project(seed: string): CommandRunner {
  const runner = new CommandRunner();
  runner.put("user", "SYSTEM.md", seed);
  runner.write("s.jsonl", LOG);
  return runner;
}

Deno.test("panto diff SESSION shows nothing where a resume would change nothing", () => {
  using runner = project("Seed.");
  assert.deepEqual(runner.panto(["diff", "s.jsonl"]), { code: 0, out: "", err: "" });
});

Deno.test("panto diff SESSION shows what a resume would change, edits that it discards included", () => {
  using runner = project("New.");
  const { code, out, err } = runner.panto(["diff", "s.jsonl"]);
  assert.equal(code, 1);
  assert.equal(out, "--- s.jsonl\n+++ files\n@@ -1,5 +1,1 @@\n-Seed.\n-\n----\n-\n-Late.\n+New.\n");
  assert.match(err, /discards 1 edit \(position 3\) of the prompt/);
});

Deno.test("panto diff SESSION says a difference in trailing newlines in words", () => {
  using runner = project("Seed.\n");
  runner.write("s.jsonl", logText(HEADER, ...chain(system("Seed."), user("hi"))));
  const { code, out } = runner.panto(["diff", "s.jsonl"]);
  assert.equal(code, 1);
  assert.match(out, /^# block 1 differs only in trailing newlines\n/);
});

Deno.test("panto diff SESSION --from N --to M compares positions and the files", () => {
  using runner = project("New.");
  const between = runner.panto(["diff", "s.jsonl", "--from", "1", "--to", "3"]);
  assert.deepEqual([between.code, between.out.split("\n").slice(0, 2)], [1, [
    "--- s.jsonl@1",
    "+++ s.jsonl@3",
  ]]);
  assert.equal((runner.panto(["diff", "s.jsonl", "--from", "1", "--to", "2"])).code, 0);
  assert.equal((runner.panto(["diff", "s.jsonl", "--from", "-1"])).code, 1);
  const files = runner.panto(["diff", "s.jsonl", "--from", "0", "--to", "files"]);
  assert.equal(files.out, "--- s.jsonl@0\n+++ files\n@@ -0,0 +1,1 @@\n+New.\n");
  assert.equal((runner.panto(["diff", "s.jsonl", "--from", "9"])).code, 2);
});

Deno.test("panto diff A B compares two sessions, one of them from stdin", () => {
  using runner = project("New.");
  runner.write("t.jsonl", logText(HEADER, ...chain(system("Seed."), system("Late."))));
  assert.deepEqual(runner.panto(["diff", "s.jsonl", "t.jsonl"]), {
    code: 0,
    out: "",
    err: "",
  });
  const { code, out } = runner.panto(["diff", "s.jsonl", "-"], {
    stdin: logText({ role: "system", content: "x" }),
  });
  assert.deepEqual([code, out.split("\n").slice(0, 2)], [1, ["--- s.jsonl", "+++ standard input"]]);
});

Deno.test("panto diff fails with a code above 1", () => {
  using runner = project("New.");
  assert.equal((runner.panto(["diff", "none.jsonl"])).code, 5);
  runner.write(
    "damaged.jsonl",
    logText(HEADER, ...chain(system("a")), "{torn", entry("x", undefined, user("y"))),
  );
  for (
    const argv of [["diff", "damaged.jsonl"], ["diff", "s.jsonl", "damaged.jsonl"], [
      "diff",
      "damaged.jsonl",
      "--from",
      "0",
    ]]
  ) {
    const strict = runner.panto(argv);
    assert.deepEqual([strict.code, strict.out], [3, ""], argv.join(" "));
    assert.equal((runner.panto([...argv, "--lenient"])).code, 1, argv.join(" "));
  }
});

Deno.test("panto diff --json and colors", () => {
  using runner = project("New.");
  const document = JSON.parse((runner.panto(["diff", "s.jsonl", "--json"])).out);
  assert.deepEqual([document.schema, document.equal, document.from, document.to], [
    "panto.diff/1",
    false,
    "s.jsonl",
    "files",
  ]);
  const { out } = runner.panto(["diff", "s.jsonl", "--color", "always"]);
  assert.ok(out.includes("\x1b[31m-Seed."));
  runner.write("esc.jsonl", logText(HEADER, ...chain(system("\x1b[2J"))));
  const escaped = runner.panto(["diff", "esc.jsonl", "--color", "always"]);
  assert.ok(escaped.out.includes("\x1b[31m-\\x1b[2J") && !escaped.out.includes("\x1b[2J"));
  assert.ok((runner.panto(["diff", "esc.jsonl"])).out.includes("-\x1b[2J"));
});

Deno.test("panto diff --from tells each warning once", () => {
  using runner = project("New.");
  runner.write(
    "s.jsonl",
    logText(HEADER, ...chain(system("a"), user("x")), "{beside", entry("e3", "e2", system("b"))),
  );
  const { code, err } = runner.panto(["diff", "s.jsonl", "--from", "1"]);
  assert.deepEqual([code, err.split("\n").length], [1, 2]);
});

Deno.test("panto diff --from and --to take ids", () => {
  using runner = new CommandRunner();
  const messages = chain(system("one"), user("hi"), system("two", "replace"));
  runner.write("s.jsonl", logText(HEADER, ...messages));
  const diff = (...flags: string[]) => runner.panto(["diff", "s.jsonl", ...flags]);
  assert.deepEqual(diff("--from", "e1", "--to", "e3"), diff("--from", "1", "--to", "3"));
  assert.equal(diff("--from", "e1", "--to", "e2").code, 0);
  assert.equal(diff("--from", "e9").code, 2);
});
