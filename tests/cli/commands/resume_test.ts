import assert from "node:assert/strict";
import { statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { chain, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";

function project(): CommandRunner {
  const runner = new CommandRunner();
  runner.put("project", "SYSTEM.md", "Seed.\n");
  runner.put("project", "APPEND_SYSTEM.md", "Use tabs.\n");
  runner.put("base", "APPEND_SYSTEM.md", "Base.\n");
  return runner;
}

const TEXT = "Seed.\n\n---\n\nUse tabs.\n\n---\n\nBase.\n";

Deno.test("panto prints the prompt of the files in every format", () => {
  using runner = project();
  assert.deepEqual(runner.panto([]), { code: 0, out: TEXT, err: "" });
  const anthropic = runner.panto(["-f", "anthropic", "--model", "m", "--max-tokens", "9"]);
  assert.equal(
    anthropic.out,
    `{"model":"m","max_tokens":9,"system":${JSON.stringify(TEXT.trimEnd())},"messages":[]}\n`,
  );
  const openai = JSON.parse((runner.panto(["-f", "openai"])).out);
  assert.deepEqual(openai.messages.map((message: { content: string }) => message.content), [
    "Seed.\n",
    "Use tabs.\n",
    "Base.\n",
  ]);
  const json = JSON.parse((runner.panto(["--json"])).out);
  assert.deepEqual([
    json.schema,
    json.session,
    json.blocks[0].origin.layer,
    json.blocks[2].origin.layer,
  ], [
    "panto.prompt/1",
    null,
    "project",
    "base",
  ]);
});

Deno.test("panto SESSION creates it, announces the layers, and prints", () => {
  using runner = project();
  const { code, out, err } = runner.panto(["s.jsonl"]);
  assert.deepEqual([code, out], [0, TEXT]);
  assert.equal(err, "panto: created s.jsonl: seed project, appends project, base\n");
  assert.equal(runner.read("s.jsonl").split("\n").length, 5);
});

Deno.test("panto SESSION is quiet when nothing changed, and re-seeds once after an edit", () => {
  using runner = project();
  runner.panto(["s.jsonl", "-q"]);
  const seeded = runner.snapshot();
  assert.deepEqual(runner.panto(["s.jsonl"]), { code: 0, out: TEXT, err: "" });
  assert.deepEqual(runner.snapshot(), seeded);
  runner.put("project", "APPEND_SYSTEM.md", "Use spaces.\n");
  const { out, err } = runner.panto(["s.jsonl"]);
  assert.equal(
    err,
    "panto: s.jsonl: re-seeded (+1 replace, +2 append): seed project, appends project, base\n",
  );
  assert.match(out, /Use spaces/);
  assert.equal(runner.read("s.jsonl").split("\n").length, 8);
  assert.equal((runner.panto(["s.jsonl"])).err, "");
});

Deno.test("panto SESSION says in JSON what it did", () => {
  using runner = project();
  const state = (argv: string[]) => JSON.parse((runner.panto([...argv, "--json"])).out).session;
  assert.equal(state(["s.jsonl", "-n"]), "would-seed");
  assert.equal(state(["s.jsonl"]), "seeded");
  assert.equal(state(["s.jsonl"]), "unchanged");
  runner.put("project", "SYSTEM.md", "New.\n");
  assert.equal(state(["s.jsonl", "-n"]), "would-reconcile");
  assert.equal(state(["s.jsonl"]), "reconciled");
});

Deno.test("panto SESSION -n prints the entries, writes nothing, and can say it by exit code", () => {
  using runner = project();
  const before = runner.snapshot();
  const dry = runner.panto(["s.jsonl", "-n"]);
  assert.equal(dry.err, "panto: s.jsonl: would be created: seed project, appends project, base\n");
  assert.deepEqual(runner.snapshot(), before);
  runner.panto(["s.jsonl"]);
  assert.equal(dry.out, runner.read("s.jsonl"));
  assert.deepEqual(runner.panto(["s.jsonl", "-n", "--exit-code"]), {
    code: 0,
    out: "",
    err: "",
  });
  runner.put("project", "SYSTEM.md", "New.\n");
  const changed = runner.panto(["s.jsonl", "-n", "--exit-code"]);
  assert.deepEqual([changed.code, changed.out.trim().split("\n").length], [1, 3]);
});

Deno.test("panto - plans a resume of stdin, prints the resulting prompt and writes nothing", () => {
  using runner = project();
  const before = runner.snapshot();
  const log = logText(HEADER, ...chain(system("old"), user("hi")));
  const { code, out, err } = runner.panto(["-"], { stdin: log });
  assert.deepEqual([code, out], [0, TEXT]);
  assert.equal(
    err,
    "panto: standard input: would be re-seeded (+1 replace, +2 append): seed project, appends project, base\n",
  );
  const request = JSON.parse((runner.panto(["-", "-f", "openai", "-q"], { stdin: log })).out);
  assert.deepEqual(request.messages.map((message: { role: string }) => message.role), [
    "system",
    "system",
    "system",
    "user",
  ]);
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto SESSION does not touch a file that is no session", () => {
  using runner = project();
  runner.write("package.json", '{\n  "name": "x"\n}\n');
  const before = runner.snapshot();
  const { code, out, err } = runner.panto(["package.json"]);
  assert.deepEqual([code, out], [3, ""]);
  assert.equal(
    err,
    'panto: error: "package.json" holds no session header and no message\n' +
      "hint: is it the right file? panto SESSION --adopt makes it a session all the same\n",
  );
  assert.deepEqual(runner.snapshot(), before);
  assert.equal((runner.panto(["package.json", "--adopt"])).code, 0);
  assert.deepEqual(runner.panto(["package.json"]), { code: 0, out: TEXT, err: "" });
});

Deno.test("panto SESSION warns of edits that a re-seed discards, and keeps them on request", () => {
  using runner = project();
  runner.panto(["s.jsonl", "--reseed"]);
  runner.panto(["s.jsonl", "--reseed"]);
  runner.panto(["append", "s.jsonl", "--role", "user", "hi"]);
  runner.panto(["append", "s.jsonl", "--role", "system", "edit"]);
  const kept = runner.panto(["s.jsonl", "--keep-edits"]);
  assert.deepEqual([kept.err, kept.out], ["", `${TEXT.trimEnd()}\n\n---\n\nedit\n`]);
  const discarded = runner.panto(["s.jsonl"]);
  assert.match(
    discarded.err,
    /^panto: warning: s.jsonl: the re-seed discards 1 further block of the prompt \(at position 8\)\n/,
  );
  assert.equal(discarded.out, TEXT);
});

Deno.test("panto SESSION prints the branch that it resumed", () => {
  using runner = project();
  runner.panto(["s.jsonl"]);
  runner.write(
    "s.jsonl",
    runner.read("s.jsonl") + logText(
      { type: "message", id: "left", parentId: null, message: system("other root") },
    ),
  );
  const leaf = JSON.parse(runner.read("s.jsonl").split("\n")[3] ?? "").id;
  const same = JSON.parse((runner.panto(["s.jsonl", "--leaf", leaf, "--json"])).out);
  assert.deepEqual([same.session, same.leaf, same.blocks.length], ["unchanged", leaf, 3]);
  assert.equal((runner.panto(["s.jsonl", "--leaf", "nope"])).code, 2);
});

Deno.test("panto refuses to print into the session itself", () => {
  using runner = project();
  runner.panto(["s.jsonl"]);
  runner.put("project", "SYSTEM.md", "New.\n");
  const before = runner.snapshot();
  const { dev, ino } = statSync(join(runner.project, "s.jsonl"));
  for (const argv of [["s.jsonl"], ["inspect", "s.jsonl"], ["s.jsonl", "-n"], ["log", "s.jsonl"]]) {
    const { code, out, err } = runner.panto(argv, { stdoutFile: { dev, ino } });
    assert.deepEqual([code, out], [5, ""], argv.join(" "));
    assert.match(err, /^panto: error: Cannot print into "s.jsonl": it is the session itself\n/);
  }
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto SESSION warns when a re-seed uses the files of another directory", () => {
  using runner = project();
  runner.panto(["s.jsonl"]);
  runner.write("sub/.keep", "");
  const { err } = runner.panto(["-C", "sub", "../s.jsonl"]);
  assert.match(
    err,
    /^panto: warning: ..\/s.jsonl: it was started in "[^"]*\/project", and this directory's files are used\n/,
  );
  assert.equal((runner.panto(["-C", "sub", "../s.jsonl"])).err, "");
});

Deno.test("panto SESSION finds a cycle before it writes, where the format needs positions", () => {
  using runner = project();
  const log = logText(
    HEADER,
    { id: "u", parentId: "x", message: user("q") },
    { id: "x", parentId: "u", message: system("old", "replace") },
  );
  runner.write("s.jsonl", log);
  const { code, out, err } = runner.panto(["s.jsonl", "--json"]);
  assert.deepEqual([code, out, runner.read("s.jsonl")], [3, "", log]);
  assert.match(err, /the parent of line 2 .* is found only on the same or a later line/);
});

Deno.test("panto reads `..` after a link as the system does", () => {
  using runner = project();
  runner.write("real/deep/.keep", "");
  symlinkSync("real/deep", join(runner.project, "link"));
  runner.panto(["link/../s.jsonl"]);
  assert.ok(runner.read("real/s.jsonl").startsWith('{"type":"session"'));
  runner.panto(["-C", "link/..", "t.jsonl"]);
  assert.ok(runner.read("real/t.jsonl").startsWith('{"type":"session"'));
});

Deno.test("panto refuses a directory of the environment that is not UTF-8", () => {
  using runner = project();
  const { code, err } = runner.panto([], { env: { XDG_CONFIG_HOME: "/tmp/\ufffd" } });
  assert.equal(code, 4);
  assert.match(err, /^panto: error: Cannot use XDG_CONFIG_HOME: its value is not UTF-8\n/);
});

Deno.test("panto -n escapes control characters on a terminal", () => {
  using runner = project();
  runner.put("project", "SYSTEM.md", "x\u009b31m\u202e");
  const shown = runner.panto(["-n", "s.jsonl"], { terminals: ["stdout"] });
  assert.ok(!shown.out.includes("\u009b") && shown.out.includes("\\u009b31m"));
  assert.ok((runner.panto(["-n", "s.jsonl"])).out.includes("\u009b"));
});
