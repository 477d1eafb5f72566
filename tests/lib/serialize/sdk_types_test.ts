/**
 * Requests against the providers' own SDK types: every golden file and 1,000 generated requests of each
 * provider stand as literals in one generated file, and one `deno check` reads it.
 *
 * Literals with `satisfies` are checked for excess fields at every depth, which values are not. That
 * the check can fail is shown twice: planted faults in the same file that must be errors
 * (`@ts-expect-error` is an error itself where there is none), and a file with one fault.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { toJsonText } from "../../../lib/message/json.ts";
import { serializeAnthropic } from "../../../lib/serialize/anthropic/request.ts";
import { serializeOpenAIChat } from "../../../lib/serialize/openai_chat/request.ts";
import { anyConversation } from "../../support/arbitraries.ts";
import { checkTypes, literal, type Provider } from "../../support/sdk_literals.ts";
import { goldenRequests } from "../../support/serialize_golden.ts";

/** Requests that the types must refuse, each with one fault. */
const FAULTS: readonly (readonly [Provider, string])[] = [
  ["anthropic", '{"messages":[],"sytem":"a"}'],
  ["anthropic", '{"messages":[{"role":"tool","content":[]}]}'],
  ["anthropic", '{"messages":[{"role":"user","content":[{"type":"text","text":"a","extra":1}]}]}'],
  ["anthropic", '{"messages":[{"role":"user","content":[{"type":"tool_result","content":[]}]}]}'],
  [
    "anthropic",
    '{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":' +
    '[{"type":"text","text":"a","isError":true}]}]}]}',
  ],
  [
    "anthropic",
    '{"messages":[{"role":"user","content":[{"type":"image","source":' +
    '{"type":"base64","media_type":"image/svg+xml","data":""}}]}]}',
  ],
  [
    "anthropic",
    '{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":""}]}]}',
  ],
  ["openai", '{"messages":[{"role":"user","content":null}]}'],
  ["openai", '{"messages":[{"role":"user","content":"a","timestamp":1}]}'],
  ["openai", '{"messages":[{"role":"tool","content":"a"}]}'],
  ["openai", '{"messages":[{"role":"tool","content":"a","tool_call_id":"c","is_error":true}]}'],
  [
    "openai",
    '{"messages":[{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function",' +
    '"function":{"name":"n","arguments":{}}}]}]}',
  ],
  ["openai", '{"messages":[{"role":"user","content":[{"type":"image_url","image_url":"data:"}]}]}'],
];

function generated(): [Provider, string][] {
  const conversations = fc.sample(anyConversation, { numRuns: 1000, seed: 2 });
  return conversations.flatMap((messages, index): [Provider, string][] => {
    const systemForm = index % 2 === 0 ? "string" : "blocks";
    const systemRole = index % 3 === 0 ? "developer" : "system";
    const openai = serializeOpenAIChat(messages, { systemRole, mergeSystem: index % 2 === 0 });
    return [
      ["anthropic", toJsonText(serializeAnthropic(messages, { systemForm }))],
      ["openai", toJsonText(openai)],
    ];
  });
}

Deno.test("serializers: goldens and 1,000 generated requests each satisfy the SDKs' types", async () => {
  const golden = goldenRequests().map((r): [Provider, string] => [r.provider, r.json]);
  const requests = [...golden, ...generated()];
  assert.ok(requests.length >= 2018 && requests.some(([, json]) => json.includes("tool_result")));
  const lines = [
    ...requests.map(([provider, json]) => literal(provider, json).replaceAll("\n", " ")),
    ...FAULTS.flatMap((fault) => ["// @ts-expect-error a planted fault", literal(...fault)]),
  ];
  const { ok, output } = await checkTypes(lines.join("\n"));
  assert.ok(ok, output.slice(0, 4000));
});

Deno.test("serializers: the check of the SDKs' types fails for a field that they do not know", async () => {
  const faulty = goldenRequests().at(-1)?.json.replace('"messages"', '"planted": 1, "messages"') ??
    "";
  const { ok, output } = await checkTypes(literal("openai", faulty));
  assert.equal(ok, false);
  assert.match(output, /TS2353[^]*planted/);
});
