/**
 * cli/args/parse.ts: help as golden files (PANTO_UPDATE_GOLDEN=1 writes them), the rule of the first word,
 * and how complaints are worded.
 */

import { ownHint } from "../../../cli/hint.ts";
import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { buildProgram } from "../../../cli/args/parse.ts";
import { commands as all } from "../../../cli/commands/all.ts";
import { IoError, UsageError } from "../../../mod.ts";
import { helpText, parseArguments, parseLine, understood } from "../../support/command_line.ts";

const golden = new URL("../../golden/help/", import.meta.url);
const update = (process.env["PANTO_UPDATE_GOLDEN"] ?? "") !== "";
const commands = [
  ...[
    "inspect",
    "diff",
    "log",
    "show",
    "blame",
    "status",
    "layers",
    "append",
    "assemble",
    "render",
  ],
];

const helpOf = (argv: readonly string[]) => helpText(parseArguments(argv));

for (const name of ["panto", ...commands]) {
  Deno.test(`parseCommandLine() help of ${name} is the golden file`, () => {
    const help = helpOf(name === "panto" ? ["--help"] : [name, "--help"]);
    const file = new URL(`${name}.txt`, golden);
    if (update) writeFileSync(file, help);
    assert.equal(help, readFileSync(file, "utf8"));
    assert.deepEqual(help.split("\n").filter((line) => line.length > 80), []);
  });
}

Deno.test("parseCommandLine() has no golden help of a command that is gone", () => {
  const wanted = ["panto", ...commands].map((name) => `${name}.txt`).sort();
  assert.deepEqual(readdirSync(golden).sort(), wanted);
});

Deno.test("parseCommandLine() gives the same help in every way to ask for it", () => {
  const main = helpOf(["--help"]);
  const ways = [["-h"], ["help"], ["help", "help"], ["help", "-h"], ["--json", "-h"], [
    "s.jsonl",
    "-h",
  ], ["-C", "/", "-h"]];
  for (const argv of ways) assert.equal(helpOf(argv), main);
  const log = helpOf(["log", "--help"]);
  for (const argv of [["help", "log"], ["log", "s", "-h"], ["log", "--bogus", "-h"]]) {
    assert.equal(helpOf(argv), log);
  }
});

Deno.test("parseCommandLine() gives the version", () => {
  for (const flag of ["-V", "--version"]) assert.match(helpOf([flag]), /^panto \d+\.\d+\.\d+\n$/);
});

Deno.test("buildProgram() without arguments describes every command in full", () => {
  const program = buildProgram({
    context: { cwd: "/", commands: all },
    write: () => 0,
    found: () => 0,
  });
  assert.deepEqual(program.commands.map((command) => command.name()), commands);
  for (const command of program.commands) assert.ok(command.options.length > 4);
});

Deno.test("buildProgram() with arguments builds the commands and options that they name", () => {
  const built = (...named: string[]) => {
    const program = buildProgram({
      context: { cwd: "/", commands: all },
      named,
      write: () => 0,
      found: () => 0,
    });
    const [command] = program.commands;
    return [program, ...program.commands]
      .map((each) =>
        [each.name(), ...each.options.map((option) => option.attributeName())].join(" ")
      )
      .concat(command === undefined ? [] : [`of ${command.parent?.name()}`]);
  };
  assert.deepEqual(built("s.jsonl"), ["panto version"]);
  assert.deepEqual(built("s.jsonl", "--no-lock"), ["panto version lock"]);
  assert.deepEqual(built("log", "s", "--raw"), ["panto version raw", "log raw", "of panto"]);
});

const complaints: [line: string, message: string, hint: string][] = [
  [
    "inspct s.jsonl",
    'Unknown command "inspct"',
    "did you mean panto inspect? Write ./inspct for a new session",
  ],
  [
    "inspct s --at 3",
    'Unknown command "inspct"',
    "did you mean panto inspect? Write ./inspct for a new session",
  ],
  [
    "-q inspct",
    'Unknown command "inspct"',
    "did you mean panto inspect? Write ./inspct for a new session",
  ],
  ["help lgo", 'Unknown command "lgo"', "did you mean panto log? Write ./lgo for a new session"],
  [
    "rendr x.j2",
    'Unknown command "rendr"',
    "did you mean panto render? Write ./rendr for a new session",
  ],
  ["env", 'Unknown command "env"', "did you mean panto assemble?"],
  ["assemble a b", 'Unexpected argument "b"', "try panto assemble --help"],
  ["render", "Missing required argument 'FILE'", "try panto render --help"],
  ["log s --live", "Unknown option '--live'", "try panto log --help"],
  ["--live log s", "--live cannot be used with log", "try panto log --help"],
  ["--live layers", "--live cannot be used with layers", "try panto layers --help"],
  ["append s --var a=1", "Unknown option '--var'", "try panto append --help"],
  ["render x --var a", '--var takes NAME=VALUE, not "a"', "try panto render --help"],
  ["--tools a inspect s --tools b", "--tools is given more than once", "try panto inspect --help"],
  [
    "frobnicate",
    'Unknown command "frobnicate"',
    "panto --help lists the commands; write ./NAME for a new session in this directory",
  ],
  ["inspect", "Missing required argument 'SESSION'", "try panto inspect --help"],
  ["inspect a b", 'Unexpected argument "b"', "try panto inspect --help"],
  [
    "diff s.jsonl 3 4",
    'Unexpected argument "4"',
    "positions are options: panto diff s.jsonl --from 3 --to 4",
  ],
  [
    "diff s.jsonl 3",
    'There is no session "3"',
    "positions are options: panto diff s.jsonl --from 3",
  ],
  ["diff a.jsonl b.jsonl 3", 'Unexpected argument "3"', "try panto diff --help"],
  ["diff a.jsonl 3 4 5", 'Unexpected argument "4"', "try panto diff --help"],
  ["s.jsonl b", 'Unexpected argument "b"', "try panto --help"],
  ["s.jsonl log", 'Unexpected argument "log"', "the command comes first: panto log"],
  [
    "s.jsonl --at 3",
    "Unknown option '--at'",
    "it is an option of panto inspect, panto show, panto blame, panto append",
  ],
  ["version", 'Unknown command "version"', "did you mean panto --version?"],
  ["-v", "Unknown option '-v'", "did you mean --version?"],
  ["help --bogus", "There is no help about help", "try panto --help"],
  [
    "append s.jsonl --role user -x",
    "Unknown option '-x'",
    "before text that starts with a dash, write --",
  ],
  ["layers x", 'Unexpected argument "x"', "try panto layers --help"],
  ["inspect s --formt json", "Unknown option '--formt'", "did you mean --format?"],
  ["inspect s --bogus", "Unknown option '--bogus'", "try panto inspect --help"],
  ["--bogus", "Unknown option '--bogus'", "try panto --help"],
  ["log s --at 1", "Unknown option '--at'", "try panto log --help"],
  ["log s --keep-edits", "Unknown option '--keep-edits'", "try panto log --help"],
  ["--reseed inspect s", "--reseed cannot be used with inspect", "try panto inspect --help"],
  ["--no-lock inspect s", "--no-lock cannot be used with inspect", "try panto inspect --help"],
  ["-f anthropic log s", '--format takes text or json, not "anthropic"', "try panto log --help"],
  ["-C / -C /", "-C is given more than once", "try panto --help"],
  ["-C / inspect -C / s", "-C is given more than once", "try panto inspect --help"],
  ["inspect s --at 1 --at=2", "--at is given more than once", "try panto inspect --help"],
  ["inspect s --at", "Option '--at <N|ID>' argument missing", "try panto inspect --help"],
];
for (const [line, message, hint] of complaints) {
  Deno.test(`parseCommandLine() complains about: panto ${line}`, () => {
    assert.throws(() => parseLine(line), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, message);
      assert.equal(ownHint(error), hint);
      return true;
    });
  });
}

Deno.test("parseCommandLine() takes a first word for a session by the rule of the first word", () => {
  const directory = mkdtempSync(join(tmpdir(), "panto-word-"));
  try {
    writeFileSync(join(directory, "talk"), "");
    writeFileSync(join(directory, "log"), "");
    mkdirSync(join(directory, "sub"));
    writeFileSync(join(directory, "sub", "deep"), "");
    symlinkSync("nowhere", join(directory, "dangling"));
    const rules: [argv: string[], session: string | undefined][] = [
      [["talk"], "talk"],
      [["dangling"], "dangling"],
      [["new.jsonl"], "new.jsonl"],
      [["./log"], "./log"],
      [["a/b"], "a/b"],
      [["a\\b"], "a\\b"],
      [["-C", "sub", "deep"], "deep"],
      [["-C", "sub", "talk"], undefined],
      [["deep"], undefined],
      [[""], undefined],
      [["x".repeat(300)], undefined],
      [["--", "-x"], undefined],
      [["--", "-x.jsonl"], "-x.jsonl"],
    ];
    for (const [argv, session] of rules) {
      const parse = () => understood(parseArguments(argv, directory));
      if (session === undefined) {
        assert.throws(parse, /Unknown command/, argv.join(" "));
        continue;
      }
      const { command, options } = parse();
      assert.equal(command, "panto");
      assert.partialDeepStrictEqual(options, { session: { type: "file", name: session } });
    }
    assert.throws(() => parseArguments(["log"], directory), /Missing required argument/);
    assert.deepEqual(readdirSync(directory).sort(), ["dangling", "log", "sub", "talk"]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

Deno.test("parseCommandLine() refuses a -C or DIR that is no directory", () => {
  for (
    const [name, reason] of [["nope", "it does not exist"], [
      import.meta.filename ?? "",
      "it is not a directory",
    ]]
  ) {
    for (const argv of [["-C", String(name)], ["assemble", String(name)]]) {
      assert.throws(() => parseArguments(argv, "/"), (error) => {
        assert.ok(error instanceof IoError);
        assert.equal(error.message, `Cannot work in ${JSON.stringify(name)}: ${reason}`);
        return true;
      });
    }
  }
});
