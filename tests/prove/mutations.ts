/**
 * Logs for the fuzzer: a few sound ones of every shape, and the ways to break them.
 *
 * @module
 */

const encoder = new TextEncoder();

function chained(messages: readonly object[]): string {
  return messages.map((message, index) =>
    JSON.stringify({
      type: "message",
      id: `e${index}`,
      parentId: index === 0 ? null : `e${index - 1}`,
      timestamp: "2026-11-30T18:00:00.000Z",
      message,
    }) + "\n"
  ).join("");
}

const HEADER = '{"type":"session","version":3,"id":"s","timestamp":"t","cwd":"/w"}\n';

const system = (text: string, mode = "append") => ({
  role: "system",
  mode,
  content: [{ type: "text", text }],
});
const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });

const TOOLS: readonly object[] = [
  user("list \u{1f4c1}"),
  {
    role: "assistant",
    content: [
      { type: "thinking", thinking: "hm", signature: "c2ln" },
      { type: "tool_use", id: "c1", name: "ls", input: { n: 1, path: "/" } },
    ],
  },
  { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "a b" }] },
  { role: "toolResult", toolCallId: "c1", content: "x", isError: true },
];

/** Sound logs: plain, replaced, with tools, bare chat lines, branches, foreign entries. */
export const SOUND_LOGS: readonly Uint8Array[] = [
  HEADER + chained([system("seed \u{1f600}\n"), system("rules"), user("hi"), user("ho")]),
  HEADER +
  chained([system("old"), user("hi"), system("seed\n", "replace"), system("r"), user("x")]),
  HEADER + chained([system("seed"), ...TOOLS, system("edit"), user("y")]),
  '{"role":"system","content":"seed"}\n{"role":"user","content":"hi"}\r\n' +
  '{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function",' +
  '"function":{"name":"n","arguments":"{\\"a\\":1.0}"}}]}\n{"role":"tool","tool_call_id":"c","content":"z"}\n',
  HEADER + chained([system("seed"), user("a"), user("b")]) +
  '{"type":"message","id":"x1","parentId":"e0","message":{"role":"user","content":"branch"}}\n' +
  '{"type":"compaction","id":"x2","parentId":"x1","summary":"s"}\n' +
  '{"type":"system","subtype":"init"}\n42\n[]\n{"type":"message","id":"x3","parentId":"x2",' +
  '"message":{"role":"developer","content":"dev"}}\n',
].map((text) => encoder.encode(text));

type Random = () => number;
type Mutation = (log: Uint8Array, random: Random) => Uint8Array;

const below = (random: Random, limit: number) => Math.floor(random() * limit);

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function slice(log: Uint8Array, random: Random): readonly [number, number] {
  const from = below(random, log.length + 1);
  return [from, Math.min(log.length, from + below(random, 80))];
}

const TOKENS = [
  '"',
  "{",
  "}",
  "\n",
  "\r",
  "\\",
  '"mode":"replace",',
  '"parentId":"e1",',
  '"role":"system",',
  "\ufeff",
  "\u2028",
  "[".repeat(300),
];

/** The ways to break a log. */
export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  flip: (log, random) => {
    const copy = log.slice();
    for (let i = 0; i <= below(random, 5); i++) {
      const at = below(random, copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 << below(random, 8));
    }
    return copy;
  },
  cut: (log, random) => log.slice(0, below(random, log.length + 1)),
  behead: (log, random) => log.slice(below(random, log.length + 1)),
  splice: (log, random) => {
    const other = SOUND_LOGS[below(random, SOUND_LOGS.length)] ?? log;
    return joined(
      log.slice(0, below(random, log.length)),
      other.slice(below(random, other.length)),
    );
  },
  duplicate: (log, random) => {
    const [from, to] = slice(log, random);
    return joined(log.slice(0, to), log.slice(from));
  },
  remove: (log, random) => {
    const [from, to] = slice(log, random);
    return joined(log.slice(0, from), log.slice(to));
  },
  nul: (log, random) => {
    const at = below(random, log.length + 1);
    return joined(log.slice(0, at), new Uint8Array(below(random, 600)), log.slice(at));
  },
  token: (log, random) => {
    const at = below(random, log.length + 1);
    const token = encoder.encode(TOKENS[below(random, TOKENS.length)] ?? "");
    return joined(log.slice(0, at), token, log.slice(at));
  },
  bytes: (log, random) => {
    const at = below(random, log.length + 1);
    const noise = Uint8Array.from({ length: below(random, 20) }, () => below(random, 256));
    return joined(log.slice(0, at), noise, log.slice(at));
  },
  shuffle: (log, random) => {
    const text = new TextDecoder("latin1").decode(log).split("\n");
    const a = below(random, text.length);
    const b = below(random, text.length);
    [text[a], text[b]] = [text[b] ?? "", text[a] ?? ""];
    // Latin-1 is one byte a character, so that the bytes come back as they were.
    return Uint8Array.from(text.join("\n"), (character) => character.charCodeAt(0));
  },
};

/** Breaks a log, in one to three ways, and says what was done to it. */
export function mutatedLog(random: Random): { readonly log: Uint8Array; readonly how: string } {
  let log = SOUND_LOGS[below(random, SOUND_LOGS.length)] ?? new Uint8Array(0);
  const names = Object.keys(MUTATIONS);
  const how: string[] = [];
  for (let i = 0; i <= below(random, 3); i++) {
    const name = names[below(random, names.length)] ?? "cut";
    how.push(name);
    if (log.length > 0) log = MUTATIONS[name]?.(log, random) ?? log;
  }
  return { log, how: how.join("+") };
}
