import assert from "node:assert/strict";
import { Scanner, type Sought } from "../../../../lib/log/scan/scanner.ts";
import { adversarialLines, truth } from "../../../support/adversarial_lines.ts";
import { goesOver, headOf } from "../../../support/scanner.ts";

const encoder = new TextEncoder();
const ENTRY: Sought = { type: "entry" };
const byId = (id: string): Sought => ({ type: "id", id });

/** What a line makes the scanner look for. */
function parentSought(parentId: unknown, hasParent: boolean | undefined): Sought {
  if (!hasParent) return ENTRY;
  return typeof parentId === "string" ? byId(parentId) : { type: "nothing" };
}

Deno.test("Scanner agrees with JSON.parse on heads, whichever way they are spelled", () => {
  let count = 0;
  let over = 0;
  let opaque = 0;
  for (const line of adversarialLines()) {
    const { kind, id, parentId, hasParent } = truth(line);
    const bytes = encoder.encode(line);
    for (const full of [false, true]) {
      count++;
      const answer = goesOver(bytes, { full, sought: ENTRY });
      const head = full ? undefined : headOf(bytes);
      if (!full) assert.equal(head !== undefined, answer.messages > 0, line);
      if (!answer.over) continue;
      over++;
      // A head cannot see that the rest is no JSON; DESIGN §13 says when it is trusted all the same.
      if (!full && kind === "damaged") continue;
      assert.ok(kind === "none" || kind === (answer.messages > 0 ? "other" : "opaque"), line);
      assert.equal(answer.taken, kind !== "none", line);
      if (!answer.taken) continue;
      opaque += answer.messages > 0 ? 0 : 1;
      assert.deepEqual(answer.sought, parentSought(parentId, hasParent), line);
      if (head === undefined) continue;
      if (head.id !== undefined) assert.equal(head.id, id, line);
      assert.equal(head.parentId, hasParent ? parentId : undefined, line);
    }
  }
  console.error(`    ${count} readings, ${over} without JSON.parse`);
  assert.ok(count > 60_000 && over > 1_000);
  assert.ok(opaque >= 24, `${opaque} entries without a message`);
});

Deno.test("Scanner.back() leaves every cut of a line to the parser", () => {
  const whole =
    '{"type":"message","id":"a","parentId":"b","timestamp":"2026-11-30T18:00:00.000Z","n":-1.5e3,' +
    '"message":{"role":"user","content":[{"type":"text","text":"é \\u0041 \\\\"}],"ok":true}} ';
  const bytes = encoder.encode(whole);
  const full = { full: true, sought: ENTRY };
  assert.ok(goesOver(bytes, full).over);
  for (let cut = 1; cut < bytes.length - 1; cut++) {
    assert.equal(goesOver(bytes.subarray(0, cut), full).over, false, `${cut}`);
  }
  const nul = new Uint8Array([...bytes, 0, 0, 0]);
  assert.equal(goesOver(nul, full).over, false);
  assert.equal(goesOver(nul, { full: false, sought: ENTRY }).over, false);
});

Deno.test("Scanner.head() leaves a line that its last byte shows to be cut", () => {
  const whole =
    '{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"x"}}';
  assert.ok(headOf(encoder.encode(whole)));
  for (let cut = 0; cut < whole.length - 1; cut++) {
    const part = whole.slice(0, cut);
    if (!part.endsWith("}")) assert.equal(headOf(encoder.encode(part)), undefined, part);
  }
});

Deno.test("Scanner.head() accepts what pi writes, and ids beyond ASCII", () => {
  const line =
    '{"type":"message","id":"f7c7091e","parentId":"3a59c5dd","timestamp":"2026-05-12T01:02:27.667Z",' +
    '"message":{"role":"assistant","content":[{"type":"text","text":"\\u001b[1m"}]}}';
  assert.deepEqual(headOf(encoder.encode(line)), { id: "f7c7091e", parentId: "3a59c5dd" });
  const odd = '{"type":"message","id":"\ufeffé","parentId":"世","message":{"role":"user"}}';
  assert.deepEqual(headOf(encoder.encode(odd)), { id: "\ufeffé", parentId: "世" });
});

Deno.test("Scanner.head() leaves a head with one of its keys twice, a header and a compaction", () => {
  const lines = [
    '{"type":"message","id":"a","id":"b","message":{"role":"user"}}',
    '{"type":"message","parentId":"a","parentId":null,"message":{"role":"user"}}',
    '{"type":"message","type":"message","message":{"role":"user"}}',
    '{"type":"session","message":{"role":"user"}}',
    '{"type":"compaction","id":"a","parentId":"b","message":{"role":"user"}}',
  ];
  for (const line of lines) assert.equal(headOf(encoder.encode(line)), undefined, line);
});

Deno.test("Scanner.head() reads a line that is longer than its memory", () => {
  const scanner = Scanner.make(0);
  assert.ok(scanner);
  const long = (head: string, end: string) => {
    const line = new Uint8Array(17 * 1024 * 1024).fill(0x78);
    line.set(encoder.encode(`{${head},"message":{"role":"user","content":"`));
    line.set(encoder.encode(end), line.length - end.length);
    return scanner.head(line);
  };
  const links = '"id":"a","parentId":"b"';
  assert.deepEqual(long(`"type":"message",${links}`, '"}}'), { id: "a", parentId: "b" });
  assert.deepEqual(long(`"type":"message",${links}`, '"}}\r'), { id: "a", parentId: "b" });
  assert.deepEqual(long('"type":"x","parentId":null', "}"), { id: undefined, parentId: null });
  assert.equal(long(links, '","role":"system"}}'), undefined);
  assert.equal(long(links, '"}}{"a":1}'), undefined);
  assert.equal(long(`"type":"message",${links}`, '"]'), undefined);
});

Deno.test("Scanner.head() reads the head of a line that holds another record, where that is asked for", () => {
  const fused = encoder.encode(
    '{"type":"message","id":"b","parentId":"a","message":{"role":"user","content":"he{"role":"system"}',
  );
  const scanner = Scanner.make(0);
  assert.equal(scanner?.head(fused), undefined);
  assert.deepEqual(scanner?.head(fused, { fused: true }), { id: "b", parentId: "a" });
  const bare = encoder.encode('{"role":"user","content":"he{"role":"system","content":"x"}');
  assert.equal(scanner?.head(bare, { fused: true }), undefined);
  const system = encoder.encode(
    '{"id":"b","message":{"role":"system","content":"he{"role":"user"}',
  );
  assert.equal(scanner?.head(system, { fused: true }), undefined);
});

Deno.test("Scanner.back() takes a line only when it is the one that is looked for", () => {
  const line = (id: string) =>
    encoder.encode(
      `{"type":"message","id":"${id}","parentId":"p","message":{"role":"user","content":"x"}}`,
    );
  const long = "0123456789abcdef0123456789abcdef0123";
  const cases: [id: string, sought: Sought, taken: boolean][] = [
    ["a", byId("a"), true],
    ["a", byId("b"), false],
    ["a", byId("ab"), false],
    ["ab", byId("a"), false],
    ["é", byId("é"), true],
    [long, byId(long), true],
    [long, byId(`${long.slice(0, -1)}x`), false],
    [long, byId(`x${long.slice(1)}`), false],
    ["a", ENTRY, true],
    ["a", { type: "nothing" }, false],
  ];
  for (const [id, sought, taken] of cases) {
    for (const full of [false, true]) {
      // In a line that is checked to its end, a text beyond ASCII is left to the parser.
      if (full && id === "é") continue;
      const answer = goesOver(line(id), { full, sought });
      assert.deepEqual([answer.over, answer.taken], [true, taken], `${id}, ${sought.type}`);
      assert.deepEqual(answer.sought, taken ? byId("p") : sought);
    }
  }
});

Deno.test("Scanner.back() leaves a line without an id in its head, where an id is looked for", () => {
  const line = encoder.encode('{"message":{"role":"user","content":"x"},"id":"a"}');
  assert.equal(goesOver(line, { full: false, sought: byId("a") }).over, false);
});

Deno.test("Scanner.seek() does not look for what has no place in its memory", () => {
  const scanner = Scanner.make(1024);
  assert.ok(scanner);
  assert.equal(scanner.seek(byId("x".repeat(171))), false);
  assert.equal(scanner.seek(byId("\ud800")), false);
  assert.equal(scanner.seek(byId("x".repeat(170))), true);
  assert.deepEqual(scanner.sought, byId("x".repeat(170)));
});

/** A line without a parent whose rest is no JSON, so that only a search goes over it. */
function trusts(content: string): boolean {
  const line = `{"type":"message","message":{"role":"user","content":"${content}"x}}`;
  return goesOver(encoder.encode(line), { full: false, sought: ENTRY }).over;
}

Deno.test("Scanner.back() finds what could be a system entry, at every distance from a vector's edge", () => {
  const needles = [
    '"system"',
    '"developer"',
    '"parentId"',
    '"session"',
    '"compaction"',
    '"role"',
    '"message"',
    '"\\u0073ystem"',
    '"d\\u0065v\\u0065loper"',
    '"\\u0063\\u006f\\u006d\\u0070\\u0061\\u0063\\u0074\\u0069\\u006f\\u006e"',
    '"i\\u0064"',
    '{"a": 1',
    '{ \t"a',
    '}{"',
    '"a": {}, "id"',
    '},"x":{"id"',
  ];
  const harmless = [
    '"id"',
    ':{"',
    '[ {"',
    ', { "',
    '},"x',
    "\\u0073",
    "\\u0073ystem",
    "system",
    '"systems"',
    '"syst',
    '"developers"',
    '"parent"',
    '"p"',
    "\\n",
    '"sessions"',
    "\\u001b",
    "\\u00e9",
    "\\u2028",
  ];
  for (let pad = 0; pad < 140; pad++) {
    const before = "x".repeat(pad);
    for (const needle of needles) {
      assert.equal(trusts(`${before}${needle} and more`), false, needle);
    }
    for (const text of harmless) assert.equal(trusts(`${before}${text} and more`), true, text);
    assert.equal(trusts(`${before}"s"d"p"${needles[0]}`), false);
  }
});

Deno.test("Scanner.head() does not trust a head without parentId whose line could hold a system entry", () => {
  const swallowed =
    '{"message":{"role":"user","content":"abc{"message":{"role":"system","content":"x"}}';
  assert.equal(headOf(encoder.encode(swallowed)), undefined);
  assert.ok(headOf(encoder.encode('{"message":{"role":"user","content":"the system is up"}}')));
  const sound = '{"id":"é","message":{"role":"user","content":["system"]}}';
  assert.ok(headOf(encoder.encode(sound.replace("é", "e"))));
  // Its id may be no UTF-8, which only a parser would see.
  assert.equal(headOf(encoder.encode(sound)), undefined);
});

Deno.test("Scanner.back() goes over a bare chat line only when all of it is sound, and names no role twice", () => {
  const lines: [line: string, over: boolean][] = [
    ['{"role":"user","content":"a \\"quoted\\" é"}', true],
    ['{"role": "assistant", "content": null, "tool_calls": [{"id": "c"}]}', true],
    ['{"id":"a","parentId":null,"role":"tool","tool_call_id":"c","content":[]}', true],
    ['{"role":"user","tool_calls":[]} ', true],
    ['{"role":"system","content":"x"}', false],
    ['{"role":"user","content":"x","role":"system"}', false],
    ['{"role":"user","role":"system","content":"x"}', false],
    ['{"role":"user","content":"x","message":{"role":"system","content":"y"}}', false],
    ['{"role":"user","content":"x","parentId":"a"}', false],
    ['{"role":"user","content":"x","type":"session"}', false],
    ['{"content":"x","role":"user"}', false],
    ['{"role":"user","content":"abc{"role":"user","content":"x"}', false],
    ['{"role":"user","content":x}', false],
    ['{"role":"user"}', false],
  ];
  for (const [line, over] of lines) {
    for (const full of [false, true]) {
      assert.equal(goesOver(encoder.encode(line), { full, sought: ENTRY }).over, over, line);
    }
  }
});

Deno.test("Scanner keeps its room for lines when a head takes more memory", () => {
  const scanner = Scanner.make(1000);
  assert.ok(scanner);
  assert.equal(scanner.head(new Uint8Array(1 << 20)), undefined);
  assert.equal(scanner.block.length, 1000);
});
