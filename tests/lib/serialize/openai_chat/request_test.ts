import assert from "node:assert/strict";
import fc from "fast-check";
import { toJsonText } from "../../../../lib/message/json.ts";
import type { SerializeWarning } from "../../../../lib/serialize/well_formed.ts";
import {
  openaiHead,
  openaiMessages,
  openaiSystem,
  serializeOpenAIChat,
} from "../../../../lib/serialize/openai_chat/request.ts";
import type { JsonObject, Message } from "../../../../lib/types.ts";
import { anyConversation, decodeMessage, deepFreeze } from "../../../support/arbitraries.ts";

function log(...messages: JsonObject[]): Message[] {
  return messages.map(decodeMessage);
}

const system = (content: string, mode = "append") => ({ role: "system", mode, content });
const user = (content: string) => ({ role: "user", content });

Deno.test("serializeOpenAIChat() gives two leading messages as the issue shows", () => {
  const leading = [
    String.raw`{"role":"system","content":"You are panto.\n\n"}`,
    String.raw`{"role":"system","content":"Use tabs.\n"}`,
  ];
  assert.equal(
    toJsonText(serializeOpenAIChat(log(system("You are panto.\n\n"), system("Use tabs.\n")))),
    `{"messages":[${leading.join(",")}]}`,
  );
});

Deno.test("serializeOpenAIChat() hoists late system entries, the others keep their order", () => {
  const messages = log(
    user("1"),
    system("You are panto.\n\n"),
    { role: "assistant", content: "2" },
    user("3"),
    system("Use tabs.\n"),
    user("4"),
  );
  assert.deepEqual(serializeOpenAIChat(messages).messages.map((message) => message.content), [
    "You are panto.\n\n",
    "Use tabs.\n",
    "1",
    "2",
    "3",
    "4",
  ]);
});

Deno.test("serializeOpenAIChat() applies replace and leaves blank blocks out", () => {
  const messages = log(system("old"), system("\n", "replace"), system(" new \n"), user("a"));
  assert.deepEqual(serializeOpenAIChat(messages).messages, [
    { role: "system", content: " new \n" },
    { role: "user", content: "a" },
  ]);
});

Deno.test("serializeOpenAIChat() writes its keys in a fixed order, set ones only", () => {
  const keys = (options: Parameters<typeof serializeOpenAIChat>[1]) =>
    Object.keys(serializeOpenAIChat([], options)).join(" ");
  assert.equal(keys({ model: "m", maxTokens: 1 }), "model max_completion_tokens messages");
  assert.equal(keys({ model: "m" }), "model messages");
  assert.equal(keys({}), "messages");
});

Deno.test("openaiHead() gives the options as the API names them", () => {
  assert.deepEqual(openaiHead({ model: "m\ud83d", maxTokens: 0 }), {
    model: "m\ufffd",
    max_completion_tokens: 0,
  });
  assert.deepEqual(openaiHead({}), {});
});

Deno.test("openaiSystem() merges as for Anthropic and takes the role asked for", () => {
  const blocks = [{ text: "a\n\n" }, { text: "\n" }, { text: "b\n" }];
  const role = "developer" as const;
  assert.deepEqual(openaiSystem(blocks, { systemRole: role }), [
    { role, content: "a\n\n" },
    { role, content: "b\n" },
  ]);
  assert.deepEqual(openaiSystem(blocks, { mergeSystem: true }), [
    { role: "system", content: "a\n\n---\n\nb" },
  ]);
  for (const mergeSystem of [true, false]) {
    assert.deepEqual(openaiSystem([{ text: "\n" }], { mergeSystem }), []);
    assert.deepEqual(openaiSystem([], { mergeSystem }), []);
  }
});

Deno.test("openaiSystem() mends lone surrogates and names the block's position", () => {
  for (const mergeSystem of [true, false]) {
    const warnings: SerializeWarning[] = [];
    const onWarning = (warning: SerializeWarning) => warnings.push(warning);
    const [first] = openaiSystem([{ text: "a\ud83d", position: 4 }], { mergeSystem, onWarning });
    assert.equal(first?.content, "a\ufffd");
    assert.deepEqual(warnings, [
      { position: 4, message: "Message 4: lone surrogates became U+FFFD" },
    ]);
  }
});

Deno.test("openaiMessages() never reads ahead of what it gives", () => {
  let read = 0;
  function* source() {
    for (const content of ["a", "b"]) {
      read++;
      yield decodeMessage(user(content));
    }
  }
  const messages = openaiMessages(source());
  for (const given of [1, 2]) {
    messages.next();
    assert.equal(read, given);
  }
});

Deno.test("serializeOpenAIChat() changes no input, and its output is well-formed and valid in shape", () => {
  let calls = 0;
  fc.assert(
    fc.property(anyConversation, (messages) => {
      const request = serializeOpenAIChat(deepFreeze(messages));
      assert.ok(toJsonText(request).isWellFormed() && !/\\ud[89a-f]/i.test(toJsonText(request)));
      const roles = request.messages.map((message) => message.role);
      const leading = roles.findIndex((role) => role !== "system");
      assert.ok(leading === -1 || !roles.includes("system", leading));
      for (const message of request.messages) {
        if (message.role !== "assistant") {
          assert.ok(typeof message.content === "string" || message.content.length > 0);
        } else if (message.tool_calls === undefined) assert.equal(typeof message.content, "string");
        else {
          assert.ok(message.tool_calls.length > 0);
          calls += message.tool_calls.length;
        }
      }
    }),
    { numRuns: 1000, seed: 2 },
  );
  assert.ok(calls > 100);
});
