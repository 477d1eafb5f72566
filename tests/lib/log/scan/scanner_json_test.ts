/** The JSON and UTF-8 that the scanner of lib/log/scan/scan.as.ts knows, against `JSON.parse`. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { goesOver, isJson } from "../../../support/scanner.ts";

const encoder = new TextEncoder();

/** A line is checked to its end, whatever it hangs on. */
const SOUND = { full: true, sought: { type: "entry" } } as const;

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

Deno.test("Scanner.back() knows exactly which values are JSON, wherever they stand", () => {
  let count = 0;
  for (const value of VALUES) {
    for (
      const line of [
        `{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":${value}}}`,
        `{"type":"message","id":"a","parentId":"b","message":{"role":"user"},"x":${value}}`,
        `{"type":"message","id":"a","parentId":"b","message":{"role":"user"},"x":[${value}]}`,
      ]
    ) {
      count++;
      const bytes = encoder.encode(line);
      assert.equal(goesOver(bytes, SOUND).over, isJson(bytes), line);
    }
  }
  console.error(`    ${count} values`);
});

Deno.test("Scanner.back() leaves what is nested deeply to the parser", () => {
  for (const [depth, over] of [[90, true], [5000, false]] as const) {
    const line = encoder.encode(
      '{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":' +
        `${'{"a":['.repeat(depth / 2)}${"]}".repeat(depth / 2)}}}`,
    );
    assert.equal(isJson(line), true);
    assert.equal(goesOver(line, SOUND).over, over, `${depth}`);
  }
});

/** Inside of strings, sound and unsound, at every distance from the edge of 64 bytes. */
function* stringContents(): Generator<Uint8Array> {
  const pads = Array.from({ length: 140 }, (_, length) => "p".repeat(length));
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

Deno.test("Scanner.back() knows exactly which strings are JSON and UTF-8", () => {
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
    const { over } = goesOver(line, SOUND);
    assert.equal(over, isSound, new TextDecoder("latin1").decode(line));
  }
  console.error(`    ${count} strings, ${sound} sound`);
  assert.ok(count > 18_000 && sound > 6_000);
});

Deno.test("Scanner.back() agrees with JSON.parse on generated strings", () => {
  const pieces = [
    "\\",
    "\\\\",
    "\\n",
    '\\"',
    "\\u00e9",
    "\\r",
    "\\/",
    "é",
    "世",
    "😀",
    "word ",
    "x".repeat(60),
  ];
  const wrong = ["\\x", '"', "\t", "\\u12"];
  let sound = 0;
  const contents = fc.array(
    fc.oneof(
      { weight: 60, arbitrary: fc.constantFrom(...pieces) },
      fc.constantFrom(...wrong),
    ),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(contents, fc.nat(64), (parts, pad) => {
      const content = `${"p".repeat(pad)}${parts.join("")}`;
      const line = encoder.encode(
        `{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"${content}"}}`,
      );
      const isSound = isJson(line);
      if (isSound) sound++;
      assert.equal(goesOver(line, SOUND).over, isSound, content);
    }),
    { numRuns: 4000, seed: 12 },
  );
  assert.ok(sound > 1000, `${sound}`);
});
