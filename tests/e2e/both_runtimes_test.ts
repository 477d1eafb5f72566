/**
 * The executable and the sources under Deno, one command after the other: the same bytes on stdout and
 * stderr, the same exit code, the same session. Ids, times and the temporary path are made equal.
 *
 * @module
 */

import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import {
  denoProgram,
  normalized,
  PANTO_BIN,
  type Program,
  Sandbox,
  testedProgram,
} from "../support/sandbox.ts";

/** Arguments, and what stdin gives. */
type Command = readonly [args: string, input?: string];

const message = '{"role":"assistant","content":[{"type":"text","text":"I look."},' +
  '{"type":"tool_use","id":"t1","name":"ls","input":{"a":1.0,"b":12345678901234567890}}]}';
const result = '{"role":"tool","tool_call_id":"t1","content":"a\\u0000b \\ud800"}';

/** One after the other in one sandbox. */
const commands: readonly Command[] = [
  ["--help"],
  ["--version"],
  ...["inspect", "diff", "log", "status", "layers", "append"].map((name): Command => [
    `${name} --help`,
  ]),
  [""],
  ["--json"],
  ["-f anthropic --system-form blocks --model m --max-tokens 5"],
  ["-f openai --merge-system --system-role developer"],
  ["layers"],
  ["layers --json"],
  ["layers --no-project --color always"],
  ["inspct"],
  ["append"],
  ["--frmat text"],
  ["inspect s.jsonl --at 1.5"],
  ["inspect missing.jsonl"],
  ["status s.jsonl"],
  ["s.jsonl -n"],
  ["s.jsonl"],
  ["s.jsonl --json"],
  ["append s.jsonl --role user -", "hé\u2028llo\n"],
  ["append s.jsonl --message -", message],
  ["append s.jsonl --message -", result],
  ["append s.jsonl --message -", "no json"],
  ["append s.jsonl --role system edit --json"],
  ["log s.jsonl"],
  ["log s.jsonl --json"],
  ["inspect s.jsonl"],
  ["inspect s.jsonl --at 1 --json"],
  ["inspect s.jsonl --at 99"],
  ["inspect s.jsonl -f anthropic"],
  ["inspect s.jsonl -f openai"],
  ["inspect s.jsonl --leaf nobody"],
  ["diff s.jsonl --from 1"],
  ["diff s.jsonl --from 0 --to files --json"],
  ["s.jsonl --reseed"],
  ["append s.jsonl --role system late"],
  ["status s.jsonl"],
  ["diff s.jsonl"],
  ["-n s.jsonl --exit-code"],
  ["status s.jsonl --keep-edits --json"],
  ["s.jsonl --keep-edits"],
  ["s.jsonl"],
  ["status s.jsonl missing.jsonl damaged.jsonl notes.txt"],
  ["inspect damaged.jsonl"],
  ["inspect damaged.jsonl --lenient"],
  ["log damaged.jsonl"],
  ["damaged.jsonl"],
  ["log damaged.jsonl"],
  ["notes.txt"],
  ["notes.txt --adopt"],
  ["log notes.txt"],
  ["."],
  ["loop.jsonl"],
  ["no/such/s.jsonl"],
  ["/dev/null"],
  ["-C no-such-directory s.jsonl"],
  ["inspect -", '{"role":"system","content":"bare"}\n{"role":"user","content":"hi"}\n'],
  ["- -f openai", '{"role":"system","content":"bare"}\n{"role":"user","content":"hi"}\n'],
  ["inspect cycle.jsonl"],
  ["render t.j2 --var name=Ann"],
  ["render t.j2"],
  ["render t.j2 --check"],
  ["render bad.j2"],
  ["render -", "{{ tools | join(',') }} {{ scope.summary }}\r\n"],
  ["--manifest agent.toml --tool b --tool a"],
  ["t.jsonl --manifest agent.toml --tool b --tool a"],
  ["status t.jsonl --manifest agent.toml"],
  ["diff t.jsonl"],
  ["--manifest bad.toml"],
  ["assemble"],
  ["assemble --json"],
  ["assemble no-such"],
  ["--live"],
  ["inspect t.jsonl --live -f openai"],
  ["t.jsonl --manifest agent.toml --live -f anthropic --max-instructions 3"],
];

const sessions: Readonly<Record<string, string>> = {
  "damaged.jsonl":
    '{"role":"system","content":"old"}\n{"role":"us\n{"role":"user","content":"hi"}\n' +
    "\u0000\u0000\n",
  "notes.txt": "buy milk\n",
  "t.j2": "Hello {{ vars.name }} {{ '{{' }} <b>&\n",
  "bad.j2": "a\n{{ ghost }}",
  "agent.toml": '[worker]\nsystem_prompt = """\n{{ tools | join(", ") }} in {{ cwd }}\n"""\n' +
    '[[scope.allow]]\ntarget = "src"\npermission = "write"\n',
  "bad.toml": "[worker]\nsystem_prompt = 7\n",
  "AGENTS.md": "Ünïcode: build with make.\n",
  "cycle.jsonl": '{"id":"a","parentId":"b"}\n{"id":"b","parentId":"a"}\n',
};

async function transcript(program: Program): Promise<string[]> {
  using box = new Sandbox({
    "base/SYSTEM.md": "Base seed.\n",
    "project/SYSTEM.md": "You are panto.\r\n\n",
    "user/APPEND_SYSTEM.md": "\ufeffUse tabs.\n",
    "project/APPEND_SYSTEM.md": "Hidden \u202e here.\n",
  });
  for (const [name, text] of Object.entries(sessions)) box.write(name, text);
  symlinkSync("loop.jsonl", box.path("loop.jsonl"));
  const told: string[] = [];
  for (const [line, input] of commands) {
    const args = line.split(" ").filter((word) => word !== "");
    const outcome = await box.panto(args, {
      program,
      ...(input === undefined ? {} : { input }),
    });
    const { code, out, err } = outcome;
    told.push(normalized(`$ panto ${line}\n${out}--- stderr\n${err}--- exit ${code}\n`));
  }
  for (const name of ["s.jsonl", ...Object.keys(sessions)]) {
    told.push(`${name}\n${normalized(box.read(name))}`);
  }
  return told;
}

Deno.test({
  name: "panto prints and writes the same bytes under both runtimes",
  // Without an executable there is nothing to compare with.
  ignore: PANTO_BIN === undefined,
  fn: async () => {
    const [executable, sources] = await Promise.all([
      transcript(testedProgram()),
      transcript(denoProgram()),
    ]);
    const different = executable.flatMap((told, index) =>
      told === sources[index] ? [] : [`the executable:\n${told}the sources:\n${sources[index]}`]
    );
    assert.equal(different.join("\n"), "");
  },
});

const appends = String.raw`
append() { "$@" append s.jsonl -q --role user "$word"; }
for word in 1 2 3 4 5 6; do
  append EXECUTABLE & append SOURCES &
done
wait`;

Deno.test({
  name: "panto append excludes itself across both runtimes",
  ignore: PANTO_BIN === undefined,
  fn: async () => {
    using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
    await box.panto(["s.jsonl"]);
    const quoted = (program: Program) => program.map((word) => `'${word}'`).join(" ");
    const script = appends.replace("EXECUTABLE", quoted(testedProgram()))
      .replace("SOURCES", quoted(denoProgram()));
    const { err } = await box.sh(script);
    assert.equal(err, "");
    const entries = box.read("s.jsonl").trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.equal(entries.length, 2 + 12);
    for (const [index, entry] of entries.entries()) {
      if (index > 1) assert.equal(entry.parentId, entries[index - 1].id, "one after the other");
    }
  },
});
