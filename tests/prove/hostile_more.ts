/**
 * Second recipes for rows of docs/hostile-inputs.md that one would try too narrowly.
 *
 * @module
 */

import { rmSync, symlinkSync } from "node:fs";
import { chain, entry, HEADER, logText, system, user } from "../support/log_builder.ts";
import { files, project, projectLink } from "./hostile_files.ts";
import { log } from "./hostile_logs.ts";
import type { Recipe } from "./hostile_recipe.ts";

const [one = {}, two = {}, three = {}] = chain(system("seed\n"), user("hi"), user("again"));
const encoder = new TextEncoder();
const smile = entry("e4", "e3", system("smile \u{1f600}"));
const cutSmile = encoder.encode(logText(HEADER, one, two, three, smile));
const lone = String.raw`{"type":"message","id":"e2","parentId":"e1","message":{"role":"user",` +
  String.raw`"content":[{"type":"text","text":"low \udc00 and high \ud800"}]}}`;
const exact =
  String.raw`{"type":"message","id":"e2","parentId":"e1","message":{"role":"assistant",` +
  String
    .raw`"content":[{"type":"tool_use","id":"c","name":"n","input":{"a":-0,"b":1e400,"c":0.10}}]}}`;

const LOGS: readonly Recipe[] = [
  log(
    14,
    "header-as-parent",
    "an entry that names the header as its parent",
    logText(HEADER, { ...one, parentId: HEADER.id }, two),
  ),
  log(
    17,
    "role-in-disguise",
    "a role written twice, once with letters as escapes",
    logText(
      HEADER,
      one,
      String.raw`{"type":"message","id":"e2","parentId":"e1","message":{"role":"user",` +
        String.raw`"content":"new","r\u006fle":"syst\u0065m"}}`,
      three,
    ),
  ),
  log(
    43,
    "flood-of-others",
    "1,000 times a blank line, a number, and an entry without a message",
    logText(HEADER, one) + '\n1\n{"type":"l"}\n'.repeat(1000) + logText(two),
  ),
  {
    ...log(
      43,
      "flood",
      "1,000 damaged lines",
      logText(HEADER, one) + "x\n".repeat(1000) + logText(two),
    ),
    runs: [["inspect", "s.jsonl"], ["inspect", "s.jsonl", "--at", "1"], ["status", "s.jsonl"], [
      "s.jsonl",
    ]],
  },
  log(
    3,
    "cut-character-system",
    "a system message that is cut before the last byte of a 4-byte character",
    cutSmile.subarray(0, cutSmile.indexOf(0xf0) + 3),
  ),
  log(
    8,
    "newline-in-system",
    "a literal newline inside a system message",
    logText(
      HEADER,
      one,
      JSON.stringify(entry("e2", "e1", system("a b"))).replace(" ", "\n"),
      three,
    ),
  ),
  log(
    9,
    "crlf-mixed",
    "CRLF after some lines, and a lone CR inside one",
    logText(HEADER).replace("\n", "\r\n") + logText(one) +
      `${JSON.stringify(two).replace(",", ",\r")}\r\n`,
  ),
  log(
    10,
    "bom-inside",
    "a byte order mark in the middle of a log",
    logText(HEADER, one, `\ufeff${JSON.stringify(two)}`, three),
  ),
  log(12, "surrogates-user", "lone surrogates in a user's text", logText(HEADER, one, lone)),
  log(
    13,
    "not-objects-at-the-end",
    "valid JSON that is no object after the leaf",
    logText(HEADER, one, two, "[1]", '"x"', "null", "false"),
  ),
  log(
    15,
    "metadata-with-content",
    "metadata of another tool that looks like a system message",
    logText(
      HEADER,
      one,
      { type: "system", subtype: "api_error", content: "no prompt", level: "error", id: "m" },
      entry("e2", "m", user("hi")),
    ),
  ),
  log(
    18,
    "numbers-odd",
    "minus zero, a number beyond doubles, a zero at the end",
    logText(
      HEADER,
      one,
      exact,
    ),
  ),
  log(
    19,
    "deep-objects",
    "100,000 objects inside each other, closed, in a message",
    logText(
      HEADER,
      one,
      `{"type":"message","id":"e2","parentId":"e1","message":{"role":"user","content":${
        '{"a":'.repeat(100_000)
      }1${"}".repeat(100_000)}}}`,
    ),
  ),
  log(
    20,
    "long-system",
    "a system message of 3 MB",
    logText(HEADER, one, entry("e2", "e1", system("x".repeat(3_000_000)))),
  ),
  log(
    26,
    "foreign-entries",
    "entries of a foreign writer, without ids, after ours",
    logText(HEADER, one, two, { role: "user", content: "from elsewhere" }, {
      role: "assistant",
      content: "yes",
    }),
  ),
];

const FILES: readonly Recipe[] = [
  files(29, "mem", "SYSTEM.md links to /proc/self/mem", projectLink("/proc/self/mem")),
  files(31, "base-is-user", "base and user layer are one directory", (box) => {
    box.layer("user/SYSTEM.md", "mine\n");
    rmSync(box.layers.base, { recursive: true });
    symlinkSync(box.layers.user, box.layers.base);
  }),
  files(
    35,
    "braces-append",
    "template syntax in a plain APPEND_SYSTEM.md",
    (box) => box.layer("project/APPEND_SYSTEM.md", "{% raw %}{{ x }}{% endraw %}{#\n"),
  ),
  files(39, "near-misses-user", "near misses in the user layer", (box) => {
    for (const name of ["append_system.md", "SYSTEM.md.j2.bak"]) box.layer(`user/${name}`, "x\n");
  }),
  files(
    37,
    "newlines-only",
    "a SYSTEM.md of line ends",
    project("\r\n\n\u2028"),
  ),
];

/** The recipes. */
export const MORE_RECIPES: readonly Recipe[] = [...LOGS, ...FILES];
