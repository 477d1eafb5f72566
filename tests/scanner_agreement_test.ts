import assert from "node:assert/strict";
import { LINES_START, ScanMemory } from "../lib/scan_memory.ts";
import { makeScanner } from "../lib/line_wasm.ts";
import { readPromptAt } from "../lib/log.ts";
import { bytesSource } from "../lib/log_scan.ts";
import { readTimeline } from "../lib/timeline.ts";
import { adversarialLines, DUPLICATE_ROLE, truth } from "./adversarial_lines.ts";
import { entry, HEADER, logText, system, user } from "./log_builder.ts";

const memory = new ScanMemory(64 * 1024);
const scan = makeScanner(memory.memory);
const encoder = new TextEncoder();

/** Whether the scanner goes over a line that hangs on the entry before it; `id` is that of the line. */
function goesOver(
  line: Uint8Array,
  options: { full: boolean; parent: string | null | undefined },
): { over: boolean; id: string | undefined } {
  memory.block.fill(0x7d, 0, line.length + 200);
  memory.block.set(line);
  memory.block[line.length] = 10;
  memory.set("stop", -1);
  memory.set("mustName", 0);
  memory.set("hasEntry", options.parent === null ? 0 : 1);
  memory.previousId = options.parent ?? undefined;
  const stopped = scan(LINES_START, LINES_START + line.length + 1, options.full ? 1 : 0);
  assert.ok(stopped === LINES_START || stopped === LINES_START + line.length + 1);
  return { over: stopped !== LINES_START, id: memory.previousId };
}

function isJson(line: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line));
    return true;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return false;
    throw error;
  }
}

/** Inside of strings, sound and unsound, at every distance from the edge of a vector. */
function* stringContents(): Generator<Uint8Array> {
  const pads = Array.from({ length: 70 }, (_, length) => "p".repeat(length));
  const ends = [
    "",
    "n",
    "u0041",
    "u00g1",
    "u12",
    "x",
    "/",
    '"',
    "ud800",
    "\t",
    "\0",
    "\x1f",
    "\x7f",
  ];
  for (const pad of pads) {
    for (let run = 0; run < 6; run++) {
      for (const end of ends) yield encoder.encode(`${pad}${"\\".repeat(run)}${end}zz`);
    }
  }
  const sequences =
    "c2 80|df bf|e0 a0 80|ed 9f bf|ee 80 80|ef bf bf|f0 90 80 80|f4 8f bf bf|e4 b8 96|" +
    "80|bf|c0 80|c1 bf|c2|c2 41|e0 9f bf|e0 a0|ed a0 80|ed bf bf|e4 b8|e4 41 80|f0 8f bf bf|f0 90 80|" +
    "f4 90 80 80|f5 80 80 80|ff|fe|e4 b8 96 80|c3 a9 c3|5c c3 a9|5c 5c c3 a9|f0 9f 98 80 f0 9f 98";
  const parts = sequences.split("|").map((hex) => hex.split(" ").map((byte) => parseInt(byte, 16)));
  for (const pad of pads) {
    const before = encoder.encode(pad);
    for (const part of parts) {
      yield new Uint8Array([...before, ...part]);
      yield new Uint8Array([
        ...before,
        ...part,
        ...encoder.encode("after \\n it, some words more"),
      ]);
    }
  }
}

const VALUES = [
  ..."0|-0|1|-1|12|01|-|1.|1.5|.5|1.e1|1e5|1E+5|1e-05|1e|1e+|0x1|+1|1 2|00|-01|Infinity|NaN".split(
    "|",
  ),
  ..."true|false|null|tru|True|nul|falsee|nullx|undefined".split("|"),
  ..."[]|[ ]|[1]|[1,2]|[1,]|[,1]|[1 2]|[[]]|[}|[".split("|"),
  ...'{}|{ }|{"a":1}|{"a":1,}|{"a"}|{a:1}|{"a":1 "b":2}|{"a":1,"b":2}|{,}|{"a":}|{"":[{}]}'.split(
    "|",
  ),
  ...'"a"|"a|\'a\'|"\\u0041"|"\\u004"|""| 1 |\t1\r|\u00a01|\ufeff1'.split("|"),
  "[".repeat(90) + "]".repeat(90),
  "[".repeat(90) + "]".repeat(91),
];

Deno.test("makeScanner() agrees with JSON.parse on heads, whichever way they are spelled", () => {
  let count = 0;
  let over = 0;
  for (const line of adversarialLines()) {
    const { kind, id, parentId, hasParent } = truth(line);
    for (const full of [false, true]) {
      count++;
      const parent = hasParent ? parentId as string | null : undefined;
      const known = typeof parent === "string" || parent === null || parent === undefined;
      const answer = goesOver(encoder.encode(line), { full, parent: known ? parent : "b" });
      if (!answer.over) continue;
      over++;
      if (!full && DUPLICATE_ROLE.test(line)) continue;
      // A head cannot see that the rest is no JSON; DESIGN §13 says when it is trusted all the same.
      if (!full && kind === "damaged") continue;
      assert.equal(kind, "other", line);
      assert.equal(answer.id, id, line);
    }
  }
  console.error(`    ${count} readings, ${over} without JSON.parse`);
  assert.ok(count > 60_000 && over > 1_000);
});

Deno.test("makeScanner() knows exactly which strings are JSON and UTF-8", () => {
  let count = 0;
  let sound = 0;
  const [start, end] = [
    '{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"',
    '"}}',
  ].map((part) => encoder.encode(part)) as [Uint8Array, Uint8Array];
  for (const content of stringContents()) {
    const line = new Uint8Array([...start, ...content, ...end]);
    const isSound = isJson(line);
    count++;
    if (isSound) sound++;
    const { over } = goesOver(line, { full: true, parent: "b" });
    assert.equal(over, isSound, new TextDecoder("latin1").decode(line));
  }
  console.error(`    ${count} strings, ${sound} sound`);
  assert.ok(count > 9_000 && sound > 3_000);
});

Deno.test("makeScanner() knows exactly which values are JSON, wherever they stand", () => {
  let count = 0;
  for (const value of VALUES) {
    for (
      const line of [
        `{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":${value}}}`,
        `{"type":"message","id":"a","parentId":"b","message":{"role":"user"},"x":${value}}`,
        `{"type":"message","x":[${value}],"id":"a","parentId":"b","message":{"role":"user"}}`,
      ]
    ) {
      count++;
      const bytes = encoder.encode(line);
      assert.equal(goesOver(bytes, { full: true, parent: "b" }).over, isJson(bytes), line);
    }
  }
  console.error(`    ${count} values`);
});

Deno.test("makeScanner() leaves every cut of a line to the parser", () => {
  const whole =
    '{"type":"message","id":"a","parentId":"b","timestamp":"2026-11-30T18:00:00.000Z","n":-1.5e3,' +
    '"message":{"role":"user","content":[{"type":"text","text":"é \\u0041 \\\\"}],"ok":true}} ';
  const bytes = encoder.encode(whole);
  assert.ok(goesOver(bytes, { full: true, parent: "b" }).over);
  for (let cut = 0; cut < bytes.length - 1; cut++) {
    assert.equal(
      goesOver(bytes.subarray(0, cut), { full: true, parent: "b" }).over,
      false,
      `${cut}`,
    );
  }
  const nul = new Uint8Array([...bytes, 0, 0, 0]);
  assert.equal(goesOver(nul, { full: true, parent: "b" }).over, false);
  assert.equal(goesOver(nul, { full: false, parent: "b" }).over, false);
});

const BLOCKS = [300, 301, 512, 1024, 4096, 65536, 1 << 20];

function outcome<Result>(read: () => Result): Result | string {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

Deno.test("readPromptAt() and readTimeline() agree with a full parse at every chunk size", () => {
  let count = 0;
  let index = 0;
  for (const line of adversarialLines()) {
    if (index++ % 29 !== 0 || line.includes("\n")) continue;
    const log = bytesSource(logText(
      HEADER,
      entry("r", null, system("root")),
      entry("q", "r", user("x".repeat(index % 400))),
      entry("b", "q", system("second", "replace")),
      line,
      entry("z", line.includes('"id":"a"') ? "a" : undefined, user("end")),
      entry("y", "z", user("system developer parentId")),
    ));
    const prompt = (options: { full: boolean; block: number; linearFrom: number }) =>
      outcome(() => {
        const { path, blocks, findings } = readPromptAt(log, undefined, options);
        return { leaf: path.leaf, total: path.total, blocks, findings };
      });
    const story = (options: { block: number; linearFrom: number }) =>
      outcome(() => readTimeline(log, options));
    const whole = { block: 1 << 20, linearFrom: Infinity };
    const expected = [prompt({ ...whole, full: true }), story(whole)];
    for (const block of BLOCKS) {
      count++;
      const linear = { block, linearFrom: 0 };
      assert.deepEqual([prompt({ ...linear, full: true }), story(linear)], expected, line);
    }
  }
  console.error(`    ${count} logs`);
});
