/** panto show: what it prints, in every format; what --grep finds; and what it says of damage. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import fc from "fast-check";
import { wordsAround } from "../../../cli/output/message_words.ts";
import { type ByteSource, bytesSource, pathEntries, readPrompt } from "../../../mod.ts";
import { anyRawMessage } from "../../support/arbitraries.ts";
import { CommandRunner } from "../../support/command_runner.ts";
import {
  chain,
  entry,
  HEADER,
  type LogPart,
  logText,
  system,
  user,
} from "../../support/log_builder.ts";
import { naiveTexts } from "../../support/naive_texts.ts";
import { shared } from "../../support/shared.ts";

const PNG = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
const CALL = { type: "tool_use", id: "toolu_1", name: "bash", input: { command: "rm -rf 'x'" } };

const MESSAGES: readonly LogPart[] = [
  HEADER,
  ...chain(
    system(["You keep the books.", "Answer in English.\n"]),
    user("How many lamps\ndid we sell? | `x` <b>@ann</b> #1"),
    { role: "assistant", content: [{ type: "thinking", thinking: "Look it up." }, CALL] },
    { role: "tool", tool_call_id: "toolu_1", content: "two lamps\nand a ```chair```\n" },
    {
      role: "user",
      content: [{
        type: "tool_result",
        tool_use_id: "toolu_1",
        is_error: true,
        content: [{ type: "text", text: "no such file" }, PNG],
      }],
    },
    system("Be brief.", "replace"),
    { role: "user", content: [PNG, { type: "document" }, { type: "text", text: "\x1b[2J\u202e" }] },
    { role: "assistant", content: [{ type: "redacted_thinking", data: "AAAA" }] },
    { role: "custom", content: "unknown" },
  ),
  '{"type":"message","id":"e10","parentId":"e9","message":{"role":"user","content":x}}',
  entry("0192ab12-3456-7abc-8def-0123456789ab", "e10", {
    role: "assistant",
    content: `A lamp, ${"a chair, ".repeat(20)}and nothing else.`,
  }),
];

function project(...parts: readonly LogPart[]): CommandRunner {
  const runner = new CommandRunner();
  runner.write("s.jsonl", logText(...parts));
  return runner;
}

const LINES: readonly string[] = [
  "",
  "-f markdown",
  "--json",
  "--full",
  "--full -f markdown",
  "--full --json",
  "--at 3",
  "--at e3 -f markdown",
  "--at -1 --json",
  "--at -0",
  "--at 0192ab12",
  "--from 9 --to e10",
  "--from -1",
  "--to 2 --full",
  "--role system",
  "--role custom",
  "--role tool --full",
  "--grep lamp",
  "--grep [Cc]hair --role assistant",
  "--grep ^Be --json",
  "--grep zebra",
  "--grep zebra -q",
  "--grep (",
  "--at 0",
  "--at 12",
  "--at nobody",
  "--from 5 --to 3",
  "--at 3 --from 2",
  "--at 3 --to 5",
  "--from 3 --to files",
  "--leaf e2",
];

Deno.test("panto show prints what stands in the golden file", () => {
  using runner = project(...MESSAGES);
  const before = runner.snapshot();
  const transcript = LINES.map((line) => {
    const argv = ["show", "s.jsonl", ...line.split(" ").filter(Boolean)];
    const { code, out, err } = runner.panto(argv);
    return `$ panto ${argv.join(" ")}\n${out}${err}exit code ${code}\n`;
  }).join("\n");
  const file = new URL("../../golden/show.txt", import.meta.url);
  if (process.env["PANTO_UPDATE_GOLDEN"]) writeFileSync(file, transcript);
  assert.equal(transcript, readFileSync(file, "utf8"));
  assert.deepEqual(runner.snapshot(), before);
});

Deno.test("panto show escapes what a terminal would obey, unless --raw", () => {
  using runner = project(...MESSAGES);
  const terminals = ["stdout"] as const;
  for (
    const argv of [[], ["--full"], ["-f", "markdown"], ["--full", "-f", "markdown"], ["--json"]]
  ) {
    const { out } = runner.panto(["show", "s.jsonl", "--at", "7", ...argv.slice(1)], { terminals });
    assert.ok(!["\x1b", "\u202e"].some((it) => out.includes(it)), argv.join(" "));
    const { out: listed } = runner.panto(["show", "s.jsonl", ...argv], { terminals });
    assert.ok(!["\x1b", "\u202e"].some((it) => listed.includes(it)), argv.join(" "));
  }
  const { out } = runner.panto(["show", "s.jsonl", "--at", "7", "--raw"], { terminals });
  assert.ok(out.includes("    \x1b[2J\u202e\n"));
});

Deno.test("panto show --json is one document, on a terminal too", () => {
  using runner = project(...MESSAGES);
  const piped = JSON.parse(runner.panto(["show", "s.jsonl", "--json", "--full"]).out);
  const terminal = runner.panto(["show", "s.jsonl", "--json", "--full"], { terminals: ["stdout"] });
  assert.ok(terminal.out.startsWith('{\n  "schema": "panto.show/1"'));
  assert.deepEqual(JSON.parse(terminal.out), piped);
  assert.deepEqual([piped.messages, piped.shown.length], [11, 11]);
});

Deno.test("panto show numbers prompts as panto log does", () => {
  using runner = project(...MESSAGES);
  const { entries } = JSON.parse(runner.panto(["log", "s.jsonl", "--json"]).out);
  const { shown } = JSON.parse(runner.panto(["show", "s.jsonl", "--json"]).out);
  for (const { position, prompt } of shown) {
    const last = entries.findLast((entry: { position: number }) => entry.position <= position);
    assert.equal(prompt, last.prompt);
  }
  const [, ...rows] = runner.panto(["log", "s.jsonl"]).out.trimEnd().split("\n");
  assert.deepEqual(rows.slice(0, 3).map((row) => row.split(/ +/)[0]), ["1", "2", "3"]);
});

Deno.test("panto show prints, tells damage, and fails where the prompt hangs on it", () => {
  using runner = project(...MESSAGES, "{torn");
  const { code, out, err } = runner.panto(["show", "s.jsonl"]);
  assert.deepEqual([code, out.split("\n").length], [3, 13]);
  assert.match(err, /line 13 .*damaged line at the end.*\nhint: --lenient/);
  assert.match(
    err,
    /^panto: warning: s.jsonl:11: damaged line ignored: it is not JSON \(byte \d+\)\n/,
  );
  assert.equal(runner.panto(["show", "s.jsonl", "--lenient"]).code, 0);
  assert.equal(runner.panto(["show", "s.jsonl", "--at", "2"]).code, 0);
});

Deno.test("panto show of a session without messages prints nothing", () => {
  using runner = project(HEADER);
  assert.deepEqual(runner.panto(["show", "s.jsonl"]), { code: 0, out: "", err: "" });
  assert.deepEqual(runner.panto(["show", "none.jsonl"]).code, 5);
  assert.equal(
    runner.panto(["show", "-"], { stdin: logText(...MESSAGES) }).out.split("\n").length,
    13,
  );
});

/** The positions that `show --grep` gives. */
function found(runner: CommandRunner, file: string, pattern: string): number[] {
  const argv = ["show", file, "--json", "--lenient", "--grep", pattern];
  const { shown } = JSON.parse(runner.panto(argv).out);
  return shown.map(({ position }: { position: number }) => position);
}

const PATTERNS = ["a", "^a", "\\d", "[.]$", "e.e", "\\p{L}{4}", "tool", "\\n", '"', "x|\\.0", "^$"];

Deno.test("panto show --grep agrees with a search of the texts, on generated logs", () => {
  using runner = new CommandRunner();
  let hits = 0;
  const messages = fc.array(anyRawMessage, { maxLength: 8 });
  const property = fc.property(messages, fc.constantFrom(...PATTERNS), (messages, pattern) => {
    const log = logText(HEADER, ...chain(...messages));
    runner.write("g.jsonl", log);
    const wanted = naiveTexts(log).flatMap((texts, index) =>
      texts.some((text) => new RegExp(pattern, "mu").test(text)) ? [index + 1] : []
    );
    assert.deepEqual(found(runner, "g.jsonl", pattern), wanted);
    hits += wanted.length;
  });
  fc.assert(property, { numRuns: 300 });
  assert.ok(hits > 100, `${hits} hits`);
});

const corpus = shared("corpus/sessions");
const files = corpus === undefined
  ? []
  : readdirSync(corpus).filter((name) => name.endsWith(".jsonl")).map((name) => join(corpus, name));

/** What `show --grep` goes by; also on files of other programs, which the command refuses. */
function searched(source: ByteSource, pattern: string): number[] {
  const { path } = readPrompt(source, { whole: true, full: true });
  const matches = [...pathEntries(source, path)].filter(({ message }) =>
    wordsAround(message, new RegExp(pattern, "mu")) !== undefined
  );
  return matches.map(({ position }) => position);
}

for (const file of files) {
  Deno.test(`panto show --grep agrees with a search of the texts of ${basename(file)}`, () => {
    using runner = new CommandRunner();
    const log = readFileSync(file, "utf8");
    runner.write("c.jsonl", log);
    const source = bytesSource(new TextEncoder().encode(log));
    if (/__copilot__small/.test(file)) {
      return assert.throws(() => searched(source, "a"), { code: "cycle" });
    }
    const texts = naiveTexts(log);
    const isRead = runner.panto(["show", "c.jsonl", "--lenient"]).code === 0;
    assert.ok(isRead || !/__pi__|pi-mono/.test(file));
    for (const pattern of PATTERNS) {
      const wanted = texts.flatMap((texts, index) =>
        texts.some((text) => new RegExp(pattern, "mu").test(text)) ? [index + 1] : []
      );
      assert.deepEqual(searched(source, pattern), wanted, pattern);
      if (isRead) assert.deepEqual(found(runner, "c.jsonl", pattern), wanted, pattern);
    }
  });
}
