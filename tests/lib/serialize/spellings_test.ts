/**
 * Anthropic's, pi's and OpenAI's spelling of one message give the same requests.
 */

import assert from "node:assert/strict";
import { parseExact, toJsonText } from "../../../lib/message/json.ts";
import { anthropicMessages } from "../../../lib/serialize/anthropic/request.ts";
import { openaiMessages } from "../../../lib/serialize/openai_chat/request.ts";
import type { JsonObject } from "../../../lib/types.ts";
import { decodeMessage } from "../../support/arbitraries.ts";

const user = (content: string) => `{"role":"user","content":${content}}`;
const assistant = (content: string) => `{"role":"assistant","content":${content}}`;
const text = (text: string) => `{"type":"text","text":"${text}"}`;
const calls = (args: string, content: string) =>
  `{"role":"assistant","content":${content},"tool_calls":[{"id":"c","type":"function",` +
  `"function":{"name":"n","arguments":${JSON.stringify(args)}}}]}`;
const use = (input: string) => `{"type":"tool_use","id":"c","name":"n","input":${input}}`;
const PNG = '{"type":"base64","media_type":"image/png","data":"AA=="}';
const PROVIDERS = [["anthropic", anthropicMessages], ["openai", openaiMessages]] as const;

/** The same content in the spellings of Anthropic, pi and bare chat lines. */
const PAIRS: readonly (readonly [name: string, ...spellings: string[]])[] = [
  ["user text", user('"a"'), user(`[${text("a")}]`), user('["a"]')],
  [
    "tool use",
    assistant(`[${text("a")},${use('{"n":1.0}')}]`),
    assistant(`[${text("a")},{"type":"toolCall","id":"c","name":"n","arguments":{"n":1.0}}]`),
    calls('{"n":1.0}', '"a"'),
    calls('{"n":1.0}', `[${text("a")}]`),
  ],
  [
    "tool result",
    user(`[{"type":"tool_result","tool_use_id":"c","content":"r"}]`),
    user(`[{"type":"tool_result","tool_use_id":"c","content":[${text("r")}]}]`),
    `{"role":"toolResult","toolCallId":"c","toolName":"n","content":[${
      text("r")
    }],"isError":false}`,
    '{"role":"tool","tool_call_id":"c","content":"r"}',
    `{"role":"tool","content":[{"type":"tool_result","tool_use_id":"c","content":"r"}]}`,
  ],
  [
    "failed tool result",
    user(`[{"type":"tool_result","tool_use_id":"c","content":"r","is_error":true}]`),
    `{"role":"toolResult","toolCallId":"c","content":[${text("r")}],"isError":true}`,
  ],
  [
    "thinking",
    assistant('[{"type":"thinking","thinking":"t","signature":"s"}]'),
    assistant('[{"type":"thinking","thinking":"t","thinkingSignature":"s"}]'),
  ],
  [
    "image",
    user(`[{"type":"image","source":${PNG}}]`),
    user('[{"type":"image","data":"AA==","mimeType":"image/png"}]'),
    user('[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]'),
  ],
];

for (const [name, first, ...others] of PAIRS) {
  Deno.test(`serializers: every spelling of ${name} gives the same request`, () => {
    for (const [provider, serialize] of PROVIDERS) {
      const run = (line = "") =>
        [...serialize([decodeMessage(parseExact(line) as JsonObject)])].map((m) => toJsonText(m));
      assert.ok(provider === "openai" || run(first).length === 1);
      for (const other of others) assert.deepEqual(run(other), run(first), other);
    }
  });
}
