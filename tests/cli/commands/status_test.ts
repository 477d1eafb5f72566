import assert from "node:assert/strict";
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
  assert.deepEqual(JSON.parse(out), {
    schema: "panto.status/1",
    sessions: [
      { path: "same.jsonl", state: "unchanged", sha256: sha256Hex("Seed.\n") },
      { path: "notes.md", state: "error", sha256: null },
      { path: "none.jsonl", state: "would-seed", sha256: null },
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
