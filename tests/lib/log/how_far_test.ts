import assert from "node:assert/strict";
import fc from "fast-check";
import { UsageError } from "../../../lib/errors.ts";
import {
  type ByteSource,
  bytesSource,
  leafToAppendTo,
  pathMessages,
  positionOf,
  type ReadOptions,
  readPrompt,
  readSystemEntry,
  readTimeline,
  type SystemPlace,
} from "../../../lib/log.ts";
import { generatedLogs, outcome, READINGS, told } from "../../support/generated_logs.ts";
import {
  chain,
  entry,
  HEADER,
  logOf,
  type LogPart,
  logText,
  plainSystem,
  system,
  user,
} from "../../support/log_builder.ts";
import { naivePrompt } from "../../support/naive_log.ts";

function texts(source: ByteSource, options: ReadOptions = {}): string[] {
  return readPrompt(source, options).blocks.map(({ text }) => text);
}

function touching(source: ByteSource, options: ReadOptions = {}): string[] {
  const { diagnostics } = readPrompt(source, options);
  return diagnostics.filter(({ touches }) => touches).map(({ text }) => text);
}

function besides(source: ByteSource): string[] {
  return readPrompt(source).diagnostics.filter(({ touches }) => !touches).map(({ text }) => text);
}

Deno.test("readPrompt() agrees with a naive reader at every position, in every way of reading", () => {
  const seen = { cycles: 0, touched: 0, positions: 0 };
  fc.assert(
    fc.property(
      generatedLogs,
      fc.constantFrom(...READINGS),
      fc.boolean(),
      (text, reading, full) => {
        const log = bytesSource(text);
        const options: ReadOptions = { ...reading, full };
        const end = outcome(() => naivePrompt(text));
        assert.deepEqual(
          outcome(() => told(readPrompt(log, { ...options, whole: true }))),
          end,
        );
        if (end === "cycle") {
          seen.cycles++;
          return;
        }
        if (end.touches) seen.touched++;
        // The tail alone knows no positions.
        const { texts, touches } = told(readPrompt(log, options));
        assert.deepEqual([texts, touches], [end.texts, end.touches]);
        for (let at = 0; at <= end.total; at++, seen.positions++) {
          const naive = naivePrompt(text, at);
          assert.deepEqual(told(readPrompt(log, { ...options, at })), naive, `at ${at}`);
          if (at === end.total) continue;
          const back: ReadOptions = { ...options, at: at - end.total };
          assert.deepEqual(told(readPrompt(log, { ...back, whole: true })), naive, `back ${at}`);
          const tail = told(readPrompt(log, back));
          assert.deepEqual([tail.texts, tail.touches], [naive.texts, naive.touches], `${at}`);
        }
        for (const at of [end.total + 1, -end.total - 1]) {
          assert.throws(() => readPrompt(log, { ...options, at }), UsageError);
        }
      },
    ),
    { numRuns: 6000, seed: 7 },
  );
  assert.ok(seen.cycles > 100 && seen.touched > 300 && seen.positions > 8000, JSON.stringify(seen));
});

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
  Deno.test(`readPrompt() reads ${name}`, () => {
    const text = logText(...log);
    for (const spelled of [text, text.replaceAll("\n", "\r\n"), `\ufeff${text}`]) {
      const source = bytesSource(spelled);
      for (const scanFrom of [0, Infinity]) {
        for (const how of [{}, { full: true }, { whole: true }]) {
          assert.deepEqual(texts(source, { scanFrom, ...how }), prompt);
        }
      }
      assert.deepEqual(readPrompt(source).diagnostics, []);
    }
  });
}

Deno.test("readPrompt() reads a log alike in both spellings of JSON", () => {
  const parts = chain(
    plainSystem("a"),
    ...Array.from({ length: 300 }, (_, i) => user(`"quoted" ${i}, and: more`)),
    plainSystem("b", "replace"),
    user("end"),
  );
  const compact = logText(HEADER, ...parts);
  const spaced = [HEADER, ...parts].map((part) => `${python(part)}\n`).join("");
  for (const at of [undefined, 0, 1, 5, 302, -1, -2]) {
    assert.deepEqual(
      told(readPrompt(bytesSource(spaced), { at, whole: true, scanFrom: 0 })),
      told(readPrompt(bytesSource(compact), { at, whole: true, scanFrom: 0 })),
    );
  }
});

/** JSON as Python's `json.dumps` spells it. */
function python(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, of]) => `${JSON.stringify(key)}: ${python(of)}`);
  return `{${members.join(", ")}}`;
}

Deno.test("readPrompt() follows a named leaf", () => {
  const log = logOf(
    HEADER,
    entry("a", null, system("a")),
    entry("b", "a", system("b")),
    entry("c", "a", system("c")),
  );
  assert.deepEqual(texts(log, { leaf: "b" }), ["a", "b"]);
  assert.deepEqual(texts(log, { leaf: "a" }), ["a"]);
  assert.equal(readPrompt(log, { leaf: "b" }).path.leaf?.id, "b");
  assert.throws(() => texts(log, { leaf: "nope" }), /leaf "nope": no entry has this id/);
});

const damaged = '{"type":"message","id":"e9","par';

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
  Deno.test(`readPrompt() judges ${name}`, () => {
    const source = logOf(...log);
    assert.equal(touching(source).length, touches, "touches");
    assert.equal(besides(source).length, warns, "warns");
    assert.deepEqual(texts(source), prompt, "prompt");
    assert.equal(touching(source, { whole: true }).length, touches, "read to the root");
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
  Deno.test(`readPrompt() takes a system message with ${name} for damage, never for an append`, () => {
    const source = logOf(
      HEADER,
      ...chain(system("a"), user("hi")),
      entry("bad", "e2", message),
      entry("z", "bad", user("on")),
    );
    assert.deepEqual(texts(source), ["a"]);
    assert.equal(touching(source).length, 1);
    assert.match(touching(source)[0] ?? "", /^damaged line, and the next entry hangs on it: /);
  });
}

Deno.test("readPrompt() ignores a torn tail with a warning, at every cut", () => {
  const last = JSON.stringify(entry("e3", "e2", system("added")));
  const bytes = new TextEncoder().encode(logText(HEADER, ...chain(system("a"), user("hi"))));
  const tail = new TextEncoder().encode(last);
  for (let cut = 1; cut < tail.length; cut++) {
    const source = bytesSource(new Uint8Array([...bytes, ...tail.subarray(0, cut)]));
    const { blocks, diagnostics, path } = readPrompt(source);
    assert.deepEqual(blocks.map((block) => block.text), ["a"]);
    assert.equal(path.tornTail, bytes.length);
    assert.deepEqual(diagnostics.map(({ touches, text }) => [touches, text]), [
      [false, "incomplete last line ignored"],
    ]);
  }
  const whole = bytesSource(new Uint8Array([...bytes, ...tail]));
  assert.deepEqual(texts(whole), ["a", "added"]);
  assert.deepEqual(besides(whole), []);
});

Deno.test("readPrompt() refuses a cycle, naming the line", () => {
  const self = logOf(HEADER, entry("a", "a", user("x")), entry("b", "a", user("y")));
  assert.throws(
    () => texts(self),
    /"s.jsonl": the parent of line 2 \(byte 79\) is found only on the same/,
  );
  const later = logOf(HEADER, entry("a", "b", user("x")), entry("b", "a", user("y")));
  assert.throws(() => texts(later), /line 2/);
});

Deno.test("readPrompt() reads many missing parents in linear time", () => {
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

Deno.test("readPrompt() derives every position, from the start and from the end", () => {
  const source = logOf(HEADER, ...chain(...seven));
  const expected = [[], ["one"], ["one", "two"], ["one", "two"], ["one", "two"], ["one", "two"], [
    "three",
  ], ["three"]];
  for (const [at, prompt] of expected.entries()) {
    const { path, left, blocks } = readPrompt(source, { at });
    assert.deepEqual([positionOf(path, left), path.length], [at, 7]);
    assert.deepEqual(blocks.map((block) => block.text), prompt, `at ${at}`);
    if (at < 7) assert.deepEqual(readPrompt(source, { at: at - 7 }).blocks, blocks);
  }
});

Deno.test("readPrompt() names the valid range", () => {
  const source = logOf(HEADER, ...chain(...seven));
  for (const at of [8, -8, 1e9]) {
    assert.throws(() => readPrompt(source, { at }), /valid positions are 0 to 7, or -1 to -7/);
  }
  assert.throws(() => readPrompt(logOf(HEADER), { at: 1 }), /valid positions are 0$/);
});

Deno.test("readPrompt() judges damage by the position asked for", () => {
  const source = logOf(
    HEADER,
    ...chain(system("a"), user("hi")),
    damaged,
    entry("x", undefined, user("hangs on damage")),
    entry("y", "x", system("c", "replace")),
    entry("z", "y", user("end")),
    damaged,
  );
  const touched = [0, 1, 2, 3, 4, 5].map((at) => touching(source, { at }).length > 0);
  assert.deepEqual(touched, [false, false, false, true, false, false]);
  assert.ok(touching(source).length > 0);
});

Deno.test("readPrompt() names what it does not interpret, up to the position", () => {
  const source = logOf(
    HEADER,
    entry("a", null, { ...system("a"), sections: [] }),
    { type: "compaction", id: "b", parentId: "a", summary: "…" },
    entry("c", "b", user("on")),
    { type: "compaction", id: "d", parentId: "c", summary: "…" },
  );
  const named = (options: ReadOptions) =>
    readPrompt(source, options).diagnostics.map(({ text }) => text.split(" ")[1]);
  assert.deepEqual(named({}), ["`sections`", "compaction", "compaction"]);
  assert.deepEqual(named({ at: 2 }), ["`sections`", "compaction"]);
  assert.deepEqual(named({ at: 1 }), ["`sections`"]);
  assert.deepEqual(named({ at: 0 }), []);
});

Deno.test("readPrompt() always means the whole path's Nth message", () => {
  // Long enough for an early stop, and another path in the middle.
  const far = Array.from({ length: 400 }, () => ({ role: "user", content: "x".repeat(9_000) }));
  const seed = { role: "system", content: "seed" };
  const text = logText(seed, ...far, entry("a", null, plainSystem("other")), ...far);
  for (const at of [0, 1, 2, 401]) {
    assert.deepEqual(texts(bytesSource(text), { at }), naivePrompt(text, at).texts, `${at}`);
  }
  assert.deepEqual(texts(bytesSource(text), { at: 1 }), ["other"]);
});

Deno.test("readPrompt() reads no further back than the last replace before the position", () => {
  const far = Array.from({ length: 900 }, () => user("x".repeat(4_000)));
  const log = logOf(
    HEADER,
    ...chain(
      plainSystem("a"),
      ...far,
      plainSystem("b", "replace"),
      user("c"),
      plainSystem("d", "replace"),
    ),
  );
  for (const [at, prompt] of [[-1, "b"], [undefined, "d"]] as const) {
    let lowest = log.size;
    const source: ByteSource = {
      ...log,
      read(into, at) {
        lowest = Math.min(lowest, at);
        return log.read(into, at);
      },
    };
    const { blocks, path } = readPrompt(source, { at });
    assert.deepEqual([blocks.map(({ text }) => text), path.whole], [[prompt], false]);
    assert.ok(lowest > log.size / 2, `${lowest} of ${log.size}`);
  }
});

Deno.test("a damaged message whose head can be read keeps its place, in every way of reading", () => {
  const torn = '{"type":"message","id":"e2","parentId":"e1","message":{"role":"user","content":x}}';
  const [first, , third] = chain(system("a"), user("lost"), user("on"));
  assert.ok(first && third);
  const source = logOf(HEADER, first, torn, third);
  for (const reading of READINGS) {
    for (const full of [false, true]) {
      const { path, diagnostics, blocks } = readPrompt(source, { ...reading, full, whole: true });
      assert.deepEqual([path.length, blocks.length], [3, 1]);
      assert.equal(diagnostics.some(({ touches }) => touches), false);
    }
    const { path, diagnostics } = readTimeline(source, reading);
    assert.deepEqual([path.length, diagnostics.length], [3, 1]);
  }
  assert.deepEqual(
    [...pathMessages(source, readPrompt(source, { whole: true }).path)].map(
      ({ role, roleName }) => roleName ?? role,
    ),
    ["system", "(damaged line)", "user"],
  );
});

Deno.test("readTimeline() lists every system block of the path and says which survive", () => {
  const source = logOf(
    HEADER,
    "",
    ...chain(system("a"), user("x"), system(["b", "c"], "replace"), {
      ...system("d"),
      template: { sha256: "t" },
    }),
  );
  for (const reading of READINGS) {
    const { entries, path, diagnostics } = readTimeline(source, reading);
    assert.deepEqual(
      entries.map((
        { text, position, line, mode, surviving },
      ) => [text, position, line, mode, surviving]),
      [
        ["a", 1, 3, "append", false],
        ["b", 3, 5, "replace", true],
        ["c", 3, 5, "append", true],
        ["d", 4, 6, "append", true],
      ],
    );
    assert.deepEqual([entries[3]?.template, entries[0]?.timestamp, entries[0]?.id], [
      { sha256: "t" },
      "2026-11-30T18:00:00.000Z",
      "e1",
    ]);
    assert.deepEqual([path.length, path.lines, diagnostics], [4, 6, []]);
  }
});

Deno.test("readTimeline() leaves other branches out, and reports damage anywhere in the file", () => {
  const source = logOf(
    "{before the root",
    HEADER,
    entry("a", null, system("a")),
    entry("b", "a", system("left behind")),
    "{between",
    entry("c", "a", system("c")),
  );
  const { entries, diagnostics } = readTimeline(source);
  assert.deepEqual(entries.map(({ text, line }) => [text, line]), [["a", 3], ["c", 6]]);
  assert.deepEqual(diagnostics.map(({ touches }) => touches), [false, false]);
});

Deno.test("readTimeline() tells damage that touches the end", () => {
  const source = logOf(HEADER, ...chain(system("a")), "{torn", entry("x", undefined, user("y")));
  const touched = (leaf?: string) =>
    readTimeline(source, { leaf }).diagnostics.map((d) => d.touches);
  assert.deepEqual(touched(), [true]);
  assert.equal(touched("e1").includes(true), false);
});

Deno.test("readTimeline() knows positions and lines of a log in which a parent is missing", () => {
  const source = logOf(
    HEADER,
    entry("a", null, system("a")),
    entry("x", "gone", system("b")),
    entry("left", "a", user("left")),
    entry("y", "x", system("c")),
  );
  const { entries, path } = readTimeline(source);
  assert.deepEqual(entries.map(({ text, position, line }) => [text, position, line]), [
    ["a", 1, 2],
    ["b", 2, 3],
    ["c", 3, 5],
  ]);
  assert.equal(path.lines, 5);
});

const BRANCHED = logOf(
  HEADER,
  ...chain(system("one"), user("two"), user("three")),
  { type: "label", id: "label", parentId: "e2" },
  entry("four", "label", user("beside")),
  { type: "label", id: "last", parentId: "four" },
);

Deno.test("leafToAppendTo() names the message at a position, null for none of them", () => {
  assert.equal(leafToAppendTo(BRANCHED, {}), undefined);
  assert.equal(leafToAppendTo(BRANCHED, { leaf: "e3" }), "e3");
  const cases = [
    [0, null],
    [1, "e1"],
    [2, "e2"],
    [3, undefined],
    ["end", undefined],
    [-1, "e2"],
    [-3, null],
    [{ id: "label" }, "e2"],
    [{ id: "last" }, undefined],
    [{ id: "lab" }, Error],
  ] as const;
  for (const [at, leaf] of cases) {
    const read = () => leafToAppendTo(BRANCHED, { at });
    if (leaf === Error) assert.throws(read, { code: "entry-unknown" });
    else assert.equal(read(), leaf, JSON.stringify(at));
  }
});

Deno.test("leafToAppendTo() counts on the path of the leaf that is named", () => {
  assert.equal(leafToAppendTo(BRANCHED, { leaf: "e3", at: 2 }), "e2");
  assert.equal(leafToAppendTo(BRANCHED, { leaf: "e3", at: 3 }), "e3");
  assert.throws(() => leafToAppendTo(BRANCHED, { leaf: "e3", at: 4 }), {
    code: "position-out-of-range",
  });
});

Deno.test("leafToAppendTo() refuses a message that no id leads to", () => {
  const withoutId = logOf(entry(undefined, null, user("1")), entry("b", undefined, user("2")));
  assert.throws(() => leafToAppendTo(withoutId, { at: 1 }), {
    code: "entry-unnamed",
    message: 'Cannot branch behind message 1 of "s.jsonl": it has no id',
  });
  assert.equal(leafToAppendTo(withoutId, { at: 2 }), undefined);
  const twice = logOf(
    entry("a", undefined, user("1")),
    entry("b", undefined, user("2")),
    entry("a", undefined, user("3")),
    entry("c", undefined, user("4")),
  );
  assert.throws(() => leafToAppendTo(twice, { at: 1 }), {
    message: 'Cannot branch behind message 1 of "s.jsonl": a later entry has its id "a" as well',
  });
  assert.equal(leafToAppendTo(twice, { at: 3 }), "a");
});

Deno.test("readSystemEntry() reads one system message again, by itself", () => {
  const source = logOf(HEADER, ...chain(system("a"), system(["b", "c"], "replace")));
  const { path } = readPrompt(source, { whole: true });
  const entries = path.system.map((place) => readSystemEntry(source, place));
  assert.deepEqual(
    entries.map(({ blocks, id, timestamp }) => [blocks.map(({ text }) => text), id, timestamp]),
    [[["a"], "e1", HEADER.timestamp], [["b", "c"], "e2", HEADER.timestamp]],
  );
  const shorter = bytesSource("x");
  assert.throws(() => readSystemEntry(shorter, path.system[0] as SystemPlace), /shorter/);
});
