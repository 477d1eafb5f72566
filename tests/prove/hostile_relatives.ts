/**
 * Relatives of the hostile session logs: row 0 of docs/hostile-inputs.md, what
 * nobody has reported yet.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { chain, entry, HEADER, logText, system, user } from "../support/log_builder.ts";
import { log } from "./hostile_logs.ts";
import type { Recipe } from "./hostile_recipe.ts";

const SEED = system("seed\n");
const [one = {}, two = {}, three = {}] = chain(SEED, user("hi"), user("again"));
const plain = (message: Record<string, unknown>) => entry(undefined, undefined, message);
const latin1 = (text: string) => Buffer.from(text, "latin1");
const CODEX = { timestamp: "t", type: "session_meta", payload: { id: "i" } };
const CLAUDE = { uuid: "u", parentUuid: null, sessionId: "s", type: "user", message: user("hi") };

/** The recipes. */
export const RELATIVES: readonly Recipe[] = [
  log(
    0,
    "nul-runs",
    "NUL before, in and after records",
    logText(
      HEADER,
      "\0\0" + JSON.stringify(one),
      JSON.stringify(plain(SEED)),
      JSON.stringify(two).replace("hi", "h\0i"),
    ),
  ),
  log(0, "utf16le", "UTF-16", Buffer.from("\ufeff" + logText(HEADER, one), "utf16le")),
  log(
    0,
    "utf16-half",
    "UTF-8, then UTF-16 appended by a shell",
    Buffer.concat([Buffer.from(logText(HEADER, one, two)), Buffer.from(logText(three), "utf16le")]),
  ),
  log(0, "latin1", "Latin-1", latin1(logText(HEADER, one, entry("e2", "e1", user("caf\xe9"))))),
  log(
    0,
    "missing-parent",
    "a parent that is not there",
    logText(HEADER, one, entry("e3", "e2", user("again"))),
  ),
  log(
    0,
    "parent-number",
    "a parent that is a number",
    logText(HEADER, one, { ...two, parentId: 7 }),
  ),
  log(
    0,
    "cycle",
    "two entries that are each other's parent",
    logText(HEADER, one, { ...two, parentId: "e3" }, three),
  ),
  log(
    0,
    "own-parent",
    "an entry that is its own parent",
    logText(HEADER, one, { ...two, parentId: "e2" }),
  ),
  log(
    0,
    "same-ids",
    "one id on three entries",
    logText(HEADER, one, { ...two, id: "e1" }, { ...three, id: "e1", parentId: "e1" }),
  ),
  log(
    0,
    "control-ids",
    "control characters in ids and times",
    logText(HEADER, { ...one, id: "a\x1b[2J\n\x9b" }, {
      ...two,
      id: "b\r\x07",
      parentId: "a\x1b[2J\n\x9b",
      timestamp: "\x1b]0;t\x07",
    }, { ...three, parentId: "gone\x1b[2J" }),
  ),
  log(
    0,
    "control-prompt",
    "control characters in a prompt",
    logText(HEADER, entry("e1", null, system("a\x1b[2J\x9b31m\u202eb\r\n"))),
  ),
  log(0, "package-json", "a package.json", '{"name":"x","version":"1.0.0"}\n'),
  log(0, "notes", "a text file", "# Notes\n\nnot a session\n"),
  log(0, "newer-header", "a header of a later version", logText({ ...HEADER, version: 4 }, one)),
  log(0, "two-headers", "two sessions one after the other", logText(HEADER, one, HEADER, two)),
  log(
    0,
    "html",
    "an error page in the middle",
    logText(HEADER, plain(SEED), "<html>502</html>", plain(user("hi"))),
  ),
  log(0, "codex", "a session of Codex", logText(CODEX)),
  log(0, "claude", "a session of Claude Code", logText({ type: "mode", sessionId: "s" }, CLAUDE)),
  log(
    0,
    "claude-cut",
    "what somebody has left of one",
    logText({ type: "user", message: user("hi") }),
  ),
  log(0, "sqlite", "a database", "SQLite format 3\0\x10\0"),
  log(0, "pi", "a session of pi", logText(HEADER, { type: "model_change", id: "m" }, one)),
  log(
    0,
    "pi-went-on",
    "a session of panto's that pi has gone on with",
    logText({ ...HEADER, writer: "panto" }, one, two, {
      type: "message",
      id: "e3",
      parentId: "e2",
      message: { role: "system", sections: { rules: "of pi" } },
    }),
  ),
  log(0, "chat-lines", "chat lines without a prompt", logText(user("hi"))),
  {
    row: 0,
    name: "adopt",
    about: "files that are adopted, or cannot be",
    prepare(box) {
      box.write("codex.jsonl", logText(CODEX));
      box.write("pi.jsonl", logText(HEADER, { type: "model_change", id: "m" }, one));
      box.write("chat.jsonl", logText(user("hi")));
      box.write("notes.md", "# Notes\n");
    },
    runs: ["codex.jsonl", "pi.jsonl", "chat.jsonl", "notes.md"].flatMap((name) => [
      [name, "--adopt"],
      ["append", name, "--role", "user", "hi", "--adopt"],
      [name],
      ["status", name],
    ]),
  },
  {
    row: 0,
    name: "mistyped",
    about: "a mistyped name beside a session",
    prepare: (box) => box.write("s.jsonl", logText(HEADER, one)),
    runs: [["s.jsnol"], ["-n", "s.jsnol"], ["status", "s.jsnol", "s.jsonl"], ["s.jsonl"]],
  },
  {
    row: 0,
    name: "own-directory",
    about: "headers that name no directory, a file, or an escape sequence",
    prepare(box) {
      const cwds = ["relative", box.path("none.jsonl"), "/gone\x1b[2J", box.project];
      box.write("none.jsonl", logText(HEADER, one));
      cwds.forEach((cwd, index) => box.write(`${index}.jsonl`, logText({ ...HEADER, cwd }, one)));
    },
    runs: [[
      ...["status", "--own-directory"],
      ...["none.jsonl", "0.jsonl", "1.jsonl", "2.jsonl", "3.jsonl", "new.jsonl"],
    ]],
  },
];
