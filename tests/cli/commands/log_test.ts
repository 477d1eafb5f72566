import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chain, entry, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";

const LOG = logText(
  HEADER,
  ...chain(
    system("one\n"),
    user("hi"),
    system("two  words\nand a second line that goes on and on", "replace"),
  ),
);

const DIGEST = createHash("sha256")
  .update("two  words\nand a second line that goes on and on\n").digest("hex");

Deno.test("panto log prints an aligned timeline", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", LOG);
  assert.deepEqual(runner.panto(["log", "s.jsonl"]), {
    code: 0,
    out: [
      "P  AT  LINE  TIME                      MODE     BYTES  SHA-256       IN FORCE  TEXT",
      "1   1     2  2026-11-30T18:00:00.000Z  append       4  2c8b08da5ce6  no        one",
      "2   3     4  2026-11-30T18:00:00.000Z  replace     48  87ed37adfde7  yes       two words and a second line that goes o…",
      `SHA-256 of the prompt in force: ${DIGEST}`,
      "",
    ].join("\n"),
    err: "",
  });
});

Deno.test("panto log --json says all of it", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", LOG);
  const document = JSON.parse((runner.panto(["log", "s.jsonl", "--json"])).out);
  assert.deepEqual([
    document.schema,
    document.path,
    document.leaf,
    document.messages,
    document.lines,
  ], [
    "panto.log/1",
    "s.jsonl",
    "e3",
    3,
    4,
  ]);
  assert.deepEqual(
    document.entries.map((
      entry: Record<string, unknown>,
    ) => [entry.position, entry.surviving, entry.id]),
    [
      [1, false, "e1"],
      [3, true, "e3"],
    ],
  );
  assert.deepEqual([document.sha256, document.damage], [DIGEST, []]);
});

Deno.test("panto log checks every line, prints what it knows, and fails where the prompt depends on damage", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", `${LOG}{beside\n${logText(entry("e4", "e3", user("on")))}`);
  const beside = runner.panto(["log", "s.jsonl"]);
  assert.deepEqual([beside.code, beside.out.split("\n").length], [0, 5]);
  assert.match(
    beside.err,
    /^panto: warning: s.jsonl:5: damaged line ignored: it is not JSON \(byte \d+\)\n$/,
  );
  runner.write("s.jsonl", `${LOG}{torn\n`);
  const touching = runner.panto(["log", "s.jsonl"]);
  assert.deepEqual([touching.code, touching.out.split("\n").length], [3, 4]);
  assert.match(touching.err, /^panto: error: .* line 5 .*\nhint: .*\n$/);
  const uncertain = runner.panto(["log", "s.jsonl", "--json"]);
  assert.deepEqual([uncertain.code, JSON.parse(uncertain.out).sha256], [3, null]);
  const lenient = runner.panto(["log", "s.jsonl", "--lenient"]);
  assert.deepEqual([lenient.code, lenient.out.split("\n").length], [0, 5]);
  assert.match(lenient.err, /^panto: warning: s.jsonl:5: /);
});

Deno.test("panto log escapes what a terminal would obey", () => {
  using runner = new CommandRunner();
  runner.write(
    "s.jsonl",
    logText(HEADER, { ...entry("a", null, system("\x1b[2J")), timestamp: "\x1b]0;x\x07" }),
  );
  const { out } = runner.panto(["log", "s.jsonl"], { terminals: ["stdout"] });
  assert.ok(!out.includes("\x1b") && !out.includes("\x07"));
  assert.ok(out.includes("\\x1b[2J"));
});

Deno.test("panto log prints nothing for a log without system messages", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", logText(HEADER, ...chain(user("hi"))));
  assert.deepEqual(runner.panto(["log", "s.jsonl"]), { code: 0, out: "", err: "" });
});

Deno.test("panto log --branches lists the leaves, and fails like panto log", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", `${LOG}${logText(entry("e4", "e2", user("beside")))}`);
  const table = [
    "   LEAF  AT  TIME                      ROLE    TEXT",
    "   e3     3  2026-11-30T18:00:00.000Z  system  two words and a second line that goes on and on",
    "*  e4     3  2026-11-30T18:00:00.000Z  user    beside",
    "",
  ].join("\n");
  assert.deepEqual(runner.panto(["log", "s.jsonl", "--branches"]), {
    code: 0,
    out: table,
    err: "",
  });
  const json = JSON.parse(runner.panto(["log", "s.jsonl", "--branches", "--json"]).out);
  assert.deepEqual([json.schema, json.leaf], ["panto.branches/1", "e4"]);
  runner.write("s.jsonl", `${runner.read("s.jsonl")}{torn\n`);
  const damaged = runner.panto(["log", "s.jsonl", "--branches"]);
  assert.deepEqual([damaged.code, damaged.out], [3, table]);
  const leaf = runner.panto(["log", "s.jsonl", "--branches", "--leaf", "e3"]);
  assert.deepEqual([leaf.code, leaf.out], [2, ""]);
});

Deno.test("panto log --branches lists what can be read beside a cycle", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", logText(entry("sound", null, user("hi")), entry("a", "a", user("x"))));
  const { code, out } = runner.panto(["log", "s.jsonl", "--branches"]);
  assert.equal(code, 3);
  assert.match(out, /\n {3}sound {3}1 .* hi\n\* {2}a {7}- .* x\n$/);
});
