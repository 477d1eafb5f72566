import assert from "node:assert/strict";
import { findEvidence } from "../../../lib/log/detect.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";

const cases: { name: string; text: string; isSession: boolean; needsHeader?: boolean }[] = [
  { name: "an empty file", text: "", isSession: true, needsHeader: true },
  { name: "a header", text: '{"type":"session","version":3}\n', isSession: true },
  { name: "a header after a blank line", text: '\n{"type":"session"}\n', isSession: true },
  {
    name: "a header after a damaged line",
    text: '{"type":"ses\n{"type":"session"}\n',
    isSession: true,
  },
  { name: "a header that comes second", text: '{"a":1}\n{"type":"session"}\n', isSession: false },
  {
    name: "a message",
    text: '{"a":1}\n{"message":{"role":"user","content":"x"}}\n',
    isSession: true,
  },
  { name: "a bare chat line", text: '{"role":"user","content":"x"}\n', isSession: true },
  { name: "the torn start of a header", text: '{"type":"ses', isSession: true, needsHeader: true },
  { name: "one byte of a header", text: "{", isSession: true, needsHeader: true },
  {
    name: "a torn header with more",
    text: '{"type":"session","vers',
    isSession: true,
    needsHeader: true,
  },
  { name: "the torn start of something else", text: '{"name":"x', isSession: false },
  { name: "a package.json", text: '{\n  "name": "x"\n}\n', isSession: false },
  { name: "a settings.json", text: '{"theme":"dark"}\n', isSession: false },
  { name: "a notes file", text: "# Notes\n\n- one\n", isSession: false },
  { name: "NUL bytes", text: "\0\0\0\0", isSession: false },
  { name: "blank lines", text: "\n\n", isSession: false },
];

for (const { name, text, isSession, needsHeader = false } of cases) {
  Deno.test(`findEvidence() judges ${name}`, () => {
    const found = findEvidence(bytesSource(text));
    assert.deepEqual([found.isSession, found.needsHeader], [isSession, needsHeader]);
  });
}

Deno.test("findEvidence() tells a header of a newer version", () => {
  const version = (value: unknown) =>
    findEvidence(bytesSource(`{"type":"session","version":${JSON.stringify(value)}}\n`))
      .newerVersion;
  assert.deepEqual([1, 3, 4, "9", null].map(version), [
    undefined,
    undefined,
    "4",
    '"9"',
    undefined,
  ]);
  const spelled = (text: string) =>
    findEvidence(bytesSource(`{"type":"session","version":${text}}\n`)).newerVersion;
  assert.deepEqual(["3.0", "30e-1", "4.0", "1e1", "99999999999999999999"].map(spelled), [
    undefined,
    undefined,
    "4.0",
    "1e1",
    "99999999999999999999",
  ]);
});
