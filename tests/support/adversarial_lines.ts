/**
 * Lines that could mislead a reader of heads, and what they are to someone who parses them.
 *
 * @module
 */

import assert from "node:assert/strict";

/** What a line can be. */
export type Truth = "system" | "other" | "opaque" | "header" | "none" | "damaged";

/** What a line is to someone who simply parses it (DESIGN §3, Reading). */
export function truth(
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
  if (value.type === "session") return { kind: "header" };
  const { message } = value;
  const role = isRecord(message) && typeof message.role === "string" ? message.role : value.role;
  const kind = role === "system" || role === "developer"
    ? "system"
    : typeof role === "string"
    ? "other"
    : "opaque";
  const { id, parentId } = value;
  return { kind, id, parentId, hasParent: Object.hasOwn(value, "parentId") };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
  `{"role":"user","content":"x","r\\u006fle":"${role}"}`,
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
  ...again('"message":{"role":"system","content":"x"}', message),
  ...again('"mess\\u0061ge":{"r\\u006fle":"syst\\u0065m","content":"x"}', message),
  ...again('"message":null', message),
  ...again('"parentId":"z"', message),
  ...again('"parentI\\u0064":null', message),
  ...again('"id":"z"', message),
  ...again('"x":{"id":"y"},"i\\u0064":"z"', message),
  ...again('"x":1,"id":"z","y":{"id":"y"}', message),
  ...again('"type":"session"', message),
  ...again('"typ\\u0065":"\\u0073ession"', message),
  `{"id":7,"parentId":"b","message":${message}}`,
  `{"id":"a","parentId":7,"message":${message}}`,
  `{"id":"\\u0061","parentId":"b","message":${message}}`,
  `[{"message":${message}}]`,
  message,
];
/** An enveloped message and a member behind it that its head has already. */
function again(member: string, message: string): string[] {
  const head = '{"type":"message","id":"a","parentId":"b"';
  return [`${head},"message":${message},${member}}`, `${head},"message":${message} , ${member} }`];
}
const tails = ["", "\r", " ", "  \t", "\0", "x", "}"];

const opaque = [
  '{"type":"label","id":"a","parentId":"b","targetId":"c","label":"x \\n"}',
  '{"type":"custom","id":"a","parentId":null,"data":{"message":{"role":"system","content":"x"},"id":"z"}}',
  '{"type":"label"}',
  '{"id":"a","parentId":"b","type":"label","data":[{"parentId":"z"},"role"]}',
  '{"type":"label","id":"a","parentId":"b","parentId":"z"}',
  '{"type":"label","id":"a","id":"c"}',
  '{"type":"label","id":"a","parentI\\u0064":"b"}',
  '{"type":"label","i\\u0064":"a","x":1}',
  '{"type":"label","id":"\\u0061","parentId":"b"}',
  '{"type":"label","id":"a","parentId":7}',
  '{"type":"label","id":"a","parentId":"b","type":"session"}',
  '{"typ\\u0065":"session","id":"a"}',
  '{"type":"sess\\u0069on","id":"a"}',
  '{"type":"label","role":"system","content":"x"}',
  '{"type":"label","r\\u006fle":"system","content":"x"}',
  '{"type":"label","mess\\u0061ge":{"role":"system","content":"x"}}',
  '{"type":"label","message":null}',
  '{"role":"user"}',
  "{}",
  "{ }",
  "[]",
  '["message"]',
  '"message"',
  "-1.5e3",
  "null",
];

/** Lines in every spelling that could mislead a reader of heads. */
export function* adversarialLines(): Generator<string> {
  for (const line of opaque) for (const tail of tails) yield line + tail;
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
