import assert from "node:assert/strict";
import { parseExact } from "../../../lib/message/json.ts";
import { checkMessage } from "../../../lib/message/check.ts";
import { checkContent, type CheckedRole } from "../../../lib/message/check.ts";
import type { JsonObject } from "../../../lib/types.ts";

type Row = [role: CheckedRole, members: string, problems: string[], unknown?: string[]];

function run(rows: readonly Row[]): void {
  for (const [role, members, problems, unknown = []] of rows) {
    const raw = parseExact(`{"role":"${role}",${members}}`) as JsonObject;
    assert.deepEqual(checkContent(raw, role), { problems, unknown }, members);
    assert.deepEqual(checkMessage(raw), { problems, unknown }, members);
  }
}

Deno.test("checkContent() lets every known shape pass", () => {
  run([
    ["user", '"content":""', []],
    ["user", '"content":[]', []],
    ["user", '"content":[{"type":"text","text":"a"},{"type":"text","text":""}]', []],
    ["user", '"content":[{"type":"tool_result","tool_use_id":"c"}]', []],
    ["user", '"content":[{"type":"tool_result","toolCallId":"c","content":"a"}]', []],
    [
      "user",
      '"content":[{"type":"tool_result","tool_use_id":"c","content":[{"type":"text","text":"a"}]}]',
      [],
    ],
    ["user", '"content":[{"type":"image","data":"AA==","mimeType":"image/png"}]', []],
    ["assistant", '"content":[{"type":"thinking","thinking":"","signature":"s"}]', []],
    ["assistant", '"content":[{"type":"redacted_thinking","data":"d"}]', []],
    ["assistant", '"content":[{"type":"tool_use","id":"c","name":"n","input":{}}]', []],
    ["assistant", '"content":[{"type":"toolCall","id":"c","name":"n","arguments":{}}]', []],
    [
      "assistant",
      '"content":null,"tool_calls":[{"id":"c","function":{"name":"n","arguments":""}}]',
      [],
    ],
    [
      "assistant",
      '"tool_calls":[{"id":"c","type":"function","function":{"name":"n","arguments":"{\\"a\\":1.0}"}}]',
      [],
    ],
    ["tool", '"tool_call_id":"c","content":"a"', []],
    ["tool", '"tool_call_id":"c"', []],
    ["tool", '"toolCallId":"c","content":[{"type":"text","text":"a"}]', []],
    ["tool", '"content":[{"type":"tool_result","tool_use_id":"c"}]', []],
  ]);
});

Deno.test("checkContent() names the place of each fault in content", () => {
  run([
    ["user", '"x":1', ['it has neither "content" nor "tool_calls"']],
    ["assistant", '"content":null', []],
    ["assistant", '"tool_calls":[]', ['it has neither "content" nor "tool_calls"']],
    ["user", '"content":null', ['it has neither "content" nor "tool_calls"']],
    ["user", '"content":7', ['"content" is neither text nor a list of blocks']],
    ["user", '"content":{}', ['"content" is neither text nor a list of blocks']],
    ["user", '"content":["a",1.0]', ["content[0] is no object", "content[1] is no object"]],
    ["user", '"content":[{"text":"a"}]', ['content[0] has no "type"']],
    ["user", '"content":[{"type":"text"}]', ['content[0]: text has no "text"']],
    ["assistant", '"content":[{"type":"thinking"}]', ['content[0]: thinking has no "thinking"']],
    [
      "assistant",
      '"content":[{"type":"redacted_thinking"}]',
      ['content[0]: redacted_thinking has no "data"'],
    ],
    [
      "assistant",
      '"content":[{"type":"text","text":"a"},{"type":"tool_use","name":"","input":{}}]',
      ['content[1]: tool_use has no "id"', 'content[1]: tool_use has no "name"'],
    ],
    [
      "assistant",
      '"content":[{"type":"tool_use","id":"c","name":"n"}]',
      ['content[0]: tool_use has no "input"'],
    ],
    [
      "assistant",
      '"content":[{"type":"tool_use","id":"c","name":"n","input":[]}]',
      ['content[0]: "input" of tool_use is no object'],
    ],
    [
      "assistant",
      '"content":[{"type":"toolCall","id":"c","name":"n","arguments":"{}"}]',
      ['content[0]: "arguments" of toolCall is no object'],
    ],
    [
      "user",
      '"content":[{"type":"tool_result","content":"a"}]',
      ['content[0]: tool_result has no "tool_use_id"'],
    ],
    [
      "user",
      '"content":[{"type":"tool_result","tool_use_id":"c","content":7}]',
      ['"content[0].content" is neither text nor a list of blocks'],
    ],
    [
      "user",
      '"content":[{"type":"tool_result","tool_use_id":"c","content":[{"type":"text"},' +
      '{"type":"tool_result"},7]}]',
      [
        'content[0].content[0]: text has no "text"',
        "content[0].content[1]: tool_result cannot stand in a tool result",
        "content[0].content[2] is no object",
      ],
    ],
  ]);
});

Deno.test("checkContent() refuses blocks in a message of the wrong role", () => {
  run([
    [
      "user",
      '"content":[{"type":"tool_use","id":"c","name":"n","input":{}}]',
      ["content[0]: tool_use belongs in an assistant message"],
    ],
    [
      "assistant",
      '"content":[{"type":"tool_result","tool_use_id":"c"}]',
      ["content[0]: tool_result belongs in a user message"],
    ],
    [
      "assistant",
      '"content":[{"type":"image","data":"AA==","mimeType":"image/png"}]',
      ["content[0]: image belongs in a user message"],
    ],
    ["user", '"content":"a","tool_calls":[]', ['"tool_calls" belongs in an assistant message']],
  ]);
});

Deno.test("checkContent() checks tool messages and tool calls", () => {
  const calls = (list: string) => `"content":"a","tool_calls":${list}`;
  run([
    ["tool", '"content":"a"', ['it has no "tool_call_id"']],
    ["tool", '"content":[]', ['it has no "tool_call_id"']],
    ["tool", '"content":[{"type":"text","text":"a"}]', ['it has no "tool_call_id"']],
    [
      "tool",
      '"content":[{"type":"tool_result"}]',
      ['content[0]: tool_result has no "tool_use_id"'],
    ],
    [
      "tool",
      '"tool_call_id":"c","content":7',
      ['"content" is neither text nor a list of blocks'],
    ],
    ["assistant", calls("{}"), ['"tool_calls" is no list']],
    ["assistant", calls("[7]"), ["tool_calls[0] is no object"]],
    ["assistant", calls('[{"type":7}]'), ['tool_calls[0]: "type" is no string']],
    ["assistant", calls("[{}]"), ['tool_calls[0] has no "id"', 'tool_calls[0] has no "function"']],
    [
      "assistant",
      calls('[{"id":"c","function":{"name":"n","arguments":"{}"}},{"id":"c","function":{}}]'),
      ['tool_calls[1]: "function" has no "name"', 'tool_calls[1]: "arguments" is no string'],
    ],
    [
      "assistant",
      calls('[{"id":"c","function":{"name":"n","arguments":"[1]"}}]'),
      ['tool_calls[0]: "arguments" holds no JSON object'],
    ],
  ]);
});

Deno.test("checkContent() names each unknown part once", () => {
  run([
    ["user", '"content":[{"type":"document"},{"type":"document"},{"type":"x"}]', [], [
      "document",
      "x",
    ]],
    ["user", '"content":[{"type":"image","source":{"type":"url"}}]', [], [
      "image that is not Base64",
    ]],
    ["tool", '"tool_call_id":"c","content":[{"type":"x"}]', [], ["x"]],
    ["assistant", '"content":"","refusal":"no","function_call":{}', [], [
      "function_call",
      "refusal",
    ]],
    ["assistant", '"content":"","tool_calls":[{"type":"custom"}]', [], ["custom in tool_calls"]],
  ]);
});
