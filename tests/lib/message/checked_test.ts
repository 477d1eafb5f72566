import assert from "node:assert/strict";
import { UsageError } from "../../../lib/errors.ts";
import { CheckedMessage } from "../../../lib/message/checked.ts";
import { parseExact } from "../../../lib/message/json.ts";
import type { NewMessage } from "../../../lib/types.ts";

Deno.test("CheckedMessage.parse() keeps every byte but a byte order mark", () => {
  const json =
    ' {"content":[{"type":"text","text":"\\u00e9"}], "role":"user", "x":{"2":1.0,"1":-0}}\n';
  assert.equal(CheckedMessage.parse(`\ufeff${json}`).json, json);
});

Deno.test("CheckedMessage.from() keeps keys in order and numbers as they were written", () => {
  const json = '{"content":"x","n":12345678901234567890,"role":"user"}';
  assert.equal(CheckedMessage.from(parseExact(json) as NewMessage).json, json);
});

Deno.test("CheckedMessage.from() checks what JSON makes of a value", () => {
  const dated = { role: "user", content: new Date(0) } as unknown as NewMessage;
  assert.equal(
    CheckedMessage.from(dated).json,
    '{"role":"user","content":"1970-01-01T00:00:00.000Z"}',
  );
  const without = { role: "system", mode: undefined, content: "x" };
  assert.equal(CheckedMessage.from(without).json, '{"role":"system","content":"x"}');
  const disguised = { role: "user", content: "x", toJSON: () => 1 } as unknown as NewMessage;
  assert.throws(() => CheckedMessage.from(disguised), /it is no JSON object/);
  const loop: Record<string, unknown> = { role: "user", content: "x" };
  loop["loop"] = loop;
  assert.throws(() => CheckedMessage.from(loop as NewMessage), /it cannot be written as JSON/);
});

Deno.test("CheckedMessage knows the role as it is spelled, and the mode of system messages", () => {
  const table: [message: NewMessage, role: string, mode: string | undefined][] = [
    [{ role: "user", content: "x" }, "user", undefined],
    [{ role: "user", mode: "replace", content: "x" }, "user", undefined],
    [{ role: "toolResult", toolCallId: "t" }, "toolResult", undefined],
    [{ role: "developer", content: "x" }, "developer", "append"],
    [{ role: "system", mode: "replace", content: "x" }, "system", "replace"],
  ];
  for (const [message, role, mode] of table) {
    const checked = CheckedMessage.from(message);
    assert.deepEqual([checked.role, checked.mode], [role, mode]);
  }
});

Deno.test("CheckedMessage.parse() names the source in errors and warnings, and counts the faults", () => {
  const name = '"m.json"';
  const parse = (text: string) => () => CheckedMessage.parse(text, { name });
  const codeOf = (code: string, message: string) => (error: unknown) => {
    assert.ok(error instanceof UsageError);
    assert.deepEqual([error.code, error.message], [code, message]);
    return true;
  };
  assert.throws(
    parse("{}{}"),
    codeOf("message-not-json", 'Cannot append the message of "m.json": it is not one JSON value'),
  );
  assert.throws(
    parse('{"role":"user","content":["a",1]}'),
    codeOf(
      "message-invalid",
      'Cannot append the message of "m.json": content[0] is no object (and 1 more)',
    ),
  );
  const { warnings } = CheckedMessage.parse('{"role":"user","content":[{"type":"x"}]}', { name });
  assert.deepEqual(warnings.map(({ message }) => message), [
    '"m.json": x is recorded, but left out of provider requests',
  ]);
});

Deno.test("CheckedMessage.parse() refuses a message whose role is written twice", () => {
  const twice = '{"role":"user","content":"x","role":"system"}';
  assert.throws(() => CheckedMessage.parse(twice), /^UsageError: .* is written twice in it$/);
});

Deno.test("CheckedMessage knows its own, and lets nobody put another text in", () => {
  const checked = CheckedMessage.from({ role: "user", content: "Hello" });
  const forged = { role: "user", json: "{}" };
  Object.setPrototypeOf(forged, CheckedMessage.prototype);
  assert.deepEqual([checked, forged, {}].map(CheckedMessage.isChecked), [true, false, false]);
  assert.throws(() => Object.defineProperty(checked, "json", { value: "{}" }), TypeError);
});

Deno.test("CheckedMessage.parse() refuses what would be too long a line to be read again", () => {
  for (const text of ["x".repeat(2 ** 29 - 100), "é".repeat(2 ** 28)]) {
    assert.throws(() => CheckedMessage.parse(text), /it is longer than 512 MiB/);
  }
});
