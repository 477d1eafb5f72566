import assert from "node:assert/strict";
import { chain, entry, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";

const LOG = logText(
  HEADER,
  ...chain(system("one\n"), user("hi"), system("two", "replace"), system("three")),
);

Deno.test("panto inspect prints the prompt at every position", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", LOG);
  const texts = ["", "one\n", "one\n", "two\n", "two\n\n---\n\nthree\n"];
  for (const [at, text] of texts.entries()) {
    assert.deepEqual(runner.panto(["inspect", "s.jsonl", "--at", String(at)]), {
      code: 0,
      out: text,
      err: "",
    });
  }
  assert.equal((runner.panto(["inspect", "s.jsonl", "--at", "-1"])).out, "two\n");
  assert.equal((runner.panto(["inspect", "s.jsonl"])).out, texts[4]);
  assert.equal((runner.panto(["inspect", "-"], { stdin: LOG })).out, texts[4]);
});

Deno.test("panto inspect names the valid range", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", LOG);
  const { code, err } = runner.panto(["inspect", "s.jsonl", "--at", "5"]);
  assert.equal(code, 2);
  assert.match(err, /valid positions are 0 to 4, or -1 to -4/);
});

Deno.test("panto inspect --json tells blocks, places and origins apart", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", LOG);
  runner.put("user", "APPEND_SYSTEM.md", "three");
  const document = JSON.parse((runner.panto(["inspect", "s.jsonl", "--json"])).out);
  assert.deepEqual(
    document.blocks.map((
      block: Record<string, unknown>,
    ) => [block.text, block.mode, block.position, block.line]),
    [["two", "replace", 3, 4], ["three", "append", 4, 5]],
  );
  assert.deepEqual([
    document.leaf,
    document.position,
    document.blocks[0].origin,
    document.blocks[1].origin.recorded,
    document.blocks[1].origin.source.layer,
  ], [
    "e4",
    4,
    null,
    false,
    "user",
  ]);
});

Deno.test("panto inspect --json goes on without origins when the prompt files cannot be used", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", LOG);
  runner.put("user", "SYSTEM.md", "nul \0");
  const { code, out, err } = runner.panto(["inspect", "s.jsonl", "--json"]);
  assert.equal(code, 0);
  assert.match(err, /^panto: warning: no origins: Cannot read/);
  assert.equal(JSON.parse(out).blocks[0].origin, null);
  assert.equal((runner.panto(["inspect", "s.jsonl"])).err, "");
});

Deno.test("panto inspect fails on damage that touches, goes on leniently, and never writes", () => {
  using runner = new CommandRunner();
  runner.write(
    "s.jsonl",
    logText(HEADER, ...chain(system("a")), "{torn", entry("x", undefined, user("hi"))),
  );
  const before = runner.snapshot();
  const strict = runner.panto(["inspect", "s.jsonl"]);
  assert.deepEqual([strict.code, strict.out], [3, ""]);
  assert.match(
    strict.err,
    /^panto: error: Cannot tell the prompt of "s.jsonl": line 3 \(byte \d+\): damaged line, and the next/,
  );
  const lenient = runner.panto(["inspect", "s.jsonl", "--lenient"]);
  assert.deepEqual([lenient.code, lenient.out], [0, "a\n"]);
  assert.match(lenient.err, /^panto: warning: s.jsonl:3: damaged line/);
  assert.equal((runner.panto(["inspect", "s.jsonl", "--at", "1"])).code, 0);
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto inspect of nothing, and of something else", () => {
  using runner = new CommandRunner();
  assert.deepEqual(runner.panto(["inspect", "s.jsonl"]), {
    code: 5,
    out: "",
    err:
      'panto: error: Cannot read "s.jsonl": it does not exist\nhint: check the name, or create it: panto s.jsonl\n',
  });
  runner.write("settings.json", '{"theme":"dark"}\n');
  assert.deepEqual(runner.panto(["inspect", "settings.json"]), {
    code: 3,
    out: "",
    err: 'panto: error: "settings.json" holds no session header and no message\n',
  });
  runner.write("notes.md", "# Notes\n");
  assert.deepEqual(runner.panto(["inspect", "notes.md"]), {
    code: 3,
    out: "",
    err: 'panto: error: "notes.md" holds no session header and no message\n',
  });
});

Deno.test("panto inspect --at takes an entry's id or its beginning, in every format", () => {
  using runner = new CommandRunner();
  runner.write(
    "s.jsonl",
    logText(
      HEADER,
      entry("aaaa-1", null, system("one")),
      entry("aaaa-2", "aaaa-1", user("hi")),
      entry("bbbb-3", "aaaa-2", system("two")),
      entry("cccc-4", "aaaa-2", user("beside")),
      { type: "label", id: "dddd-5", parentId: "bbbb-3" },
    ),
  );
  const inspect = (...flags: string[]) => runner.panto(["inspect", "s.jsonl", ...flags]);
  assert.equal(inspect("--at", "aaaa-2").out, "one\n");
  assert.equal(inspect("--at", "bbbb").out, inspect().out);
  assert.equal(inspect("--at", "dddd").out, inspect().out);
  for (const format of ["json", "anthropic", "openai"]) {
    assert.deepEqual(inspect("--at", "aaaa-2", "-f", format), inspect("--at", "2", "-f", format));
  }
  const refused = [["aaaa", /2 ids .*"aaaa-1", "aaaa-2"\nhint: write more of the id\n/], [
    "cccc-4",
    /Entry "cccc-4" .*not on the path to "dddd-5"\nhint: .*--leaf cccc-4\n/,
  ], ["zzzz", /no entry has this id\nhint: panto show/]] as const;
  for (const [id, message] of refused) {
    const { code, out, err } = inspect("--at", id);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, message);
  }
  assert.equal(inspect("--leaf", "cccc", "--at", "cccc").code, 0);
  assert.equal(inspect("--leaf", "cccc").out, inspect("--leaf", "cccc-4").out);
});
