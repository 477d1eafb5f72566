/**
 * Command lines that nearly say what is meant: the words, the exit code, and every file as it was. The
 * table is whole command lines with everything that they print.
 */

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CommandRunner } from "../../support/command_runner.ts";
import type { FakeHostOptions } from "../../support/fake_host.ts";

function prepared(): CommandRunner {
  const runner = new CommandRunner();
  runner.put("project", "SYSTEM.md", "seed\n");
  mkdirSync(join(runner.project, "p1"));
  assert.equal(runner.panto(["s.jsonl"]).code, 0);
  runner.write("p1/s.jsonl", runner.read("s.jsonl"));
  const content = [{ type: "text", text: "Two." }];
  runner.write("openai.json", JSON.stringify({ choices: [{ message: { role: "assistant" } }] }));
  runner.write(
    "an answer.json",
    JSON.stringify({ type: "message", role: "assistant", content, stop_reason: "end_turn" }),
  );
  return runner;
}

const otherDirectory =
  "with -C, paths start from its directory; this one exists in the directory panto was started in";
const pattern =
  "hint: a shell hands on a pattern that matches nothing; check the directory, or the name\n";

interface Case {
  readonly argv: readonly string[];
  readonly code: number;
  readonly out?: string;
  readonly err: string;
  readonly options?: FakeHostOptions;
}

const answer = "panto: error: Cannot append the message of";
const cases: readonly Case[] = [
  {
    argv: ["diff", "s.jsonl", "3", "4"],
    code: 2,
    err: 'panto: error: Unexpected argument "4"\n' +
      "hint: positions are options: panto diff s.jsonl --from 3 --to 4\n",
  },
  {
    argv: ["diff", "s.jsonl", "0"],
    code: 2,
    err: 'panto: error: There is no session "0"\n' +
      "hint: positions are options: panto diff s.jsonl --from 0\n",
  },
  {
    argv: ["append", "--role", "user", "hello"],
    code: 2,
    err: 'panto: error: append needs a SESSION and TEXT, and there is no session "hello"\n' +
      "hint: the session comes first: panto append SESSION --role user TEXT\n",
  },
  {
    argv: ["append", "--role", "user", "s.jsonl"],
    code: 2,
    err: "panto: error: append needs TEXT, or - to read it from stdin\n" +
      "hint: try panto append --help\n",
  },
  ...[["status"], ["inspect"], ["log"], ["diff"], []].map((command): Case => ({
    argv: [...command, "none/*.jsonl"],
    code: 2,
    err: `panto: error: No file matches "none/*.jsonl"\n${pattern}`,
  })),
  {
    argv: ["-C", "p1", "inspect", "p1/s.jsonl"],
    code: 5,
    err: `panto: error: Cannot read "p1/s.jsonl": it does not exist\nhint: ${otherDirectory}\n`,
  },
  {
    argv: ["-C", "p1", "p1/s.jsonl"],
    code: 5,
    err: 'panto: error: Cannot create "p1/s.jsonl": its directory does not exist\n' +
      `hint: ${otherDirectory}\n`,
  },
  {
    argv: ["-C", "p1", "append", "p1/s.jsonl", "--role", "user", "hi"],
    code: 5,
    err: `panto: error: Cannot write to "p1/s.jsonl": it does not exist\nhint: ${otherDirectory}\n`,
  },
  {
    argv: ["-C", "p1", "status", "p1/s.jsonl"],
    code: 1,
    out: "p1/s.jsonl: would be created: seed built-in\n",
    err: `panto: warning: p1/s.jsonl: ${otherDirectory}\n`,
  },
  {
    argv: ["inspect", "none.jsonl"],
    code: 5,
    err: 'panto: error: Cannot read "none.jsonl": it does not exist\n' +
      "hint: check the name, or create it: panto none.jsonl\n",
  },
  {
    argv: ["append", "s.jsonl", "--message", "openai.json"],
    code: 2,
    err: `${answer} "openai.json": it is the whole answer of a provider\n` +
      "hint: append the message in it: jq -c '.choices[0].message' openai.json | " +
      "panto append s.jsonl --message -\n",
  },
  {
    argv: ["append", "s.jsonl", "--message", "an answer.json"],
    code: 2,
    err: `${answer} "an answer.json": it is the whole answer of a provider\n` +
      "hint: append the message in it: jq -c '{role, content}' 'an answer.json' | " +
      "panto append s.jsonl --message -\n",
  },
  {
    argv: ["append", "s.jsonl", "--message", "-"],
    options: { stdin: '{"choices":[]}' },
    code: 2,
    err: `${answer} standard input: it is the whole answer of a provider\n` +
      "hint: append the message in it: jq -c '.choices[0].message' | " +
      "panto append s.jsonl --message -\n",
  },
];

for (const { argv, code, out = "", err, options } of cases) {
  Deno.test(`a near miss: panto ${argv.join(" ")}${options === undefined ? "" : " < …"}`, () => {
    using runner = prepared();
    const before = runner.snapshot();
    assert.deepEqual(runner.panto(argv, options), { code, out, err });
    assert.deepEqual(runner.snapshot(), before);
  });
}

Deno.test("panto without words points to - where a person sends it something, and nowhere else", () => {
  using runner = prepared();
  const both = { stdinFed: true, terminals: ["stdout", "stderr"] } as const;
  const told = "panto: stdin was not read; panto - reads a session from it\n";
  const table: [argv: string[], options: FakeHostOptions, err: string][] = [
    [[], both, told],
    [["--json"], both, told],
    [["-q"], both, ""],
    [[], { ...both, stdinFed: false }, ""],
    [[], { ...both, terminals: ["stderr"] }, ""],
    [[], { ...both, terminals: ["stdout"] }, ""],
    [["--append", "-"], { ...both, stdin: "more" }, ""],
    [["-"], { ...both, stdin: runner.read("s.jsonl") }, ""],
    [["s.jsonl"], both, ""],
  ];
  for (const [argv, options, err] of table) {
    const found = runner.panto(argv, options);
    assert.deepEqual([found.code, found.err], [0, err], JSON.stringify([argv, options]));
    assert.match(found.out, /seed/);
  }
});

Deno.test("panto help help shows the help of panto", () => {
  using runner = new CommandRunner();
  assert.deepEqual(runner.panto(["help", "help"]), runner.panto(["--help"]));
  assert.equal(runner.panto(["help", "help"]).code, 0);
});
