import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { chain, entry, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";

function project(...parts: Parameters<typeof logText>): CommandRunner {
  const runner = new CommandRunner();
  runner.write("s.jsonl", logText(...parts));
  return runner;
}

function lastMessage(runner: CommandRunner): unknown {
  return JSON.parse(runner.read("s.jsonl").trim().split("\n").at(-1) ?? "").message;
}

const UNRECORDED =
  "; the next resume may discard it: nothing here records where the prompt came from\n";

Deno.test("panto append adds a message of each role", () => {
  using runner = project(HEADER);
  const cases: [string[], Record<string, unknown>, string][] = [
    [["--role", "user", "hi"], { role: "user" }, "panto: s.jsonl: appended user message\n"],
    [
      ["--role", "assistant", "hi"],
      { role: "assistant" },
      "panto: s.jsonl: appended assistant message\n",
    ],
    [
      ["--role", "system", "hi"],
      { role: "system", mode: "append" },
      `panto: s.jsonl: appended system message (append)${UNRECORDED}`,
    ],
    [
      ["--role", "system", "--replace", "hi"],
      { role: "system", mode: "replace" },
      `panto: s.jsonl: appended system message (replace)${UNRECORDED}`,
    ],
  ];
  for (const [argv, message, err] of cases) {
    assert.deepEqual(runner.panto(["append", "s.jsonl", ...argv]), { code: 0, out: "", err });
    assert.deepEqual(lastMessage(runner), { ...message, content: [{ type: "text", text: "hi" }] });
  }
});

Deno.test("panto append takes text from stdin byte for byte, if it is UTF-8", () => {
  using runner = project(HEADER);
  runner.panto(["append", "s.jsonl", "--role", "user", "-"], { stdin: "\ufeffa\r\nb\n\n" });
  assert.deepEqual(lastMessage(runner), user("\ufeffa\r\nb\n\n"));
  const before = runner.snapshot();
  const bad = runner.panto(["append", "s.jsonl", "--role", "user", "-"], {
    stdin: new Uint8Array([0x61, 0xff]),
  });
  assert.deepEqual([bad.code, bad.err.split("\n")[0]], [
    2,
    "panto: error: Cannot use the text of standard input: it is not UTF-8 (byte 1)",
  ]);
  assert.equal((runner.panto(["append", "s.jsonl", "--role", "user", ""])).code, 2);
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto append --message records the message as it was written", () => {
  using runner = project(HEADER);
  const message =
    '{\n "role": "assistant", "content": [{"type":"tool_use","id":"t","name":"n","input":{"a":1.0,"b":12345678901234567890}}]\n}';
  runner.write("message.json", message);
  assert.equal((runner.panto(["append", "s.jsonl", "--message", "message.json"])).code, 0);
  assert.ok(runner.read("s.jsonl").includes('"input":{"a":1.0,"b":12345678901234567890}'));
  const fromStdin = runner.panto(["append", "s.jsonl", "--message", "-"], {
    stdin: '{"role":"tool","tool_call_id":"t","content":"done"}',
  });
  assert.deepEqual([fromStdin.code, fromStdin.err], [0, "panto: s.jsonl: appended tool message\n"]);
});

Deno.test("panto append --message refuses what is no message, and adds nothing", () => {
  using runner = project(HEADER);
  const before = runner.snapshot();
  const cases: [string, RegExp][] = [
    ["", /it is not one JSON value/],
    ["{}{}", /it is not one JSON value/],
    ["[]", /./],
    ['{"role":"robot","content":"x"}', /robot/],
    ['{"role":"user"}', /content/],
    ['{"role":"user","content":null}', /content/],
    [
      `{"content":[{"type":"tool_use","id":"t","name":"n","input":{"a":${"[".repeat(5000)}1.0${
        "]".repeat(5000)
      }}}],"role":"assistant"}`,
      /nested deeper than 1000 levels|it is not one JSON value/,
    ],
    [
      '{"role":"assistant","content":[{"type":"tool_use","name":"n","input":{}}]}',
      /content\[0\].*id/,
    ],
    ['{"role":"system","mode":"REPLACE","content":"x"}', /REPLACE/],
    ['{"role":"user","content":"x","role":"system"}', /written twice/],
  ];
  for (const [stdin, message] of cases) {
    const { code, err } = runner.panto(["append", "s.jsonl", "--message", "-"], { stdin });
    assert.equal(code, 2, stdin);
    assert.match(err, message, stdin);
  }
  assert.equal((runner.panto(["append", "s.jsonl", "--message", "none.json"])).code, 5);
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto append --message keeps blocks that it cannot send, with a warning", () => {
  using runner = project(HEADER);
  const { code, err } = runner.panto(["append", "s.jsonl", "--message", "-"], {
    stdin: '{"role":"assistant","content":[{"type":"server_tool_use","id":"x"}]}',
  });
  assert.equal(code, 0);
  assert.match(
    err,
    /^panto: warning: .*server_tool_use.*\npanto: s.jsonl: appended assistant message\n$/,
  );
});

Deno.test("panto append --message takes a refusal as the provider gives it", () => {
  using runner = project(HEADER);
  const stdin = '{"role":"assistant","content":null,"refusal":"I cannot"}';
  const { code, err } = runner.panto(["append", "s.jsonl", "--message", "-"], { stdin });
  assert.equal(code, 0);
  assert.match(err, /^panto: warning: .*refusal/);
  assert.equal((runner.panto(["inspect", "s.jsonl", "-f", "openai"])).code, 0);
});

Deno.test("panto append needs a session that is there, and creates none", () => {
  using runner = new CommandRunner();
  const before = runner.snapshot();
  assert.deepEqual(runner.panto(["append", "s.jsonl", "--role", "user", "x"]), {
    code: 5,
    out: "",
    err:
      'panto: error: Cannot write to "s.jsonl": it does not exist\nhint: check the name, or create it: panto s.jsonl\n',
  });
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto append fails where damage touches the prompt, unless it is lenient", () => {
  using runner = project(HEADER, ...chain(system("a")), "{torn", entry("x", undefined, user("y")));
  const before = runner.snapshot();
  assert.equal((runner.panto(["append", "s.jsonl", "--role", "user", "z"])).code, 3);
  assert.deepEqual(runner.snapshot(), before);
  assert.equal(
    (runner.panto(["append", "s.jsonl", "--role", "user", "z", "--lenient"])).code,
    0,
  );
});

Deno.test("panto append -n prints the entry and writes nothing; --json gives its id", () => {
  using runner = project(HEADER, ...chain(system("a")));
  const before = runner.snapshot();
  const dry = runner.panto(["append", "s.jsonl", "--role", "user", "x", "-n"]);
  assert.deepEqual([JSON.parse(dry.out).parentId, dry.err], ["e1", ""]);
  assert.deepEqual(runner.snapshot(), before);
  const json = JSON.parse(
    (runner.panto(["append", "s.jsonl", "--role", "user", "x", "--json", "-q"])).out,
  );
  assert.deepEqual(json, {
    schema: "panto.append/1",
    path: "s.jsonl",
    id: JSON.parse(runner.read("s.jsonl").trim().split("\n").at(-1) ?? "").id,
    role: "user",
    fate: null,
  });
});

Deno.test("panto append does not print into the session itself", () => {
  using runner = project(HEADER);
  const before = runner.snapshot();
  const { dev, ino } = statSync(join(runner.project, "s.jsonl"));
  const argv = ["append", "s.jsonl", "--role", "user", "x", "--json"];
  assert.equal((runner.panto(argv, { stdoutFile: { dev, ino } })).code, 5);
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto append --note is for system messages, on one line", () => {
  using runner = project(HEADER);
  const append = ["append", "s.jsonl", "--role"];
  assert.equal(runner.panto([...append, "system", "hi", "--note", "why"]).code, 0);
  const content = [{ type: "text", text: "hi" }];
  assert.deepEqual(lastMessage(runner), { role: "system", mode: "append", content, note: "why" });
  const before = runner.snapshot();
  for (const note of ["", " ", "a\nb", "a\u001bb", "x".repeat(201)]) {
    assert.equal(runner.panto([...append, "system", "hi", "--note", note]).code, 2);
  }
  assert.deepEqual(runner.panto([...append, "user", "hi", "--note", "why"]), {
    code: 2,
    out: "",
    err: "panto: error: --note can only be used with --role system\n" +
      "hint: try panto append --help\n",
  });
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto append --message takes no source and no template for a system message", () => {
  using runner = project(HEADER);
  const before = runner.snapshot();
  for (const forged of [{ source: { kind: "built-in" } }, { template: { sha256: "x" } }]) {
    const stdin = JSON.stringify({ role: "system", content: "hi", ...forged });
    const { code, err } = runner.panto(["append", "s.jsonl", "--message", "-"], { stdin });
    assert.equal(code, 2);
    assert.match(
      err,
      /"(source|template)" says where text came from, and only a resume can record that/,
    );
  }
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto append --at hangs the entry on message N, or on the message of an entry", () => {
  const parents: readonly (readonly [at: string, parentId: unknown])[] = [
    ["0", null],
    ["1", "e1"],
    ["2", "e2"],
    ["3", "label-of-e3"],
    ["-0", "label-of-e3"],
    ["-1", "e2"],
    ["-3", null],
    ["e1", "e1"],
    ["label", "label-of-e3"],
  ];
  for (const [at, parentId] of parents) {
    using runner = project(
      { ...HEADER, writer: "panto" },
      ...chain(system("a"), user("b"), user("c")),
      { type: "note", id: "label-of-e3", parentId: "e3" },
    );
    const before = runner.read("s.jsonl");
    const argv = ["append", "s.jsonl", "--at", at, "--role", "user", "again"];
    assert.equal(runner.panto(argv).code, 0);
    const after = runner.read("s.jsonl");
    assert.ok(after.startsWith(before));
    assert.equal(JSON.parse(after.slice(before.length)).parentId, parentId, at);
  }
});

Deno.test("panto append --at counts on the path of --leaf, and writes nothing where it cannot", () => {
  using runner = project(
    HEADER,
    ...chain(system("a"), user("b"), user("c")),
    entry("branch", "e1", user("d")),
    entry(undefined, undefined, user("e")),
    entry("end", undefined, user("f")),
  );
  const before = runner.snapshot();
  const append = (...flags: string[]) =>
    runner.panto(["append", "s.jsonl", ...flags, "--role", "user", "again"]);
  const cases: readonly (readonly [flags: string[], message: RegExp])[] = [
    [["--at", "3"], /Cannot branch behind message 3 of "s.jsonl": it has no id\n/],
    [["--at", "5"], /valid positions are 0 to 4, or -1 to -4\n/],
    [["--at", "e3"], /Cannot find entry "e3"|not on the path to "end"\nhint: .*--leaf e3\n/],
    [["--at", "nobody"], /no entry has this id\n/],
    [["--leaf", "bra", "--at", "1"], /Cannot start from leaf "bra": no entry has this id\n/],
  ];
  for (const [flags, message] of cases) {
    const { code, err } = append(...flags);
    assert.equal(code, 2);
    assert.match(err, message);
  }
  assert.deepEqual(runner.snapshot(), before);
  assert.equal(append("--leaf", "e3", "--at", "2").code, 0);
  assert.equal(JSON.parse(runner.read("s.jsonl").trim().split("\n").at(-1) ?? "").parentId, "e2");
  assert.equal(append("--leaf", "bran").code, 0);
  const last = JSON.parse(runner.read("s.jsonl").trim().split("\n").at(-1) ?? "");
  assert.equal(last.parentId, "branch");
});
