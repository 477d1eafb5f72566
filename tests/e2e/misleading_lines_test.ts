/**
 * Lines that could be read in two ways, or by the million, through the executable (DESIGN §3): two records on
 * one line, keys written twice, the header's id as a parent, a newer writer's line, a cycle, floods.
 *
 * @module
 */

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { entry, HEADER, logText, system, user } from "../support/log_builder.ts";
import { printed } from "../support/naive_log.ts";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";

const layers = { "project/SYSTEM.md": "seed\n" };
const seed = entry("a", null, system("seed\n"));
const bare = { role: "user", content: "Hello" };
const KILLED = '{"type":"message","id":"b","parentId":"a","message":{"role":"us';
const PROMPT = '{"role":"system","mode":"replace","content":"other"}';

const fused: readonly (readonly [name: string, log: string])[] = [
  ["whose head can be read", logText(HEADER, seed, KILLED + PROMPT, bare)],
  ["whose head is torn", logText(HEADER, seed, KILLED.slice(0, 30) + PROMPT, bare)],
  [
    "in a chain that passes it by",
    logText(HEADER, seed, KILLED + PROMPT, entry("c", "a", user("Hello"))),
  ],
  [
    "in a log that is larger than a block",
    logText(HEADER, seed, KILLED + PROMPT, ...Array<typeof bare>(30_000).fill(bare)),
  ],
  [
    "that are both whole",
    logText(HEADER, seed, JSON.stringify(entry("b", "a", user("hi"))) + PROMPT, bare),
  ],
];

for (const [name, log] of fused) {
  Deno.test(`panto takes two records on one line, ${name}, for damage that may hold a prompt`, async () => {
    using box = new Sandbox(layers);
    box.write("s.jsonl", log);
    for (const command of ["inspect", "status", "diff", "log"]) {
      const outcome = await box.panto([command, "s.jsonl"]);
      assertOutcome(outcome, {
        code: 3,
        err: /line 3 \(byte \d+\): damaged line, .*another record begins in it/,
      });
    }
    const before = await box.panto(["inspect", "s.jsonl", "--at", "1"]);
    assertOutcome(before, { code: 0, out: "seed\n" });
    assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n", err: /recorded anew/ });
    assert.ok(box.read("s.jsonl").startsWith(log));
    assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  });
}

const twice: readonly (readonly [name: string, line: string, texts: readonly string[]])[] = [
  [
    "role",
    '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"new","role":"system"}}',
    ["seed\n", "new"],
  ],
  [
    "role, in disguise",
    '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"new","r\\u006fle":"syst\\u0065m"}}',
    ["seed\n", "new"],
  ],
  [
    "message",
    '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"x"},"message":{"role":"system","content":"new"}}',
    ["seed\n", "new"],
  ],
  [
    "message, in disguise",
    '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"x"},"mess\\u0061ge":{"role":"system","content":"new"}}',
    ["seed\n", "new"],
  ],
  [
    "parentId",
    '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"x"},"parentId":null}',
    [],
  ],
  [
    "parentId, in disguise",
    '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"x"},"parent\\u0049d":null}',
    [],
  ],
  [
    "type",
    '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"x"},"type":"session"}',
    ["seed\n"],
  ],
  [
    "id",
    '{"type":"message","id":"z","parentId":"a","message":{"role":"system","content":"new"},"id":"b"}',
    ["seed\n", "new"],
  ],
];

for (const [name, line, texts] of twice) {
  Deno.test(`panto gives one answer everywhere for a line with the key ${name} twice`, async () => {
    using box = new Sandbox();
    const hangs = name === "type" ? "a" : "b";
    // The same in a log of one block and in one that the scanner reads.
    for (const rest of [0, 1000]) {
      const more = Array.from(
        { length: rest },
        (_, index) =>
          entry(`m${index}`, index === 0 ? hangs : `m${index - 1}`, user("x".repeat(100))),
      );
      const last = rest === 0 ? hangs : `m${rest - 1}`;
      box.write("s.jsonl", logText(HEADER, seed, line, ...more, entry("y", last, user("y"))));
      const inspected = await box.panto(["inspect", "s.jsonl"]);
      const request = await box.panto(["inspect", "s.jsonl", "-f", "openai"]);
      const { messages } = JSON.parse(request.out);
      const sent = messages.filter(({ role }: { role: string }) => role === "system");
      assert.equal(inspected.out, texts.length === 0 ? "" : printed(texts), inspected.err);
      const said = sent.map(({ content }: { content: string }) => content.trimEnd());
      assert.equal(said.join("\n"), texts.map((text) => text.trimEnd()).join("\n"));
    }
  });
}

Deno.test("panto takes an entry that names the header as its parent for a root", async () => {
  using box = new Sandbox(layers);
  const log = logText(HEADER, entry("a", "s", system("seed\n")), entry("b", "a", user("hi")));
  box.write("s.jsonl", log);
  for (const command of ["inspect", "status", "log", "diff"]) {
    const outcome = await box.panto([command, "s.jsonl"]);
    assertOutcome(outcome, { code: 0, err: "" });
  }
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  assert.equal(box.read("s.jsonl"), log);
  const outcome = await box.panto(["inspect", "s.jsonl", "--leaf", "s"]);
  assertOutcome(outcome, { code: 2, err: /no entry has this id/ });
  // Where a parent is missing elsewhere, the log is indexed.
  box.write(
    "s.jsonl",
    logText(HEADER, entry("a", "s", system("seed\n")), entry("b", "gone", user("hi"))),
  );
  const lost = await box.panto(["inspect", "s.jsonl", "--lenient"]);
  assertOutcome(lost, { code: 0, out: "seed\n", err: /s\.jsonl:3: its parent is not found/ });
  assert.doesNotMatch(lost.err, /s\.jsonl:2/);
});

Deno.test("panto refuses a newer writer's line where it reads it, and nowhere else", async () => {
  using box = new Sandbox(layers);
  const prepend = entry("b", "a", { ...system("x"), mode: "prepend" });
  const source = { kind: "layer", layer: "project", file: "SYSTEM.md" };
  const replace = { ...system("seed\n", "replace"), source };
  box.write("s.jsonl", logText(HEADER, seed, prepend, entry("c", "b", replace)));
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  assertOutcome(await box.panto(["append", "s.jsonl", "--role", "user", "hi"]), { code: 0 });
  box.write(
    "t.jsonl",
    logText(HEADER, seed, entry("b", "a", replace), { ...prepend, id: "c", parentId: "b" }),
  );
  const refused = await box.panto(["append", "t.jsonl", "--role", "user", "hi"]);
  assertOutcome(refused, { code: 3, err: /line 4 / });
});

Deno.test("panto does not judge a cycle that it does not read", async () => {
  using box = new Sandbox(layers);
  const cycle = entry("b", "b", user("hi"));
  box.write("s.jsonl", logText(HEADER, seed, cycle, entry("c", "b", system("seed\n", "replace"))));
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  for (const args of [["inspect", "s.jsonl", "--at", "1"], ["log", "s.jsonl"]]) {
    assertOutcome(await box.panto(args), {
      code: 3,
      err: /the parent of line 3 .* same or a later line/,
    });
  }
});

Deno.test("panto lists the first and the last of a flood of damaged lines, and counts the others", async () => {
  using box = new Sandbox(layers);
  const flood = "x\n".repeat(400_000);
  box.write("s.jsonl", logText(HEADER, seed) + flood + logText(entry("b", "a", user("hi"))));
  const { size } = statSync(box.path("s.jsonl"));
  assert.ok(size > 800_000);
  const log = await box.panto(["log", "s.jsonl"]);
  assertOutcome(log, { code: 0 });
  const lines = log.err.trimEnd().split("\n");
  assert.equal(lines.length, 201);
  assert.match(lines[0] as string, /s\.jsonl:3: damaged line ignored: it is not JSON/);
  assert.match(
    lines[100] as string,
    /s\.jsonl:103: 399800 more faults from here on are not listed/,
  );
  assert.match(lines.at(-1) as string, /s\.jsonl:400002: damaged line ignored/);
  const inspected = await box.panto(["inspect", "s.jsonl"]);
  assertOutcome(inspected, { code: 0, out: "seed\n" });
  assert.ok(inspected.err.split("\n").length < 15, inspected.err);
});

Deno.test("panto finds what touches a position also among faults that are not listed", async () => {
  using box = new Sandbox();
  const flood = "x\n".repeat(3000);
  const text = logText(HEADER, seed) + flood + logText(bare) + flood + logText(bare);
  box.write("s.jsonl", text);
  for (const at of ["-1", "2", "-0"]) {
    const outcome = await box.panto(["inspect", "s.jsonl", "--at", at]);
    assertOutcome(outcome, {
      code: 3,
      out: "",
      err: /: damaged line, and the next entry hangs on it/,
    });
  }
  assertOutcome(await box.panto(["inspect", "s.jsonl", "--at", "1"]), { code: 0, out: "seed\n" });
});
