import assert from "node:assert/strict";
import { readHead } from "../../../lib/readers/head.ts";

function headOf(text: string, isWhole = true): ReturnType<typeof readHead> {
  return readHead({ bytes: new TextEncoder().encode(text), isWhole, name: "f" });
}

const heads: { name: string; text: string; cut?: true; records: unknown[]; document?: string }[] = [
  { name: "nothing", text: "", records: [] },
  { name: "lines", text: '{"a":1}\n\n{"b":2}\r\n', records: [{ a: 1 }, { b: 2 }] },
  { name: "a byte order mark", text: '\ufeff{"a":1}\n', records: [{ a: 1 }] },
  { name: "a damaged line before others", text: '{"a":\n{"b":2}\n', records: [{ b: 2 }] },
  { name: "no objects", text: "1\n[2]\nnull\n", records: [] },
  {
    name: "a list on the first line of several",
    text: '[{"a":1}]\n{"b":2}\n',
    records: [{ b: 2 }],
  },
  {
    name: "an object over several lines",
    text: '{\n "a": {\n  "b": 1\n }\n}\n',
    records: [{ a: { b: 1 } }],
    document: "object",
  },
  { name: "a list", text: '[{"a":1},2,{"b":2}]', records: [{ a: 1 }, { b: 2 }], document: "list" },
  { name: "prose", text: "# Notes\n\n- one\n", records: [] },
  {
    name: "a line that goes on behind the head",
    text: '{"a":1}\n{"b":"x","c":["y",{"d":"z',
    cut: true,
    records: [{ a: 1 }, { b: "x", c: ["y", {}] }],
  },
  {
    name: "a line that is torn, not cut by the head",
    text: '{"a":1}\n{"b":"x","c":["y',
    records: [{ a: 1 }],
  },
  {
    name: "a long document",
    text: '{\n "a": "brackets ]} and \\" in a string, with commas",\n "b": [\n  {"c": 1},\n  {"c',
    cut: true,
    records: [{ a: 'brackets ]} and " in a string, with commas', b: [{ c: 1 }, {}] }],
    document: "object",
  },
  {
    name: "a long list",
    text: '[{"a":1},{"a":',
    cut: true,
    records: [{ a: 1 }, {}],
    document: "list",
  },
];

for (const { name, text, cut, records, document } of heads) {
  Deno.test(`readHead() of ${name}`, () => {
    const found = headOf(text, cut === undefined);
    assert.deepEqual(found.records, records);
    assert.equal(found.document, document);
  });
}

Deno.test("readHead() of deep brackets ends soon", () => {
  const started = performance.now();
  for (const text of ["[".repeat(65_536), '{"a":'.repeat(13_000), "]".repeat(65_536)]) {
    headOf(text, false);
    headOf(text);
  }
  assert.ok(performance.now() - started < 2000);
});
