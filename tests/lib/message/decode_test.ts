import assert from "node:assert/strict";
import fc from "fast-check";
import { parseExact } from "../../../lib/message/json.ts";
import { checkMessage } from "../../../lib/message/check.ts";
import { type Decoded, decodeEntryMessage } from "../../../lib/message/decode.ts";
import { roleOf } from "../../../lib/message/system.ts";
import type { JsonObject, JsonValue, SystemMode } from "../../../lib/types.ts";

function decode(text: string): Decoded {
  return decodeEntryMessage(parseExact(text) as JsonObject);
}

/** Decodes a system message given by the text of its members. */
function decodeSystem(members: string): Decoded {
  return decode(`{"type":"message","message":{"role":"system",${members}}}`);
}

function system(
  blocks: [string, SystemMode][],
  extra: { sections?: boolean; sha256?: string } = {},
) {
  const template = extra.sha256 === undefined ? {} : { template: { sha256: extra.sha256 } };
  const content = blocks.map(([text, mode]) => ({ type: "system", text, mode, ...template }));
  const message = { role: "system", content };
  return { type: "message", message, sections: extra.sections ?? false };
}

Deno.test("decodeEntryMessage() tells messages from opaque entries", () => {
  const cases: [string, string][] = [
    ['{"message":{"role":"user","content":"a"}}', "user"],
    ['{"type":"user","message":{"role":"user"}}', "user"],
    ['{"role":"user","content":"a"}', "user"],
    ['{"role":"assistant","tool_calls":[]}', "assistant"],
    ['{"role":"assistant","content":null}', "assistant"],
    ['{"role":"user","content":"a","message":"no object"}', "user"],
    ['{"role":"user","content":"a","message":{"role":"tool","content":[]}}', "tool"],
    ['{"role":"user"}', "opaque"],
    ['{"role":7,"content":"a"}', "opaque"],
    ['{"message":{"role":null,"content":"a"}}', "opaque"],
    ['{"message":{"content":"a"}}', "opaque"],
    ['{"message":[{"role":"user"}]}', "opaque"],
    ['{"message":1.0}', "opaque"],
    ['{"type":"system","content":"hook output"}', "opaque"],
    ['{"type":"compaction","summary":"…"}', "opaque"],
    ["{}", "opaque"],
  ];
  for (const [text, wanted] of cases) {
    const decoded = decode(text);
    assert.equal(decoded.type === "message" ? decoded.message.role : decoded.type, wanted, text);
  }
});

Deno.test("roleOf() maps every spelling; case counts", () => {
  const cases: [string, string][] = [
    ["system", "system"],
    ["developer", "system"],
    ["user", "user"],
    ["assistant", "assistant"],
    ["tool", "tool"],
    ["toolResult", "tool"],
    ["System", "unknown"],
    ["bashExecution", "unknown"],
    ["function", "unknown"],
    ["toString", "unknown"],
    ["", "unknown"],
  ];
  for (const [name, wanted] of cases) {
    assert.equal(roleOf(name), wanted, name);
    const decoded = decode(`{"role":${JSON.stringify(name)},"content":"a"}`);
    assert.ok(decoded.type === "message", name);
    const { role, roleName } = decoded.message;
    assert.deepEqual([role, roleName], [wanted, name === wanted ? undefined : name]);
    if (wanted === "unknown") assert.deepEqual(decoded.message.content, []);
  }
});

Deno.test("decodeEntryMessage() reads system content, mode and template", () => {
  const two = '"content":[{"type":"text","text":"a"},{"type":"text","text":"b","x":1}]';
  const cases: [string, ReturnType<typeof system>][] = [
    ['"content":"a"', system([["a", "append"]])],
    ['"content":""', system([["", "append"]])],
    ['"content":"a","mode":"append"', system([["a", "append"]])],
    ['"content":"a","mode":"replace"', system([["a", "replace"]])],
    [two, system([["a", "append"], ["b", "append"]])],
    [`${two},"mode":"replace"`, system([["a", "replace"], ["b", "append"]])],
    ['"content":[]', system([])],
    ['"content":[],"mode":"replace"', system([["", "replace"]])],
    ['"content":"a","template":{"sha256":"ab"}', system([["a", "append"]], { sha256: "ab" })],
    [`${two},"template":{"sha256":"ab"}`, system([["a", "append"], ["b", "append"]])],
    ['"content":[],"mode":"replace","template":{"sha256":"ab"}', system([["", "replace"]])],
    ['"content":"a","template":{"sha256":1}', system([["a", "append"]])],
    ['"content":"a","template":null', system([["a", "append"]])],
    ['"content":"a\\ud83d"', system([["a\ud83d", "append"]])],
    ['"content":"a","sections":[]', system([["a", "append"]], { sections: true })],
    ['"sections":{"x":"y"}', system([], { sections: true })],
  ];
  for (const [members, wanted] of cases) assert.deepEqual(decodeSystem(members), wanted, members);
});

Deno.test("decodeEntryMessage() reads a bare system line like an enveloped one", () => {
  for (
    const members of ['"content":"a","mode":"replace"', '"content":[{"type":"text","text":"a"}]']
  ) {
    assert.deepEqual(decode(`{"role":"system",${members}}`), decodeSystem(members));
  }
});

Deno.test("decodeEntryMessage() takes unclear system messages for damage, never for append", () => {
  const cases: [string, string, boolean][] = [
    ['"content":null', "system content is null", false],
    ['"x":1', "system content is missing", false],
    ['"content":7', "system content is no text", false],
    ['"content":1.0', "system content is no text", false],
    ['"content":{"type":"text","text":"a"}', "system content is no text", false],
    ['"content":null,"sections":[]', "system content is null", false],
    ['"content":["a"]', "system content holds a block that is no text", false],
    ['"content":[{"type":"text"}]', "system content holds a block that is no text", false],
    ['"content":[{"text":"a"}]', "system content holds a block that is no text", false],
    ['"content":[{"type":"image"}]', "system content holds a block that is no text", false],
    ['"content":"a","mode":"REPLACE"', '"mode" is "REPLACE", not "append" or "replace"', true],
    ['"content":"a","mode":""', '"mode" is "", not "append" or "replace"', true],
    ['"content":"a","mode":null', '"mode" is null, not "append" or "replace"', false],
    ['"content":"a","mode":1.0', '"mode" is 1.0, not "append" or "replace"', false],
    ['"content":"a","mode":["replace"]', '"mode" is a list, not "append" or "replace"', false],
    ['"content":"a","mode":{}', '"mode" is an object, not "append" or "replace"', false],
    ['"content":null,"mode":"x"', '"mode" is "x", not "append" or "replace"', true],
  ];
  for (const [members, reason, newer] of cases) {
    assert.deepEqual(decodeSystem(members), { type: "damaged", reason, newer }, members);
  }
  const long = decodeSystem(`"content":"a","mode":"${"m".repeat(500)}"`);
  assert.ok(long.type === "damaged" && long.reason.length < 120);
});

Deno.test("decodeEntryMessage() never throws and never changes its input, whatever the JSON", () => {
  const member = fc.constantFrom(
    ...["role", "content", "message", "mode", "tool_calls", "type", "text", "id", "name", "input"],
    ...["arguments", "function", "thinking", "signature", "data", "source", "image_url", "url"],
    ...["tool_use_id", "tool_call_id", "toolCallId", "sections", "template", "sha256", "refusal"],
  );
  const word = fc.constantFrom(
    ...["system", "developer", "user", "assistant", "tool", "toolResult", "text", "tool_use"],
    ...["toolCall", "tool_result", "thinking", "image", "image_url", "function", "replace", "{}"],
    ...["data:image/png;base64,AA==", "data:", "data:,", '{"a":1.0}', "[", "\ud83d"],
  );
  const { value } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      word,
      fc.constantFrom<JsonValue>(null, true, 7, parseExact("1.0")),
      tie("object"),
      fc.array(tie("value"), { maxLength: 3 }),
    ),
    object: fc.dictionary(member, tie("value"), { maxKeys: 6 }),
  }));
  const entry = fc.dictionary(member, value, { maxKeys: 6 });
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.oneof(entry, entry.map((message) => ({ message }))), (raw) => {
      const before = JSON.stringify(raw);
      seen.add(decodeEntryMessage(raw as JsonObject).type);
      checkMessage(raw as JsonObject);
      assert.equal(JSON.stringify(raw), before);
    }),
    { numRuns: 3000, seed: 2 },
  );
  assert.deepEqual([...seen].sort(), ["damaged", "message", "opaque"]);
});

Deno.test("decodeEntryMessage() survives input nested more deeply than the stack", () => {
  let deep: JsonValue = 1;
  for (let i = 0; i < 100_000; i++) deep = [deep];
  for (
    const message of [{ role: "system", content: "a", mode: deep }, { role: "user", content: deep }]
  ) {
    assert.notEqual(decodeEntryMessage({ message }).type, "opaque");
    checkMessage(message);
  }
  const call = { type: "tool_use", id: "a", name: "b", input: deep };
  assert.equal(decodeEntryMessage({ role: "assistant", content: [call] }).type, "message");
});

Deno.test("checkMessage() finds what makes a whole message unfit", () => {
  const roles = "not one of system, developer, user, assistant, tool, toolResult";
  const cases: [string, string[]][] = [
    ["[]", ["it is no JSON object"]],
    ["null", ["it is no JSON object"]],
    ["1.0", ["it is no JSON object"]],
    ["{}", ['it has no "role"']],
    ['{"role":1}', ['it has no "role"']],
    ['{"role":"bot","content":"a"}', [`"role" is "bot", ${roles}`]],
    ['{"role":"system"}', ["system content is missing"]],
    ['{"role":"system","content":[1]}', ["system content holds a block that is no text"]],
    ['{"role":"system","content":"a","mode":"x"}', ['"mode" is "x", not "append" or "replace"']],
    ['{"role":"developer","content":"a","mode":"replace"}', []],
    ['{"role":"system","content":[{"type":"text","text":"a"}]}', []],
    ['{"role":"user","content":"a"}', []],
  ];
  for (const [text, problems] of cases) {
    assert.deepEqual(checkMessage(parseExact(text)), { problems, unknown: [] }, text);
  }
  const sections = checkMessage({ role: "system", content: "a", sections: [] });
  assert.deepEqual(sections, { problems: [], unknown: ["sections"] });
});
