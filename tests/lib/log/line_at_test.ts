import assert from "node:assert/strict";
import { visitLineAt } from "../../../lib/log/line_at.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";

function lineAt(text: string, offset: number, known?: number): string[] {
  const seen: string[] = [];
  visitLineAt(bytesSource(text), offset, ({ bytes, start, end, terminated }) => {
    seen.push(`${new TextDecoder().decode(bytes.subarray(start, end))}${terminated ? "|" : ""}`);
  }, known);
  return seen;
}

Deno.test("visitLineAt() visits one line, however long it is", () => {
  const long = "x".repeat(700_000);
  const text = `ab\n${long}\ncd`;
  assert.deepEqual(lineAt(text, 0), ["ab|"]);
  assert.deepEqual(lineAt(text, 3), [`${long}|`]);
  assert.deepEqual(lineAt(text, 3, 512 * 1024), [`${long}|`]);
  assert.deepEqual(lineAt(text, text.length - 2), ["cd"]);
  assert.deepEqual(lineAt(text, text.length - 2, 1), ["cd"]);
  assert.deepEqual(lineAt(text, text.length), []);
});
