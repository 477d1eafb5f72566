import assert from "node:assert/strict";
import fc from "fast-check";
import { isJsonNumber, parseExact, toJsonText } from "../../../lib/message/json.ts";
import { isJsonObject } from "../../../lib/types.ts";

/** Numbers by their source text: those that `String` respells, and those that it does not. */
const RESPELLED = [
  ["1.0", "0.10", "-1.50", "1.00000", "100.0", "0.0", "-0.0"],
  ["-0", "1e2", "1E2", "1e+2", "1.5e-7", "-1e0", "0e0", "1e400", "-1e400", "1e-400"],
  ["9007199254740993", "12345678901234567890", "-12345678901234567890", "1000000000000000000000"],
  [
    "0.0000001",
    "0.00000012",
    "0.1234567890123456789",
    "123456789.123456789",
    "3.14159265358979312",
  ],
].flat();
const PLAIN = [
  ["0", "7", "-7", "0.1", "-0.5", "10", "100", "1.05", "0.000001", "123456.789", "-10"],
  ["9007199254740991", "999999999999999", "0.30000000000000004", "1234567890123456"],
].flat();
const FRAMES: readonly (readonly [string, string])[] = [
  ["", ""],
  [" ", "\n"],
  ["[", "]"],
  ["[1,", ",2]"],
  ['{"a":', "}"],
  ['{ "a" : ', ' , "b": "x" }'],
  ['{"a":[{"b":[', "]}]}"],
];

Deno.test("parseExact() keeps the spelling of every number in every place", () => {
  for (const number of [...RESPELLED, ...PLAIN]) {
    for (const [before, after] of FRAMES) {
      const text = `${before}${number}${after}`;
      const compact = text.replace(/\s/g, "");
      assert.equal(toJsonText(parseExact(text)), compact, text);
    }
  }
});

Deno.test("parseExact() gives a plain number wherever String() spells it the same", () => {
  for (const number of PLAIN) assert.equal(parseExact(number), Number(number), number);
  for (const number of RESPELLED) {
    if (number !== String(Number(number))) {
      assert.equal(typeof parseExact(number), "object", number);
    }
  }
});

Deno.test("parseExact() agrees with a parse that always looks at the source", () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,20})?([eE][-+]?\d{1,3})?$/);
  const value = fc.oneof(digits, fc.string().map((text) => JSON.stringify(text)));
  const space = fc.constantFrom("", " ", "\n", "\t");
  const lists = fc.array(fc.tuple(value, space)).map((items) =>
    `[${items.map(([item, gap]) => gap + item + gap).join(",")}]`
  );
  fc.assert(
    fc.property(lists, (text) => {
      const compact = text.match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g)?.join("") ?? "";
      assert.equal(toJsonText(parseExact(text)), JSON.stringify(JSON.parse(compact, exact)));
      assert.deepEqual(JSON.parse(toJsonText(parseExact(text))), JSON.parse(text));
    }),
    { numRuns: 500, seed: 2 },
  );
});

/** A reviver without any shortcut. */
function exact(_key: string, value: unknown, context?: { source?: string }): unknown {
  const raw = JSON as unknown as { rawJSON(text: string): unknown };
  return typeof value === "number" && context?.source !== undefined
    ? raw.rawJSON(context.source)
    : value;
}

Deno.test("parseExact() keeps __proto__ and its like as own keys, in both ways of parsing", () => {
  for (const number of ["1", "1.0"]) {
    const text = `{"__proto__":{"a":${number}},"constructor":2,"toString":null}`;
    const value = parseExact(text);
    assert.ok(isJsonObject(value) && Object.hasOwn(value, "__proto__"));
    assert.equal(toJsonText(value), text);
    assert.equal(({} as Record<string, unknown>).a, undefined);
  }
});

Deno.test("parseExact() takes the last of equal keys", () => {
  assert.equal(toJsonText(parseExact('{"a":1.0,"a":2}')), '{"a":2}');
  assert.equal(toJsonText(parseExact('{"a":2,"a":1.0}')), '{"a":1.0}');
  assert.equal(toJsonText(parseExact('{"a":{"a":1.0},"a":{"a":3}}')), '{"a":{"a":3}}');
});

Deno.test("parseExact() leaves strings alone that look like numbers", () => {
  const text = '{"s":"a: 1.0, 1e5 ] -0 ","t":"12345678901234567890"}';
  assert.deepEqual(parseExact(text), JSON.parse(text));
  assert.equal(toJsonText(parseExact(text)), text);
});

Deno.test("parseExact() throws SyntaxError alone: for no JSON and for what is nested too deeply", () => {
  const deep = (inner: string) => "[".repeat(200_000) + inner + "]".repeat(200_000);
  for (const text of ["", "{", "01", "1.0.0", "nul", "[1.0,]", deep("1.0")]) {
    assert.throws(() => parseExact(text), SyntaxError, text.slice(0, 20));
  }
});

Deno.test("isJsonObject() takes objects with keys, not lists, null or numbers kept as written", () => {
  const cases: [string, boolean][] = [
    ["{}", true],
    ['{"rawJSON":"1.0"}', true],
    ["1.0", false],
    ["1", false],
    ["[]", false],
    ["null", false],
    ['"a"', false],
  ];
  for (const [text, wanted] of cases) assert.equal(isJsonObject(parseExact(text)), wanted, text);
  assert.equal(isJsonObject(undefined), false);
});

Deno.test("isJsonNumber() takes numbers in both forms and nothing else", () => {
  const cases: [string, boolean][] = [["1", true], ["1.0", true], ['"1"', false], ["{}", false]];
  for (const [text, wanted] of cases) assert.equal(isJsonNumber(parseExact(text)), wanted, text);
  assert.equal(isJsonNumber(undefined), false);
});

Deno.test("toJsonText() writes compact or with two spaces, numbers as they were", () => {
  const value = parseExact('{"a":[1.0,{}],"b":"\\ud83d"}');
  assert.equal(toJsonText(value), '{"a":[1.0,{}],"b":"\\ud83d"}');
  assert.equal(
    toJsonText(value, { pretty: true }),
    '{\n  "a": [\n    1.0,\n    {}\n  ],\n  "b": "\\ud83d"\n}',
  );
});
