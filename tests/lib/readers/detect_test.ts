import assert from "node:assert/strict";
import fc from "fast-check";
import { detect, type Detected, foreignWords, isForeign } from "../../../lib/readers/detect.ts";

function detected(text: string, options: { name?: string; cut?: boolean } = {}): string {
  const { name = "f", cut = false } = options;
  const found = detect({ bytes: new TextEncoder().encode(text), isWhole: !cut, name });
  return found === undefined ? "nothing" : `${found.format}${found.isSure ? "" : "?"}`;
}

const lines = (...records: unknown[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");
const pretty = (value: unknown) => JSON.stringify(value, null, 2);

const linked = { uuid: "u", parentUuid: null, sessionId: "s" };
const codex = { timestamp: "t", type: "session_meta", payload: { id: "i" } };
const gemini = { sessionId: "s", projectHash: "h", startTime: "t" };
const turns = [{ from: "human", value: "Hi" }];
const row = { prompt: "p", response: "r", conversation_id: "c", datetime_utc: "d" };
const exported = { info: { id: "ses_1" }, messages: [{ info: { role: "user" }, parts: [] }] };
const talk = { messages: [{ role: "user", content: "Hi" }] };
const header = { type: "session", version: 3 };

/** The smallest file of each kind, and its nearest neighbours that are none. */
const files: [
  wanted: `${Detected["format"]}` | `${Detected["format"]}?` | "nothing",
  text: string,
][] = [
  ["sqlite", "SQLite format 3\0\u0010"],
  ["nothing", "SQLite format 3"],
  ["aider", "# aider chat started at 2026-12-03 10:00:00\n\n#### hello\n"],
  ["nothing", "# Notes\n"],

  ["codex", lines(codex)],
  ["codex", "{broken\n" + lines(codex)],
  ["nothing", lines({ ...codex, timestamp: 1 })],
  ["nothing", lines({ ...codex, payload: {} })],
  ["nothing", lines({ type: "response_item", timestamp: "t", payload: { id: "i" } })],

  ["kimi", lines({ type: "metadata", protocol_version: "1.5", created_at: 1 })],
  ["kimi", lines({ role: "_system_prompt", content: "x" }, { role: "user", content: "Hi" })],
  ["nothing", lines({ type: "metadata", protocol_version: 1, created_at: 1 })],

  ["copilot", lines({ type: "session.start", data: { producer: "p", sessionId: "s" } })],
  ["nothing", lines({ type: "session.start", data: { sessionId: "s" } })],

  ["gemini", lines(gemini)],
  ["gemini", pretty({ ...gemini, messages: [] })],
  ["nothing", lines({ ...gemini, type: "x" })],

  ["qwen", lines({ ...linked, type: "user", message: { role: "user", parts: [] } })],
  ["qwen", lines({ ...linked, type: "system" }, { ...linked, message: { parts: [] } })],

  ["claude", lines({ ...linked, type: "user", message: { role: "user", content: "Hi" } })],
  ["claude", lines({ type: "mode", sessionId: "s" }, { ...linked, type: "attachment" })],
  ["claude", lines({ any: "thing" }, { ...linked, type: "system" })],
  ["claude?", lines({ type: "user", message: { role: "user", content: "Hi" } })],
  ["claude?", lines({ type: "summary", leafUuid: "l" })],
  ["claude?", lines({ type: "queue-operation", sessionId: "s" })],
  ["nothing", lines({ ...linked, type: "progress" })],
  ["nothing", lines({ type: "summary", summary: "x" })],
  ["nothing", lines({ type: "message", message: { role: "user", content: "Hi" } })],

  ["grok?", lines({ type: "system", content: "x" })],
  ["grok?", lines({ type: "tool_result", content: "x" })],
  ["nothing", lines({ type: "other", content: "x" })],
  ["nothing", lines({ type: "user", content: "x", uuid: "u" })],

  ["pi", lines(header, { type: "model_change" })],
  ["panto", lines({ ...header, writer: "panto" }, { type: "label" })],
  ["nothing", lines({ type: "model_change" })],

  ["panto", lines(header)],
  ["panto", lines(header, { type: "user", message: { role: "user" } })],
  ["panto", lines({ role: "user", content: "Hi" })],
  ["panto", lines({ type: "user", role: "user", content: "Hi" })],
  ["panto", lines({ role: "user" })],
  ["nothing", lines({ role: 1, content: "Hi" })],

  ["chat", lines(talk)],
  ["chat", pretty(talk)],
  ["chat", pretty({ model: "m", system: "s", ...talk })],
  ["nothing", lines({ messages: [] })],
  ["nothing", lines({ messages: ["Hi"] })],

  ["sharegpt", lines({ conversations: turns })],
  ["sharegpt", pretty([{ id: "a", conversations: turns }])],
  ["nothing", lines({ conversations: [{ from: "human" }] })],

  ["opencode", pretty(exported)],
  ["opencode", JSON.stringify(exported)],
  ["nothing", pretty({ ...exported, info: { id: "other" } })],
  ["nothing", pretty({ ...exported, messages: [] })],

  ["llm", pretty([row])],
  ["llm", JSON.stringify([row])],
  ["nothing", lines(row)],

  ["nothing", ""],
  ["nothing", "\n\n"],
  ["nothing", pretty({ name: "a-package", version: "1.0.0" })],
  ["nothing", "[1,2,3]\n"],
  ["nothing", "\0\0\0"],
];

for (const [index, [wanted, text]] of files.entries()) {
  Deno.test(`detect() finds ${wanted} (${index}: ${JSON.stringify(text).slice(0, 60)})`, () => {
    assert.equal(detected(text), wanted);
    // Neither line ends nor a byte order mark make a difference, nor does a first line that is blank.
    if (/^[[{]/.test(text)) {
      for (const other of [`\ufeff${text}`, text.replaceAll("\n", "\r\n"), `\n${text}`]) {
        assert.equal(detected(other), wanted);
      }
    }
  });
}

Deno.test("detect() has a sample of every format", () => {
  const wanted = new Set(files.map(([wanted]) => wanted.replace("?", "")));
  assert.equal(wanted.size, 16, "fifteen formats, and nothing");
});

Deno.test("detect() takes a name for a sign, never for the proof", () => {
  const grok = lines({ type: "system", content: "x" });
  for (const name of ["chat_history.jsonl", "/a/b/chat_history.jsonl", "b\\chat_history.jsonl"]) {
    assert.equal(detected(grok, { name }), "grok");
    assert.equal(detected(lines(header), { name }), "panto");
  }
  assert.equal(detected(grok, { name: "my_chat_history.jsonl" }), "grok?");
});

Deno.test("detect() of a first record that is longer than the head", () => {
  const cut = (record: unknown, at: number) =>
    detected(JSON.stringify(record).slice(0, at), { cut: true });
  assert.equal(
    cut({ ...codex, payload: { id: "i", base_instructions: "x".repeat(99) } }, 100),
    "codex",
  );
  assert.equal(cut({ messages: [{ role: "user", content: "x" }, { role: "a" }] }, 50), "chat");
  assert.equal(
    cut({ info: { id: "ses_1", title: "x" }, messages: [{ info: {} }] }, 40),
    "opencode?",
  );
  assert.equal(cut({ type: "user", message: { role: "user", content: "xxx" } }, 50), "claude?");
});

Deno.test("detect() never throws", () => {
  const any = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.string({ unit: "binary", maxLength: 300 }).map((text) => new TextEncoder().encode(text)),
    fc.json().map((text) => new TextEncoder().encode(text)),
    // Files of every kind, cut and with a byte changed.
    fc.record({
      text: fc.constantFrom(...files.map(([, text]) => text)),
      end: fc.nat(400),
      at: fc.nat(400),
      byte: fc.nat(255),
    }).map(({ text, end, at, byte }) => {
      const bytes = new TextEncoder().encode(text).slice(0, end);
      if (at < bytes.length) bytes[at] = byte;
      return bytes;
    }),
  );
  fc.assert(
    fc.property(any, fc.boolean(), fc.string(), (bytes, isWhole, name) => {
      const found = detect({ bytes, isWhole, name });
      assert.ok(found === undefined || typeof found.format === "string");
    }),
    { numRuns: 3000 },
  );
});

Deno.test("foreignWords() names the program, and says when it is a guess", () => {
  const words = (text: string) => {
    const found = detect({ bytes: new TextEncoder().encode(text), isWhole: true, name: "f" });
    return isForeign(found) ? foreignWords(found) : undefined;
  };
  assert.equal(words(lines(codex)), "is a session of Codex");
  assert.equal(
    words(lines({ type: "summary", leafUuid: "l" })),
    "looks like a session of Claude Code",
  );
  assert.equal(words(lines(header)), undefined);
  assert.equal(words(""), undefined);
});
