import assert from "node:assert/strict";
import { type LogLine, readLine, textStart } from "../../../lib/log/entry.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";
import { type LineSpan, scanForward } from "../../../lib/log/lines.ts";

function read(content: string | Uint8Array, index = 0): LogLine {
  const lines: LogLine[] = [];
  scanForward(bytesSource(content), (span) => {
    lines.push(readLine(span));
  });
  return lines[index] as LogLine;
}

const kinds: { name: string; line: string; wanted: Partial<Record<string, unknown>> }[] = [
  { name: "an empty line", line: "\n", wanted: { type: "blank" } },
  { name: "a line of white space", line: " \t\r\n", wanted: { type: "blank" } },
  { name: "a number", line: "42\n", wanted: { type: "ignored" } },
  { name: "a list", line: "[{}]\n", wanted: { type: "ignored" } },
  { name: "null", line: "null\n", wanted: { type: "ignored" } },
  {
    name: "a header",
    line: '{"type":"session","version":3}\n',
    wanted: { type: "header", version: 3 },
  },
  {
    name: "an old header",
    line: '{"type":"session"}\n',
    wanted: { type: "header", version: undefined },
  },
  {
    name: "another tool's metadata",
    line: '{"type":"system","content":null,"id":"m"}\n',
    wanted: { type: "entry", kind: "opaque", id: "m", parentId: undefined },
  },
  {
    name: "a message of a role that is no string",
    line: '{"message":{"role":7}}\n',
    wanted: { type: "entry", kind: "opaque" },
  },
  {
    name: "a user message",
    line: '{"id":"u","parentId":null,"message":{"role":"user","content":"x"}}\r\n',
    wanted: { type: "entry", kind: "other", id: "u", parentId: null },
  },
  {
    name: "a bare chat line",
    line: '{"role":"assistant","tool_calls":[]}\n',
    wanted: { type: "entry", kind: "other" },
  },
  { name: "a role alone", line: '{"role":"user"}\n', wanted: { type: "entry", kind: "opaque" } },
  {
    name: "a developer message",
    line: '{"message":{"role":"developer","content":"x"}}\n',
    wanted: { type: "entry", kind: "system" },
  },
  {
    name: "ids that are no strings",
    line: '{"id":1,"parentId":2}\n',
    wanted: { type: "entry", id: undefined, parentId: false },
  },
  {
    name: "a key named __proto__",
    line: '{"__proto__":{"role":"system","content":"x"},"id":"p"}\n',
    wanted: { type: "entry", kind: "opaque", id: "p" },
  },
  {
    name: "cut JSON",
    line: '{"a":\n',
    wanted: { type: "damaged", reason: "it is not JSON", cause: "unreadable" },
  },
  {
    name: "two records on one line",
    line: '{"a":1}{"b":2}\n',
    wanted: { type: "damaged", cause: "fused" },
  },
  {
    name: "NUL bytes",
    line: '{"a":1}\0\0\n',
    wanted: { type: "damaged", reason: "it is not JSON (it holds NUL bytes)", cause: "unreadable" },
  },
  {
    name: "a faulty system message",
    line: '{"id":"a","parentId":null,"message":{"role":"system"}}\n',
    wanted: { type: "damaged", cause: "content", id: "a", parentId: null },
  },
  {
    name: "a mode of a newer writer",
    line: '{"message":{"role":"system","mode":"prepend","content":"x"}}\n',
    wanted: { type: "damaged", cause: "newer" },
  },
];

for (const { name, line, wanted } of kinds) {
  Deno.test(`readLine() tells ${name}`, () => {
    const found = read(line) as unknown as Record<string, unknown>;
    for (const [key, value] of Object.entries(wanted)) assert.deepEqual(found[key], value, key);
  });
}

Deno.test("readLine() refuses bytes that are not UTF-8 instead of replacing them", () => {
  const line = new Uint8Array([...new TextEncoder().encode('{"a":"'), 0xff, 0x22, 0x7d, 0x0a]);
  const found = read(line);
  assert.ok(found.type === "damaged");
  assert.deepEqual([found.reason, found.cause], ["it is not UTF-8", "unreadable"]);
});

Deno.test("readLine() survives ten million open brackets", () => {
  const found = read(`${"[".repeat(10_000_000)}\n`);
  assert.equal(found.type, "damaged");
});

Deno.test("readLine() takes a byte order mark at the start of the log only", () => {
  const header = '{"type":"session","version":3}\n';
  assert.equal(read(`\ufeff${header}`).type, "header");
  assert.equal(read(`${header}\ufeff${header}`, 1).type, "damaged");
});

Deno.test("textStart() skips three bytes of the first line only", () => {
  const at = (offset: number): number => {
    const bytes = new TextEncoder().encode("\ufeff{}");
    const span: LineSpan = { bytes, start: 0, end: bytes.length, offset, terminated: false };
    return textStart(span);
  };
  assert.deepEqual([at(0), at(9)], [3, 0]);
});
