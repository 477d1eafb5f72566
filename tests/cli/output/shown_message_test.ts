/** cli/output/shown_message.ts: cells and headings, safe to print. */

import assert from "node:assert/strict";
import {
  blockHeading,
  COLUMNS,
  columnsOf,
  headingOf,
  isLoneText,
  roleOf,
  shortId,
  type ShownMessage,
} from "../../../cli/output/shown_message.ts";

const message: ShownMessage = {
  position: 3,
  offset: 0,
  prompt: 2,
  id: "5df12282-ebda-4f28-a258-90ca4523616b",
  timestamp: "2026-11-30T18:00:00.000Z",
  message: { role: "user", content: [{ type: "text", text: "Hi" }] },
  words: "Hi",
};

Deno.test("columnsOf() gives a cell a column", () => {
  const cells = ["3", "2", "5df12282", "2026-11-30T18:00:00.000Z", "user", "text", "Hi"];
  assert.deepEqual(columnsOf(message), cells);
  assert.equal(COLUMNS.length, cells.length);
  const bare = { ...message, prompt: undefined, id: undefined, timestamp: undefined };
  assert.deepEqual(columnsOf(bare).slice(1, 4), ["-", "-", "-"]);
});

Deno.test("columnsOf() and headingOf() escape what a log says, and cut long kinds", () => {
  const content = [{ type: "unknown", name: `x\n${"y".repeat(60)}` }] as const;
  const hostile = {
    ...message,
    id: "\x1b]0;",
    timestamp: "a\tb",
    words: "\u202e",
    message: { role: "unknown", roleName: "r\n", content },
  } as const;
  const cells = columnsOf(hostile);
  assert.deepEqual(cells.slice(2, 5), ["\\x1b]0;", "a\\x09b", "r\\x0a"]);
  assert.match(cells[5] ?? "", /^\(x\\x0ay+…$/);
  assert.equal(cells[6], "\\u202e");
  assert.deepEqual(headingOf(hostile), [
    ...["message 3", "r\\x0a", "prompt 2", "a\\x09b", "\\x1b]0;"],
  ]);
});

Deno.test("headingOf() leaves out what is not known", () => {
  const bare = { ...message, prompt: undefined, id: undefined, timestamp: undefined };
  assert.deepEqual(headingOf(bare), ["message 3", "user", "no prompt"]);
});

Deno.test("shortId() takes enough of an id that begins with a time", () => {
  assert.equal(shortId("0192ab12-3456-7abc-8def-0123456789ab"), "0192ab12-3456");
  assert.equal(shortId("0192ab12-3456-4abc-8def-0123456789ab"), "0192ab12");
  assert.equal(shortId("e1"), "e1");
  assert.equal(shortId(undefined), "-");
});

Deno.test("blockHeading() names what a block refers to", () => {
  const call = { type: "tool_use", id: "t", name: "ls", input: {} } as const;
  const result = { type: "tool_result", toolUseId: "t", content: [], isError: false } as const;
  const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
  assert.equal(blockHeading(call), "tool call ls t");
  assert.equal(blockHeading(result), "tool result t");
  assert.equal(blockHeading(image), "image image/png, 4 characters of Base64");
  assert.equal(blockHeading({ type: "redacted_thinking", data: "A" }), "thinking, encrypted");
  assert.equal(blockHeading({ type: "text", text: "" }), "text");
});

Deno.test("isLoneText() and roleOf()", () => {
  assert.equal(isLoneText(message), true);
  assert.equal(isLoneText({ message: { role: "user", content: [] } }), false);
  assert.equal(
    roleOf({ message: { role: "tool", roleName: "toolResult", content: [] } }),
    "toolResult",
  );
});

Deno.test("shortId() shows no digits alone, which would be a position", () => {
  assert.equal(shortId("01234567-89ab-4cde-8f01-23456789abcd"), "01234567-");
  assert.equal(shortId("0123456a-89ab-4cde-8f01-23456789abcd"), "0123456a");
  assert.equal(shortId("12345"), "12345");
});
