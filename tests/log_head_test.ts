import assert from "node:assert/strict";
import { type LineHead, mayHold, readHead } from "../lib/log_head.ts";

type Truth = "system" | "other" | "none" | "damaged";

/** What a line is to someone who simply parses it (DESIGN §3, Reading). */
function truth(
  line: string,
): { kind: Truth; id?: unknown; parentId?: unknown; hasParent?: boolean } {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(line);
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return { kind: "damaged" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { kind: "none" };
  if (value.type === "session") return { kind: "none" };
  const { message } = value;
  const role = isRecord(message) && typeof message.role === "string" ? message.role : value.role;
  const kind = role === "system" || role === "developer"
    ? "system"
    : typeof role === "string"
    ? "other"
    : "none";
  const { id, parentId } = value;
  return { kind, id, parentId, hasParent: Object.hasOwn(value, "parentId") };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function head(
  line: string,
): { id: string | undefined; parentId: string | null | undefined } | undefined {
  // Bytes around the line must not be looked at.
  const bytes = new TextEncoder().encode(`}}"role":"user"${line}\n{"message":{"role":"user"}}`);
  const start = 15;
  const end = start + new TextEncoder().encode(line).length;
  const into: LineHead = { idStart: 0, idEnd: 0, parentStart: 0, parentEnd: 0, hasParent: true };
  if (!readHead(bytes, start, end, into)) return undefined;
  const text = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to));
  return {
    id: into.idStart === -1 ? undefined : text(into.idStart, into.idEnd),
    parentId: !into.hasParent
      ? undefined
      : into.parentStart === -1
      ? null
      : text(into.parentStart, into.parentEnd),
  };
}

const roles = [
  "user",
  "assistant",
  "tool",
  "toolResult",
  "system",
  "developer",
  "custom",
  "\\u0073ystem",
  "",
];
const spaces = ["", " ", "\t", "  "];
const messages = (role: string, space: string): string[] => [
  `{"role":${space}"${role}","content":"x"}`,
  `{${space}"role":"${role}",${space}"content":[{"type":"text","text":"a \\"role\\":\\"user\\" b"}]}`,
  `{"content":"x","role":"${role}"}`,
  `{"content":{"role":"user"},"role":"${role}"}`,
  `{"r\\u006fle":"${role}","content":"x"}`,
  `{"role":"user","role":"${role}","content":"x"}`,
  `{"role":["user"],"content":"${role}"}`,
];
const envelopes = (message: string, space: string): string[] => [
  `{"type":"message","id":"a","parentId":"b","message":${space}${message}}`,
  `{"type":"message",${space}"id":"a","parentId":null,${space}"message":${message}}`,
  `{"message":${message},"id":"a","parentId":"b"}`,
  `{"message":${message}}`,
  `{"type":"message","message":${message},"parent\\u0049d":"b"}`,
  `{"type":"message","id":"a","message":${message},"x":{"parentId":"z"}}`,
  `{"x":{"message":{"role":"user"}},"message":${message}}`,
  `{"x":[{"message":{"role":"user"}}],"message":${message}}`,
  `{"x":"\\",\\"message\\":{\\"role\\":\\"user\\"}","message":${message}}`,
  `{"mess\\u0061ge":{"role":"user"},"message":${message}}`,
  `{"m":1.5e3,"n":-2,"t":true,"u":null,"id":"a","parentId":"b","message":${message}}`,
  `{"type":"session","message":${message}}`,
  `{"type":"sess\\u0069on","message":${message}}`,
  `{"id":"a","id":"c","parentId":"b","message":${message}}`,
  `{"id":7,"parentId":"b","message":${message}}`,
  `{"id":"a","parentId":7,"message":${message}}`,
  `{"id":"\\u0061","parentId":"b","message":${message}}`,
  `[{"message":${message}}]`,
  message,
];
const tails = ["", "\r", " ", "  \t", "\0", "x", "}"];

/** Duplicate keys are the one case in which a head may decide otherwise than a parser (DESIGN §13). */
const DUPLICATE_ROLE = /"role":"user","role"/;

function* lines(): Generator<string> {
  for (const role of roles) {
    for (const space of spaces) {
      for (const message of messages(role, space)) {
        for (const line of envelopes(message, space)) {
          for (const tail of tails) yield line + tail;
        }
      }
    }
  }
}

Deno.test("readHead() never calls a system message something else, over enumerated lines", () => {
  let count = 0;
  let known = 0;
  for (const line of lines()) {
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
