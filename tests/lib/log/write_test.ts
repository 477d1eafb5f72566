import assert from "node:assert/strict";
import fc from "fast-check";
import { formatBlocks, formatHeader, formatMessage } from "../../../lib/log/write.ts";
import { readPrompt } from "../../../lib/log.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";
import { countingEntries } from "../../support/log_builder.ts";

Deno.test("formatHeader() writes pi's header, version 3", () => {
  assert.equal(
    formatHeader("/w", countingEntries()),
    '{"type":"session","version":3,"id":"n1","timestamp":"2026-11-30T18:00:00.000Z","cwd":"/w","writer":"panto"}\n',
  );
});

Deno.test("formatBlocks() chains its entries", () => {
  const lines = formatBlocks(
    [{ text: "a", mode: "replace" }, { text: "b", mode: "append", template: { sha256: "d" } }],
    "p",
    countingEntries(),
  );
  const [first, second] = lines.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual([first.id, first.parentId, second.id, second.parentId], ["n1", "p", "n2", "n1"]);
  assert.deepEqual([first.message.template, second.message.template], [undefined, { sha256: "d" }]);
});

Deno.test("formatMessage() writes no parentId where none can be named", () => {
  const line = (parentId: string | null | undefined) =>
    formatMessage('{"role":"user"}', parentId, countingEntries()).line;
  assert.match(line("a\nb"), /"parentId":"a\\nb"/);
  assert.match(line(null), /"parentId":null/);
  assert.doesNotMatch(line(undefined), /parentId/);
});

Deno.test("formatMessage() keeps every byte but the newlines between tokens", () => {
  const given =
    '\n{\n  "role": "user",\r\n  "n": [1.0, 12345678901234567890],\n  "content": "a\\nb"\n}\n';
  const { line } = formatMessage(given, null, countingEntries());
  assert.equal(line.split("\n").length, 2);
  assert.ok(line.includes('"n": [1.0, 12345678901234567890]'));
  assert.deepEqual(JSON.parse(line).message, JSON.parse(given));
});

Deno.test("parsing what was formatted gives the same blocks, for any text", () => {
  const block = fc.record({
    text: fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
    mode: fc.constantFrom("append" as const, "replace" as const),
  }, { noNullPrototype: true });
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
      const log = formatHeader("/w", countingEntries()) +
        formatBlocks(blocks, null, countingEntries());
      const start = Math.max(0, blocks.map(({ mode }) => mode).lastIndexOf("replace"));
      const found = readPrompt(bytesSource(log)).blocks.map(({ text, mode }) => ({ text, mode }));
      assert.deepEqual(found, blocks.slice(start));
    }),
  );
});
