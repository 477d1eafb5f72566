import assert from "node:assert/strict";
import { findEvidence, findReadable, type SessionKind } from "../../../lib/log/detect.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";

const HEADER = '{"type":"session","version":3}\n';
const ENVELOPED = '{"message":{"role":"user","content":"x"}}\n';
const BARE = '{"role":"user","content":"x"}\n';
const CODEX = '{"timestamp":"t","type":"session_meta","payload":{"id":"i"}}\n';
const CLAUDE = '{"uuid":"u","parentUuid":null,"sessionId":"s","type":"user",' +
  '"message":{"role":"user","content":"x"}}\n';
const OPAQUE = '{"a":1}\n';

const cases: { name: string; text: string; kind: SessionKind; needsHeader?: true }[] = [
  { name: "an empty file", text: "", kind: "panto", needsHeader: true },
  { name: "a header", text: HEADER, kind: "panto" },
  { name: "a header after a blank line", text: `\n${HEADER}`, kind: "panto" },
  { name: "a header after a damaged line", text: `{"type":"ses\n${HEADER}`, kind: "panto" },
  { name: "a header that comes second", text: OPAQUE + HEADER, kind: "none" },
  { name: "an enveloped message", text: OPAQUE + ENVELOPED, kind: "panto" },
  {
    name: "an enveloped message far behind",
    text: OPAQUE.repeat(20_000) + ENVELOPED,
    kind: "panto",
  },
  { name: "a bare chat line", text: BARE, kind: "chat-lines" },
  { name: "a bare chat line far behind", text: OPAQUE.repeat(20_000) + BARE, kind: "chat-lines" },
  {
    name: "chat lines that say system",
    text: '{"role":"user","content":"\\"system\\" and \\u0041"}\n',
    kind: "chat-lines",
  },
  {
    name: "a bare system line behind others",
    text: BARE.repeat(3) + '{"role":"system","content":"x"}\n',
    kind: "panto",
  },
  {
    name: "a bare developer line, spelled with an escape",
    text: BARE + '{"role":"d\\u0065veloper","content":"x"}\n',
    kind: "panto",
  },
  {
    name: "a bare system line that is damaged",
    text: BARE + '{"role":"system","content":1}\n',
    kind: "chat-lines",
  },
  { name: "an enveloped message behind chat lines", text: BARE + ENVELOPED, kind: "panto" },
  { name: "the torn start of a header", text: '{"type":"ses', kind: "panto", needsHeader: true },
  { name: "one byte of a header", text: "{", kind: "panto", needsHeader: true },
  { name: "a longer one", text: '{"type":"session","vers', kind: "panto", needsHeader: true },
  { name: "the torn start of something else", text: '{"name":"x', kind: "none" },
  { name: "a package.json", text: '{\n  "name": "x"\n}\n', kind: "none" },
  { name: "a settings.json", text: '{"theme":"dark"}\n', kind: "none" },
  { name: "a notes file", text: "# Notes\n\n- one\n", kind: "none" },
  { name: "NUL bytes", text: "\0\0\0\0", kind: "none" },
  { name: "blank lines", text: "\n\n", kind: "none" },
  { name: "a log of Codex", text: CODEX, kind: "foreign" },
  { name: "a log of Codex with a message added", text: CODEX + ENVELOPED, kind: "foreign" },
  { name: "a log of Claude Code", text: CLAUDE, kind: "foreign" },
  {
    name: "what looks like one",
    text: '{"type":"user","message":{"role":"user"}}\n',
    kind: "foreign",
  },
  { name: "a header before the like", text: HEADER + CLAUDE, kind: "panto" },
  { name: "a log of pi", text: HEADER + '{"type":"label"}\n', kind: "foreign" },
  {
    name: "a log that pi has gone on with, behind 64 KiB",
    text: '{"type":"session","writer":"panto"}\n' +
      ENVELOPED.replace("x", "x".repeat(1000)).repeat(150) + '{"type":"model_change"}\n',
    kind: "foreign",
  },
  {
    name: "a log with pi's entries behind its 200th line",
    text: HEADER + ENVELOPED.repeat(199) + '{"type":"model_change"}\n',
    kind: "panto",
  },
  {
    name: "a damaged line that speaks of pi's entries",
    text: HEADER + '{"type":"model_change"\n' + ENVELOPED,
    kind: "panto",
  },
];

for (const { name, text, kind, needsHeader = false } of cases) {
  Deno.test(`findEvidence() judges ${name}`, () => {
    const found = findEvidence(bytesSource(text));
    assert.deepEqual([found.kind, found.needsHeader], [kind, needsHeader]);
    assert.equal(found.foreign !== undefined, kind === "foreign");
  });
}

Deno.test("findReadable() takes for a log what may not be written into, and names what cannot be read", () => {
  const found = (text: string) => {
    const { isLog, foreign } = findReadable(bytesSource(text));
    return foreign?.format ?? isLog;
  };
  assert.deepEqual(
    [HEADER, HEADER + '{"type":"label"}\n', BARE, ENVELOPED, "", "{"].map(found),
    [true, true, true, true, true, true],
  );
  assert.deepEqual([CODEX, CLAUDE, "SQLite format 3\0"].map(found), ["codex", "claude", "sqlite"]);
  assert.deepEqual([OPAQUE, "# Notes\n", "\n"].map(found), [false, false, false]);
});

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
