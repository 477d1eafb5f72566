import assert from "node:assert/strict";
import fc from "fast-check";
import { toJsonText } from "../../../../lib/message/json.ts";
import { joinBlocks } from "../../../../lib/text/join.ts";
import {
  anthropicHead,
  anthropicMessages,
  anthropicSystem,
  serializeAnthropic,
} from "../../../../lib/serialize/anthropic/request.ts";
import type { SerializeWarning } from "../../../../lib/serialize/well_formed.ts";
import type { JsonObject, Message } from "../../../../lib/types.ts";
import { anyConversation, decodeMessage, deepFreeze } from "../../../support/arbitraries.ts";

function log(...messages: JsonObject[]): Message[] {
  return messages.map(decodeMessage);
}

const system = (content: string, mode = "append") => ({ role: "system", mode, content });

Deno.test("serializeAnthropic() joins two blocks as the issue shows", () => {
  const messages = log(system("You are panto.\n\n"), system("Use tabs.\n"));
  assert.equal(
    toJsonText(serializeAnthropic(messages)),
    String.raw`{"system":"You are panto.\n\n---\n\nUse tabs.","messages":[]}`,
  );
});

Deno.test("serializeAnthropic() leaves no dangling rule and no empty system key", () => {
  const cases: [string[], string][] = [
    [[], "{}"],
    [["", "\n", " \r\n"], "{}"],
    [["\n\n", "a\r\n\r\n", "", "b \n", "\n"], String.raw`{"system":"a\n\n---\n\nb "}`],
    [["", "a"], '{"system":"a"}'],
    [["\n\na"], String.raw`{"system":"\n\na"}`],
  ];
  for (const [texts, wanted] of cases) {
    const { messages, ...rest } = serializeAnthropic(log(...texts.map((text) => system(text))));
    assert.deepEqual(messages, []);
    assert.equal(toJsonText(rest), wanted);
  }
});

Deno.test("serializeAnthropic() applies append and replace, also late in the conversation", () => {
  const messages = log(
    system("old"),
    { role: "user", content: "hi" },
    system("new", "replace"),
    system("more"),
  );
  assert.equal(serializeAnthropic(messages).system, "new\n\n---\n\nmore");
  assert.equal(serializeAnthropic(messages.slice(0, 2)).system, "old");
});

Deno.test("serializeAnthropic() writes its keys in a fixed order, set ones only", () => {
  const messages = log(system("a"), { role: "user", content: "b" });
  const keys = (options: Parameters<typeof serializeAnthropic>[1]) =>
    Object.keys(serializeAnthropic(messages, options)).join(" ");
  assert.equal(keys({ model: "m", maxTokens: 1 }), "model max_tokens system messages");
  assert.equal(keys({ maxTokens: 1 }), "max_tokens system messages");
  assert.equal(keys({ model: "m" }), "model system messages");
  assert.equal(keys({}), "system messages");
});

Deno.test("anthropicHead() gives the options as the API names them", () => {
  assert.deepEqual(anthropicHead({ model: "m\ud83d", maxTokens: 0 }), {
    model: "m\ufffd",
    max_tokens: 0,
  });
  assert.deepEqual(anthropicHead({}), {});
});

Deno.test("anthropicSystem() gives text blocks, stripped each, blank ones left out", () => {
  const blocks = [{ text: "a\n\n" }, { text: "\n" }, { text: "\nb\r\n" }];
  assert.deepEqual(anthropicSystem(blocks, { systemForm: "blocks" }), [
    { type: "text", text: "a" },
    { type: "text", text: "\nb" },
  ]);
  assert.equal(anthropicSystem([{ text: " " }], { systemForm: "blocks" }), undefined);
});

Deno.test("anthropicSystem() mends lone surrogates and names the block's position", () => {
  const warnings: SerializeWarning[] = [];
  const onWarning = (warning: SerializeWarning) => warnings.push(warning);
  const blocks = [{ text: "a\ud83d", position: 4 }, { text: "\udc00" }];
  assert.equal(anthropicSystem(blocks, { onWarning }), "a\ufffd\n\n---\n\n\ufffd");
  assert.deepEqual(warnings, [
    { position: 4, message: "Message 4: lone surrogates became U+FFFD" },
    { position: 0, message: "System prompt: lone surrogates became U+FFFD" },
  ]);
});

Deno.test("anthropicMessages() takes an empty signature for none, also in a message made by a program", () => {
  const content = [{ type: "thinking" as const, thinking: "t", signature: "" }];
  assert.deepEqual(
    [...anthropicMessages([{ role: "assistant", content }])],
    [],
  );
});

Deno.test("anthropicMessages() parses arguments that a program gave as text alone", () => {
  const call = {
    type: "tool_use" as const,
    id: "c",
    name: "n",
    input: {},
    rawArguments: '{"a":1.0}',
  };
  const messages = [{ role: "assistant" as const, content: [call] }];
  assert.equal(
    toJsonText([...anthropicMessages(messages)]),
    '[{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"n","input":{"a":1.0}}]}]',
  );
});

Deno.test("anthropicMessages() reads at most one message ahead of what it gives", () => {
  let read = 0;
  function* source() {
    for (const content of ["a", "b", "c"]) {
      read++;
      yield decodeMessage({ role: "user", content });
    }
  }
  const messages = anthropicMessages(source());
  for (const given of [1, 2, 3]) {
    messages.next();
    assert.ok(read <= given + 1, `${read} read for ${given}`);
  }
  assert.equal(messages.next().done, true);
});

Deno.test("serializeAnthropic() changes no input, and its output is well-formed and valid in shape", () => {
  let results = 0;
  fc.assert(
    fc.property(anyConversation, (messages) => {
      const request = serializeAnthropic(deepFreeze(messages));
      assert.ok(toJsonText(request).isWellFormed() && !/\\ud[89a-f]/i.test(toJsonText(request)));
      assert.notEqual(request.system, "");
      for (const [index, message] of request.messages.entries()) {
        assert.ok(message.content.length > 0);
        const kinds = message.content.map((block) => block.type === "tool_result");
        assert.ok(!kinds.includes(true, kinds.indexOf(false) + 1) || !kinds.includes(false));
        const before = request.messages[index - 1];
        const onlyResults = (m: typeof before) => m?.content.every((b) => b.type === "tool_result");
        assert.ok(!(onlyResults(message) && onlyResults(before)), "two result messages in a row");
        if (onlyResults(message)) results++;
      }
    }),
    { numRuns: 1000, seed: 2 },
  );
  assert.ok(results > 100);
});

Deno.test("serializeAnthropic() of a prefix holds the prompt of that prefix", () => {
  fc.assert(
    fc.property(anyConversation, fc.nat(12), (messages, at) => {
      // A second, naive reading of the rule: everything from the last replace on.
      const prefix = messages.slice(0, at);
      const blocks = prefix.flatMap((m) => m.content).filter((block) => block.type === "system");
      const start = Math.max(0, blocks.findLastIndex((block) => block.mode === "replace"));
      const wanted = joinBlocks(blocks.slice(start)).toWellFormed();
      assert.equal(serializeAnthropic(prefix).system ?? "", wanted);
    }),
    { numRuns: 300, seed: 2 },
  );
});
