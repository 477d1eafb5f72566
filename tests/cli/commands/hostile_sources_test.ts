/**
 * Sources as a log may hold them that nobody trusts (DESIGN §5): they are shown, escaped and quoted; nothing
 * is opened and no option believed because of them.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { entry, HEADER, logText, system, user } from "../../support/log_builder.ts";
import { CommandRunner } from "../../support/command_runner.ts";

/** A project in which every file that a source names would give the very text of the log. */
function prepared(...sources: readonly unknown[]): CommandRunner {
  const runner = new CommandRunner();
  runner.put("user", "APPEND_SYSTEM.md", "rules\n");
  runner.write("sub.md", "text\n");
  runner.write("dir/sub.md", "text\n");
  execFileSync("mkfifo", [join(runner.project, "pipe")]);
  const entries = sources.map((source, index) =>
    entry(`e00${index}`, index === 0 ? null : `e00${index - 1}`, { ...system("text\n"), source })
  );
  const header = { ...HEADER, cwd: runner.project, writer: "panto" };
  const last = entry("said", `e00${sources.length - 1}`, user("hi"));
  runner.write("s.jsonl", logText(header, ...entries, last));
  return runner;
}

/** What moves a terminal or hides text. */
const UNSEEN = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\u200b]/u;

interface Hostile {
  readonly name: string;
  readonly source: unknown;
  /** What the hint offers; undefined where a resume asks for nothing. */
  readonly offers?: string;
  /** Whether it does not even count as a source. */
  readonly isEdit?: true;
}

const hostile: readonly Hostile[] = [
  { name: "a pipe", source: { kind: "manifest", file: "pipe" }, offers: "--manifest pipe" },
  {
    name: "a file that says the same",
    source: { kind: "file", option: "system", file: "sub.md" },
    offers: "--system sub.md",
  },
  {
    name: "an absolute path",
    source: { kind: "file", option: "system", file: "/etc/passwd" },
    offers: '--system FILE ("/etc/passwd")',
  },
  {
    name: "an absolute path of Windows",
    source: { kind: "manifest", file: "C:\\secret" },
    offers: '--manifest FILE ("C:\\\\secret")',
  },
  {
    name: "a way up",
    source: { kind: "file", option: "append", file: "dir/../sub.md" },
    offers: '--append FILE ("dir/../sub.md")',
  },
  {
    name: "a name elsewhere",
    source: { kind: "manifest", file: "sub.md", outside: true },
    offers: '--manifest FILE ("sub.md", from another directory)',
  },
  {
    name: "words for a shell",
    source: { kind: "file", option: "--evil", file: "it's; rm -rf ~" },
    offers: "--system 'it'\\''s; rm -rf ~'",
  },
  {
    name: "an option for a name",
    source: { kind: "file", option: "append", file: "--reseed" },
    offers: "--append ./--reseed",
  },
  {
    name: "control characters",
    source: { kind: "manifest", file: "a\u001b[2J\u202e\n\u0007panto: error: no" },
    offers: '--manifest FILE ("a\\u001b[2J\\u202e\\n\\u0007panto: error: no")',
  },
  {
    name: "a name without end",
    source: { kind: "manifest", file: "x".repeat(1e6) },
    offers: "--manifest FILE",
  },
  { name: "no name", source: { kind: "manifest", file: { a: 1 } }, offers: "--manifest FILE" },
  {
    name: "layers that are none",
    source: { kind: "?", layers: ["project", "\u001b[2J", "x y"] },
    offers: "--layers LIST",
  },
  { name: "a list of layers that is none", source: { kind: "?", layers: { length: 3 } } },
  { name: "an unknown kind", source: { kind: "\u001b[2J\u202eevil", file: 7, layer: ["user"] } },
  { name: "an unknown layer", source: { kind: "layer", layer: "/etc", file: "passwd" } },
  { name: "a path for a prompt file", source: { kind: "layer", layer: "user", file: "../sub.md" } },
  { name: "claims about itself", source: { kind: "?", recorded: false, now: "same", path: "/w" } },
  {
    name: "own keys of an object",
    source: JSON.parse('{"kind":"?","__proto__":{"layer":"user"}}'),
  },
  { name: "a text", source: "layer", isEdit: true },
  { name: "a list", source: [{ kind: "layer" }], isEdit: true },
  { name: "no kind", source: { layer: "user", file: "APPEND_SYSTEM.md" }, isEdit: true },
  { name: "a kind that is no text", source: { kind: ["layer"] }, isEdit: true },
  { name: "null", source: null, isEdit: true },
];

const readings = [
  ["inspect"],
  ["log"],
  ["log", "--json"],
  ["show"],
  ["blame"],
  ["blame", "--json"],
  ["status"],
  ["status", "--json"],
  ["diff"],
  ["diff", "--to", "files"],
  ["-n"],
];

for (const { name, source, offers, isEdit } of hostile) {
  Deno.test(`panto shows a source that holds ${name}, and goes by none of it`, () => {
    using runner = prepared(source);
    const before = readOf(runner);
    for (const [command = "", ...flags] of readings) {
      const { code, out, err } = runner.panto([command, "s.jsonl", ...flags]);
      const plans = ["status", "diff", "-n"].includes(command);
      const isAsked = offers !== undefined && plans;
      assert.equal(code, isAsked ? 4 : command === "status" || command === "diff" ? 1 : 0, err);
      const shown = flags.includes("--json") ? err : out + err;
      assert.ok(!UNSEEN.test(shown), JSON.stringify(shown.match(UNSEEN)));
      assert.ok(err.length < 2000 && err.trimEnd().split("\n").length <= 2, err.slice(0, 500));
      if (!isAsked) continue;
      const words = `name it again: ${offers}; a resume with --reseed goes on`;
      assert.ok(err.includes(words), err);
    }
    assert.equal(readOf(runner), before, "nothing is written");
    const [block] = JSON.parse(runner.panto(["inspect", "s.jsonl", "--json"]).out).blocks;
    if (isEdit) assert.equal(block.origin, null);
    else assert.deepEqual(block.origin, { recorded: true, source, path: null, now: "unused" });
  });

  Deno.test(`panto --reseed goes on behind a source that holds ${name}, and copies none of it`, () => {
    using runner = prepared(source);
    const before = readOf(runner);
    const { code, err } = runner.panto(["s.jsonl", "--reseed"]);
    assert.equal(code, 0, err);
    const added = readOf(runner).slice(before.length).trimEnd().split("\n");
    assert.deepEqual(added.map((line) => JSON.parse(line).message.source), [
      { kind: "built-in" },
      { kind: "layer", layer: "user", file: "APPEND_SYSTEM.md" },
    ]);
    assert.equal(runner.panto(["s.jsonl"]).err, "");
  });
}

function readOf(runner: CommandRunner): string {
  return runner.read("s.jsonl");
}

Deno.test("panto names ten of many files that are not named again, and counts the rest", () => {
  const sources = Array.from({ length: 2000 }, (_, index) => ({
    kind: "file",
    option: "append",
    file: `${index}.md`,
  }));
  using runner = prepared(...sources);
  const { code, err } = runner.panto(["status", "s.jsonl"]);
  assert.equal(code, 4);
  assert.match(err, /name it again: --append 0\.md .*--append 9\.md and 1990 more;/);
});

Deno.test("panto append copies no source out of a log", () => {
  using runner = prepared({ kind: "layer", layer: "user", file: "APPEND_SYSTEM.md" });
  const before = readOf(runner);
  const { message } = JSON.parse(before.split("\n")[1] ?? "");
  const { code, err } = runner.panto(["append", "s.jsonl", "--message", "-"], {
    stdin: JSON.stringify(message),
  });
  assert.deepEqual([code, readOf(runner)], [2, before]);
  assert.match(err, /"source" says where text came from, and only a resume can record that/);
});
