/**
 * `panto append --message`: a conversation with tools, driven from a shell script as a user would write
 * it, up to the request that would be sent next.
 *
 * @module
 */

import assert from "node:assert/strict";
import { assertOutcome, PANTO_BIN, Sandbox } from "../support/sandbox.ts";
import { assertChained } from "../support/session_log.ts";

const layers = {
  "project/SYSTEM.md": "You are panto.\n\n",
  "user/APPEND_SYSTEM.md": "Use tabs.\n",
};

// Content blocks in Anthropic's spelling, results in a user message.
const anthropicLoop = String.raw`
set -eu
panto -q s.jsonl > prompt.txt
panto -q append s.jsonl --role user "How old is the oldest file?"
panto -q append s.jsonl --message - <<'JSON'
{"role":"assistant","content":[
  {"type":"thinking","thinking":"List first.","signature":"c2ln"},
  {"type":"text","text":"I look."},
  {"type":"tool_use","id":"tool_1","name":"list","input":{"ratio":1.0,"limit":12345678901234567890,"tiny":1e-7}},
  {"type":"tool_use","id":"tool_2","name":"date","input":{}}]}
JSON
printf '{"role":"user","content":[{"type":"tool_result","tool_use_id":"tool_1","content":"%s"},' "a.txt 2001" > result.json
printf '{"type":"tool_result","tool_use_id":"tool_2","content":[{"type":"text","text":"no"},{"type":"text","text":"clock"}],"is_error":true}]}' >> result.json
panto -q append s.jsonl --message result.json
panto inspect s.jsonl -f anthropic --model claude-x --max-tokens 1024 > anthropic.json
panto inspect s.jsonl -f openai --model gpt-x > openai.json
`;

const userText = "How old is the oldest file?";
const input = '{"ratio":1.0,"limit":12345678901234567890,"tiny":1e-7}';

const anthropicRequest = '{"model":"claude-x","max_tokens":1024,' +
  '"system":"You are panto.\\n\\n---\\n\\nUse tabs.","messages":[' +
  `{"role":"user","content":[{"type":"text","text":"${userText}"}]},` +
  '{"role":"assistant","content":[' +
  '{"type":"thinking","thinking":"List first.","signature":"c2ln"},' +
  '{"type":"text","text":"I look."},' +
  `{"type":"tool_use","id":"tool_1","name":"list","input":${input}},` +
  '{"type":"tool_use","id":"tool_2","name":"date","input":{}}]},' +
  '{"role":"user","content":[' +
  '{"type":"tool_result","tool_use_id":"tool_1","content":[{"type":"text","text":"a.txt 2001"}]},' +
  '{"type":"tool_result","tool_use_id":"tool_2",' +
  '"content":[{"type":"text","text":"no"},{"type":"text","text":"clock"}],"is_error":true}]}]}\n';

const openaiRequest = '{"model":"gpt-x","messages":[' +
  '{"role":"system","content":"You are panto.\\n\\n"},' +
  '{"role":"system","content":"Use tabs.\\n"},' +
  `{"role":"user","content":"${userText}"},` +
  '{"role":"assistant","content":"I look.","tool_calls":[' +
  `{"id":"tool_1","type":"function","function":{"name":"list","arguments":${
    JSON.stringify(input)
  }}},` +
  '{"id":"tool_2","type":"function","function":{"name":"date","arguments":"{}"}}]},' +
  '{"role":"tool","tool_call_id":"tool_1","content":"a.txt 2001"},' +
  '{"role":"tool","tool_call_id":"tool_2","content":"no\\nclock"}]}\n';

Deno.test("panto append --message carries a tool loop of a shell script to both providers", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.sh(anthropicLoop), { code: 0, out: "", err: "" });
  assert.equal(box.read("anthropic.json"), anthropicRequest);
  assert.equal(box.read("openai.json"), openaiRequest);
  assertChained(box.read("s.jsonl"));
});

// The same in the spelling of Chat Completions, which a script gets back from an OpenAI server.
const openaiLoop = String.raw`
set -eu
panto -q s.jsonl > prompt.txt
panto -q append s.jsonl --role user "How old is the oldest file?"
panto -q append s.jsonl --message - <<'JSON'
{"role":"assistant","content":null,"tool_calls":[{"id":"tool_1","type":"function","function":{"name":"list","arguments":"{\"ratio\":1.0,\"limit\":12345678901234567890,\"tiny\":1e-7}"}}]}
JSON
echo '{"role":"tool","tool_call_id":"tool_1","content":"a.txt 2001"}' | panto -q append s.jsonl --message -
panto inspect s.jsonl -f anthropic > anthropic.json
panto inspect s.jsonl -f openai --merge-system > openai.json
`;

Deno.test("panto append --message takes tool_calls and role tool, for both providers", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.sh(openaiLoop), { code: 0, out: "", err: "" });
  assert.equal(
    box.read("anthropic.json"),
    '{"system":"You are panto.\\n\\n---\\n\\nUse tabs.","messages":[' +
      `{"role":"user","content":[{"type":"text","text":"${userText}"}]},` +
      `{"role":"assistant","content":[{"type":"tool_use","id":"tool_1","name":"list","input":${input}}]},` +
      '{"role":"user","content":[{"type":"tool_result","tool_use_id":"tool_1",' +
      '"content":[{"type":"text","text":"a.txt 2001"}]}]}]}\n',
  );
  assert.equal(
    box.read("openai.json"),
    '{"messages":[{"role":"system","content":"You are panto.\\n\\n---\\n\\nUse tabs."},' +
      `{"role":"user","content":"${userText}"},` +
      '{"role":"assistant","content":null,"tool_calls":[{"id":"tool_1","type":"function",' +
      `"function":{"name":"list","arguments":${JSON.stringify(input)}}}]},` +
      '{"role":"tool","tool_call_id":"tool_1","content":"a.txt 2001"}]}\n',
  );
});

const refused: readonly [name: string, message: string, complaint: RegExp][] = [
  ["text that is no JSON", "hello", /it is not one JSON value\nhint: for plain text/],
  [
    "two JSON values",
    '{"role":"user","content":"a"}\n{"role":"user","content":"b"}',
    /not one JSON/,
  ],
  ["an array", "[]", /./],
  ["no role", '{"content":"a"}', /role/],
  [
    "a tool_use without an id",
    '{"role":"assistant","content":[{"type":"tool_use","name":"l","input":{}}]}',
    /content\[0\]: tool_use has no "id"/,
  ],
  [
    "a tool_result in an assistant message",
    '{"role":"assistant","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}',
    /content\[0\]: tool_result belongs in a user message/,
  ],
  ["an unknown system mode", '{"role":"system","mode":"prepend","content":"x"}', /mode/],
  ["nothing", "", /./],
];

Deno.test("panto append --message refuses what no provider would take, and writes nothing", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  const before = box.snapshot();
  for (const [name, message, complaint] of refused) {
    const outcome = await box.panto(["append", "s.jsonl", "--message", "-"], { input: message });
    assertOutcome(outcome, { code: 2, out: "", err: complaint });
    assert.match(outcome.err, /^panto: error: /, name);
    assert.equal(box.snapshot(), before, name);
  }
});

Deno.test("panto append refuses text that is not UTF-8 with exit code 2", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  const before = box.snapshot();
  const broken = new Uint8Array([0x68, 0x69, 0xc3, 0x28]);
  for (const what of [["--role", "user", "-"], ["--message", "-"]]) {
    const outcome = await box.panto(["append", "s.jsonl", ...what], { input: broken });
    assertOutcome(outcome, { code: 2, out: "", err: /it is not UTF-8 \(byte 2\)/ });
  }
  if (PANTO_BIN !== undefined) {
    // Deno shows a broken argument as U+FFFD and has no way to the bytes without --allow-all.
    const argument = String.raw`panto append s.jsonl --role user "$(printf 'hi\303(')"`;
    assertOutcome(await box.sh(argument), { code: 2, out: "", err: /not valid UTF-8/ });
  }
  assert.equal(box.snapshot(), before);
});

Deno.test("panto append keeps text of every kind byte for byte", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  const text = 'a\r\nb\u2028c\u0000d\t\u{1f600} \\n "q" \ufeffend\n\n';
  const append = ["append", "s.jsonl", "--role", "user", "-"];
  assertOutcome(await box.panto(append, { input: text }), { code: 0, out: "" });
  const { out } = await box.panto(["inspect", "s.jsonl", "-f", "openai"]);
  assert.equal(JSON.parse(out).messages.at(-1).content, text);
  assert.equal(box.read("s.jsonl").split("\n").length, 5, "header, 2 blocks, the text, nothing");
});
