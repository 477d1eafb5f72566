/**
 * The wire types against the SDK's own types: the assignments below are the test, `deno check` runs it
 * with the tests. tests/lib/serialize/sdk_types_test.ts checks values.
 */

import assert from "node:assert/strict";
import type OpenAI from "openai";
import { serializeOpenAIChat } from "../../../../lib/serialize/openai_chat/request.ts";
import type { OpenAIMessage, OpenAIRequest } from "../../../../lib/serialize/openai_chat/wire.ts";
import { decodeMessage } from "../../../support/arbitraries.ts";

type Params = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

const asMessage = (message: OpenAIMessage): OpenAI.Chat.ChatCompletionMessageParam => message;

function asParams(request: OpenAIRequest): Params {
  return { ...request, model: "m" };
}

Deno.test("OpenAIRequest is assignable to the SDK's parameters, each message too", () => {
  const request = serializeOpenAIChat([
    decodeMessage({ role: "system", content: "a" }),
    decodeMessage({ role: "user", content: "b" }),
  ]);
  assert.deepEqual(asParams(request), { ...request, model: "m" });
  assert.deepEqual(request.messages.map(asMessage), request.messages);
});

Deno.test("OpenAIRequest has no field that the SDK does not know", () => {
  type Unknown<Mine, Theirs> = Exclude<keyof Mine, keyof Theirs>;
  type Named<Role> = Extract<OpenAI.Chat.ChatCompletionMessageParam, { role: Role }>;
  // Not Extract: one type of ours stands for the roles system and developer.
  type Own<M, Role> = M extends { role: infer R } ? (Role extends R ? M : never) : never;
  type Fields = {
    [Role in OpenAIMessage["role"]]: Unknown<Own<OpenAIMessage, Role>, Named<Role>>;
  };
  const unknown: (Fields[OpenAIMessage["role"]] | Unknown<OpenAIRequest, Params>)[] = [];
  const none: never[] = unknown;
  assert.deepEqual(none, []);
});
