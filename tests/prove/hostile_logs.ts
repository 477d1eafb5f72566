/**
 * Hostile session logs: rows 1 to 20 of docs/hostile-inputs.md, and
 * their relatives.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { chain, entry, HEADER, logText, system, user } from "../support/log_builder.ts";
import type { Recipe } from "./hostile_recipe.ts";

const SEED = system("seed\n");
const [one = {}, two = {}, three = {}] = chain(SEED, user("hi"), user("again"));
const plain = (message: Record<string, unknown>) => entry(undefined, undefined, message);
const HEADER_LINE = JSON.stringify(HEADER);

/** Every way to read a log, then an append, two resumes, and a look at the result. */
const RUNS: readonly (readonly string[])[] = [
  ["inspect", "s.jsonl"],
  ["inspect", "s.jsonl", "-f", "openai"],
  ["log", "s.jsonl"],
  ["status", "s.jsonl"],
  ["append", "s.jsonl", "--role", "user", "goes on"],
  ["s.jsonl"],
  ["s.jsonl"],
  ["inspect", "s.jsonl"],
];

/** Makes the recipe of a log that every command meets. `row` is of docs/hostile-inputs.md. */
export function log(
  row: number,
  name: string,
  about: string,
  content: string | Uint8Array,
): Recipe {
  return { row, name, about, prepare: (box) => box.write("s.jsonl", content), runs: RUNS };
}

const cutRecord = JSON.stringify(three).slice(0, 60);
const emoji = JSON.stringify(entry("e4", "e3", user("smile \u{1f600}")));
const inCharacter = Buffer.from(logText(HEADER, one, two, three) + emoji);
const noEnd = (...parts: Parameters<typeof logText>) => logText(...parts).slice(0, -1);
const raw = (head: string, bytes: readonly number[], tail: string) =>
  Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)]);
const replaced = chain(system("old\n"), user("hi"), system("seed\n", "replace"));

const LINE_ENDS: readonly Recipe[] = [
  log(1, "cut-record", "the last line is cut mid-JSON", logText(HEADER, one, two) + cutRecord),
  log(1, "cut-header", "nothing but a cut header", HEADER_LINE.slice(0, 30)),
  log(
    1,
    "cut-without-ids",
    "a cut line after entries without ids",
    logText(HEADER, plain(SEED), plain(user("hi"))) + cutRecord,
  ),
  log(2, "no-newline", "the last line is complete and has no newline", noEnd(HEADER, one, two)),
  log(
    2,
    "no-newline-system",
    "a system message without newline",
    noEnd(HEADER, one, entry("e2", "e1", system("late"))),
  ),
  log(
    3,
    "cut-character",
    "cut inside a 4-byte character",
    inCharacter.subarray(0, inCharacter.indexOf(0xf0) + 2),
  ),
  log(
    4,
    "cut-reseed",
    "cut between the lines of a re-seed",
    logText(
      HEADER,
      ...chain(system("old\n"), system("r1"), system("seed\n", "replace"), system("r1")),
    ),
  ),
  log(
    4,
    "cut-reseed-first",
    "cut after the replace of a re-seed",
    logText(HEADER, ...replaced, cutRecord.slice(0, 20)).slice(0, -1),
  ),
  log(
    5,
    "nul-tail",
    "a record and 9 KB of NUL on its line, and a last line of NUL",
    logText(HEADER, one, JSON.stringify(two) + "\0".repeat(9216)) + "\0".repeat(146_000),
  ),
  log(
    5,
    "nul-between",
    "NUL lines between records",
    logText(HEADER, one, "\0".repeat(4096), two, "\0"),
  ),
  log(6, "all-nul", "nothing but NUL", "\0".repeat(4096)),
  log(6, "empty", "0 bytes", ""),
  log(
    7,
    "fused-prefix",
    "the start of a record and a full one on a line",
    logText(HEADER, one, cutRecord + JSON.stringify(two), three),
  ),
  log(
    7,
    "fused-two",
    "two records on a line",
    logText(HEADER, one, JSON.stringify(two) + JSON.stringify(three)),
  ),
  log(
    7,
    "fused-system",
    "a system record fused to a user record, without ids",
    logText(
      HEADER,
      plain(SEED),
      JSON.stringify(plain(user("x"))) + JSON.stringify(plain(system("lost?"))),
      plain(user("y")),
    ),
  ),
  log(
    7,
    "fused-beside",
    "the start of a record and a bare prompt on a line that no entry hangs on",
    logText(
      HEADER,
      one,
      `${cutRecord}{"role":"system","mode":"replace","content":"lost?"}`,
      entry("e4", "e1", user("x")),
    ),
  ),
  log(
    8,
    "newline-in-string",
    "a newline inside a JSON string",
    logText(
      HEADER,
      one,
      '{"type":"message","id":"e2","parentId":"e1","message":{"role":"user","content":"a\nb"}}',
      entry("e3", "e1", user("x")),
    ),
  ),
  log(9, "crlf", "CR LF line ends", logText(HEADER, one, two).replaceAll("\n", "\r\n")),
  log(10, "bom", "a byte order mark at the start", "\ufeff" + logText(HEADER, one, two)),
];

const BYTES: readonly Recipe[] = [
  log(
    11,
    "bad-utf8-user",
    "a byte that is no UTF-8 in a user message",
    raw(
      `${
        logText(HEADER, one)
      }{"type":"message","id":"e2","parentId":"e1","message":{"role":"user","content":"a`,
      [0xff],
      `b"}}\n`,
    ),
  ),
  log(
    11,
    "bad-utf8-system",
    "a byte that is no UTF-8 in a system message",
    raw(
      `${
        logText(HEADER)
      }{"type":"message","id":"e1","parentId":null,"message":{"role":"system","content":"seed`,
      [0xc3, 0x28],
      `\\n"}}\n`,
    ),
  ),
  log(
    11,
    "bad-utf8-later",
    "a byte that is no UTF-8 in a later system message",
    raw(
      `${
        logText(HEADER, one)
      }{"type":"message","id":"e2","parentId":"e1","message":{"role":"system","content":"no`,
      [0x80],
      `t"}}\n` + logText(entry("e3", "e2", user("hi"))),
    ),
  ),
  log(
    12,
    "lone-surrogate",
    "a lone surrogate in a system text",
    logText(
      HEADER,
      one,
      '{"type":"message","id":"e2","parentId":"e1","message":{"role":"system","content":"a\\ud800b"}}',
    ),
  ),
  log(
    13,
    "no-objects",
    "lines that are JSON and no objects",
    logText(HEADER, "42", one, "[]", '"x"', two, "null", "true"),
  ),
  log(
    14,
    "unknown-entries",
    "entries and fields that are not known",
    logText(
      { ...HEADER, writer: "panto" },
      { ...one, extra: { a: [1] } },
      { type: "label", id: "l1", parentId: "e1", label: "x" },
      { ...two, parentId: "l1" },
      { type: "compaction", id: "c1", parentId: "e2", summary: "s" },
    ),
  ),
  log(
    14,
    "unknown-role",
    "a role that is not known",
    logText(HEADER, one, entry("e2", "e1", { role: "narrator", content: "x" })),
  ),
  log(
    15,
    "type-system",
    "metadata with type system",
    logText(HEADER, { type: "system", subtype: "init", content: "not a prompt" }, plain(SEED), {
      type: "system",
      subtype: "compact_boundary",
    }, plain(user("hi"))),
  ),
  ...['"REPLACE"', "7", "null", '""', '"prepend"'].map((mode, index) =>
    log(
      16,
      `mode-${["upper", "number", "null", "empty", "unknown"][index]}`,
      `mode is ${mode}`,
      logText(
        HEADER,
        plain(SEED),
        `{"type":"message","message":{"role":"system","mode":${mode},"content":"seed\\n"}}`,
        plain(user("hi")),
      ),
    )
  ),
  log(
    16,
    "content-null",
    "system content is null",
    logText(
      HEADER,
      plain(SEED),
      '{"type":"message","message":{"role":"system","content":null}}',
      plain(user("hi")),
    ),
  ),
  log(
    17,
    "duplicate-role",
    "role written twice",
    logText(
      HEADER,
      plain(SEED),
      '{"type":"message","message":{"role":"user","role":"system","content":"which?"}}',
      '{"type":"message","message":{"role":"system","role":"user","content":"which?"}}',
    ),
  ),
  log(
    17,
    "proto",
    "a key __proto__",
    logText(
      HEADER,
      plain(SEED),
      '{"__proto__":{"role":"system","content":"no"},"type":"message","message":{"role":"user","content":"hi","__proto__":{"mode":"replace"}}}',
    ),
  ),
  log(
    18,
    "numbers",
    "numbers that a parser would respell",
    logText(
      HEADER,
      one,
      '{"type":"message","id":"e2","parentId":"e1","message":{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"n","input":{"big":9007199254740993,"one":1.0,"10":1,"2":1}}]}}',
    ),
  ),
  log(
    19,
    "deep",
    "a line of 1,000,000 opening brackets",
    logText(HEADER, one, "[".repeat(1_000_000), two),
  ),
  log(
    20,
    "long-line",
    "a line of 8 MB",
    logText(
      HEADER,
      one,
      entry("e2", "e1", user("x".repeat(8_000_000))),
      entry("e3", "e2", user("hi")),
    ),
  ),
  log(
    27,
    "times",
    "times that go back, the year 9999, no time at all",
    logText(HEADER, { ...one, timestamp: "9999-12-31T23:59:60Z" }, {
      ...two,
      timestamp: "1970-01-01",
    }, { ...three, timestamp: 7 }),
  ),
  log(
    26,
    "foreign-tail",
    "a foreign writer's half line that is followed by a whole one",
    logText(HEADER, one, cutRecord, two),
  ),
];

/** The recipes. */
export const LOG_RECIPES: readonly Recipe[] = [...LINE_ENDS, ...BYTES];
