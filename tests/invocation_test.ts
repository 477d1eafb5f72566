/** cli/invocation.ts, through the parser: what a command line means, and what contradicts itself. */

import assert from "node:assert/strict";
import { defaultOptions } from "../cli/invocation.ts";
import { parseCommandLine } from "../cli/program.ts";
import { UsageError } from "../mod.ts";

function parse(line: string) {
  return parseCommandLine(line === "" ? [] : line.split(" "), { cwd: "/w" });
}

const file = (name: string, path = `/w/${name}`) => ({ type: "file" as const, name, path });
const stdin = { type: "stdin" as const };
const common = { directory: "/w", color: "auto", quiet: false };
const files = { project: true, projectRoot: undefined };
const reading = { leaf: undefined, lenient: false };
const writing = { dryRun: false, adopt: false, lock: true, lockTimeoutMs: 2000 };
const request = {
  model: undefined,
  maxTokens: undefined,
  systemForm: "string",
  mergeSystem: false,
  systemRole: "system",
};
const print = { format: "text", raw: false, request };
const own = { exitCode: false, keepEdits: false, reseed: false };
const report = { format: "text", raw: false };

const lines: [line: string, command: string, options: unknown][] = [
  ["", "default", {
    ...common,
    ...files,
    ...reading,
    ...writing,
    ...print,
    ...own,
    session: undefined,
  }],
  ["-", "default", {
    ...common,
    ...files,
    ...reading,
    ...writing,
    ...print,
    ...own,
    session: stdin,
  }],
  [
    "s.jsonl -n --exit-code --keep-edits --adopt --lock-timeout 0.5 --leaf x --lenient -q --no-project",
    "default",
    {
      ...{ ...common, quiet: true },
      ...{ ...files, project: false },
      ...{ leaf: "x", lenient: true },
      ...{ ...writing, dryRun: true, adopt: true, lockTimeoutMs: 500 },
      ...print,
      ...{ exitCode: true, keepEdits: true, reseed: false, session: file("s.jsonl") },
    },
  ],
  [
    "./s --reseed --no-lock --color never --raw -f openai --model m --max-tokens 9 --merge-system " +
    "--system-role developer --project-root r",
    "default",
    {
      ...{ ...common, color: "never" },
      ...{ project: true, projectRoot: "/w/r" },
      ...reading,
      ...{ ...writing, lock: false },
      ...{
        format: "openai",
        raw: true,
        request: {
          model: "m",
          maxTokens: 9,
          systemForm: "string",
          mergeSystem: true,
          systemRole: "developer",
        },
      },
      ...{ ...own, reseed: true, session: file("./s", "/w/./s") },
    },
  ],
  ["inspect s", "inspect", {
    ...{ ...common, ...files, ...reading, ...print },
    ...{ session: file("s"), at: "end" },
  }],
  ["inspect --at -3 - --json", "inspect", {
    ...{ ...common, ...files, ...reading, ...print },
    ...{ format: "json", session: stdin, at: -3 },
  }],
  ["--json --leaf x inspect -- -s", "inspect", {
    ...{ ...common, ...files, ...reading, ...print },
    ...{ format: "json", leaf: "x", session: file("-s"), at: "end" },
  }],
  ["inspect s -f anthropic --system-form blocks", "inspect", {
    ...{ ...common, ...files, ...reading, ...print, format: "anthropic" },
    ...{ request: { ...request, systemForm: "blocks" }, session: file("s"), at: "end" },
  }],
  ["diff s --keep-edits", "diff", {
    ...{ ...common, ...files, ...reading, ...report },
    compare: { form: "resume", session: file("s"), keepEdits: true },
  }],
  ["diff s --from 0", "diff", {
    ...{ ...common, ...files, ...reading, ...report },
    compare: { form: "positions", session: file("s"), from: 0, to: "end" },
  }],
  ["diff - --from -2 --to files", "diff", {
    ...{ ...common, ...files, ...reading, ...report },
    compare: { form: "positions", session: stdin, from: -2, to: "files" },
  }],
  ["diff a -", "diff", {
    ...{ ...common, ...files, ...reading, ...report },
    compare: { form: "sessions", session: file("a"), other: stdin },
  }],
  ["log s --raw", "log", {
    ...{ ...common, ...reading, ...report, raw: true },
    session: file("s"),
  }],
  ["status a - b --keep-edits", "status", {
    ...{ ...common, ...files, ...reading, format: "text", keepEdits: true },
    sessions: [file("a"), stdin, file("b")],
  }],
  ["layers --json", "layers", { ...common, ...files, format: "json" }],
  ["append s --role system --replace hi", "append", {
    ...{ ...common, ...files, ...reading, ...writing, format: "text", session: file("s") },
    content: {
      type: "text",
      role: "system",
      replace: true,
      source: { type: "argument", text: "hi" },
    },
  }],
  ["append s --role user -", "append", {
    ...{ ...common, ...files, ...reading, ...writing, format: "text", session: file("s") },
    content: { type: "text", role: "user", replace: false, source: stdin },
  }],
  ["append s --message m.json", "append", {
    ...{ ...common, ...files, ...reading, ...writing, format: "text", session: file("s") },
    content: { type: "message", source: file("m.json") },
  }],
];
for (const [line, command, options] of lines) {
  Deno.test(`parseCommandLine() understands: panto ${line}`, () => {
    assert.deepEqual(parse(line), { command, options });
  });
}

Deno.test("parseCommandLine() resolves every path against -C", () => {
  const { options } = parseCommandLine(["-C", "..", "inspect", "s", "--project-root", "r"], {
    cwd: "/usr/lib",
  }) as { options: { directory: string; projectRoot: string; session: { path: string } } };
  assert.deepEqual([options.directory, options.projectRoot, options.session.path], [
    "/usr",
    "/usr/r",
    "/usr/s",
  ]);
});

const contradictions: [line: string, message: string][] = [
  ["--leaf x", "--leaf needs a SESSION"],
  ["--lenient", "--lenient needs a SESSION"],
  ["-n", "--dry-run needs a SESSION"],
  ["--no-lock", "--no-lock needs a SESSION"],
  ["./s --exit-code", "--exit-code needs --dry-run"],
  ["./s -n -f openai", "--dry-run prints entries and cannot be used with --format openai"],
  ["./s --no-lock --lock-timeout 1", "--lock-timeout cannot be used with --no-lock"],
  ["./s --json -f text", "--json cannot be used with --format text"],
  ["--model m", "--model needs --format anthropic or openai"],
  ["--max-tokens 1 -f json", "--max-tokens needs --format anthropic or openai"],
  ["--system-form blocks -f openai", "--system-form needs --format anthropic"],
  ["--merge-system -f anthropic", "--merge-system needs --format openai"],
  ["--system-role system", "--system-role needs --format openai"],
  ["diff - -", "- can be given only once: stdin is read to its end"],
  ["status - a -", "- can be given only once: stdin is read to its end"],
  ["status a b --leaf x", "--leaf cannot be used with several sessions"],
  ["diff s --to 3", "--to needs --from"],
  ["diff s --from 1 --keep-edits", "--keep-edits cannot be used with --from"],
  ["diff a b --from 1", "--from cannot be used between two sessions"],
  ["diff a b --to 1", "--to cannot be used between two sessions"],
  ["diff a b --leaf x", "--leaf cannot be used between two sessions"],
  ["diff a b --keep-edits", "--keep-edits cannot be used between two sessions"],
  ["append - --role user hi", "append writes to its SESSION, which cannot be -"],
  ["append s hi", "append needs --role or --message"],
  ["append s --role user", "append needs TEXT, or - to read it from stdin"],
  ["append s --role user --replace hi", "--replace can only be used with --role system"],
  ["append s --message m --role user", "--role cannot be used with --message, which holds it"],
  ["append s --message m --replace", "--replace cannot be used with --message, which holds it"],
  ["append s --message m hi", "TEXT cannot be used with --message"],
];
for (const [line, message] of contradictions) {
  Deno.test(`parseCommandLine() refuses: panto ${line}`, () => {
    assert.throws(() => parse(line), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, message);
      assert.match(error.hint ?? "", /^(try panto (\w+ )?--help$|panto - < SESSION)/);
      return true;
    });
  });
}

Deno.test("parseCommandLine() refuses an empty SESSION, which an unset variable gives", () => {
  for (const argv of [["inspect", ""], ["diff", "s", ""], ["append", "s", "--message", ""]]) {
    assert.throws(() => parseCommandLine(argv, { cwd: "/w" }), /(SESSION|--message) is empty/);
  }
});

Deno.test("defaultOptions() leaves the raw values as they were", () => {
  const values = Object.freeze({ json: true });
  assert.equal(defaultOptions({ values, words: [], cwd: "/w" }).format, "json");
});
