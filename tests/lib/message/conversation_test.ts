import assert from "node:assert/strict";
import { Conversation } from "../../../lib/message/conversation.ts";

Deno.test("Conversation derives the prompt at every earlier point", () => {
  const conversation = new Conversation();
  conversation.addSystemMessage("a");
  conversation.addMessage({
    role: "user",
    content: [{ type: "text", text: "hi" }],
  });
  conversation.addSystemMessage("b");
  conversation.replaceSystemMessage("c");
  const texts = [0, 1, 2, 3, 4].map((at) => conversation.systemBlocks(at).map((b) => b.text));
  assert.deepEqual(texts, [[], ["a"], ["a"], ["a", "b"], ["c"]]);
});

Deno.test("Conversation records append and replace as system messages of one block", () => {
  const conversation = new Conversation();
  conversation.addSystemMessage("a");
  conversation.replaceSystemMessage("b");
  assert.deepEqual(conversation.messages, [
    {
      role: "system",
      content: [{ type: "system", text: "a", mode: "append" }],
    },
    {
      role: "system",
      content: [{ type: "system", text: "b", mode: "replace" }],
    },
  ]);
});

Deno.test("Conversation copies the messages it starts from", () => {
  const first = new Conversation();
  first.addSystemMessage("a");
  const second = new Conversation(first.messages);
  second.replaceSystemMessage("b");
  assert.deepEqual(first.systemBlocks().map((block) => block.text), ["a"]);
});
