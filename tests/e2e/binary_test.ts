/**
 * The program as a process: what its exit codes stand for, and which commands leave everything alone.
 * What it does with sessions, pipes and damage is in tests/e2e/.
 *
 * @module
 */

import assert from "node:assert/strict";
import { assertOutcome, type Expected, Sandbox } from "../support/sandbox.ts";

const layers = { "project/SYSTEM.md": "You are panto.\n", "user/APPEND_SYSTEM.md": "Use tabs.\n" };

interface ExitCase extends Expected {
  readonly name: string;
  readonly args: readonly string[];
  /** Made before the program runs. */
  readonly prepare?: (box: Sandbox) => void;
}

const exitCases: readonly ExitCase[] = [
  {
    name: "0 prints the prompt of the files",
    args: [],
    code: 0,
    out: "You are panto.\n\n---\n\nUse tabs.\n",
    err: "",
  },
  {
    name: "1 says that a resume would change something",
    args: ["status", "s.jsonl"],
    code: 1,
    out: /^s\.jsonl: +would be created: seed project, append user\n$/,
    err: "",
  },
  {
    name: "2 is a usage error with a hint",
    args: ["--colour"],
    code: 2,
    out: "",
    err: /^panto: error: .*--colour.*\nhint: .*--color/,
  },
  {
    name: "3 is session data that cannot be used",
    args: ["notes.txt"],
    prepare: (box) => box.write("notes.txt", "buy milk\n"),
    code: 3,
    out: "",
    err: /^panto: error: "notes\.txt" holds no session header and no message\nhint: .*--adopt/,
  },
  {
    name: "4 is a prompt file that cannot be used",
    args: [],
    prepare: (box) => box.layer("project/SYSTEM.md", new Uint8Array([0x61, 0xff])),
    code: 4,
    out: "",
    err: /^panto: error: Cannot read ".*SYSTEM\.md": it is not UTF-8 \(byte 1\)/,
  },
  {
    name: "5 is a file that cannot be read",
    args: ["inspect", "missing.jsonl"],
    code: 5,
    out: "",
    err: 'panto: error: Cannot read "missing.jsonl": it does not exist\n' +
      "hint: check the name, or create it: panto missing.jsonl\n",
  },
];

for (const { name, args, prepare, ...expected } of exitCases) {
  Deno.test(`panto exit code ${name}`, async () => {
    using box = new Sandbox(layers);
    prepare?.(box);
    assertOutcome(await box.panto(args), expected);
  });
}

Deno.test("panto exit code 6 says that another process holds the session", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  using file = await Deno.open(box.path("s.jsonl"));
  await file.lock(true);
  const before = box.snapshot();
  const append = ["append", "s.jsonl", "--role", "user", "hi", "--lock-timeout", "0.1"];
  assertOutcome(await box.panto(append), {
    code: 6,
    out: "",
    err: /^panto: error: Cannot lock ".*s\.jsonl": .*\nhint: /,
  });
  assert.equal(box.snapshot(), before);
});

Deno.test("panto exit code 141 is a reader that has gone, without a word", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": "x".repeat(1_000_000) });
  const outcome = await box.sh("{ panto; echo $? > code; } | head -c 10");
  assertOutcome(outcome, { code: 0, out: "xxxxxxxxxx", err: "" });
  assert.equal(box.read("code"), "141\n");
});

const mistyped: readonly (readonly string[])[] = [
  ["inspct"],
  ["inspct", "s"],
  ["statu", "s.jsonl"],
  ["Layers"],
  ["appendd", "s.jsonl", "--role", "user", "hi"],
  ["resume", "s.jsonl"],
  ["session"],
  ["-n", "session"],
];

for (const args of mistyped) {
  Deno.test(`panto ${args.join(" ")} creates nothing`, async () => {
    using box = new Sandbox(layers);
    const before = box.snapshot();
    const word = args.find((arg) => !arg.startsWith("-"));
    assertOutcome(await box.panto(args), {
      code: 2,
      out: "",
      err: new RegExp(`^panto: error: Unknown command "${word}"\nhint: `),
    });
    assert.equal(box.snapshot(), before);
  });
}

const readOnly: readonly [readonly string[], number][] = [
  [["s.jsonl", "--dry-run"], 0],
  [["s.jsonl", "-n", "--exit-code"], 1],
  [["s.jsonl", "-n", "--reseed", "--json"], 0],
  [["new.jsonl", "--dry-run"], 0],
  [["append", "s.jsonl", "--role", "user", "hi", "--dry-run"], 0],
  [["inspect", "s.jsonl"], 0],
  [["inspect", "s.jsonl", "--at", "1", "--json"], 0],
  [["inspect", "s.jsonl", "-f", "anthropic"], 0],
  [["inspect", "s.jsonl", "-f", "openai"], 0],
  [["diff", "s.jsonl"], 1],
  [["diff", "s.jsonl", "--from", "0"], 1],
  [["diff", "s.jsonl", "--from", "1", "--to", "files"], 1],
  [["diff", "s.jsonl", "s.jsonl"], 0],
  [["log", "s.jsonl"], 0],
  [["log", "s.jsonl", "--json"], 0],
  [["status", "s.jsonl", "new.jsonl"], 1],
  [["layers"], 0],
  [[], 0],
];

Deno.test("panto leaves everything alone unless it is asked to write", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  box.layer("user/APPEND_SYSTEM.md", "Use spaces.\n");
  const before = box.snapshot();
  for (const [args, code] of readOnly) {
    assertOutcome(await box.panto(args), { code });
    assert.equal(box.snapshot(), before, `panto ${args.join(" ")}`);
  }
  const preview = await box.panto(["-"], { input: box.read("s.jsonl") });
  assertOutcome(preview, {
    code: 0,
    out: "You are panto.\n\n---\n\nUse spaces.\n",
    err: "panto: standard input: would be re-seeded (+1 replace, +1 append): " +
      "seed project, append user\n",
  });
  assert.equal(box.snapshot(), before);
});

Deno.test("panto SESSION leaves bytes, time and directory alone when nothing has changed", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  const before = box.snapshot();
  assertOutcome(await box.panto(["s.jsonl"]), {
    code: 0,
    out: "You are panto.\n\n---\n\nUse tabs.\n",
    err: "",
  });
  assert.equal(box.snapshot(), before);
});
