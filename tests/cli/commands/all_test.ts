/** cli/commands/all.ts, through the parser: what a command line means, and what contradicts itself. */

import assert from "node:assert/strict";
import { ownHint } from "../../../cli/hint.ts";
import { commands, commandsFor } from "../../../cli/commands/all.ts";
import { providers, UsageError } from "../../../mod.ts";
import { allFiles } from "../../support/fake_host.ts";
import { parseArguments, parseLine, understood } from "../../support/command_line.ts";

const file = (name: string, path = `/w/${name}`) => ({ type: "file" as const, name, path });
const stdin = { type: "stdin" as const };
const common = { directory: "/w", color: "auto", quiet: false };
const files = allFiles;
const reading = { leaf: undefined, lenient: false };
const writing = { dryRun: false, adopt: false, lock: true, lockTimeoutMs: 2000 };
const print = { format: "text", raw: false, request: {} };
const report = { format: "text", raw: false };
const templates = { manifest: undefined, vars: {}, tools: [], toolsFile: undefined, scope: [] };
const live = { live: false, maxInstructions: 8192 };
const own = { ...templates, ...live, exitCode: false, keepEdits: false, reseed: false };
const diff = { ...common, ...files, ...templates, ...reading, ...report, keepEdits: false };

const lines: [line: string, command: string, options: unknown][] = [
  ["", "panto", {
    ...common,
    ...files,
    ...reading,
    ...writing,
    ...print,
    ...own,
    session: undefined,
  }],
  ["-", "panto", {
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
    "panto",
    {
      ...{ ...common, quiet: true },
      ...{ ...files, layers: ["user", "base"] },
      ...{ leaf: "x", lenient: true },
      ...{ ...writing, dryRun: true, adopt: true, lockTimeoutMs: 500 },
      ...print,
      ...{ ...own, exitCode: true, keepEdits: true, session: file("s.jsonl") },
    },
  ],
  [
    "./s --reseed --no-lock --color never --raw -f openai --model m --max-tokens 9 --merge-system " +
    "--system-role developer --project-root r",
    "panto",
    {
      ...{ ...common, color: "never" },
      ...{ ...files, projectRoot: "/w/r" },
      ...reading,
      ...{ ...writing, lock: false },
      ...{
        format: providers.openai,
        raw: true,
        request: {
          model: "m",
          maxTokens: 9,
          mergeSystem: true,
          systemRole: "developer",
        },
      },
      ...{ ...own, reseed: true, session: file("./s", "/w/./s") },
    },
  ],
  ["inspect s", "inspect", {
    ...{ ...common, ...files, ...reading, ...print, ...templates, ...live },
    ...{ session: file("s"), at: "end" },
  }],
  ["inspect --at -3 - --json", "inspect", {
    ...{ ...common, ...files, ...reading, ...print, ...templates, ...live },
    ...{ format: "json", session: stdin, at: -3 },
  }],
  ["--json --leaf x inspect -- -s", "inspect", {
    ...{ ...common, ...files, ...reading, ...print, ...templates, ...live },
    ...{ format: "json", leaf: "x", session: file("-s"), at: "end" },
  }],
  ["inspect s -f anthropic --system-form blocks", "inspect", {
    ...{
      ...common,
      ...files,
      ...reading,
      ...print,
      ...templates,
      ...live,
      format: providers.anthropic,
    },
    ...{ request: { systemForm: "blocks" }, session: file("s"), at: "end" },
  }],
  ["diff s --keep-edits", "diff", {
    ...{ ...diff, keepEdits: true },
    compare: { form: "resume", session: file("s") },
  }],
  ["diff s --from 0", "diff", {
    ...diff,
    compare: { form: "positions", session: file("s"), from: 0, to: "end" },
  }],
  ["diff - --from -2 --to files", "diff", {
    ...diff,
    compare: { form: "positions", session: stdin, from: -2, to: "files" },
  }],
  ["diff a -", "diff", {
    ...diff,
    compare: { form: "sessions", session: file("a"), other: stdin },
  }],
  ["log s --raw", "log", {
    ...{ ...common, ...reading, ...report, branches: false, raw: true },
    session: file("s"),
  }],
  ["blame - --at -2 --leaf x --json", "blame", {
    ...{ ...common, ...report, format: "json", leaf: "x", lenient: false },
    ...{ session: stdin, at: -2 },
  }],
  ["show s --at ab12 --role tool", "show", {
    ...{ ...common, ...reading, ...report, full: true, session: file("s") },
    ...{ at: { id: "ab12" }, from: undefined, to: undefined, role: "tool", grep: undefined },
  }],
  ["show - --from 2 --to -0 --grep a.b --full -f markdown", "show", {
    ...{ ...common, ...reading, ...report, format: "markdown", full: true, session: stdin },
    ...{ at: undefined, from: 2, to: "end", role: undefined, grep: /a.b/mu },
  }],
  ["status a - b --keep-edits", "status", {
    ...{ ...common, ...files, ...templates, ...reading, format: "text", keepEdits: true },
    ownDirectory: false,
    sessions: [file("a"), stdin, file("b")],
  }],
  ["layers --json", "layers", { ...common, ...files, format: "json" }],
  ["layers --layers base,project --append a.md --system - --append b", "layers", {
    ...{ ...common, ...files, layers: ["base", "project"], format: "text" },
    launch: { system: stdin, append: [file("a.md"), file("b")] },
  }],
  ["--append a status s --layers none --append -", "status", {
    ...{ ...common, ...files, ...templates, ...reading, format: "text", keepEdits: false },
    ownDirectory: false,
    ...{ layers: [], launch: { system: undefined, append: [file("a"), stdin] } },
    sessions: [file("s")],
  }],
  ["append s --role system --replace hi", "append", {
    ...{ ...common, ...reading, ...writing, format: "text", session: file("s"), at: undefined },
    content: {
      type: "text",
      role: "system",
      replace: true,
      note: undefined,
      source: { type: "argument", text: "hi", file: file("hi") },
    },
  }],
  ["append s --role user -", "append", {
    ...{ ...common, ...reading, ...writing, format: "text", session: file("s"), at: undefined },
    content: { type: "text", role: "user", replace: false, note: undefined, source: stdin },
  }],
  ["append s --message m.json", "append", {
    ...{ ...common, ...reading, ...writing, format: "text", session: file("s"), at: undefined },
    content: { type: "message", source: file("m.json") },
  }],
];
for (const [line, command, options] of lines) {
  Deno.test(`parseCommandLine() understands: panto ${line}`, () => {
    assert.deepEqual(understood(parseLine(line)), { command, options });
  });
}

const template = {
  ...{ ...common, ...templates, projectRoot: undefined, check: false, varsFile: undefined },
  ...report,
};
const withTemplates: [line: string, command: string, options: unknown][] = [
  ["render a.j2", "render", { ...template, template: file("a.j2") }],
  [
    "render - --check --vars v.json --var b=1 --var a= --tool y --tool x --tools t.json --project-root r",
    "render",
    {
      ...{ ...template, projectRoot: "/w/r", template: stdin, check: true },
      ...{ varsFile: file("v.json"), vars: { b: "1", a: "" } },
      ...{ tools: ["y", "x"], toolsFile: file("t.json") },
    },
  ],
  ["render a --vars - --json --manifest m/agent.toml --raw -q", "render", {
    ...{ ...template, quiet: true, template: file("a"), varsFile: stdin },
    ...{ manifest: file("m/agent.toml"), format: "json", raw: true },
  }],
  ["render a --writable o --readable i --writable /abs --readable o", "render", {
    ...template,
    template: file("a"),
    scope: [
      { target: "o", permission: "write" },
      { target: "i", permission: "read" },
      { target: "/abs", permission: "write" },
      { target: "o", permission: "read" },
    ],
  }],
  ["--writable w --var a=1 --tool x render a --readable r --var b=2 --tool y", "render", {
    ...{ ...template, template: file("a"), vars: { a: "1", b: "2" }, tools: ["x", "y"] },
    scope: [{ target: "w", permission: "write" }, { target: "r", permission: "read" }],
  }],
  ["assemble", "assemble", {
    ...{ ...common, ...report, projectRoot: undefined, maxInstructions: 8192 },
  }],
  ["assemble / --max-instructions 0 --json --project-root r", "assemble", {
    ...{ ...common, ...report, format: "json" },
    ...{ directory: "/", projectRoot: "/w/r", maxInstructions: 0 },
  }],
  ["./s --live --max-instructions 9 --manifest m --var __proto__=x", "panto", {
    ...{ ...common, ...files, ...reading, ...writing, ...print, ...own, session: file("./s") },
    ...{ live: true, maxInstructions: 9, manifest: file("m") },
    vars: JSON.parse('{"__proto__":"x"}'),
  }],
  ["diff s --from 0 --to files --tool x", "diff", {
    ...{ ...diff, tools: ["x"] },
    compare: { form: "positions", session: file("s"), from: 0, to: "files" },
  }],
];
for (const [line, command, options] of withTemplates) {
  Deno.test(`parseCommandLine() understands: panto ${line}`, () => {
    assert.deepEqual(understood(parseLine(line)), { command, options });
  });
}

Deno.test("parseCommandLine() resolves every path against -C", () => {
  const { options } = understood(
    parseArguments(["-C", "..", "inspect", "s", "--project-root", "r"], "/usr/lib"),
  );
  assert.partialDeepStrictEqual(options, {
    directory: "/usr",
    projectRoot: "/usr/r",
    session: { path: "/usr/s" },
  });
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
  ["- --system -", "- can be given only once: stdin is read to its end"],
  ["--append - --append -", "- can be given only once: stdin is read to its end"],
  ["status a - --system -", "- can be given only once: stdin is read to its end"],
  ["inspect - --append -", "- can be given only once: stdin is read to its end"],
  ["diff - --append -", "- can be given only once: stdin is read to its end"],
  ["--system a --system b", "--system is given more than once"],
  ["--no-project --layers user", "--no-project cannot be used with --layers"],
  ["layers --layers none --no-project", "--no-project cannot be used with --layers"],
  ["--layers user,user", "--layers names user more than once"],
  [
    "--layers user,home",
    '--layers takes none, or any of project, user, base with commas between, not "user,home"',
  ],
  [
    "--layers none,user",
    '--layers takes none, or any of project, user, base with commas between, not "none,user"',
  ],
  ["diff a b --system x", "--system cannot be used between two sessions"],
  ["diff a --from 1 --append x", "--append needs --to files"],
  ["diff s --from 1 --keep-edits", "--keep-edits cannot be used with --from"],
  ["diff a b --from 1", "--from cannot be used between two sessions"],
  ["diff a b --to 1", "--to cannot be used between two sessions"],
  ["diff a b --leaf x", "--leaf cannot be used between two sessions"],
  ["diff a b --keep-edits", "--keep-edits cannot be used between two sessions"],
  ["append - --role user hi", "append writes to its SESSION, which cannot be -"],
  ["append s hi", "append needs --role or --message"],
  ["append ./s --role user", "append needs TEXT, or - to read it from stdin"],
  ["append s --role user --replace hi", "--replace can only be used with --role system"],
  ["append s --message m --role user", "--role cannot be used with --message, which holds it"],
  ["append s --message m --replace", "--replace cannot be used with --message, which holds it"],
  ["append s --message m hi", "TEXT cannot be used with --message"],
  ["--var a=1 --var b=2 --var a=1", "--var a is given more than once"],
  ["--var a=1 render x --var a=2", "--var a is given more than once"],
  ["--manifest m --readable r", "--readable cannot be used with --manifest, which holds the scope"],
  ["--manifest m --writable r", "--writable cannot be used with --manifest, which holds the scope"],
  ["--manifest -", "--manifest takes a file, which cannot be -"],
  ["status s --tools -", "--tools takes a file, which cannot be -"],
  ["--max-instructions 1", "--max-instructions needs --live"],
  ["inspect s --max-instructions 1", "--max-instructions needs --live"],
  ["./s -n --live", "--dry-run prints entries and cannot be used with --live"],
  ["diff a b --var a=1", "--var cannot be used between two sessions"],
  ["diff a --from 1 --manifest m", "--manifest needs --to files"],
  ["diff a --from 1 --to 2 --tool x", "--tool needs --to files"],
  ["render - --vars -", "- can be given only once: stdin is read to its end"],
  ["render x --check --json", "--check prints nothing and cannot be used with --format json"],
];
for (const [line, message] of contradictions) {
  Deno.test(`parseCommandLine() refuses: panto ${line}`, () => {
    assert.throws(() => parseLine(line), (error) => {
      assert.ok(error instanceof UsageError);
      assert.equal(error.message, message);
      assert.match(ownHint(error) ?? "", /^(try panto (\w+ )?--help$|panto (--live )?- < SESSION)/);
      return true;
    });
  });
}

Deno.test("parseCommandLine() takes --live beside --dry-run where JSON is printed", () => {
  assert.partialDeepStrictEqual(understood(parseLine("./s -n --live --json")).options, {
    live: true,
    format: "json",
  });
});

Deno.test("parseCommandLine() refuses an empty value, which an unset variable gives", () => {
  const empty = [
    ...[["inspect", ""], ["diff", "s", ""], ["append", "s", "--message", ""], ["render", ""]],
    ...[["assemble", ""], ["--manifest", ""], ["--readable", ""], ["--tool", ""]],
  ];
  for (const argv of empty) {
    assert.throws(
      () => parseArguments(argv),
      /^UsageError: (SESSION|FILE|DIR|--[a-z]+) is empty$/,
    );
  }
});

Deno.test("commands leave what they read as it was", () => {
  for (const command of commands) {
    const values = Object.freeze({ json: true, role: "user", message: undefined });
    const words = Object.freeze(["usr", "t"].slice(0, command.words.split(" ").length));
    assert.partialDeepStrictEqual(command.read(Object.freeze({ values, words, cwd: "/" })), {
      format: "json",
    });
  }
});

Deno.test("commandsFor() knows the formats of the providers that it is given, and no others", () => {
  const [main] = commandsFor([providers.openai]);
  const format = (name: string) => main.read({ values: { format: name }, words: [], cwd: "/" });
  assert.partialDeepStrictEqual(format("openai"), { format: { name: "openai" } });
  assert.throws(() => format("anthropic"), /^UsageError: --format takes text, json or openai, not/);
});
