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
    json.blocks[0].origin.source.layer,
    json.blocks[2].origin.source.layer,
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
      "hint: is it the right file? panto package.json --adopt makes it a session all the same\n",
  );
  assert.deepEqual(runner.snapshot(), before);
  assert.equal((runner.panto(["package.json", "--adopt"])).code, 0);
  assert.deepEqual(runner.panto(["package.json"]), { code: 0, out: TEXT, err: "" });
});

Deno.test("panto SESSION keeps edits until the configuration changes, and warns of those it discards", () => {
  using runner = project();
  runner.panto(["s.jsonl"]);
  runner.panto(["s.jsonl", "--reseed"]);
  runner.panto(["append", "s.jsonl", "--role", "user", "hi"]);
  const told = runner.panto(["append", "s.jsonl", "--role", "system", "edit", "--note", "a test"]);
  assert.equal(
    told.err,
    "panto: s.jsonl: appended system message (append), kept until a resume re-seeds\n",
  );
  const kept = runner.panto(["s.jsonl"]);
  assert.deepEqual([kept.err, kept.out], ["", `${TEXT.trimEnd()}\n\n---\n\nedit\n`]);
  assert.deepEqual(runner.panto(["status", "s.jsonl"]), {
    code: 0,
    out: "s.jsonl: in step, with 1 edit (position 8)\n",
    err: "",
  });
  runner.put("project", "SYSTEM.md", "New.\n");
  assert.match(runner.panto(["status", "s.jsonl"]).out, /, discarding 1 edit \(position 8\)\n$/);
  const discarded = runner.panto(["s.jsonl"]);
  assert.match(
    discarded.err,
    /^panto: warning: s.jsonl: the re-seed discards 1 edit \(position 8\) of the prompt\n/,
  );
  assert.equal(discarded.out, TEXT.replace("Seed.", "New."));
});

Deno.test("panto SESSION leaves an edit that replaces the prompt alone, and warns", () => {
  using runner = project();
  runner.panto(["s.jsonl"]);
  runner.panto(["append", "s.jsonl", "--role", "system", "--replace", "edit"]);
  const before = runner.read("s.jsonl");
  const words = "in step, but edit 4 replaces the prompt files' text";
  assert.deepEqual(runner.panto(["s.jsonl"]), {
    code: 0,
    out: "edit\n",
    err: `panto: warning: s.jsonl: ${words}\n`,
  });
  assert.deepEqual(runner.panto(["status", "s.jsonl"]), {
    code: 0,
    out: `s.jsonl: ${words}\n`,
    err: "",
  });
  assert.equal(runner.panto(["diff", "s.jsonl"]).code, 0);
  assert.equal(runner.panto(["diff", "s.jsonl", "--to", "files"]).code, 1);
  assert.equal(runner.read("s.jsonl"), before);
});

Deno.test("panto SESSION keeps edits on request where no entry names a source", () => {
  using runner = project();
  const files = ["Seed.\n", "Use tabs.\n", "Base.\n"].map((text, index) =>
    system(text, index === 0 ? "replace" : undefined)
  );
  runner.write(
    "s.jsonl",
    logText(HEADER, ...chain(user("x"), ...files, user("y"), system("edit"))),
  );
  const kept = runner.panto(["s.jsonl", "--keep-edits"]);
  assert.deepEqual([kept.err, kept.out], ["", `${TEXT.trimEnd()}\n\n---\n\nedit\n`]);
  assert.match(runner.panto(["s.jsonl"]).err, /discards 1 edit \(position 6\)/);
});

const forgotten: [name: string, made: string[], hint: string][] = [
  ["a manifest", ["--manifest", "m.toml"], "--manifest m.toml"],
  ["a seed", ["--system", "sub/own.md"], "--system sub/own.md"],
  ["appends", ["--append", "a.md", "--append", "sub/own.md"], "--append a.md --append sub/own.md"],
  ["layers", ["--layers", "none"], "--layers none"],
  ["layers by their shorthand", ["--no-project"], "--layers user,base"],
  ["several", ["--layers", "user", "--append", "a.md"], "--append a.md --layers user"],
];
for (const [name, made, again] of forgotten) {
  Deno.test(`panto SESSION goes on without ${name} that the session was made with only on request`, () => {
    using runner = project();
    runner.write("m.toml", "[worker]\nsystem_prompt = 'Of a manifest.'\n");
    runner.write("sub/own.md", "Own.");
    runner.write("a.md", "More.");
    runner.panto(["s.jsonl", ...made]);
    const before = runner.read("s.jsonl");
    const failure =
      'panto: error: The prompt of "s.jsonl" would change: what it was made from is not ' +
      "named again\n" +
      `hint: name it again: ${again}; a resume with --reseed goes on without it; ` +
      "for text meant once: panto append s.jsonl --role system TEXT\n";
    for (
      const words of [["s.jsonl"], ["-n", "s.jsonl"], ["status", "s.jsonl"], ["diff", "s.jsonl"]]
    ) {
      assert.deepEqual(runner.panto(words), { code: 4, out: "", err: failure }, words.join(" "));
    }
    const files = runner.panto(["diff", "s.jsonl", "--to", "files"]);
    assert.deepEqual([files.code, files.err], [4, failure]);
    assert.equal(runner.panto(["inspect", "s.jsonl"]).code, 0);
    assert.equal(runner.panto(["log", "s.jsonl"]).code, 0);
    assert.deepEqual(runner.panto(["s.jsonl", ...made]).err, "");
    assert.equal(runner.read("s.jsonl"), before);
    assert.match(runner.panto(["s.jsonl", "--reseed"]).err, /: re-seeded/);
    assert.deepEqual(runner.panto(["s.jsonl"]), { code: 0, out: TEXT, err: "" });
  });
}

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
