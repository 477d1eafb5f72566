/** cli/failure.ts: each error's exit code, words and hint. */

import assert from "node:assert/strict";
import { describeFailure, reportFailure } from "../../cli/failure.ts";
import { hinted } from "../../cli/hint.ts";
import { ReaderGoneError } from "../../cli/host.ts";
import {
  ConfigError,
  IoError,
  LockedError,
  type PantoErrorOptions,
  SessionError,
  UsageError,
} from "../../mod.ts";
import { fakeHost } from "../support/fake_host.ts";

const bugHint = "hint: this is a bug in panto; please report it with the command that led to it " +
  "(PANTO_DEBUG=1 adds a stack trace)";

/** A code that has no hint. */
const code = "unwritable";

const failures: [string, unknown, number, string[]][] = [
  ["UsageError", new UsageError("Bad"), 2, ["panto: error: Bad"]],
  ["SessionError", new SessionError("Bad", { code: "not-a-session" }), 3, ["panto: error: Bad"]],
  ["ConfigError", new ConfigError("Bad", { code: "file-unreadable" }), 4, ["panto: error: Bad"]],
  ["IoError", new IoError("Bad", { code: "unwritable" }), 5, ["panto: error: Bad"]],
  ["LockedError", new LockedError("Bad", { code: "locked" }), 6, [
    "panto: error: Bad",
    "hint: --lock-timeout SECONDS waits longer; --no-lock is for a script that holds the lock",
  ]],
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
  ["a hint of its own", hinted(new UsageError("Bad"), "try good"), 2, [
    "panto: error: Bad",
    "hint: try good",
  ]],
  [
    "a place, which the message names already",
    new SessionError("Line 3", { code: "not-a-session", place: { line: 3 } }),
    3,
    [
      "panto: error: Line 3",
    ],
  ],
  [
    "an error of ours as cause",
    new IoError("Bad", { code, cause: new IoError("worse", { code }) }),
    5,
    [
      "panto: error: Bad",
      "panto: caused by: worse",
    ],
  ],
  [
    "a chain of causes before the hint",
    hinted(
      new ConfigError("A", {
        code: "file-unreadable",
        cause: new IoError("B", { code, cause: new IoError("A", { code }) }),
      }),
      "h",
    ),
    4,
    ["panto: error: A", "panto: caused by: B", "hint: h"],
  ],
  [
    "no words of the system, which each runtime says otherwise",
    new IoError("Cannot write: no space is left", {
      code,
      cause: new Error("No space left on device (os error 28)"),
    }),
    5,
    ["panto: error: Cannot write: no space is left"],
  ],
  ["control characters", hinted(new IoError("a\x1b[2J\nb\u202e", { code }), "c\x07"), 5, [
    "panto: error: a\\x1b[2J\\x0ab\\u202e",
    "hint: c\\x07",
  ]],
];
for (const [name, error, exitCode, lines] of failures) {
  Deno.test(`describeFailure() ${name}`, () => {
    assert.deepEqual(describeFailure(error), { exitCode, lines });
  });
}

const hints: [PantoErrorOptions, string][] = [
  [{ code: "session-missing", place: { path: "none" } }, "create it: panto ./none"],
  [{ code: "directory-missing", details: { directory: "/a/b" } }, "directory first: /a/b"],
  [
    { code: "home-missing", details: { variable: "HOME", alternative: "XDG_DATA_HOME" } },
    "Set HOME or XDG_DATA_HOME to",
  ],
  [{ code: "write-incomplete", details: { leftover: 7 } }, "incomplete now (7 bytes of"],
  [{ code: "damage-touches" }, "a resume (panto SESSION) records the prompt anew"],
  [{ code: "newer-entry" }, "a newer panto may have written it"],
];
for (const [options, words] of hints) {
  Deno.test(`describeFailure() knows what to do about ${options.code}`, () => {
    const [, hint, ...more] = describeFailure(new IoError("Bad", options)).lines;
    assert.ok(hint?.startsWith("hint: ") && hint.includes(words), hint);
    assert.deepEqual(more, []);
  });
}

Deno.test("describeFailure() prefers the hint that an error was made with", () => {
  const error = hinted(new LockedError("Bad", { code: "locked" }), "own");
  assert.deepEqual(describeFailure(error).lines, ["panto: error: Bad", "hint: own"]);
});

Deno.test("describeFailure() tells what was found before the failure first", () => {
  const warnings = [{ message: "odd\x07", place: {} }];
  const error = new ConfigError("Bad", { code: "template-failed", warnings });
  assert.deepEqual(describeFailure(error).lines, ["panto: warning: odd\\x07", "panto: error: Bad"]);
});

Deno.test("describeFailure() ends on causes that lead back to themselves", () => {
  const error = new IoError("loop", { code });
  error.cause = error;
  assert.deepEqual(describeFailure(error).lines, ["panto: error: loop"]);
});

Deno.test("reportFailure() writes the lines at once and returns the code", () => {
  const host = fakeHost([]);
  assert.equal(reportFailure(host, hinted(new UsageError("Bad"), "h")), 2);
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

Deno.test("describeFailure() prefers a hint that it is given", () => {
  const error = hinted(new LockedError("Bad", { code: "locked" }), "own");
  assert.deepEqual(describeFailure(error, { hint: "given" }).lines, [
    "panto: error: Bad",
    "hint: given",
  ]);
});
