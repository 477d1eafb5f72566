/** cli/output/conversation.ts: a printer for each format; no text passes for a heading. */

import assert from "node:assert/strict";
import { type ConversationOptions, messagePrinter } from "../../../cli/output/conversation.ts";
import type { ShownMessage } from "../../../cli/output/shown_message.ts";
import type { ContentBlock } from "../../../mod.ts";
import { fakeHost, type FakeHostOptions } from "../../support/fake_host.ts";

function shownBlocks(...content: ContentBlock[]): ShownMessage {
  const message = { role: "assistant", content } as const;
  return {
    ...{ position: 1, offset: 0, prompt: undefined, id: "a", timestamp: "now", message },
    words: "words",
  };
}

function printed(
  messages: readonly ShownMessage[],
  options: Partial<ConversationOptions>,
  host: FakeHostOptions = {},
): string {
  const made = fakeHost([], host);
  const printer = messagePrinter(made, { format: "text", full: false, raw: false, ...options }, {
    schema: "x",
  });
  for (const message of messages) printer.add(message);
  printer.end();
  return made.out();
}

Deno.test("messagePrinter() indents whole texts, so that none passes for a heading", () => {
  const text = "message 2  user\n\r[tool call ls]\n\n  end";
  const out = printed([shownBlocks({ type: "text", text })], { full: true });
  assert.equal(
    out,
    "message 1  assistant  no prompt  now  a\n" +
      "    message 2  user\n\r    [tool call ls]\n\n      end\n",
  );
  const [heading, ...lines] = out.split(/[\n\r]/);
  assert.ok(heading?.startsWith("message 1"));
  assert.ok(lines.every((line) => line === "" || line.startsWith("    ")));
});

Deno.test("messagePrinter() prints nothing for no message, but a whole JSON document", () => {
  for (const full of [true, false]) {
    assert.equal(printed([], { full }), "");
    assert.equal(printed([], { full, format: "markdown" }), "");
    assert.equal(printed([], { full, format: "json" }), '{"schema":"x","shown":[]}\n');
    const terminal = printed([], { full, format: "json" }, { terminals: ["stdout"] });
    assert.deepEqual(JSON.parse(terminal), { schema: "x", shown: [] });
  }
});

Deno.test("messagePrinter() gives JSON of every kind of block without its bulk", () => {
  const blocks: readonly (readonly [ContentBlock, object])[] = [
    [{ type: "thinking", thinking: "a", signature: "s" }, { type: "thinking", thinking: "a" }],
    [{ type: "redacted_thinking", data: "AAAA" }, { type: "redacted_thinking" }],
    [
      { type: "image", mediaType: "image/png", data: "AAAA" },
      { type: "image", mediaType: "image/png" },
    ],
    [
      { type: "tool_use", id: "t", name: "n", input: { a: 1 } },
      { type: "tool_use", id: "t", name: "n", input: { a: 1 } },
    ],
    [
      { type: "tool_use", id: "t", name: "n", input: { a: 1 }, rawArguments: '{ "a": 1 }' },
      { type: "tool_use", id: "t", name: "n", input: '{ "a": 1 }' },
    ],
    [
      {
        type: "tool_result",
        toolUseId: "t",
        isError: true,
        content: [{ type: "text", text: "a" }],
      },
      { type: "tool_result", toolUseId: "t", isError: true, texts: ["a"] },
    ],
    [{ type: "unknown", name: "x" }, { type: "unknown", name: "x" }],
  ];
  for (const [block, document] of blocks) {
    const { shown } = JSON.parse(printed([shownBlocks(block)], { format: "json", full: true }));
    assert.deepEqual(shown[0].content, [document]);
  }
});
