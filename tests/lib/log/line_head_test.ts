import assert from "node:assert/strict";
import { headLinks, type LineHead, mayHold, readHead } from "../../../lib/log/line_head.ts";
import { adversarialLines, DUPLICATE_ROLE, truth } from "../../support/adversarial_lines.ts";

function head(
  line: string,
): { id: string | undefined; parentId: string | null | undefined } | undefined {
  // Bytes around the line must not be looked at.
  const bytes = new TextEncoder().encode(`}}"role":"user"${line}\n{"message":{"role":"user"}}`);
  const start = 15;
  const end = start + new TextEncoder().encode(line).length;
  const into: LineHead = { idStart: 0, idEnd: 0, parentStart: 0, parentEnd: 0, hasParent: true };
  if (!readHead(bytes, start, end, into)) return undefined;
  return headLinks(bytes, into);
}

Deno.test("readHead() never calls a system message something else, over enumerated lines", () => {
  let count = 0;
  let known = 0;
  for (const line of adversarialLines()) {
    count++;
    const read = head(line);
    if (read === undefined) continue;
    known++;
    const { kind, id, parentId, hasParent } = truth(line);
    if (DUPLICATE_ROLE.test(line)) continue;
    // A head cannot see that the rest is no JSON; the chain of parents shows it (DESIGN §13).
    if (kind === "damaged") continue;
    assert.equal(kind, "other", line);
    assert.equal(read.parentId, hasParent ? parentId : undefined, line);
    if (read.id !== undefined) assert.equal(read.id, id, line);
  }
  console.error(`    ${count} lines, ${known} known by their head`);
  assert.ok(count > 30_000 && known > 500);
});

Deno.test("readHead() parses a line that its last byte shows to be cut", () => {
  const whole =
    '{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"x"}}';
  assert.ok(head(whole));
  for (let cut = 0; cut < whole.length - 1; cut++) {
    const part = whole.slice(0, cut);
    if (!part.endsWith("}")) assert.equal(head(part), undefined, part);
  }
});

Deno.test("readHead() does not trust a head without parentId whose line could hold a system entry", () => {
  const swallowed =
    '{"message":{"role":"user","content":"abc{"message":{"role":"system","content":"x"}}';
  assert.equal(head(swallowed), undefined);
  assert.ok(head('{"message":{"role":"user","content":"the system is up"}}'));
});

Deno.test("readHead() accepts what pi writes", () => {
  const line =
    '{"type":"message","id":"f7c7091e","parentId":"3a59c5dd","timestamp":"2026-05-12T01:02:27.667Z",' +
    '"message":{"role":"assistant","content":[{"type":"text","text":"\\u001b[1m"}]}}';
  assert.deepEqual(head(line), { id: "f7c7091e", parentId: "3a59c5dd" });
});

Deno.test("mayHold() finds a string, and admits that an escape could spell it", () => {
  const has = (line: string, needle: string) => {
    const bytes = new TextEncoder().encode(`--${line}--`);
    return mayHold(bytes, 2, bytes.length - 2, new TextEncoder().encode(needle));
  };
  assert.equal(has('{"id":"é1"}', "é1"), true);
  assert.equal(has('{"id":"a"}', "b"), false);
  assert.equal(has('{"id":"\\u0062"}', "b"), true);
  assert.equal(has("ab", "b-"), false);
});
