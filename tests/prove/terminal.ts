/**
 * Promise 6: nothing that a prompt, a session or a path holds reaches a terminal as a control character.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { escapeJson, escapeLine, escapeText } from "../../cli/output/terminal.ts";
import { run } from "../../cli/run.ts";
import { fakeHost } from "../support/fake_host.ts";
import { assertOutcome, Sandbox, testedProgram } from "../support/sandbox.ts";
import { type Proof, type ProveOptions, sized, type Tally } from "./promise.ts";

/** The promise. */
export const terminal: Proof = {
  name: "terminal",
  promise: "no control character reaches a terminal",
  async prove(tally, options) {
    everyControl(tally);
    generatedStrings(tally, options);
    await throughCommands(tally, options);
    await throughTerminal(tally, options);
  },
};

// What no terminal may be sent; written without the program's own list. LF and TAB are allowed where
// text has several lines.
const UNSAFE =
  // deno-lint-ignore no-control-regex
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2060\u2066-\u2069\u{e0000}-\u{e007f}]/u;

const HOSTILE: readonly string[] = [
  "\x1b[2J",
  "\x1b]0;title\x07",
  "\x1b]8;;http://a\x1b\\link",
  "\x1b]52;c;AAAA\x07",
  "a\rb",
  "a\bb",
  "\x9b31m",
  "\x90q\x9c",
  "\u202eabc\u202c",
  "\u{e0041}\u{e0042}",
  "a\u200bb\u2060",
];

function everyControl(tally: Tally): void {
  const codes = [...Array(32).keys(), 127, ...Array.from({ length: 32 }, (_, i) => 128 + i)];
  for (const code of codes) tally.count(faultsOf(`a${String.fromCharCode(code)}b`));
}

function generatedStrings(tally: Tally, options: ProveOptions): void {
  const unit = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom(...HOSTILE, "\ud83d", "\u{1f468}\u200d\u{1f469}", "\u2028", "\ufe0f"),
  );
  const numRuns = options.quick ? 2000 : 10_000;
  const texts = fc.sample(fc.array(unit, { maxLength: 20 }).map((parts) => parts.join("")), {
    numRuns,
    seed: options.seed,
  });
  for (const text of texts) tally.count(faultsOf(text));
}

function faultsOf(text: string): string[] {
  const shown = JSON.stringify(text);
  const json = JSON.stringify({ text }, null, 2);
  const faults: string[] = [];
  if (UNSAFE.test(escapeText(text))) faults.push(`escapeText(${shown}) lets one through`);
  if (UNSAFE.test(escapeLine(text)) || /[\n\t]/.test(escapeLine(text))) {
    faults.push(`escapeLine(${shown}) lets one through`);
  }
  if (UNSAFE.test(escapeJson(json))) faults.push(`escapeJson(${shown}) lets one through`);
  if (JSON.parse(escapeJson(json)).text !== text) faults.push(`escapeJson(${shown}) changes it`);
  return faults;
}

/** Sessions, ids, times, paths and prompt files that hold every hostile text. */
function prepare(box: Sandbox, text: string): readonly string[][] {
  const file = text.replaceAll("/", "") + ".jsonl";
  const prompt = `prompt ${text} end\n`;
  box.layer("user/SYSTEM.md", prompt);
  const message = { role: "system", content: [{ type: "text", text: prompt }] };
  const entries = [
    { type: "session", version: 3, id: text, timestamp: text, cwd: `/w/${text}` },
    { type: "message", id: `1${text}`, parentId: null, timestamp: text, message },
    { type: "message", id: `2${text}`, parentId: `x${text}`, timestamp: text, message },
    { type: "message", id: "3", message: { role: "system", mode: text, content: text } },
    { type: "message", id: "4", message: { role: text, content: [{ type: text }] } },
  ];
  const lines = entries.map((entry) => JSON.stringify(entry)).join("\n") + "\n" + text + "\n";
  box.write(file, lines);
  const newDirectory = join(box.project, text.replaceAll("/", ""));
  mkdirSync(join(newDirectory, ".panto"), { recursive: true });
  writeFileSync(join(newDirectory, ".panto", "APPEND_SYSTEM.md"), prompt);
  const session = `./${file}`;
  return [
    ["inspect", session, "--lenient"],
    ["inspect", session, "--lenient", "-f", "json"],
    ["inspect", session, "--lenient", "-f", "openai"],
    ["inspect", session, "--leaf", text],
    ["log", session],
    ["log", session, "--json", "--lenient"],
    ["diff", session, "--lenient"],
    ["status", session, "--lenient"],
    [session, "-n", "--lenient"],
    ["-C", newDirectory],
    ["layers", "-C", newDirectory],
    ["layers", "-C", newDirectory, "--json"],
    ["inspect", `./gone-${file}`],
    [text],
    ["inspect", session, "--at", text],
    ["append", session, "--role", text, "x"],
  ];
}

async function throughCommands(tally: Tally, options: ProveOptions): Promise<void> {
  for (const text of options.quick ? HOSTILE.slice(0, 6) : HOSTILE) {
    using box = new Sandbox();
    for (const argv of prepare(box, text)) {
      for (const env of [{ NO_COLOR: "1" }, { FORCE_COLOR: "1", TERM: "xterm" }]) {
        const host = fakeHost(argv, {
          cwd: box.project,
          env: { ...box.env, ...env },
          terminals: ["stdin", "stdout", "stderr"],
        });
        run(host);
        tally.count(unsafeIn(argv, host.out() + host.err()));
      }
    }
    await Promise.resolve();
  }
}

function unsafeIn(argv: readonly string[], output: string): string[] {
  // Colors are panto's own.
  // deno-lint-ignore no-control-regex
  const found = UNSAFE.exec(output.replace(/\x1b\[[0-9;]{0,5}m/g, ""));
  if (found === null) return [];
  const around = JSON.stringify(output.slice(Math.max(0, found.index - 40), found.index + 40));
  return [`panto ${JSON.stringify(argv)} prints ${around}`];
}

const PTY = `
import json, os, pty, sys
jobs = json.load(sys.stdin)
results = []
for job in jobs:
    pid, fd = pty.fork()
    if pid == 0:
        os.chdir(job["cwd"])
        os.execve(job["argv"][0], job["argv"], job["env"])
    data = b""
    while True:
        try:
            part = os.read(fd, 65536)
        except OSError:
            break
        if not part:
            break
        data += part
    os.close(fd)
    os.waitpid(pid, 0)
    results.append(data.decode("utf-8", "replace"))
json.dump(results, sys.stdout)
`;

/** The same through a real terminal, which turns LF into CR LF. */
async function throughTerminal(tally: Tally, options: ProveOptions): Promise<void> {
  const boxes: Sandbox[] = [];
  try {
    const jobs: { argv: string[]; cwd: string; env: Record<string, string> }[] = [];
    const count = sized(options, { full: 64, quick: 32, sources: 4 });
    for (const text of HOSTILE) {
      if (jobs.length >= count) break;
      const box = new Sandbox();
      boxes.push(box);
      const argvs = prepare(box, text).slice(0, 16);
      for (const argv of argvs.slice(0, count - jobs.length)) {
        const env = { ...box.env, TERM: "xterm", NO_COLOR: "1" };
        jobs.push({ argv: [...testedProgram(), ...argv], cwd: box.project, env });
      }
    }
    const [first] = boxes;
    assert.ok(first !== undefined);
    const outcome = await first.run(["python3", "-c", PTY], { input: JSON.stringify(jobs) });
    if (outcome.code === 127) return tally.note("terminal: python3 is not there, no pty was tried");
    assertOutcome(outcome, { code: 0 });
    const outputs: string[] = JSON.parse(outcome.out);
    for (const [index, output] of outputs.entries()) {
      tally.count(unsafeIn(jobs[index]?.argv ?? [], output.replaceAll("\r\n", "\n")));
    }
  } finally {
    for (const box of boxes) box[Symbol.dispose]();
  }
}
