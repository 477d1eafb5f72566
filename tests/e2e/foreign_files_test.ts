/**
 * Files that were named as a session by mistake, and logs of other programs (DESIGN §3): none of them gets
 * an entry unless `--adopt` asks for it where that can be, and none is called a session without a prompt.
 *
 * @module
 */

import assert from "node:assert/strict";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";

const layers = { "project/SYSTEM.md": "seed\n" };

const none: readonly (readonly [name: string, content: string])[] = [
  ["package.json", '{\n  "name": "thing",\n  "version": "1.0.0",\n  "dependencies": {}\n}\n'],
  ["settings.json", '{"editor.tabSize":2,"files":{"role":"user"}}'],
  ["notes.md", "# Notes\n\n- buy milk\n"],
  ["table.jsonl", '{"id":"1","name":"a"}\n{"id":"2","name":"b"}\n'],
  ["list.json", "[1,2,3]\n"],
  ["picture.png", "\u0089PNG\r\n\u001a\n\0\0\0"],
];

/** Every way to write into a file, or to say what would be written. */
const writing = (name: string): readonly (readonly string[])[] => [
  [name],
  ["append", name, "--role", "user", "hi"],
  [name, "--lenient"],
  [name, "--reseed"],
  [name, "-n"],
  ["append", name, "--role", "user", "hi", "-n"],
  ["status", name],
  ["diff", name],
];

/** Every way to read one. */
const reading = (name: string): readonly (readonly string[])[] => [
  ["inspect", name, "-f", "openai"],
  ["log", name, "--json"],
  ["inspect", name],
  ["inspect", name, "--lenient"],
  ["inspect", name, "--json"],
  ["inspect", name, "--at", "0"],
  ["log", name],
  ["diff", name, "--from", "0"],
  ["diff", name, name],
];

/** The first file of a kind meets every command, the others two of each. */
function some<Item>(items: readonly Item[], index: number): readonly Item[] {
  return index === 0 ? items : items.slice(0, 2);
}

for (const [index, [name, content]] of none.entries()) {
  Deno.test(`panto adds nothing to ${name}, and with --adopt it does`, async () => {
    using box = new Sandbox(layers);
    box.write(name, content);
    const before = box.snapshot();
    const words = `panto: error: "${name}" holds no session header and no message\n`;
    const hint =
      `hint: is it the right file? panto ${name} --adopt makes it a session all the same\n`;
    for (const args of some(writing(name), index)) {
      // `diff` reads before it plans.
      const err = args[0] === "diff" ? words : words + hint;
      assertOutcome(await box.panto(args), { code: 3, out: "", err });
    }
    for (const args of some(reading(name), index)) {
      assertOutcome(await box.panto(args), { code: 3, out: "", err: words });
    }
    const piped = words.replace(name, "standard input");
    const pipedHint = hint.replace(name, "SESSION");
    for (const args of [["-"], ["inspect", "-", "-f", "openai"], ["log", "-"], ["diff", "-"]]) {
      const err = args[0] === "-" ? piped + pipedHint : piped;
      assertOutcome(await box.panto(args, { input: content }), { code: 3, out: "", err });
    }
    assert.equal(box.snapshot(), before, "untouched byte for byte");
    assertOutcome(await box.panto([name, "--adopt"]), { code: 0, out: "seed\n", err: /seeded/ });
    const adopted = box.read(name);
    assert.ok(adopted.startsWith(content.endsWith("\n") ? content : `${content}\n`));
    const after = box.snapshot();
    // Now it holds a message, which is evidence enough.
    assertOutcome(await box.panto([name]), { code: 0, out: "seed\n" });
    assertOutcome(await box.panto(["inspect", name]), { code: 0, out: "seed\n" });
    assert.equal(box.snapshot(), after);
  });
}

const codex = '{"timestamp":"t","type":"session_meta","payload":{"id":"i"}}\n';
const programs: readonly (readonly [name: string, content: string, words: string])[] = [
  ["rollout.jsonl", codex, "is a session of Codex"],
  [
    "wire.jsonl",
    '{"type":"metadata","protocol_version":"1.5","created_at":1}\n',
    "is a session of Kimi Code",
  ],
  [
    "claude.jsonl",
    '{"uuid":"u","parentUuid":null,"sessionId":"s","type":"user",' +
    '"message":{"role":"user","content":"Hi"}}\n',
    "is a session of Claude Code",
  ],
  [
    "cut.jsonl",
    '{"type":"user","message":{"role":"user","content":"Hi"}}\n',
    "looks like a session of Claude Code",
  ],
  ["chat_history.jsonl", '{"type":"system","content":"x"}\n', "is a session of Grok CLI"],
  [
    "data.jsonl",
    '{"messages":[{"role":"system","content":"x"}]}\n',
    'is chat data with lists of "messages"',
  ],
  ["store.db", "SQLite format 3\0\u0010\0", "is an SQLite database"],
];

for (const [index, [name, content, words]] of programs.entries()) {
  Deno.test(`panto neither reads nor writes what ${words} (${name})`, async () => {
    using box = new Sandbox(layers);
    box.write(name, content);
    const before = box.snapshot();
    const unreadable = (name: string) =>
      `panto: error: "${name}" ${words}, which panto cannot read yet\n`;
    const unwritable = (name: string) =>
      `panto: error: "${name}" ${words}; panto does not write into it\n` +
      "hint: panto cannot read it yet\n";
    for (const args of some(writing(name), index)) {
      const err = args[0] === "diff" ? unreadable(name) : unwritable(name);
      assertOutcome(await box.panto(args), { code: 3, out: "", err });
    }
    for (const args of some(reading(name), index)) {
      assertOutcome(await box.panto(args), { code: 3, out: "", err: unreadable(name) });
    }
    if (name !== "chat_history.jsonl") {
      const input = content;
      const err = unwritable("standard input");
      assertOutcome(await box.panto(["-"], { input }), { code: 3, out: "", err });
    }
    for (const args of [[name, "--adopt"], ["append", name, "--role", "user", "hi", "--adopt"]]) {
      assertOutcome(await box.panto(args), {
        code: 2,
        out: "",
        err: `panto: error: Cannot adopt "${name}": it ${words}\n`,
      });
    }
    assert.equal(box.snapshot(), before, "untouched byte for byte");
  });
}

Deno.test("panto reads pi's sessions, and writes into one only with --adopt", async () => {
  using box = new Sandbox(layers);
  const content = '{"type":"session","version":3,"id":"s","cwd":"/w"}\n' +
    '{"type":"model_change","id":"a","parentId":null}\n' +
    '{"type":"message","id":"b","parentId":"a","message":{"role":"system","content":"of pi"}}\n';
  box.write("s.jsonl", content);
  const before = box.snapshot();
  const refused = (name: string) => ({
    code: 3,
    out: "",
    err: `panto: error: "${name}" is a session of pi; panto does not write into it\n` +
      "hint: panto inspect reads it; --adopt writes into it all the same\n",
  });
  for (const args of writing("s.jsonl")) assertOutcome(await box.panto(args), refused("s.jsonl"));
  assertOutcome(await box.panto(["-"], { input: content }), refused("standard input"));
  for (const args of reading("s.jsonl").slice(0, 7)) {
    assertOutcome(await box.panto(args), { code: 0, err: "" });
  }
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "of pi\n" });
  assert.equal(box.snapshot(), before, "untouched byte for byte");
  const warning =
    'panto: warning: s.jsonl: pi does not read "mode": it will send its own prompt as well\n';
  const append = ["append", "s.jsonl", "--role", "user", "hi", "--adopt", "-q"];
  assertOutcome(await box.panto(append), { code: 0, out: "", err: warning });
  const resumed = await box.panto(["s.jsonl", "--adopt", "-q"]);
  assertOutcome(resumed, { code: 0, out: "seed\n" });
  assert.ok(resumed.err.startsWith(warning));
  assert.ok(box.read("s.jsonl").startsWith(content));
  // It stays pi's.
  assertOutcome(await box.panto(["s.jsonl"]), refused("s.jsonl"));
});

Deno.test("panto writes into chat lines that have a prompt, into others with --adopt alone", async () => {
  using box = new Sandbox(layers);
  const bare = '{"role":"user","content":"Hi"}\n{"role":"assistant","content":"Hello"}\n';
  box.write("chat.jsonl", bare);
  box.write("own.jsonl", `${bare}{"role":"developer","content":"seed\\n"}\n`);
  const before = box.snapshot();
  for (const args of writing("chat.jsonl")) {
    assertOutcome(await box.panto(args), {
      code: 3,
      out: "",
      err:
        'panto: error: "chat.jsonl" holds chat lines, with no session header and no system message\n' +
        "hint: is it the right file? panto chat.jsonl --adopt makes it a session all the same\n",
    });
  }
  for (const args of reading("chat.jsonl").slice(0, 7)) {
    assertOutcome(await box.panto(args), { code: 0 });
  }
  // What comes from a pipe is not written to.
  assertOutcome(await box.panto(["-"], { input: bare }), { code: 0, out: "seed\n" });
  assert.equal(box.snapshot(), before, "untouched byte for byte");
  const append = ["append", "own.jsonl", "--role", "user", "hi"];
  assertOutcome(await box.panto(append), { code: 0 });
  assertOutcome(await box.panto(["chat.jsonl", "--adopt"]), { code: 0, out: "seed\n" });
  const adopted = box.snapshot();
  assertOutcome(await box.panto(["chat.jsonl"]), { code: 0, out: "seed\n" });
  assertOutcome(await box.panto(["status", "chat.jsonl"]), { code: 0 });
  assert.equal(box.snapshot(), adopted);
});

Deno.test("a session without a prompt is no error, whatever it is made of", async () => {
  using box = new Sandbox(layers);
  box.write("empty.jsonl", "");
  box.write("torn.jsonl", '{"type":"sess');
  box.write("header.jsonl", '{"type":"session","version":3}\n');
  box.write("opaque.jsonl", '{"type":"session","version":3}\n{"type":"note","id":"a"}\n');
  box.write("user.jsonl", '{"id":"a","message":{"role":"user","content":"Hi"}}\n');
  for (const name of ["empty", "torn", "header", "opaque", "user"]) {
    for (const command of ["inspect", "log"]) {
      assertOutcome(await box.panto([command, `${name}.jsonl`]), { code: 0, out: "" });
    }
  }
});

Deno.test("panto makes no session beside the one that was probably meant", async () => {
  using box = new Sandbox(layers);
  box.write("s.jsonl", '{"type":"session","version":3}\n');
  const before = box.snapshot();
  for (const args of [["s.jsnol"], ["-n", "s.jsnol"], ["status", "s.jsnol"]]) {
    assertOutcome(await box.panto(args), {
      code: 2,
      out: "",
      err: 'panto: error: "s.jsnol" does not exist, and beside it is the session "s.jsonl"\n' +
        "hint: for a new session of that name, make an empty file first: touch s.jsnol\n",
    });
  }
  assert.equal(box.snapshot(), before);
  box.write("s.jsnol", "");
  assertOutcome(await box.panto(["s.jsnol"]), { code: 0, out: "seed\n" });
  assertOutcome(await box.panto(["other.log"]), { code: 0, out: "seed\n" });
});

Deno.test("the hint at a resume is given where a resume would help", async () => {
  using box = new Sandbox(layers);
  const lines = [
    '{"type":"session","version":3}',
    '{"id":"a","parentId":null,"message":{"role":"system","content":"x"}}',
    '{"id":"c","parentId":"b","message":{"role":"user","content":"Hi"}}',
    '{"id":"d","parentId":"c","message":{"role":"user","content":"Ho"}}',
  ];
  box.write("s.jsonl", `${lines.join("\n")}\n`);
  const before = box.snapshot();
  const error = (hint: string) =>
    `panto: error: Cannot tell the prompt of "s.jsonl": line 3 (byte 100): its parent is not found\n` +
    `hint: --lenient goes on without it${hint}\n`;
  const resume = "; a resume (panto s.jsonl) records the prompt anew";
  const append = ["append", "s.jsonl", "--role", "user", "hi"];
  for (const args of [["inspect", "s.jsonl"], ["status", "s.jsonl"], ["diff", "s.jsonl"], append]) {
    assertOutcome(await box.panto(args), { code: 3, out: "", err: error(resume) });
  }
  for (
    const args of [
      ["inspect", "s.jsonl", "--at", "2"],
      ["inspect", "s.jsonl", "--leaf", "d"],
      ["log", "s.jsonl", "--leaf", "c"],
      ["diff", "s.jsonl", "--from", "2"],
      ["status", "s.jsonl", "--leaf", "d"],
      [...append, "--leaf", "d"],
    ]
  ) {
    assertOutcome(await box.panto(args), { code: 3, err: error("") });
  }
  assertOutcome(await box.panto(["inspect", "s.jsonl", "--lenient"]), {
    code: 0,
    out: "x\n",
    err:
      "panto: warning: s.jsonl:3: its parent is not found; the line before is taken for it (byte 100)\n",
  });
  assert.equal(box.snapshot(), before);
});
