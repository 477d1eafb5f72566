/**
 * fast-check arbitraries of conversations: raw messages in every spelling a log may hold, and the
 * domain messages they decode to.
 *
 * They lean towards what goes wrong: blank and padded texts, lone surrogates, rules and line ends of
 * other systems, numbers that `JSON.parse` would respell, unknown roles and blocks, blocks in a message
 * of the wrong role, and runs of tool results.
 *
 * @module
 */

import fc from "fast-check";
import { parseExact } from "../../lib/message/json.ts";
import { decodeEntryMessage } from "../../lib/message/decode.ts";
import type { JsonObject, JsonValue, Message } from "../../lib/types.ts";

/** Text of any kind; about one in thirty holds a lone surrogate. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
  {
    weight: 12,
    arbitrary: fc.constantFrom("seed", "Use tabs.\n", "a\r\n\r\n", "x\n\n---\n\ny", "1.0"),
  },
  { weight: 5, arbitrary: fc.constantFrom("", " ", "\n", "\r\n", "\t \n", "\u2028", "\ufeff") },
  { weight: 1, arbitrary: fc.constantFrom("\ud83d", "a\udc00b", "\udc00\ud83d") },
);

/** An identifier as providers give them. */
export const anyId: fc.Arbitrary<string> = fc.constantFrom("call_1", "call_2", "toolu_01A", "c");

/** A number, kept as written where `JSON.parse` would respell it. */
export const anyNumber: fc.Arbitrary<JsonValue> = fc
  .oneof(
    fc.constantFrom("1.0", "-0", "12345678901234567890", "1e400", "0.10", "1E5"),
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  )
  .map(parseExact);

const inputKey = fc.constantFrom("path", "n", "options", "__proto__", "constructor", "", "k\ud83d");

/** A JSON value such as tool input holds. */
export const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText,
    anyNumber,
    fc.constantFrom<JsonValue>(null, true, false),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(inputKey, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;

/** The arguments of a tool call. */
export const anyInput: fc.Arbitrary<JsonObject> = fc.dictionary(inputKey, anyJson, {
  maxKeys: 3,
  noNullPrototype: true,
});

const anyImage = fc.constantFrom<JsonObject>(
  { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } },
  { type: "image", data: "AA==", mimeType: "image/webp" },
  { type: "image", data: "AA==", mimeType: "image/svg+xml" },
  { type: "image_url", image_url: { url: "data:image/gif;base64,AA==", detail: "low" } },
  { type: "image_url", image_url: { url: "https://example.org/a.png" } },
);

const anyUnknownBlock = fc.constantFrom<JsonValue>(
  { type: "document", source: {} },
  { type: "server_tool_use", id: "c" },
  { text: "no type" },
  { type: "tool_use", name: "no id" },
  7,
  null,
);

const anyTextBlock = anyText.map((text): JsonObject => ({ type: "text", text, extra: "leaks?" }));

const anyResultContent: fc.Arbitrary<JsonValue> = fc.oneof(
  anyText,
  fc.array(fc.oneof(anyTextBlock, anyTextBlock, anyImage, anyUnknownBlock), { maxLength: 3 }),
);

const anyToolResult = fc.record({
  type: fc.constant("tool_result"),
  tool_use_id: anyId,
  content: anyResultContent,
  is_error: fc.boolean(),
});

const anyAssistantBlock: fc.Arbitrary<JsonValue> = fc.oneof(
  anyTextBlock,
  fc.record({ type: fc.constant("thinking"), thinking: anyText, signature: anyText }),
  fc.record({ type: fc.constant("thinking"), thinking: anyText }),
  anyId.map((data) => ({ type: "redacted_thinking", data })),
  fc.record({ type: fc.constant("tool_use"), id: anyId, name: anyId, input: anyInput }),
  fc.record({ type: fc.constant("toolCall"), id: anyId, name: anyId, arguments: anyInput }),
);

const anyUserBlock: fc.Arbitrary<JsonValue> = fc.oneof(anyTextBlock, anyImage, anyToolResult);

const anyArguments: fc.Arbitrary<string> = fc.oneof(
  anyInput.map((input) => JSON.stringify(input, null, 1)),
  fc.constantFrom("", " ", "{}", "[1]", "not json", '{"a":"\\ud83d"}'),
);

const anyToolCall = fc.record({
  id: anyId,
  type: fc.constant("function"),
  function: fc.record({ name: anyId, arguments: anyArguments }),
  index: fc.constant(0),
});

/** Mostly blocks of the right role, now and then any. */
function content(right: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> {
  const stray = fc.oneof(anyUserBlock, anyAssistantBlock, anyUnknownBlock);
  const block = fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: stray });
  return fc.oneof({ weight: 1, arbitrary: anyText }, {
    weight: 3,
    arbitrary: fc.array(block, { maxLength: 4 }),
  });
}

/** A system message as a log holds it; never damaged. */
export const anySystemMessage: fc.Arbitrary<JsonObject> = fc.record({
  role: fc.constantFrom("system", "system", "developer"),
  mode: fc.constantFrom("append", "append", "replace"),
  content: fc.oneof(anyText, fc.array(anyTextBlock, { maxLength: 3 })),
}, { requiredKeys: ["role", "content"] });

/** A message that is no system message, as a log holds it, in any spelling. */
export const anyOtherMessage: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ role: fc.constant("user"), content: content(anyUserBlock) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      role: fc.constant("assistant"),
      content: content(anyAssistantBlock),
      usage: fc.constant({ input: 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      role: fc.constant("assistant"),
      content: fc.oneof(fc.constant(null), anyText),
      tool_calls: fc.array(anyToolCall, { maxLength: 2 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      role: fc.constant("tool"),
      tool_call_id: anyId,
      content: anyResultContent,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      role: fc.constant("toolResult"),
      toolCallId: anyId,
      content: anyResultContent,
      isError: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ role: "bashExecution", content: "x" }) },
);

/** Any message as a log holds it. */
export const anyRawMessage: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 1, arbitrary: anySystemMessage },
  { weight: 3, arbitrary: anyOtherMessage },
);

/** A conversation as a log holds it. */
export const anyRawConversation: fc.Arbitrary<JsonObject[]> = fc.array(anyRawMessage, {
  maxLength: 12,
});

/** A conversation of domain messages, all of them reachable from a log. */
export const anyConversation: fc.Arbitrary<Message[]> = anyRawConversation.map((messages) =>
  messages.map(decodeMessage)
);

/** Decodes a message that is known to be one; throws when it is opaque or damaged. */
export function decodeMessage(raw: JsonObject): Message {
  const decoded = decodeEntryMessage({ type: "message", message: raw });
  if (decoded.type === "message") return decoded.message;
  throw new Error(`Not a message: ${JSON.stringify(raw)}`);
}

/** Freezes a value and everything in it. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}
