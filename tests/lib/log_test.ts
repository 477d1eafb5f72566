import assert from "node:assert/strict";
import { pathMessages, readEnd, readPath, readPromptAt } from "../../lib/log.ts";
import { type ByteSource, bytesSource } from "../../lib/log/bytes.ts";
import {
  chain,
  entry,
  HEADER,
  logOf,
  type LogPart,
  logText,
  system,
  user,
} from "../support/log_builder.ts";

function texts(source: ByteSource, leaf?: string): string[] {
  return readEnd(source, { leaf }).blocks.map((block) => block.text);
}

function touching(source: ByteSource, leaf?: string): string[] {
  const { findings } = readEnd(source, { leaf });
  return findings.filter((finding) => finding.touches).map((finding) => finding.text);
}

function besides(source: ByteSource): string[] {
  const { findings } = readEnd(source);
  return findings.filter((finding) => !finding.touches).map((finding) => finding.text);
}

const prompts: { name: string; log: LogPart[]; prompt: string[] }[] = [
  { name: "an empty log", log: [], prompt: [] },
  { name: "a header alone", log: [HEADER], prompt: [] },
  {
    name: "appends",
    log: [HEADER, ...chain(system("a"), system("b"), user("hi"))],
    prompt: ["a", "b"],
  },
  {
    name: "a replace",
    log: [HEADER, ...chain(system("a"), user("hi"), system("b", "replace"), system("c", "append"))],
    prompt: ["b", "c"],
  },
  {
    name: "a replace of several blocks",
    log: [HEADER, ...chain(system("a"), system(["b", "c"], "replace"), user("hi"))],
    prompt: ["b", "c"],
  },
  {
    name: "blank lines and lines of white space",
    log: [HEADER, "", " \t", ...chain(system("a"), user("hi")), "", "\r"],
    prompt: ["a"],
  },
  {
    name: "JSON that is no object",
    log: [HEADER, "42", "[]", '"x"', "null", ...chain(system("a")), "true"],
    prompt: ["a"],
  },
  {
    name: "bare chat lines",
    log: [
      '{"role":"system","content":"a"}',
      '{"role":"user","content":"hi"}',
      '{"role":"developer","content":"b"}',
    ],
    prompt: ["a", "b"],
  },
  {
    name: "opaque entries as links",
    log: [
      HEADER,
      entry("a", null, system("a")),
      { type: "label", id: "l", parentId: "a" },
      { type: "system", content: "not a message", id: "m", parentId: "l" },
      entry("b", "m", system("b")),
    ],
    prompt: ["a", "b"],
  },
  {
    name: "a branch: only the path to the last entry counts",
    log: [
      HEADER,
      entry("a", null, system("a")),
      entry("b", "a", system("b")),
      entry("c", "b", user("left behind")),
      entry("d", "a", system("d")),
    ],
    prompt: ["a", "d"],
  },
  {
    name: "duplicate ids: the nearest earlier one is the parent",
    log: [
      HEADER,
      entry("x", null, system("first")),
      entry("x", null, system("second")),
      entry("y", "x", user("hi")),
    ],
    prompt: ["second"],
  },
  {
    name: "ids that are no strings do not count",
    log: [HEADER, { ...entry("a", null, system("a")), id: 7 }, {
      ...entry("b", "a", user("x")),
      parentId: undefined,
    }],
    prompt: ["a"],
  },
  {
    name: "a second header",
    log: [HEADER, entry("a", null, system("a")), HEADER, entry("b", undefined, system("b"))],
    prompt: ["a", "b"],
  },
  {
    name: "a second root",
    log: [HEADER, ...chain(system("a"), user("hi")), entry("r", null, system("new root"))],
    prompt: ["new root"],
  },
  {
    name: "a parent that stands after the message in its line",
    log: [
      HEADER,
      entry("a", null, system("a")),
      entry("b", "a", system("left behind")),
      '{"type":"message","message":{"role":"user","content":"x"},"id":"c","parentId":"a"}',
      entry("d", "c", user("end")),
    ],
    prompt: ["a"],
  },
];

for (const { name, log, prompt } of prompts) {
  Deno.test(`readEnd() reads ${name}`, () => {
    for (
      const text of [
        logText(...log),
        logText(...log).replaceAll("\n", "\r\n"),
        `\ufeff${logText(...log)}`,
      ]
    ) {
      const source = bytesSource(text);
      assert.deepEqual(texts(source), prompt);
      assert.deepEqual(readEnd(source, { full: true }).blocks.map((b) => b.text), prompt);
      assert.deepEqual(readPromptAt(source, undefined).blocks.map((b) => b.text), prompt);
      assert.deepEqual(touching(source), []);
      assert.deepEqual(besides(source), []);
    }
  });
}

Deno.test("readEnd() follows a named leaf", () => {
  const log = logOf(
    HEADER,
    entry("a", null, system("a")),
    entry("b", "a", system("b")),
    entry("c", "a", system("c")),
  );
  assert.deepEqual(texts(log, "b"), ["a", "b"]);
  assert.deepEqual(texts(log, "a"), ["a"]);
  assert.equal(readEnd(log, { leaf: "b" }).leaf?.id, "b");
  assert.throws(() => texts(log, "nope"), /leaf "nope": no entry has this id/);
});

const damaged = '{"type":"message","id":"e9","par';
const badSystem = (message: Record<string, unknown>) => entry("bad", "e2", message);

const damages: {
  name: string;
  log: LogPart[];
  touches: number;
  warns: number;
  prompt: string[];
}[] = [
  {
    name: "a damaged line beside an unbroken chain",
    log: [HEADER, ...chain(system("a"), user("hi")), damaged, entry("e3", "e2", user("on"))],
    touches: 0,
    warns: 1,
    prompt: ["a"],
  },
  {
    name: "a damaged line that an entry hangs on",
    log: [HEADER, ...chain(system("a")), damaged, entry("x", undefined, user("on"))],
    touches: 1,
    warns: 0,
    prompt: ["a"],
  },
  {
    name: "several damaged lines that an entry hangs on",
    log: [HEADER, ...chain(system("a")), damaged, "{", entry("x", undefined, user("on"))],
    touches: 2,
    warns: 0,
    prompt: ["a"],
  },
  {
    name: "a missing parent",
    log: [
      HEADER,
      ...chain(system("a")),
      entry("x", "gone", system("b")),
      entry("y", "x", user("on")),
    ],
    touches: 1,
    warns: 0,
    prompt: ["a", "b"],
  },
  {
    name: "a parent that is no id",
    log: [HEADER, ...chain(system("a")), { ...entry("x", null, user("on")), parentId: 7 }],
    touches: 1,
    warns: 0,
    prompt: ["a"],
  },
  {
    name: "a damaged line at the end",
    log: [HEADER, ...chain(system("a"), user("hi")), damaged],
    touches: 1,
    warns: 0,
    prompt: ["a"],
  },
  {
    name: "a missing parent before the last replace: the walk stops at the replace",
    log: [
      HEADER,
      entry("a", "gone", system("a")),
      entry("b", "a", system("b", "replace")),
      entry("c", "b", user("on")),
    ],
    touches: 0,
    warns: 0,
    prompt: ["b"],
  },
  {
    name: "a replace that hangs on a damaged line",
    log: [HEADER, ...chain(system("a")), damaged, entry("b", undefined, system("b", "replace"))],
    touches: 0,
    warns: 0,
    prompt: ["b"],
  },
  {
    name: "a NUL tail",
    log: [HEADER, ...chain(system("a"), user("hi")), "\0".repeat(50)],
    touches: 1,
    warns: 0,
    prompt: ["a"],
  },
];

for (const { name, log, touches, warns, prompt } of damages) {
  Deno.test(`readEnd() judges ${name}`, () => {
    const source = logOf(...log);
    assert.equal(touching(source).length, touches, "touches");
    assert.equal(besides(source).length, warns, "warns");
    assert.deepEqual(texts(source), prompt, "prompt");
    const whole = readPromptAt(source, undefined);
    assert.equal(whole.findings.filter((finding) => finding.touches).length, touches, "at the end");
  });
}

const systemFaults: [string, Record<string, unknown>][] = [
  ["no content", { role: "system" }],
  ["null content", { role: "system", content: null }],
  ["a number as content", { role: "system", content: 7 }],
  ["a block that is no text", { role: "system", content: [{ type: "image" }] }],
  ["a mode in capitals", { role: "system", mode: "REPLACE", content: "x" }],
  ["a mode that is a number", { role: "system", mode: 7, content: "x" }],
  ["a null mode", { role: "system", mode: null, content: "x" }],
  ["an empty mode", { role: "system", mode: "", content: "x" }],
];

for (const [name, message] of systemFaults) {
  Deno.test(`readEnd() takes a system message with ${name} for damage, never for an append`, () => {
    const source = logOf(
      HEADER,
      ...chain(system("a"), user("hi")),
      badSystem(message),
      entry("z", "bad", user("on")),
    );
    assert.deepEqual(texts(source), ["a"]);
    assert.equal(touching(source).length, 1);
    assert.match(touching(source)[0] ?? "", /^damaged line, and the next entry hangs on it: /);
  });
}

Deno.test("readEnd() ignores a torn tail with a warning, at every cut", () => {
  const last = JSON.stringify(entry("e3", "e2", system("added")));
  const bytes = new TextEncoder().encode(logText(HEADER, ...chain(system("a"), user("hi"))));
  const tail = new TextEncoder().encode(last);
  for (let cut = 1; cut < tail.length; cut++) {
    const source = bytesSource(new Uint8Array([...bytes, ...tail.subarray(0, cut)]));
    const { blocks, findings, tornTail } = readEnd(source);
    assert.deepEqual(blocks.map((block) => block.text), ["a"]);
    assert.equal(tornTail, bytes.length);
    assert.deepEqual(findings.map(({ touches, text }) => [touches, text]), [
      [false, "incomplete last line ignored"],
    ]);
  }
  const whole = bytesSource(new Uint8Array([...bytes, ...tail]));
  assert.deepEqual(texts(whole), ["a", "added"]);
  assert.deepEqual(besides(whole), []);
});

Deno.test("readEnd() refuses a cycle, naming the line", () => {
  const self = logOf(HEADER, entry("a", "a", user("x")), entry("b", "a", user("y")));
  assert.throws(
    () => texts(self),
    /"s.jsonl": the parent of line 2 \(byte 79\) is found only on the same/,
  );
  const later = logOf(HEADER, entry("a", "b", user("x")), entry("b", "a", user("y")));
  assert.throws(() => texts(later), /line 2/);
});

Deno.test("readEnd() reads many missing parents in linear time", () => {
  const lines = Array.from({ length: 20_000 }, (_, i) => entry(`i${i}`, `gone${i}`, user("x")));
  const started = performance.now();
  assert.equal(touching(logOf(HEADER, entry("a", null, system("a")), ...lines)).length, 20_000);
  assert.ok(performance.now() - started < 5000);
});

const seven = [
  system("one"),
  system("two"),
  user("hi"),
  { role: "assistant", content: [{ type: "text", text: "hello" }] },
  user("more"),
  system("three", "replace"),
  user("end"),
];

Deno.test("readPromptAt() derives every position, from the start and from the end", () => {
  const source = logOf(HEADER, ...chain(...seven));
  const expected = [[], ["one"], ["one", "two"], ["one", "two"], ["one", "two"], ["one", "two"], [
    "three",
  ], ["three"]];
  for (const [at, prompt] of expected.entries()) {
    const found = readPromptAt(source, at);
    assert.deepEqual([found.position, found.path.total], [at, 7]);
    assert.deepEqual(found.blocks.map((block) => block.text), prompt, `at ${at}`);
    if (at < 7) assert.deepEqual(readPromptAt(source, at - 7).blocks, found.blocks);
  }
  assert.deepEqual(readPromptAt(source, 7).blocks.map((block) => block.position), [6]);
});

Deno.test("readPromptAt() names the valid range", () => {
  const source = logOf(HEADER, ...chain(...seven));
  for (const at of [8, -8, 1e9]) {
    assert.throws(() => readPromptAt(source, at), /valid positions are 0 to 7, or -1 to -7/);
  }
  assert.throws(() => readPromptAt(logOf(HEADER), 1), /valid positions are 0$/);
});

Deno.test("readPromptAt() judges damage by the position asked for", () => {
  const [one, two, three] = chain(system("a"), user("hi"), system("b"));
  const source = logOf(
    HEADER,
    one as LogPart,
    two as LogPart,
    damaged,
    entry("x", undefined, user("hangs on damage")),
    entry("y", "x", system("c", "replace")),
    entry("z", "y", user("end")),
    damaged,
  );
  assert.ok(three);
  const touched = [0, 1, 2, 3, 4, 5].map((at) =>
    readPromptAt(source, at).findings.some((finding) => finding.touches)
  );
  assert.deepEqual(touched, [false, false, false, true, false, false]);
  assert.ok(readPromptAt(source, undefined).findings.some((finding) => finding.touches));
});

Deno.test("readPath() gives the ranges of a branch, whatever the block size", () => {
  const log = [
    HEADER,
    entry("a", null, system("a")),
    entry("b", "a", user("left ".repeat(50))),
    entry("c", "a", user("c")),
    entry("d", "c", user("d")),
  ];
  for (const block of [16, 300, 1 << 20]) {
    const path = readPath(logOf(...log), { block });
    assert.equal(path.total, 3);
    assert.equal(path.runs.length, 2);
    assert.equal(path.leaf?.id, "d");
  }
});

Deno.test("readEnd() names what it does not interpret", () => {
  const source = logOf(
    HEADER,
    entry("a", null, { ...system("a"), sections: [] }),
    { type: "compaction", id: "b", parentId: "a", summary: "…" },
    entry("c", "b", user("on")),
  );
  assert.deepEqual(besides(source).map((text) => text.split(" ").slice(0, 3).join(" ")), [
    "the `sections` of",
    "a compaction entry",
  ]);
});

Deno.test("a damaged message whose head can be read keeps its place, whether or not every line is parsed", () => {
  const torn = '{"type":"message","id":"e2","parentId":"e1","message":{"role":"user","content":x}}';
  const [first, , third] = chain(system("a"), user("lost"), user("on"));
  const source = logOf(HEADER, first as LogPart, torn, third as LogPart);
  for (const full of [false, true]) {
    const { position, findings, blocks } = readPromptAt(source, undefined, { full });
    assert.deepEqual([position, blocks.length], [3, 1]);
    assert.equal(findings.some(({ touches }) => touches), false);
    assert.equal(findings.length, full ? 1 : 0);
  }
  const messages = [...pathMessages(source, readPath(source, { full: true }))];
  assert.deepEqual(messages.map(({ roleName }) => roleName), [
    undefined,
    "(damaged line)",
    undefined,
  ]);
  const last = logOf(HEADER, first as LogPart, torn);
  assert.deepEqual(touching(last).length, 1);
});
