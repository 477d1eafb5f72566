/**
 * The wire types against the SDK's own types: the assignments below are the test, `deno check` runs it
 * with the tests. tests/lib/serialize/sdk_types_test.ts checks values.
 */

import type Anthropic from "@anthropic-ai/sdk";
import assert from "node:assert/strict";
import { serializeAnthropic } from "../../../../lib/serialize/anthropic/request.ts";
import type {
  AnthropicMessage,
  AnthropicRequest,
} from "../../../../lib/serialize/anthropic/wire.ts";
import { decodeMessage } from "../../../support/arbitraries.ts";

const asMessage = (message: AnthropicMessage): Anthropic.MessageParam => message;

function asParams(request: AnthropicRequest): Anthropic.MessageCreateParamsNonStreaming {
  return { ...request, model: "m", max_tokens: 1 };
}

Deno.test("AnthropicRequest is assignable to the SDK's parameters, each message too", () => {
  const request = serializeAnthropic([
    decodeMessage({ role: "system", content: "a" }),
    decodeMessage({ role: "user", content: "b" }),
  ]);
  assert.deepEqual(asParams(request), { ...request, model: "m", max_tokens: 1 });
  assert.deepEqual(request.messages.map(asMessage), request.messages);
});

Deno.test("AnthropicRequest has no field that the SDK does not know", () => {
  type Unknown<Mine, Theirs> = Exclude<keyof Mine, keyof Theirs>;
  type Block<M> = M extends { content: (infer B)[] } ? B : never;
  type Mine = Block<AnthropicMessage>;
  type Named<Type> = Extract<Anthropic.ContentBlockParam, { type: Type }>;
  type Fields = { [Type in Mine["type"]]: Unknown<Extract<Mine, { type: Type }>, Named<Type>> };
  const unknown: (
    | Fields[Mine["type"]]
    | Unknown<AnthropicRequest, Anthropic.MessageCreateParamsNonStreaming>
  )[] = [];
  const none: never[] = unknown;
  assert.deepEqual(none, []);
});
