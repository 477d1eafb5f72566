import assert from "node:assert/strict";
import { parseExact, toJsonText } from "../../../lib/message/json.ts";
import { type SerializeWarning, WellFormed } from "../../../lib/serialize/well_formed.ts";
import type { JsonObject, JsonValue } from "../../../lib/types.ts";
import { deepFreeze } from "../../support/arbitraries.ts";

const MENDED = "lone surrogates became U+FFFD";

function recorded(position = 3): { fit: WellFormed; warnings: SerializeWarning[] } {
  const warnings: SerializeWarning[] = [];
  return { fit: new WellFormed(position, (warning) => warnings.push(warning)), warnings };
}

function input(text: string): JsonObject {
  return deepFreeze(parseExact(text) as JsonObject);
}

Deno.test("WellFormed.warn() names the message, or the prompt where there is none", () => {
  for (const [position, subject] of [[3, "Message 3"], [0, "System prompt"]] as const) {
    const { fit, warnings } = recorded(position);
    fit.warn("x is left out");
    assert.deepEqual(warnings, [{ position, message: `${subject}: x is left out` }]);
  }
  new WellFormed(1).warn("nobody listens");
});

Deno.test("WellFormed.text() replaces lone surrogates and warns once a message", () => {
  const cases: [string, string][] = [
    ["", ""],
    ["a😀\u0000", "a😀\u0000"],
    ["\ud83d", "\ufffd"],
    ["a\udc00\ud83db", "a\ufffd\ufffdb"],
  ];
  for (const [text, wanted] of cases) {
    const { fit, warnings } = recorded();
    assert.equal(fit.text(text), wanted);
    fit.text(text);
    assert.equal(warnings.length, text === wanted ? 0 : 1);
  }
});

Deno.test("WellFormed.input() passes fit input on as it is, numbers as written", () => {
  const text = '{"a":[1.0,-0,{"b":12345678901234567890}],"__proto__":{"c":"😀"},"d":null}';
  const { fit, warnings } = recorded();
  const value = input(text);
  assert.equal(fit.input(value), value);
  assert.equal(toJsonText(value), text);
  assert.deepEqual(warnings, []);
});

Deno.test("WellFormed.input() mends keys and values at any depth and keeps the rest", () => {
  const cases: [string, string][] = [
    ['{"a":"\\ud83d"}', '{"a":"\ufffd"}'],
    ['{"\\ud83d":1.0}', '{"\ufffd":1.0}'],
    ['{"a":[1.0,["x",{"b":"\\udc00y"}]],"c":1e2}', '{"a":[1.0,["x",{"b":"\ufffdy"}]],"c":1e2}'],
    ['{"__proto__":{"a":"\\ud83d"},"n":-0}', '{"__proto__":{"a":"\ufffd"},"n":-0}'],
  ];
  for (const [text, wanted] of cases) {
    const { fit, warnings } = recorded();
    const value = input(text);
    assert.equal(toJsonText(fit.input(value)), wanted);
    assert.deepEqual(warnings.map((warning) => warning.message), [`Message 3: ${MENDED}`]);
  }
});

Deno.test("WellFormed.input() sends {} for input that no engine could write", () => {
  const nested = (depth: number): JsonObject => {
    let value: JsonValue = "x";
    for (let i = 1; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
    return { a: value };
  };
  for (const [depth, fits] of [[999, true], [1000, false], [200_000, false]] as const) {
    const { fit, warnings } = recorded();
    const value = nested(depth);
    assert.equal(fit.input(value) === value, fits, `${depth}`);
    assert.equal(toJsonText(fit.input(value)) === "{}", !fits, `${depth}`);
    assert.equal(warnings.length > 0, !fits);
  }
});

Deno.test("WellFormed.jsonText() mends escapes of lone surrogates and nothing else", () => {
  const same = [
    "",
    "{ }",
    '{"a":"😀"}',
    String.raw`{"a":"\ud83d\ude00"}`,
    String.raw`{"a":"\uD83D\uDE00"}`,
    String.raw`{"a":"\\ud83d"}`,
    String.raw`{"a":"\\\\ud83d\n"}`,
    "not json",
  ];
  const mended: [string, string][] = [
    [String.raw`{"a":"\ud83d"}`, '{"a":"\ufffd"}'],
    [String.raw`{"a":"\uDE00\uD83D"}`, '{"a":"\ufffd\ufffd"}'],
    [String.raw`{"a":"\\\ud83d"}`, String.raw`{"a":"\\` + '\ufffd"}'],
    [
      String.raw`{"a":"\ud83d\ud83d\ude00"}`,
      String.raw`{"a":"` + "\ufffd" + String.raw`\ud83d\ude00"}`,
    ],
    ['{"a":"\ud83d"}', '{"a":"\ufffd"}'],
  ];
  for (const [text, wanted] of [...same.map((text) => [text, text] as const), ...mended]) {
    const { fit, warnings } = recorded();
    assert.equal(fit.jsonText(text), wanted);
    assert.equal(warnings.length, text === wanted ? 0 : 1, text);
  }
});
