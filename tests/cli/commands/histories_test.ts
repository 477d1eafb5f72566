/**
 * The rule of a resume as a table (DESIGN §5): histories of a session, each with the same edit made at
 * different moments. What becomes of the edit depends on nothing but whether the configuration changed since
 * it was last recorded, damage and `--reseed` aside.
 */

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { CommandRunner } from "../../support/command_runner.ts";

/** What happens between the edit and the next resume. */
interface History {
  readonly name: string;
  /** What every call names, and the last one unless `again` says otherwise. */
  readonly with?: readonly string[];
  readonly again?: readonly string[];
  readonly change?: (runner: CommandRunner) => void;
  /** Whether one of the files is a template, which takes the most time. */
  readonly template?: true;
  /** The clock of the next resume. */
  readonly now?: Date;
}

const MANIFEST = '[worker]\nsystem_prompt = "By the manifest."\n';
const NAMED = ["--system", "sub.md", "--append", "more.md"];

function prepared({ template }: History): CommandRunner {
  const runner = new CommandRunner();
  runner.put("base", "SYSTEM.md", "seed\n");
  runner.put("project", "APPEND_SYSTEM.md", "project rules\n");
  if (template) runner.put("user", "APPEND_SYSTEM.md.j2", "On {{ date }}.\n");
  else runner.put("user", "APPEND_SYSTEM.md", "user rules\n");
  runner.put("base", "APPEND_SYSTEM.md", "base rules\n");
  runner.write("agent.toml", MANIFEST);
  runner.write("sub.md", "sub seed\n");
  runner.write("more.md", "more\n");
  return runner;
}

function remove(runner: CommandRunner, path: string): void {
  rmSync(join(runner.project, path));
}

function addLines(runner: CommandRunner, text: string): void {
  runner.write("s.jsonl", runner.read("s.jsonl") + text);
}

const lastId = (runner: CommandRunner): string =>
  JSON.parse(runner.read("s.jsonl").trimEnd().split("\n").at(-1) ?? "").id;

const USER = { type: "message", message: { role: "user", content: "hi" } };

/** The configuration stays what it was. */
const kept: readonly History[] = [
  { name: "nothing happens" },
  { name: "a day goes by", template: true, now: new Date("2027-01-01T00:00:00Z") },
  { name: "a file is written anew", change: (r) => r.put("base", "SYSTEM.md", "seed\n") },
  {
    name: "a file gets a byte order mark",
    change: (r) => r.put("base", "SYSTEM.md", "\ufeffseed\n"),
  },
  {
    name: "a file is changed, and changed back",
    change: (r) => {
      r.put("base", "SYSTEM.md", "other seed\n");
      assert.equal(r.panto(["status", "s.jsonl"]).code, 1);
      r.put("base", "SYSTEM.md", "seed\n");
    },
  },
  {
    name: "a text moves to another layer",
    change: (r) => {
      remove(r, "../.local/share/panto/SYSTEM.md");
      r.put("user", "SYSTEM.md", "seed\n");
    },
  },
  { name: "all layers are named", again: ["--layers", "base,user,project"] },
  { name: "the same layers are named", with: ["--layers", "project,base"] },
  { name: "no layer was named, and none is", with: ["--layers", "none", "--system", "sub.md"] },
  { name: "the manifest is named again", with: ["--manifest", "agent.toml"] },
  { name: "the files are named again", with: NAMED },
  { name: "edits are asked to be kept", again: ["--keep-edits"] },
  {
    name: "a torn line is left behind",
    change: (r) => addLines(r, '{"type":"message","id":"torn'),
  },
  {
    name: "a damaged line stands beside the path",
    change: (r) => {
      const parentId = lastId(r);
      addLines(r, `{"torn\n${JSON.stringify({ ...USER, id: "beside", parentId })}\n`);
    },
  },
  {
    name: "a branch is begun and left",
    change: (r) => {
      const parentId = lastId(r);
      const lines = [{ ...USER, id: "branch", parentId: null }, { ...USER, id: "back", parentId }];
      addLines(r, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    },
  },
  {
    name: "an entry of another kind is added",
    change: (r) =>
      addLines(r, `${JSON.stringify({ type: "label", id: "l", parentId: lastId(r) })}\n`),
  },
];

/** The configuration is another one, or damage or the user asks for a re-seed. */
const discarded: readonly History[] = [
  { name: "the seed is changed", change: (r) => r.put("base", "SYSTEM.md", "other seed\n") },
  { name: "the seed is gone", change: (r) => remove(r, "../.local/share/panto/SYSTEM.md") },
  { name: "an append is changed", change: (r) => r.put("project", "APPEND_SYSTEM.md", "other\n") },
  { name: "an append is gone", change: (r) => remove(r, ".panto/APPEND_SYSTEM.md") },
  { name: "a higher layer gets a seed", change: (r) => r.put("project", "SYSTEM.md", "mine\n") },
  { name: "a seed is emptied", change: (r) => r.put("base", "SYSTEM.md", "") },
  { name: "a newline is added", change: (r) => r.put("base", "SYSTEM.md", "seed\n\n") },
  {
    name: "two appends are exchanged",
    change: (r) => {
      r.put("project", "APPEND_SYSTEM.md", "base rules\n");
      r.put("base", "APPEND_SYSTEM.md", "project rules\n");
    },
  },
  {
    name: "a template is changed",
    template: true,
    change: (r) => r.put("user", "APPEND_SYSTEM.md.j2", "It is {{ date }}.\n"),
  },
  {
    name: "a template becomes a text",
    template: true,
    change: (r) => {
      remove(r, "../.config/panto/APPEND_SYSTEM.md.j2");
      r.put("user", "APPEND_SYSTEM.md", "On 2026-11-30.\n");
    },
  },
  { name: "a layer is switched off", again: ["--no-project"] },
  { name: "other layers are named", with: ["--layers", "project"], again: ["--layers", "user"] },
  { name: "a manifest is named", again: ["--manifest", "agent.toml"] },
  {
    name: "the manifest is changed",
    with: ["--manifest", "agent.toml"],
    change: (r) => r.write("agent.toml", MANIFEST.replace("By", "From")),
  },
  { name: "a file is named", again: ["--append", "more.md"] },
  { name: "a named file is changed", with: NAMED, change: (r) => r.write("sub.md", "other\n") },
  {
    name: "named files are exchanged",
    with: NAMED,
    again: ["--system", "more.md", "--append", "sub.md"],
  },
  { name: "a re-seed is asked for", again: ["--reseed"] },
  {
    name: "an entry hangs on a damaged line",
    change: (r) => addLines(r, `{"torn\n${JSON.stringify({ ...USER, id: "on" })}\n`),
  },
];

/** When the edit is made. */
const moments: Record<string, readonly (readonly string[])[]> = {
  "at once": [],
  "after messages": [["append", "--role", "user"], ["append", "--role", "assistant"]],
  "after a resume in step": [["append", "--role", "user"], []],
  "right after a re-seed": [["append", "--role", "user"], ["--reseed"]],
  "after a re-seed and messages": [["--reseed"], ["append", "--role", "user"], []],
};

const editKinds = { "an edit": [], "an edit that replaces": ["--replace"] };

/** Runs a call that must succeed. */
function must(runner: CommandRunner, argv: readonly string[]): string {
  const { code, err } = runner.panto(argv);
  assert.equal(code, 0, `${argv.join(" ")}: ${err}`);
  return err;
}

function positions(runner: CommandRunner): number {
  return runner.read("s.jsonl").trimEnd().split("\n").filter((line) =>
    "message" in JSON.parse(line)
  )
    .length;
}

/** Makes the edit at its moment, and goes on talking; gives the edit's position. */
function makeEdit(
  runner: CommandRunner,
  of: { readonly moment: readonly (readonly string[])[]; readonly flags: readonly string[] },
  named: readonly string[],
): number {
  must(runner, ["s.jsonl", ...named]);
  for (const [first, ...rest] of of.moment) {
    must(
      runner,
      first === "append" ? [first, "s.jsonl", ...rest, "hm"] : [
        "s.jsonl",
        ...named,
        ...(first === undefined ? [] : [first]),
      ],
    );
  }
  const said = must(runner, ["append", "s.jsonl", "--role", "system", ...of.flags, "the edit"]);
  assert.match(said, /, kept until a resume re-seeds\n$/);
  const position = positions(runner);
  must(runner, ["append", "s.jsonl", "--role", "user", "hm"]);
  return position;
}

function tryHistory(history: History, of: Parameters<typeof makeEdit>[1], isKept: boolean): void {
  using runner = prepared(history);
  const { with: named = [], again = named, change, now } = history;
  const position = makeEdit(runner, of, named);
  change?.(runner);
  const before = runner.read("s.jsonl");
  const resumed = ["s.jsonl", ...again.filter((word) => word !== "--reseed")];
  const isReseed = again.includes("--reseed");
  const clock = now === undefined ? {} : { now };
  const status = runner.panto(["status", "--lenient", ...resumed], clock);
  const { code, out, err } = runner.panto(["s.jsonl", ...again], clock);
  assert.equal(code, 0, err);
  const warning = `the re-seed discards 1 edit (position ${position}) of the prompt\n`;
  assert.equal(err.includes(warning), !isKept, err);
  assert.equal(out.includes("the edit"), isKept);
  assert.equal(runner.read("s.jsonl") === before, isKept);
  const words = of.flags.length > 0 && (isKept || isReseed)
    ? `in step, but edit ${position} replaces the prompt files' text`
    : isKept || isReseed
    ? `in step, with 1 edit (position ${position})`
    : `discarding 1 edit (position ${position})`;
  assert.ok(status.out.includes(words), status.out);
  assert.equal(status.code, isKept || isReseed ? 0 : 1);
  const after = runner.read("s.jsonl");
  must(runner, resumed);
  assert.equal(runner.read("s.jsonl"), after, "the second resume changes nothing");
}

for (const [isKept, histories] of [[true, kept], [false, discarded]] as const) {
  for (const history of histories) {
    const fate = isKept ? "keeps" : "discards";
    Deno.test(`panto SESSION ${fate} an edit, whenever it was made, when ${history.name}`, () => {
      for (const [when, moment] of Object.entries(moments)) {
        for (const [kind, flags] of Object.entries(editKinds)) {
          try {
            tryHistory(history, { moment, flags }, isKept);
          } catch (error) {
            throw new Error(`${kind} made ${when}`, { cause: error });
          }
        }
      }
    });
  }
}
