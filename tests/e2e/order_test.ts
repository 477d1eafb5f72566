/**
 * Which entries are the conversation (DESIGN §3, Order): branches, `--leaf`, ids that repeat, cycles,
 * links through entries of other tools, and logs without ids.
 *
 * @module
 */

import assert from "node:assert/strict";
import { entry, HEADER, logText, system, user } from "../support/log_builder.ts";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";
import { assertChained, entriesOf, messagesOf } from "../support/session_log.ts";

const layers = { "project/SYSTEM.md": "seed\n" };

/** Two branches after the first user message: the second one replaces the prompt. */
const BRANCHED = logText(
  HEADER,
  entry("s", null, system("seed\n")),
  entry("u", "s", user("hi")),
  entry("a1", "u", system("first branch\n")),
  entry("a2", "a1", user("on the first")),
  entry("b1", "u", system("second branch\n", "replace")),
  entry("b2", "b1", user("on the second")),
);

/** The texts of the user messages that a request holds. */
async function userTexts(box: Sandbox, ...args: string[]): Promise<string[]> {
  const { code, out, err } = await box.panto(["inspect", "s.jsonl", "-f", "openai", ...args]);
  assert.equal(code, 0, err);
  const messages: { role: string; content: string }[] = JSON.parse(out).messages;
  return messages.filter(({ role }) => role === "user").map(({ content }) => content);
}

Deno.test("panto reads the branch that ends last, or the one that --leaf names", async () => {
  using box = new Sandbox(layers);
  box.write("s.jsonl", BRANCHED);
  const before = box.snapshot();
  const prompts: [string[], string][] = [
    [[], "second branch\n"],
    [["--leaf", "b2"], "second branch\n"],
    [["--leaf", "a2"], "seed\n\n---\n\nfirst branch\n"],
    [["--leaf", "u"], "seed\n"],
    [["--leaf", "a2", "--at", "1"], "seed\n"],
    [["--leaf", "a2", "--at", "-1"], "seed\n\n---\n\nfirst branch\n"],
  ];
  for (const [args, out] of prompts) {
    assertOutcome(await box.panto(["inspect", "s.jsonl", ...args]), { code: 0, out, err: "" });
  }
  assert.deepEqual(await userTexts(box), ["hi", "on the second"]);
  assert.deepEqual(await userTexts(box, "--leaf", "a2"), ["hi", "on the first"]);
  const json = await box.panto(["inspect", "s.jsonl", "--leaf", "a2", "--json"]);
  assert.equal(JSON.parse(json.out).leaf, "a2");
  assertOutcome(await box.panto(["status", "s.jsonl"]), { code: 1 });
  assertOutcome(await box.panto(["status", "s.jsonl", "--leaf", "u"]), { code: 0 });
  for (
    const args of [["inspect", "s.jsonl"], ["log", "s.jsonl"], ["s.jsonl"], [
      "append",
      "s.jsonl",
      "--role",
      "user",
      "x",
    ]]
  ) {
    assertOutcome(await box.panto([...args, "--leaf", "nobody"]), {
      code: 2,
      out: "",
      err: /leaf "nobody"/,
    });
  }
  assert.equal(box.snapshot(), before);
});

Deno.test("panto append --leaf branches, and a resume --leaf seeds on that branch", async () => {
  using box = new Sandbox(layers);
  box.write("s.jsonl", BRANCHED);
  assertOutcome(await box.panto(["append", "s.jsonl", "--leaf", "a2", "--role", "user", "back"]), {
    code: 0,
  });
  assert.equal(entriesOf(box.read("s.jsonl")).at(-1)?.parentId, "a2");
  assert.deepEqual(await userTexts(box), ["hi", "on the first", "back"]);
  assert.deepEqual(await userTexts(box, "--leaf", "b2"), ["hi", "on the second"]);
  // The second branch differs from the files, the first one holds a late edit and is in step.
  const resumed = await box.panto(["s.jsonl", "--leaf", "b2"]);
  assertOutcome(resumed, {
    code: 0,
    out: "seed\n",
    err: "panto: s.jsonl: re-seeded (+1 replace): seed project\n",
  });
  assert.equal(entriesOf(box.read("s.jsonl")).at(-1)?.parentId, "b2");
  assert.deepEqual(await userTexts(box), ["hi", "on the second"]);
  const before = box.snapshot();
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  assert.equal(box.snapshot(), before);
});

Deno.test("panto takes the nearest earlier entry for a parent whose id is there twice", async () => {
  using box = new Sandbox(layers);
  box.write(
    "s.jsonl",
    logText(
      HEADER,
      entry("x", null, system("far\n")),
      entry("x", null, system("near\n")),
      entry("u", "x", user("hi")),
      entry("x", "u", user("later, and no parent of what came before")),
    ),
  );
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "near\n", err: "" });
  assert.deepEqual(await userTexts(box, "--leaf", "u"), ["hi"]);
});

Deno.test("panto follows entries of other tools as links and does not read them", async () => {
  using box = new Sandbox(layers);
  const other = (id: string, parentId: string, fields: Record<string, unknown>) => ({
    type: "system",
    id,
    parentId,
    ...fields,
  });
  const log = logText(
    HEADER,
    entry("s", null, system("seed\n")),
    other("o1", "s", { content: "not a prompt", subtype: "init" }),
    "",
    "  ",
    "[1, 2]",
    '"text"',
    other("o2", "o1", { message: "not a message" }),
    entry("u", "o2", user("hi")),
    other("o3", "u", { message: { role: 7, content: "no role" } }),
  );
  box.write("s.jsonl", log);
  assertOutcome(await box.panto(["inspect", "s.jsonl", "--json"]), {
    code: 0,
    out: /"position":2,"entry":"u","sha256":"[0-9a-f]{64}","blocks":\[\{"text":"seed\\n"/,
    err: "",
  });
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  assertOutcome(await box.panto(["append", "s.jsonl", "--role", "user", "again"]), { code: 0 });
  assert.equal(entriesOf(box.read("s.jsonl")).at(-1)?.parentId, "o3");
  assert.deepEqual(await userTexts(box), ["hi", "again"]);
});

const cycles: readonly (readonly [name: string, lines: Record<string, unknown>[], line: number])[] =
  [
    ["an entry that is its own parent", [
      entry("a", null, system("seed\n")),
      entry("b", "b", user("hi")),
    ], 3],
    [
      "two entries that are each other's parents",
      [entry("a", "b", system("seed\n")), entry("b", "a", user("hi"))],
      2,
    ],
    ["a parent that stands later", [
      entry("a", "z", system("seed\n")),
      entry("b", "a", user("hi")),
      entry("z", "b", user("ho")),
    ], 2],
  ];

for (const [name, lines, line] of cycles) {
  Deno.test(`panto refuses a cycle: ${name}`, async () => {
    using box = new Sandbox(layers);
    box.write("s.jsonl", logText(HEADER, ...lines));
    const before = box.snapshot();
    const append = ["append", "s.jsonl", "--role", "user", "x"];
    for (
      const args of [
        ["inspect", "s.jsonl"],
        ["log", "s.jsonl"],
        ["status", "s.jsonl"],
        ["s.jsonl"],
        append,
      ]
    ) {
      for (const flag of [[], ["--lenient"]]) {
        const outcome = await box.panto([...args, ...flag]);
        assertOutcome(outcome, { code: 3, err: new RegExp(`line ${line}\\b`) });
      }
    }
    assert.equal(box.snapshot(), before);
  });
}

const BARE = '{"role":"system","content":"seed\\n"}\n' +
  '{"role":"user","content":"hi"}\n' +
  '{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"ls","arguments":"{}"}}]}\n' +
  '{"role":"tool","tool_call_id":"c","content":"a.txt"}\n';

Deno.test("panto reads bare chat lines, and writes no parentId where there are no ids", async () => {
  using box = new Sandbox(layers);
  box.write("s.jsonl", BARE);
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  assertOutcome(await box.panto(["inspect", "s.jsonl", "-f", "openai"]), {
    code: 0,
    out: `{"messages":[${BARE.trimEnd().split("\n").join(",")}]}\n`,
    err: "",
  });
  const before = box.snapshot();
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  assert.equal(box.snapshot(), before);
  box.layer("project/SYSTEM.md", "new seed\n");
  assertOutcome(await box.panto(["s.jsonl"]), {
    code: 0,
    out: "new seed\n",
    err: /re-seeded \(\+1 replace\)/,
  });
  assertOutcome(await box.panto(["append", "s.jsonl", "--role", "user", "bye"]), { code: 0 });
  const [replace, bye] = entriesOf(box.read("s.jsonl").slice(BARE.length));
  assert.ok(replace !== undefined && !("parentId" in replace) && typeof replace.id === "string");
  assert.equal(bye?.parentId, replace.id);
  assert.deepEqual(await userTexts(box), ["hi", "bye"]);
});

Deno.test("panto reads a session with CR LF line ends, and one with a byte order mark", async () => {
  for (
    const change of [(log: string) => log.replaceAll("\n", "\r\n"), (log: string) => `\ufeff${log}`]
  ) {
    using box = new Sandbox(layers);
    const log = change(
      logText(HEADER, entry("s", null, system("seed\n")), entry("u", "s", user("hi"))),
    );
    box.write("s.jsonl", log);
    const before = box.snapshot();
    assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n", err: "" });
    assertOutcome(await box.panto(["log", "s.jsonl"]), { code: 0, err: "" });
    assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n", err: "" });
    assert.equal(box.snapshot(), before);
    assertOutcome(await box.panto(["append", "s.jsonl", "--role", "user", "again"]), { code: 0 });
    assert.ok(box.read("s.jsonl").startsWith(log));
    assert.deepEqual(await userTexts(box), ["hi", "again"]);
  }
});

const starts: readonly (readonly [name: string, log: string])[] = [
  ["a file of 0 bytes", ""],
  ["a header alone", logText(HEADER)],
  ["a header alone without its newline", logText(HEADER).trimEnd()],
  [
    "a header and entries that are no messages",
    logText(HEADER, { type: "note", id: "l", parentId: null }),
  ],
];

for (const [name, log] of starts) {
  Deno.test(`panto SESSION seeds ${name}`, async () => {
    using box = new Sandbox(layers);
    box.write("s.jsonl", log);
    assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "", err: "" });
    assertOutcome(await box.panto(["status", "s.jsonl"]), {
      code: 1,
      out: /would be seeded: seed project/,
    });
    assertOutcome(await box.panto(["s.jsonl"]), {
      code: 0,
      out: "seed\n",
      err: "panto: seeded s.jsonl: seed project\n",
    });
    const after = box.read("s.jsonl");
    assert.ok(after.startsWith(log));
    assert.equal(entriesOf(after)[0]?.type, "session");
    assert.equal(entriesOf(after).filter(({ type }) => type === "session").length, 1);
    assert.deepEqual(messagesOf(after), ["system append: seed\n"]);
    assertChained(after);
    const before = box.snapshot();
    assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n", err: "" });
    assert.equal(box.snapshot(), before);
  });
}
