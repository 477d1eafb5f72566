/**
 * The official clients, pointed at a server on this machine, send our request: byte for byte where it
 * holds no number that `JSON.parse` would respell, else what a JavaScript program makes of our output
 * and nothing else (the clients get the parsed body; `-0` and `1e400` cannot pass through them).
 */

import Anthropic from "@anthropic-ai/sdk";
import assert from "node:assert/strict";
import fc from "fast-check";
import OpenAI from "openai";
import { toJsonText } from "../../../lib/message/json.ts";
import { serializeAnthropic } from "../../../lib/serialize/anthropic/request.ts";
import { serializeOpenAIChat } from "../../../lib/serialize/openai_chat/request.ts";
import { anyConversation } from "../../support/arbitraries.ts";
import { goldenMessages } from "../../support/serialize_golden.ts";

type OpenAIParams = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** The shortest answers that the clients take. */
const ANSWERS: Readonly<Record<string, object>> = {
  "/v1/messages": { id: "m", type: "message", role: "assistant", content: [], model: "m" },
  "/v1/chat/completions": { id: "c", object: "chat.completion", choices: [], model: "m" },
};

/** Runs a piece of work against a server that keeps the bodies it gets. */
async function withServer(work: (url: string) => Promise<void>): Promise<string[]> {
  const bodies: string[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      bodies.push(new TextDecoder("utf-8", { fatal: true }).decode(await request.arrayBuffer()));
      const answer = ANSWERS[new URL(request.url).pathname];
      return answer === undefined ? new Response("", { status: 404 }) : Response.json(answer);
    },
  );
  try {
    await work(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
  return bodies;
}

/** Sends each JSON text through a client; gives what the server got. */
const CLIENTS = {
  anthropic: (texts: readonly string[]) =>
    withServer(async (baseURL) => {
      const client = new Anthropic({ apiKey: "none", authToken: null, baseURL, maxRetries: 0 });
      for (const text of texts) {
        const body: Anthropic.MessageCreateParamsNonStreaming = JSON.parse(text);
        await client.messages.create(body);
      }
    }),
  openai: (texts: readonly string[]) =>
    withServer(async (url) => {
      const client = new OpenAI({ apiKey: "none", baseURL: `${url}/v1`, maxRetries: 0 });
      for (const text of texts) {
        const body: OpenAIParams = JSON.parse(text);
        await client.chat.completions.create(body);
      }
    }),
};

function requests(): Record<keyof typeof CLIENTS, string[]> {
  const golden = goldenMessages();
  const prefixes = Array.from({ length: golden.length + 1 }, (_, at) => golden.slice(0, at));
  const conversations = [...prefixes, ...fc.sample(anyConversation, { numRuns: 100, seed: 2 })];
  const options = { model: "m", maxTokens: 64 };
  return {
    anthropic: conversations.map((all) => toJsonText(serializeAnthropic(all, options))),
    openai: conversations.map((all) => toJsonText(serializeOpenAIChat(all, options))),
  };
}

for (const provider of ["anthropic", "openai"] as const) {
  Deno.test(`serializers: the official client of ${provider} sends our request unchanged`, async () => {
    const sent = requests()[provider];
    const got = await CLIENTS[provider](sent);
    assert.equal(got.length, sent.length);
    let same = 0;
    for (const [index, text] of sent.entries()) {
      const respelled = JSON.stringify(JSON.parse(text));
      assert.equal(got[index], respelled);
      if (respelled === text) same++;
    }
    assert.ok(same > sent.length / 2 && (provider === "openai" || same < sent.length));
  });
}
