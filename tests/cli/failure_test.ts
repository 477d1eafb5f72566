/** cli/failure.ts: each error's exit code, words and hint. */

import assert from "node:assert/strict";
import { describeFailure, reportFailure } from "../../cli/failure.ts";
import { ReaderGoneError } from "../../cli/host.ts";
import { ConfigError, IoError, LockedError, SessionError, UsageError } from "../../mod.ts";
import { fakeHost } from "../support/fake_host.ts";

const bugHint = "hint: this is a bug in panto; please report it with the command that led to it " +
  "(PANTO_DEBUG=1 adds a stack trace)";

const failures: [string, unknown, number, string[]][] = [
  ["UsageError", new UsageError("Bad"), 2, ["panto: error: Bad"]],
  ["SessionError", new SessionError("Bad"), 3, ["panto: error: Bad"]],
  ["ConfigError", new ConfigError("Bad"), 4, ["panto: error: Bad"]],
  ["IoError", new IoError("Bad"), 5, ["panto: error: Bad"]],
  ["LockedError", new LockedError("Bad"), 6, ["panto: error: Bad"]],
  ["a reader that has gone", new ReaderGoneError("gone"), 141, []],
  ["anything else", new TypeError("x is not a function"), 70, [
    "panto: error: internal error: x is not a function",
    bugHint,
  ]],
  ["an error without a message", new RangeError(), 70, [
    "panto: error: internal error: RangeError",
    bugHint,
  ]],
  ["a value that is no error", "boo", 70, ["panto: error: internal error: boo", bugHint]],
  ["undefined", undefined, 70, ["panto: error: internal error: undefined", bugHint]],
  ["a hint", new UsageError("Bad", { hint: "try good" }), 2, [
    "panto: error: Bad",
    "hint: try good",
  ]],
  [
    "a place, which the message names already",
    new SessionError("Line 3", { place: { line: 3 } }),
    3,
    [
      "panto: error: Line 3",
    ],
  ],
  ["an error of ours as cause", new IoError("Bad", { cause: new IoError("worse") }), 5, [
    "panto: error: Bad",
    "panto: caused by: worse",
  ]],
  [
    "a chain of causes before the hint",
    new ConfigError("A", {
      hint: "h",
      cause: new IoError("B", { cause: new IoError("A") }),
    }),
    4,
    ["panto: error: A", "panto: caused by: B", "hint: h"],
  ],
  [
    "no words of the system, which each runtime says otherwise",
    new IoError("Cannot write: no space is left", {
      cause: new Error("No space left on device (os error 28)"),
    }),
    5,
    ["panto: error: Cannot write: no space is left"],
  ],
  ["control characters", new IoError("a\x1b[2J\nb\u202e", { hint: "c\x07" }), 5, [
    "panto: error: a\\x1b[2J\\x0ab\\u202e",
    "hint: c\\x07",
  ]],
];
for (const [name, error, exitCode, lines] of failures) {
  Deno.test(`describeFailure() ${name}`, () => {
    assert.deepEqual(describeFailure(error), { exitCode, lines });
  });
}

Deno.test("describeFailure() ends on causes that lead back to themselves", () => {
  const error = new IoError("loop");
  error.cause = error;
  assert.deepEqual(describeFailure(error).lines, ["panto: error: loop"]);
});

Deno.test("reportFailure() writes the lines at once and returns the code", () => {
  const host = fakeHost([]);
  assert.equal(reportFailure(host, new UsageError("Bad", { hint: "h" })), 2);
  assert.equal(host.err(), "panto: error: Bad\nhint: h\n");
});

Deno.test("reportFailure() is silent for a reader that has gone", () => {
  const host = fakeHost([], { env: { PANTO_DEBUG: "1" } });
  assert.equal(reportFailure(host, new ReaderGoneError("gone")), 141);
  assert.equal(host.err(), "");
});

Deno.test("reportFailure() adds a stack trace only for PANTO_DEBUG", () => {
  const error = new TypeError("oops");
  const plain = fakeHost([], { env: { PANTO_DEBUG: "" } });
  reportFailure(plain, error);
  assert.doesNotMatch(plain.err(), /failure_test/);
  const debug = fakeHost([], { env: { PANTO_DEBUG: "1" } });
  reportFailure(debug, error);
  assert.match(debug.err(), /failure_test/);
});
