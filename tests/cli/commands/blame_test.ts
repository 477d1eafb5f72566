import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chain, entry, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";
import { shared } from "../../support/shared.ts";

const layer = (layer: string, file: string) => ({ kind: "layer", layer, file });
const SEED = layer("project", "SYSTEM.md");
const sourced = (text: string, source: Record<string, unknown>, mode?: "replace") => ({
  ...system(text, mode),
  source,
});

const LOG = logText(
  HEADER,
  ...chain(
    sourced("You keep the books.\n\nAnswer in English.  \n", SEED),
    sourced("Use tabs.\n", layer("user", "APPEND_SYSTEM.md")),
    user("hi"),
    { ...system("The shop is closed."), note: "since Monday" },
    sourced("You keep the books.\n\nAnswer in German.\n", SEED, "replace"),
    sourced(" \n", layer("user", "APPEND_SYSTEM.md")),
    { ...system("The shop is open."), note: "a note that goes on and on until it is too long" },
    system("No note."),
  ),
);

Deno.test("panto blame prints the prompt line by line, with a row for each border", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", LOG);
  const before = runner.snapshot();
  const time = HEADER.timestamp;
  assert.deepEqual(runner.panto(["blame", "s.jsonl"]), {
    code: 0,
    out: [
      "AT  TIME                      SOURCE                                    LINE  TEXT",
      ` 1  ${time}  project SYSTEM.md                            1  You keep the books.`,
      ` 1  ${time}  project SYSTEM.md                            2`,
      ` 5  ${time}  project SYSTEM.md                            3  Answer in German.`,
      "                                                                              ---",
      ` 7  ${time}  edit: a note that goes on and on until …     7  The shop is open.`,
      "                                                                              ---",
      ` 8  ${time}  edit                                        11  No note.`,
      "",
    ].join("\n"),
    err: "",
  });
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto blame --at and - look at an earlier prompt, byte for byte as inspect", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", LOG);
  const { out } = runner.panto(["blame", "-", "--at", "4"], { stdin: LOG });
  const time = HEADER.timestamp;
  assert.equal(
    out,
    [
      "AT  TIME                      SOURCE                 LINE  TEXT",
      ` 1  ${time}  project SYSTEM.md         1  You keep the books.`,
      ` 1  ${time}  project SYSTEM.md         2`,
      ` 1  ${time}  project SYSTEM.md         3  Answer in English.  `,
      "                                                           ---",
      ` 2  ${time}  user APPEND_SYSTEM.md     7  Use tabs.`,
      "                                                           ---",
      ` 4  ${time}  edit: since Monday       11  The shop is closed.`,
      "",
    ].join("\n"),
  );
  const inspected = runner.panto(["inspect", "s.jsonl", "--at", "4"]).out.split("\n");
  assert.equal(inspected[10], "The shop is closed.");
  assert.equal(runner.panto(["blame", "s.jsonl", "--at", "9"]).code, 2);
  assert.deepEqual(runner.panto(["blame", "s.jsonl", "--at", "0"]), { code: 0, out: "", err: "" });
});

Deno.test("panto blame --json has every surviving block, the blank ones without lines", () => {
  using runner = new CommandRunner();
  runner.write("s.jsonl", LOG);
  const document = JSON.parse(runner.panto(["blame", "s.jsonl", "--json"]).out);
  const { blocks, ...head } = document;
  assert.deepEqual(head, {
    schema: "panto.blame/1",
    path: "s.jsonl",
    leaf: "e8",
    position: 8,
    gaveUpAt: null,
  });
  const inspected = JSON.parse(runner.panto(["inspect", "s.jsonl", "--json"]).out).blocks;
  const common = (
    { mode, position, line, sha256 }: Record<string, unknown>,
  ) => [mode, position, line, sha256];
  assert.deepEqual(blocks.map(common), inspected.map(common));
  assert.deepEqual(
    blocks.map((block: Record<string, unknown>) => [block.source, block.edit, block.note]),
    [
      [SEED, false, null],
      [layer("user", "APPEND_SYSTEM.md"), false, null],
      [null, true, "a note that goes on and on until it is too long"],
      [null, true, null],
    ],
  );
  assert.deepEqual(blocks[0].lines[2], {
    number: 3,
    text: "Answer in German.",
    position: 5,
    entry: "e5",
    timestamp: HEADER.timestamp,
  });
  assert.deepEqual(blocks.map(({ lines }: { lines: unknown[] }) => lines.length), [3, 0, 1, 1]);
  assert.deepEqual([blocks[2].lines[0].number, blocks[3].lines[0].number], [7, 11]);
});

Deno.test("panto blame names every kind of source, and none where the log has none", () => {
  const kinds: [source: Record<string, unknown> | undefined, words: string][] = [
    [SEED, "project SYSTEM.md"],
    [{ kind: "built-in" }, "built-in"],
    [{ kind: "manifest", file: "agents/a.toml" }, "manifest agents/a.toml"],
    [{ kind: "file", option: "system", file: "sub.md" }, "--system sub.md"],
    [{ kind: "file", option: "append", file: "-" }, "--append -"],
    [{ kind: "import" }, "import"],
    [{ kind: "moon", file: 7 }, "moon"],
    [undefined, "-"],
  ];
  for (const [source, words] of kinds) {
    using runner = new CommandRunner();
    runner.write(
      "s.jsonl",
      logText(HEADER, ...chain({ ...system("x"), ...(source && { source }) })),
    );
    const [, row = ""] = runner.panto(["blame", "s.jsonl"]).out.split("\n");
    assert.equal(row.slice(30).trimStart().replace(/ +1 +x$/, ""), words);
  }
});

Deno.test("panto blame escapes what a terminal would obey, in the log's own words always", () => {
  using runner = new CommandRunner();
  const hostile = {
    ...sourced("a\x1b[2J\r\nb\u202e", { kind: "\x1b]0;k\x07", file: "\u202e../../etc\n" }),
    note: "n",
  };
  runner.write(
    "s.jsonl",
    logText(HEADER, { ...entry("\x1b", null, hostile), timestamp: "\x1b[1m\n" }),
  );
  const terminal = runner.panto(["blame", "s.jsonl"], { terminals: ["stdout"] }).out;
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(terminal, /[\x00-\x09\x0b-\x1f\x7f\u202e]/);
  assert.ok(terminal.includes("a\\x1b[2J\\x0d\n") && terminal.includes("b\\u202e\n"));
  assert.ok(terminal.includes("\\x1b]0;k\\x07 \\u202e../../etc\\x0a"));
  const raw = runner.panto(["blame", "s.jsonl", "--raw"], { terminals: ["stdout"] }).out;
  assert.ok(raw.includes("a\x1b[2J\r\n") && raw.includes("\\x1b[1m\\x0a"));
  const piped = runner.panto(["blame", "s.jsonl"]).out;
  assert.equal(piped, raw);
  assert.equal(piped.split("\n").length, 4);
  const json = runner.panto(["blame", "s.jsonl", "--json"], { terminals: ["stdout"] }).out;
  assert.ok(!json.includes("\x1b") && !json.includes("\u202e"));
  assert.equal(JSON.parse(json).blocks[0].source.file, "\u202e../../etc\n");
});

Deno.test("panto blame stays narrow and whole with a source or a line of great length", () => {
  using runner = new CommandRunner();
  const long = "w".repeat(200_000);
  const source = { kind: "file", option: "system", file: long, more: { deep: [1.50, null] } };
  runner.write("s.jsonl", logText(HEADER, ...chain(sourced(`${long}\nb\n\nc`, source))));
  const { code, out } = runner.panto(["blame", "s.jsonl"]);
  assert.equal(code, 0);
  assert.ok(out.length < long.length + 1000);
  assert.ok(out.includes(`${"w".repeat(30)}…`) && out.includes(`1  ${long}\n`));
  // Deeper than an engine can write.
  const deep = `{"kind":"moon","x":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
  const line = JSON.stringify(entry("a", null, sourced("x", { kind: "DEEP" })));
  runner.write("deep.jsonl", logText(HEADER, line.replace('{"kind":"DEEP"}', deep)));
  const document = runner.panto(["blame", "deep.jsonl", "--json"]);
  assert.deepEqual([document.code, JSON.parse(document.out).blocks[0].source], [0, null]);
});

Deno.test("panto blame fails on damage that touches, goes on leniently, and warns of other damage", () => {
  using runner = new CommandRunner();
  runner.write(
    "s.jsonl",
    logText(HEADER, ...chain(system("a")), "{torn", entry("x", undefined, user("hi"))),
  );
  const strict = runner.panto(["blame", "s.jsonl"]);
  assert.deepEqual([strict.code, strict.out], [3, ""]);
  assert.match(strict.err, /^panto: error: .* line 3 /);
  const lenient = runner.panto(["blame", "s.jsonl", "--lenient"]);
  assert.equal(lenient.code, 0);
  assert.match(lenient.out, / {2}a\n$/);
  assert.match(lenient.err, /^panto: warning: s.jsonl:3: damaged line/);
  // Far back, behind a replace: the prompt does not depend on it.
  runner.write(
    "s.jsonl",
    logText(
      HEADER,
      ...chain(system("a\nb")),
      "{torn",
      entry("x", undefined, user("hi")),
      entry("y", "x", system("a\nc", "replace")),
    ),
  );
  const beside = runner.panto(["blame", "s.jsonl"]);
  assert.equal(beside.code, 0);
  assert.match(beside.out, /^ 1 .* {2}a\n 3 .* {2}c\n$/m);
  assert.match(beside.err, /^panto: warning: s.jsonl:3: damaged line ignored/);
});

Deno.test("panto blame says when too much differs to be compared", () => {
  using runner = new CommandRunner();
  const lines = (word: string) => Array.from({ length: 2500 }, (_, i) => `${word} ${i}`).join("\n");
  runner.write(
    "s.jsonl",
    logText(
      HEADER,
      ...chain(
        sourced(`stays\n${lines("old")}`, SEED),
        sourced(`${lines("new")}\nstays`, SEED, "replace"),
      ),
    ),
  );
  const { code, out, err } = runner.panto(["blame", "s.jsonl"]);
  assert.equal(code, 0);
  assert.match(out, /^ 2 .* 2501 {2}stays\n$/m);
  assert.equal(
    err,
    "panto: warning: s.jsonl: too much differs at position 2; what was not compared counts as new " +
      "there\n",
  );
  assert.equal(JSON.parse(runner.panto(["blame", "s.jsonl", "--json"]).out).gaveUpAt, 2);
});

Deno.test("panto blame of nothing", () => {
  using runner = new CommandRunner();
  assert.equal(runner.panto(["blame", "s.jsonl"]).code, 5);
  runner.write("s.jsonl", logText(HEADER, ...chain(user("hi"))));
  assert.deepEqual(runner.panto(["blame", "s.jsonl"]), { code: 0, out: "", err: "" });
});

const sessions = shared("corpus/sessions");

Deno.test({
  name: "panto blame ends as panto inspect does, with the same text, for every real session",
  ignore: sessions === undefined,
  fn() {
    const folder = sessions ?? "";
    for (const name of readdirSync(folder)) {
      using runner = new CommandRunner();
      runner.write("s.jsonl", readFileSync(join(folder, name), "utf8"));
      const inspected = runner.panto(["inspect", "s.jsonl", "--json", "--lenient"]);
      const blamed = runner.panto(["blame", "s.jsonl", "--json", "--lenient"]);
      assert.deepEqual([blamed.code, blamed.err], [inspected.code, inspected.err], name);
      if (blamed.code !== 0) continue;
      const text = runner.panto(["inspect", "s.jsonl", "--lenient"]).out.split("\n");
      for (const { lines } of JSON.parse(blamed.out).blocks) {
        for (const line of lines) assert.equal(line.text, text[line.number - 1], name);
      }
    }
  },
});
