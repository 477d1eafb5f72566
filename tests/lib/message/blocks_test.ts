import assert from "node:assert/strict";
import { parseExact, toJsonText } from "../../../lib/message/json.ts";
import {
  decodeBlock,
  decodeContent,
  decodeToolMessage,
  parseArguments,
  SIDE_KEYS,
} from "../../../lib/message/blocks.ts";
import type { ContentBlock, JsonObject } from "../../../lib/types.ts";

const image = { type: "image", mediaType: "image/png", data: "AA==" };
const call = (extra: object = {}) => ({
  type: "tool_use",
  id: "c",
  name: "n",
  input: {},
  ...extra,
});
const result = (content: object[], isError = false) => (
  { type: "tool_result", toolUseId: "c", content, isError }
);
const text = (text: string) => ({ type: "text", text });
const unknown = (name: string) => ({ type: "unknown", name });

function parse(source: string): JsonObject {
  return parseExact(source) as JsonObject;
}

Deno.test("decodeBlock() reads every spelling of every block", () => {
  const cases: [string, object][] = [
    ['"plain"', text("plain")],
    ['{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}', text("a")],
    ['{"type":"text","text":""}', text("")],
    ['{"type":"thinking","thinking":"t"}', { type: "thinking", thinking: "t" }],
    [
      '{"type":"thinking","thinking":"t","signature":"s"}',
      { type: "thinking", thinking: "t", signature: "s" },
    ],
    [
      '{"type":"thinking","thinking":"t","thinkingSignature":"s"}',
      { type: "thinking", thinking: "t", signature: "s" },
    ],
    ['{"type":"thinking","thinking":"t","signature":""}', { type: "thinking", thinking: "t" }],
    [
      '{"type":"thinking","thinking":"","thinkingSignature":"s","redacted":true}',
      { type: "redacted_thinking", data: "s" },
    ],
    ['{"type":"redacted_thinking","data":"d"}', { type: "redacted_thinking", data: "d" }],
    ['{"type":"tool_use","id":"c","name":"n","input":{"a":1}}', call({ input: { a: 1 } })],
    ['{"type":"toolCall","id":"c","name":"n","arguments":{"a":1}}', call({ input: { a: 1 } })],
    ['{"type":"tool_use","id":"c","name":"n"}', call()],
    ['{"type":"tool_use","id":"c","name":"n","input":null}', call()],
    ['{"type":"tool_use","id":"c","name":"n","input":[1]}', call({ rawArguments: "[]" })],
    ['{"type":"tool_use","id":"c","name":"n","input":1.0}', call({ rawArguments: "1.0" })],
    [
      '{"type":"toolCall","id":"c","name":"n","arguments":"{\\"a\\": 1}"}',
      call({ input: { a: 1 }, rawArguments: '{"a": 1}' }),
    ],
    ['{"type":"tool_result","tool_use_id":"c"}', result([])],
    ['{"type":"tool_result","tool_use_id":"c","content":"a"}', result([text("a")])],
    [
      '{"type":"tool_result","tool_use_id":"c","content":"a","is_error":true}',
      result([text("a")], true),
    ],
    ['{"type":"tool_result","tool_use_id":"c","content":"a","is_error":1}', result([text("a")])],
    [
      '{"type":"tool_result","tool_use_id":"c","content":[{"type":"text","text":"a"},{"type":"image",' +
      '"data":"AA==","mimeType":"image/png"},{"type":"thinking","thinking":"t"},{"type":"x"}]}',
      result([text("a"), image, unknown("thinking"), unknown("x")]),
    ],
    [
      '{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA=="}}',
      image,
    ],
    ['{"type":"image","data":"AA==","mimeType":"image/png"}', image],
    ['{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}', image],
    [
      '{"type":"image_url","image_url":{"url":"DATA:image/png;a=b;BASE64,AA==","detail":"low"}}',
      image,
    ],
    ['{"type":"image_url","image_url":"data:image/png;base64,AA=="}', image],
  ];
  for (const [source, wanted] of cases) {
    assert.deepEqual(decodeBlock(parseExact(source)), wanted, source);
  }
});

Deno.test("decodeBlock() names what it does not understand", () => {
  const cases: [string, string][] = [
    ["7", "a block that is no object"],
    ["1.0", "a block that is no object"],
    ["null", "a block that is no object"],
    ["[]", "a block that is no object"],
    ["{}", 'a block without "type"'],
    ['{"type":7}', 'a block without "type"'],
    ['{"type":"document"}', "document"],
    ['{"type":"__proto__"}', "__proto__"],
    ['{"type":"text","text":7}', 'text without "text"'],
    ['{"type":"thinking"}', 'thinking without "thinking"'],
    ['{"type":"redacted_thinking"}', 'redacted_thinking without "data"'],
    ['{"type":"tool_use","name":"n","input":{}}', 'tool_use without "id"'],
    ['{"type":"tool_use","id":7,"name":"n","input":{}}', 'tool_use without "id"'],
    ['{"type":"toolCall","id":"c","arguments":{}}', 'tool_use without "name"'],
    ['{"type":"tool_result","content":"a"}', 'tool_result without "tool_use_id"'],
    ['{"type":"image"}', "image that is not Base64"],
    [
      '{"type":"image","source":{"type":"url","url":"https://x/y.png"}}',
      "image that is not Base64",
    ],
    ['{"type":"image","data":"AA==","mimeType":""}', "image that is not Base64"],
    ['{"type":"image_url","image_url":{"url":"https://x/y.png"}}', "image_url that is not Base64"],
    [
      '{"type":"image_url","image_url":{"url":"data:image/png,AA=="}}',
      "image_url that is not Base64",
    ],
    ['{"type":"image_url","image_url":{"url":"data:base64,AA=="}}', "image_url that is not Base64"],
    [
      '{"type":"image_url","image_url":{"url":"data:image/png;base64"}}',
      "image_url that is not Base64",
    ],
    [`{"type":"${"x".repeat(90)}"}`, `${"x".repeat(60)}…`],
  ];
  for (const [source, name] of cases) {
    assert.deepEqual(decodeBlock(parseExact(source)), unknown(name), source);
  }
});

Deno.test("decodeContent() reads content, then tool calls, then what it must warn about", () => {
  const fn = (extra = "") => `{"id":"c","function":{"name":"n","arguments":"{}"}${extra}}`;
  const raw = { rawArguments: "{}" };
  const cases: [string, object[]][] = [
    ["{}", [unknown('no "content"')]],
    ['{"content":null}', []],
    ['{"content":""}', [text("")]],
    ['{"content":"a"}', [text("a")]],
    ['{"content":["a",{"type":"text","text":"b"}]}', [text("a"), text("b")]],
    ['{"content":{"type":"text","text":"b"}}', [text("b")]],
    ['{"content":7}', [unknown("a block that is no object")]],
    [`{"tool_calls":[${fn()}],"content":"a"}`, [text("a"), call(raw)]],
    [`{"tool_calls":[${fn(',"type":"function"')}]}`, [call(raw)]],
    [`{"tool_calls":[${fn(',"type":"custom"')}]}`, [unknown("custom in tool_calls")]],
    [`{"tool_calls":[${fn(',"type":7')}]}`, [unknown("an entry of tool_calls")]],
    ['{"tool_calls":[{"id":"c"},7]}', [
      unknown("function in tool_calls"),
      unknown("an entry of tool_calls"),
    ]],
    ['{"tool_calls":[{"function":{"name":"n"}}]}', [unknown('tool_use without "id"')]],
    ['{"tool_calls":[{"id":"c","function":{"name":"n"}}]}', [call()]],
    ['{"tool_calls":[{"id":"c","function":{"name":"n","arguments":{"a":1}}}]}', [
      call({ input: { a: 1 } }),
    ]],
    ['{"tool_calls":null,"content":"a"}', [text("a")]],
    ['{"tool_calls":{},"content":"a"}', [text("a"), unknown("tool_calls")]],
    ['{"content":null,"refusal":null}', []],
  ];
  for (const [source, wanted] of cases) {
    assert.deepEqual(decodeContent(parse(source)), wanted, source);
  }
  for (const key of SIDE_KEYS) {
    assert.deepEqual(decodeContent({ content: null, [key]: "x" }), [unknown(key)]);
  }
});

Deno.test("decodeContent() keeps arguments as text and as input, numbers as written", () => {
  const cases: [string, string][] = [
    ['{"a": 1.0}', '{"a":1.0}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567890}'],
    ["", "{}"],
    ["not json", "{}"],
    ["[1]", "{}"],
    ["null", "{}"],
    ['"{}"', "{}"],
    ["1.0", "{}"],
  ];
  for (const [args, input] of cases) {
    const calls = [{ id: "c", function: { name: "n", arguments: args } }];
    const [block] = decodeContent({ tool_calls: calls }) as ContentBlock[];
    assert.ok(block?.type === "tool_use");
    assert.equal(block.rawArguments, args);
    assert.equal(toJsonText(block.input), input);
  }
});

Deno.test("decodeToolMessage() reads a named result, or tool_result blocks", () => {
  const blocks =
    '[{"type":"tool_result","tool_use_id":"c","content":"a"},{"type":"text","text":"b"}]';
  const cases: [string, object[]][] = [
    ['{"tool_call_id":"c","content":"a"}', [result([text("a")])]],
    ['{"tool_call_id":"c","content":""}', [result([text("")])]],
    ['{"tool_call_id":"c"}', [result([])]],
    ['{"tool_call_id":"c","content":[{"type":"text","text":"a"}]}', [result([text("a")])]],
    ['{"toolCallId":"c","content":"a","isError":true}', [result([text("a")], true)]],
    ['{"toolCallId":"c","content":"a","isError":false}', [result([text("a")])]],
    [`{"content":${blocks}}`, [
      result([text("a")]),
      unknown('text without "tool_call_id"'),
    ]],
    ['{"content":"a"}', [unknown('text without "tool_call_id"')]],
    ['{"tool_call_id":7,"content":[]}', []],
  ];
  for (const [source, wanted] of cases) {
    assert.deepEqual(decodeToolMessage(parse(source)), wanted, source);
  }
});

Deno.test("parseArguments() takes JSON objects alone", () => {
  assert.equal(toJsonText(parseArguments(' {"a":1.0} ') ?? null), '{"a":1.0}');
  for (const text of ["", " ", "[]", "1", "1.0", "null", '"a"', "{", "{}x"]) {
    assert.equal(parseArguments(text), undefined, text);
  }
});
