/**
 * The table of DESIGN §9 as rows: messages as a log holds them, and what each provider is sent, as the
 * exact text, with the warnings.
 */

import assert from "node:assert/strict";
import { parseExact, toJsonText } from "../../../lib/message/json.ts";
import { anthropicMessages } from "../../../lib/serialize/anthropic/request.ts";
import type { SerializeWarning } from "../../../lib/serialize/well_formed.ts";
import { openaiMessages } from "../../../lib/serialize/openai_chat/request.ts";
import type { JsonObject, Message } from "../../../lib/types.ts";
import { decodeMessage, deepFreeze } from "../../support/arbitraries.ts";

interface Row {
  readonly name: string;
  /** JSON of one message each, as a log holds it. */
  readonly log: readonly string[];
  /** JSON of the elements of `messages`. */
  readonly anthropic: readonly string[];
  readonly openai: readonly string[];
  readonly warnings?: {
    readonly anthropic?: readonly string[];
    readonly openai?: readonly string[];
  };
}

const user = (content: string) => `{"role":"user","content":${content}}`;
const assistant = (content: string) => `{"role":"assistant","content":${content}}`;
const text = (text: string) => `{"type":"text","text":"${text}"}`;
const calls = (args: string, content = "null") =>
  `{"role":"assistant","content":${content},"tool_calls":[{"id":"c","type":"function",` +
  `"function":{"name":"n","arguments":${JSON.stringify(args)}}}]}`;
const use = (input: string) => `{"type":"tool_use","id":"c","name":"n","input":${input}}`;
const PNG = '{"type":"base64","media_type":"image/png","data":"AA=="}';
const both = (...texts: string[]) => ({ anthropic: texts, openai: texts });

const ROWS: readonly Row[] = [
  {
    name: "system messages are skipped and counted",
    log: ['{"role":"system","content":"a"}', user('"b"'), '{"role":"bot","content":"x"}'],
    anthropic: [user(`[${text("b")}]`)],
    openai: [user('"b"')],
    warnings: both('Message 3: role "bot" is left out'),
  },
  {
    name: "user text: one is a string for OpenAI, several are parts",
    log: [user(`[${text("a")}]`), user(`[${text("a")},${text("b")}]`)],
    anthropic: [user(`[${text("a")}]`), user(`[${text("a")},${text("b")}]`)],
    openai: [user('"a"'), user(`[${text("a")},${text("b")}]`)],
  },
  {
    name: "assistant text: several are joined with a blank line for OpenAI",
    log: [assistant('"a"'), assistant(`[${text("a")},${text("")},${text("b")}]`)],
    anthropic: [assistant(`[${text("a")}]`), assistant(`[${text("a")},${text("b")}]`)],
    openai: [assistant('"a"'), assistant(String.raw`"a\n\nb"`)],
  },
  {
    name: "thinking with a signature goes to Anthropic verbatim, in either spelling",
    log: [
      assistant(`[{"type":"thinking","thinking":" t\\n","signature":"s","x":1},${text("a")}]`),
      assistant(`[{"type":"thinking","thinking":"","thinkingSignature":"s"},${text("a")}]`),
    ],
    anthropic: [
      assistant(`[{"type":"thinking","thinking":" t\\n","signature":"s"},${text("a")}]`),
      assistant(`[{"type":"thinking","thinking":"","signature":"s"},${text("a")}]`),
    ],
    openai: [assistant('"a"'), assistant('"a"')],
  },
  {
    name: "thinking without a signature is left out, and an assistant that only thought",
    log: [
      assistant(`[{"type":"thinking","thinking":"t"},${text("a")}]`),
      assistant('[{"type":"thinking","thinking":"t"}]'),
    ],
    anthropic: [assistant(`[${text("a")}]`)],
    openai: [assistant('"a"')],
  },
  {
    name: "redacted thinking, in either spelling",
    log: [
      assistant('[{"type":"redacted_thinking","data":"d"}]'),
      assistant('[{"type":"thinking","thinking":"","thinkingSignature":"d","redacted":true}]'),
    ],
    anthropic: [
      assistant('[{"type":"redacted_thinking","data":"d"}]'),
      assistant('[{"type":"redacted_thinking","data":"d"}]'),
    ],
    openai: [],
  },
  {
    name: "tool use with and without text",
    log: [assistant(`[${text("a")},${use('{"p":"x"}')}]`), assistant(`[${use("{}")}]`)],
    anthropic: [assistant(`[${text("a")},${use('{"p":"x"}')}]`), assistant(`[${use("{}")}]`)],
    openai: [calls('{"p":"x"}', '"a"'), calls("{}")],
  },
  {
    name: "tool use beside blank text, and an empty tool_calls",
    log: [
      assistant(`[${text("")},${use("{}")}]`),
      '{"role":"assistant","content":"a","tool_calls":[]}',
    ],
    anthropic: [assistant(`[${use("{}")}]`), assistant(`[${text("a")}]`)],
    openai: [calls("{}", '""'), assistant('"a"')],
  },
  {
    name: "numbers in tool input pass as written",
    log: [assistant(`[${use('{"a":[1.0,-0,1e400,0.10,12345678901234567890,0.1]}')}]`)],
    anthropic: [assistant(`[${use('{"a":[1.0,-0,1e400,0.10,12345678901234567890,0.1]}')}]`)],
    openai: [calls('{"a":[1.0,-0,1e400,0.10,12345678901234567890,0.1]}')],
  },
  {
    name: "arguments held as text pass verbatim to OpenAI, parsed to Anthropic",
    log: [calls('{ "a": 1.0,\n "b": -0 }')],
    anthropic: [assistant(`[${use('{"a":1.0,"b":-0}')}]`)],
    openai: [calls('{ "a": 1.0,\n "b": -0 }')],
  },
  {
    name: "blank arguments are none",
    log: [calls(""), calls(" \n")],
    anthropic: [assistant(`[${use("{}")}]`), assistant(`[${use("{}")}]`)],
    openai: [calls("{}"), calls("{}")],
  },
  {
    name: "arguments that are no object",
    log: [calls("[1]"), calls("{"), calls("{}"), calls("null")],
    anthropic: Array(4).fill(assistant(`[${use("{}")}]`)),
    openai: [calls("[1]"), calls("{"), calls("{}"), calls("null")],
    warnings: {
      anthropic: [1, 2, 4].map((n) =>
        `Message ${n}: tool_use arguments are no JSON object and sent as {}`
      ),
    },
  },
  {
    name: "tool results go before other content, the order among each kind stays",
    log: [user(
      `[${text("a")},{"type":"tool_result","tool_use_id":"c","content":"r"},${text("b")},` +
        '{"type":"tool_result","tool_use_id":"d","content":"s"}]',
    )],
    anthropic: [user(
      `[{"type":"tool_result","tool_use_id":"c","content":[${text("r")}]},` +
        `{"type":"tool_result","tool_use_id":"d","content":[${text("s")}]},${text("a")},${
          text("b")
        }]`,
    )],
    openai: [
      '{"role":"tool","tool_call_id":"c","content":"r"}',
      '{"role":"tool","tool_call_id":"d","content":"s"}',
      user(`[${text("a")},${text("b")}]`),
    ],
  },
  {
    name: "consecutive result messages become one user message, whatever is left out between them",
    log: [
      '{"role":"tool","tool_call_id":"c","content":"r"}',
      '{"role":"system","content":"late"}',
      '{"role":"toolResult","toolCallId":"d","content":[{"type":"text","text":"s"}],"isError":true}',
      user('[{"type":"tool_result","tool_use_id":"e"},{"type":"text","text":" "}]'),
      user(`[${text("a")}]`),
      '{"role":"tool","tool_call_id":"f","content":"t"}',
    ],
    anthropic: [
      user(
        `[{"type":"tool_result","tool_use_id":"c","content":[${text("r")}]},` +
          `{"type":"tool_result","tool_use_id":"d","content":[${text("s")}],"is_error":true},` +
          '{"type":"tool_result","tool_use_id":"e"}]',
      ),
      user(`[${text("a")}]`),
      user(`[{"type":"tool_result","tool_use_id":"f","content":[${text("t")}]}]`),
    ],
    openai: [
      '{"role":"tool","tool_call_id":"c","content":"r"}',
      '{"role":"tool","tool_call_id":"d","content":"s"}',
      '{"role":"tool","tool_call_id":"e","content":""}',
      user('" "'),
      user('"a"'),
      '{"role":"tool","tool_call_id":"f","content":"t"}',
    ],
  },
  {
    name: "texts of a result are joined with LF for OpenAI, other parts left out",
    log: [
      `{"role":"tool","tool_call_id":"c","content":[${text("a")},{"type":"image","data":"AA==",` +
      `"mimeType":"image/png"},${text("")},${text("b")},{"type":"x"}]}`,
    ],
    anthropic: [user(
      `[{"type":"tool_result","tool_use_id":"c","content":[${text("a")},` +
        `{"type":"image","source":${PNG}},${text("b")}]}]`,
    )],
    openai: [String.raw`{"role":"tool","tool_call_id":"c","content":"a\n\nb"}`],
    warnings: {
      anthropic: ["Message 1: x in a tool result is left out"],
      openai: [
        "Message 1: image in a tool result is left out",
        "Message 1: x in a tool result is left out",
      ],
    },
  },
  {
    name: "a result without content; a failed one says so for Anthropic, which refuses it empty",
    log: [
      '{"role":"tool","tool_call_id":"c","content":""}',
      user('[{"type":"tool_result","tool_use_id":"d","is_error":true,"content":" "}]'),
    ],
    anthropic: [user(
      '[{"type":"tool_result","tool_use_id":"c"},' +
        `{"type":"tool_result","tool_use_id":"d","content":[${text("error")}],"is_error":true}]`,
    )],
    openai: [
      '{"role":"tool","tool_call_id":"c","content":""}',
      '{"role":"tool","tool_call_id":"d","content":" "}',
    ],
    warnings: {
      anthropic: ['Message 2: failed tool result without content is sent with the text "error"'],
    },
  },
  {
    name: "images in each spelling",
    log: [
      user(`[{"type":"image","source":${PNG}},${text("a")}]`),
      user('[{"type":"image","data":"AA==","mimeType":"image/png"}]'),
      user(
        '[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA==","detail":"low"}}]',
      ),
    ],
    anthropic: [
      user(`[{"type":"image","source":${PNG}},${text("a")}]`),
      user(`[{"type":"image","source":${PNG}}]`),
      user(`[{"type":"image","source":${PNG}}]`),
    ],
    openai: [
      user(`[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}},${text("a")}]`),
      user('[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]'),
      user('[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]'),
    ],
  },
  {
    name: "an image type that Anthropic does not take, an image by address",
    log: [
      user('[{"type":"image","data":"AA==","mimeType":"image/svg+xml"}]'),
      user('[{"type":"image_url","image_url":{"url":"https://example.org/a.png"}}]'),
    ],
    anthropic: [],
    openai: [user('[{"type":"image_url","image_url":{"url":"data:image/svg+xml;base64,AA=="}}]')],
    warnings: {
      anthropic: [
        'Message 1: image of type "image/svg+xml" is left out',
        "Message 2: image_url that is not Base64 in a user message is left out",
      ],
      openai: ["Message 2: image_url that is not Base64 in a user message is left out"],
    },
  },
  {
    name: "blank text is left out for Anthropic and kept for OpenAI",
    log: [
      user('""'),
      assistant('""'),
      user(`[${text(" ")},${text("a")}]`),
      assistant("[]"),
      user("[]"),
    ],
    anthropic: [user(`[${text("a")}]`)],
    openai: [user('""'), assistant('""'), user(`[${text(" ")},${text("a")}]`)],
  },
  {
    name: "unknown blocks and blocks of the other role: one warning each",
    log: [
      user(`[{"type":"document"},${use("{}")},${text("a")},{"type":"document"}]`),
      assistant(`[{"type":"tool_result","tool_use_id":"c"},{"type":"image","source":${PNG}}]`),
      '{"role":"tool","content":"r"}',
      '{"role":"bashExecution","command":"ls"}',
      '{"role":"assistant","content":"a","refusal":"no"}',
    ],
    anthropic: [user(`[${text("a")}]`), assistant(`[${text("a")}]`)],
    openai: [user('"a"'), assistant('"a"')],
    warnings: both(
      "Message 1: document in a user message is left out",
      "Message 1: tool_use in a user message is left out",
      "Message 1: document in a user message is left out",
      "Message 2: tool_result in an assistant message is left out",
      "Message 2: image in an assistant message is left out",
      'Message 3: text without "tool_call_id" in a tool message is left out',
      'Message 4: role "bashExecution" is left out',
      "Message 5: refusal in an assistant message is left out",
    ),
  },
  {
    name: "lone surrogates become U+FFFD everywhere, with one warning a message",
    log: [
      user(String.raw`"a\ud83d"`),
      assistant(
        String.raw`[{"type":"thinking","thinking":"\ud83d","signature":"\ud83d"},` +
          String
            .raw`{"type":"tool_use","id":"\ud83d","name":"\ud83d","input":{"\ud83d":["\ud83d",1.0]}}]`,
      ),
      String.raw`{"role":"tool","tool_call_id":"\ud83d","content":"\ud83d"}`,
      calls(String.raw`{"a":"\ud83d"}`),
    ],
    anthropic: [
      user(`[${text("a\ufffd")}]`),
      assistant(
        '[{"type":"thinking","thinking":"\ufffd","signature":"\ufffd"},' +
          '{"type":"tool_use","id":"\ufffd","name":"\ufffd","input":{"\ufffd":["\ufffd",1.0]}}]',
      ),
      user(`[{"type":"tool_result","tool_use_id":"\ufffd","content":[${text("\ufffd")}]}]`),
      assistant(`[${use('{"a":"\ufffd"}')}]`),
    ],
    openai: [
      user('"a\ufffd"'),
      String.raw`{"role":"assistant","content":null,"tool_calls":[{"id":"FFFD","type":"function",` +
      String.raw`"function":{"name":"FFFD","arguments":"{\"FFFD\":[\"FFFD\",1.0]}"}}]}`,
      '{"role":"tool","tool_call_id":"\ufffd","content":"\ufffd"}',
      calls('{"a":"\ufffd"}'),
    ].map((line) => line.replaceAll("FFFD", "\ufffd")),
    warnings: both(...[1, 2, 3, 4].map((n) => `Message ${n}: lone surrogates became U+FFFD`)),
  },
];

const PROVIDERS = [["anthropic", anthropicMessages], ["openai", openaiMessages]] as const;

for (const row of ROWS) {
  Deno.test(`serializers: ${row.name}`, () => {
    const messages: Message[] = deepFreeze(
      row.log.map((line) => decodeMessage(parseExact(line) as JsonObject)),
    );
    for (const [provider, serialize] of PROVIDERS) {
      const warnings: SerializeWarning[] = [];
      const onWarning = (warning: SerializeWarning) => warnings.push(warning);
      const lines = [...serialize(messages, { onWarning })].map((message) => toJsonText(message));
      assert.deepEqual(lines, row[provider], provider);
      const wanted = row.warnings?.[provider] ?? [];
      assert.deepEqual(warnings.map((warning) => warning.message), wanted, provider);
      for (const { position, message } of warnings) {
        assert.ok(message.startsWith(`Message ${position}: `));
      }
    }
  });
}
