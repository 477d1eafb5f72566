import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { sha256Hex } from "../../../mod.ts";
import { chain, entry, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";

function project(): CommandRunner {
  const runner = new CommandRunner();
  runner.put("user", "SYSTEM.md", "Seed.");
  runner.write("same.jsonl", logText(HEADER, ...chain(system("Seed."), user("hi"))));
  runner.write("old.jsonl", logText(HEADER, ...chain(system("Old."), user("hi"))));
  runner.write("empty.jsonl", "");
  runner.write("damaged.jsonl", logText(HEADER, ...chain(system("Seed.")), "{torn"));
  runner.write("notes.md", "# Notes\n");
  return runner;
}

Deno.test("panto status tells each session, and gives the highest code", () => {
  using runner = project();
  const before = runner.snapshot();
  assert.deepEqual(runner.panto(["status", "same.jsonl"]), {
    code: 0,
    out: "same.jsonl: in step\n",
    err: "",
  });
  const { code, out } = runner.panto([
    "status",
    "same.jsonl",
    "old.jsonl",
    "empty.jsonl",
    "none.jsonl",
  ]);
  assert.equal(code, 1);
  assert.equal(
    out,
    [
      "same.jsonl:  in step",
      "old.jsonl:   would be re-seeded (+1 replace): seed user",
      "empty.jsonl: would be seeded: seed user",
      "none.jsonl:  would be created: seed user",
      "",
    ].join("\n"),
  );
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto status goes on after a session that cannot be read", () => {
  using runner = project();
  const { code, out, err } = runner.panto([
    "status",
    "damaged.jsonl",
    "notes.md",
    "old.jsonl",
  ]);
  assert.equal(code, 3);
  assert.equal(out, "old.jsonl: would be re-seeded (+1 replace): seed user\n");
  assert.deepEqual(err.split("\n").filter((line) => line.startsWith("panto: error: ")).length, 2);
  const lenient = runner.panto(["status", "damaged.jsonl", "--lenient"]);
  assert.deepEqual([lenient.code, lenient.out], [
    1,
    "damaged.jsonl: would be re-seeded (+1 replace): seed user\n",
  ]);
});

Deno.test("panto status -q says it by its code alone", () => {
  using runner = project();
  assert.deepEqual(runner.panto(["status", "old.jsonl", "-q"]), {
    code: 1,
    out: "",
    err: "",
  });
  assert.deepEqual(runner.panto(["status", "same.jsonl", "-q"]), {
    code: 0,
    out: "",
    err: "",
  });
});

Deno.test("panto status --json", () => {
  using runner = project();
  const { out } = runner.panto(["status", "same.jsonl", "notes.md", "none.jsonl", "--json"]);
  const none = { directory: null, edits: [], replacedBy: null };
  assert.deepEqual(JSON.parse(out), {
    schema: "panto.status/1",
    sessions: [
      { path: "same.jsonl", state: "unchanged", ...none, sha256: sha256Hex("Seed.\n") },
      { path: "notes.md", state: "error", ...none, edits: null, sha256: null },
      { path: "none.jsonl", state: "would-seed", ...none, sha256: null },
    ],
  });
});

Deno.test("panto status --keep-edits agrees with the resume", () => {
  using runner = project();
  runner.write(
    "s.jsonl",
    logText(
      HEADER,
      ...chain(user("x"), system("Seed.", "replace"), user("y")),
      entry("edit", "e3", system("edit")),
    ),
  );
  assert.equal((runner.panto(["status", "s.jsonl"])).code, 1);
  assert.equal((runner.panto(["status", "s.jsonl", "--keep-edits"])).code, 0);
});

Deno.test("panto status fails when the files cannot be used", () => {
  using runner = project();
  runner.put("project", "SYSTEM.md", "\0");
  assert.equal((runner.panto(["status", "same.jsonl"])).code, 4);
});

Deno.test("panto status --own-directory compares each session with the files of its own directory", () => {
  using runner = project();
  // Another project below the home directory, with a prompt file of its own, and one without.
  runner.write("a/.panto/SYSTEM.md", "Of a.");
  runner.write("b/x", "");
  const made = (name: string, text: string) =>
    logText({ ...HEADER, cwd: `${runner.project}/${name}` }, ...chain(system(text), user("hi")));
  runner.write("a.jsonl", made("a", "Of a."));
  runner.write("b.jsonl", made("b", "Seed."));
  runner.write("c.jsonl", made("a", "Of c."));
  runner.write("gone.jsonl", made("gone", "Of a."));
  const before = runner.snapshot();
  const all = ["a.jsonl", "b.jsonl", "c.jsonl", "new.jsonl", "empty.jsonl"];
  const own = ["status", "--own-directory"];
  const told = runner.panto([...own, ...all]);
  assert.deepEqual(told, {
    code: 1,
    out: [
      `a.jsonl:     in step; files of ${runner.project}/a`,
      `b.jsonl:     in step; files of ${runner.project}/b`,
      `c.jsonl:     would be re-seeded (+1 replace): seed project; files of ${runner.project}/a`,
      `new.jsonl:   would be created: seed user; files of ${runner.project}`,
      `empty.jsonl: would be seeded: seed user; files of ${runner.project}`,
      "",
    ].join("\n"),
    err: "",
  });
  assert.equal(runner.panto(["status", "a.jsonl"]).code, 1, "only when asked");
  assert.deepEqual(JSON.parse(runner.panto([...own, "a.jsonl", "--json"]).out).sessions, [
    {
      path: "a.jsonl",
      state: "unchanged",
      directory: `${runner.project}/a`,
      edits: [],
      replacedBy: null,
      sha256: sha256Hex("Of a.\n"),
    },
  ]);
  const failed = runner.panto([...own, "same.jsonl", "gone.jsonl", "a.jsonl"]);
  assert.deepEqual(failed, {
    code: 5,
    out: `a.jsonl: in step; files of ${runner.project}/a\n`,
    err:
      'panto: error: Cannot tell the directory of "same.jsonl": its header names no absolute path\n' +
      "hint: without --own-directory it is compared with the files of this directory\n" +
      'panto: error: Cannot compare "gone.jsonl" with the directory it was started in\n' +
      'panto: caused by: Cannot work in "$ROOT/home/project/gone": it does not exist\n',
  });
  assert.equal(runner.panto([...own, "same.jsonl"]).code, 3);
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto status --own-directory trusts a project layer that a header names no more than any", () => {
  using runner = project();
  runner.write("a/.git/HEAD", "");
  runner.write("a/.panto/x", "");
  symlinkSync(`${runner.project}/notes.md`, `${runner.project}/a/.panto/SYSTEM.md`);
  runner.write(
    "a.jsonl",
    logText({ ...HEADER, cwd: `${runner.project}/a` }, ...chain(system("x"))),
  );
  const { code, out, err } = runner.panto(["status", "--own-directory", "a.jsonl", "same.jsonl"]);
  assert.deepEqual([code, out], [4, ""]);
  assert.match(err, /^panto: error: .*outside/);
  assert.equal(err.match(/^panto: error: /gm)?.length, 2, "and goes on");
});

Deno.test("panto status refuses a name beside a session that was probably meant, and goes on", () => {
  using runner = project();
  const { code, out, err } = runner.panto(["status", "same.jsnol", "same.jsonl"]);
  assert.deepEqual([code, out], [2, "same.jsonl: in step\n"]);
  assert.equal(
    err,
    'panto: error: "same.jsnol" does not exist, and beside it is the session "same.jsonl"\n' +
      "hint: for a new session of that name, make an empty file first: touch same.jsnol\n",
  );
});
