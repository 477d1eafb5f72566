import assert from "node:assert/strict";
import {
  openSource,
  refuseMistyped,
  reportDiagnostics,
  warnAbout,
  withSource,
} from "../../../cli/input/session.ts";
import { mkdirSync, symlinkSync } from "node:fs";
import { ownHint } from "../../../cli/hint.ts";
import { IoError, SessionError, UsageError } from "../../../lib/errors.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { HEADER, logOf, logText } from "../../support/log_builder.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

Deno.test("withSource() opens a file or stdin", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", logText(HEADER));
  const host = fakeHost([], { stdin: logText(HEADER) + "\n" });
  const { length } = logText(HEADER);
  assert.equal(
    withSource(host, { type: "file", name: "s.jsonl", path }, ({ size }) => size),
    length,
  );
  assert.equal(
    withSource(host, { type: "stdin" }, ({ name, size }) => `${name} ${size}`),
    `standard input ${length + 1}`,
  );
  const notes = { type: "file", name: "notes", path: directory.write("notes", "abc") } as const;
  assert.throws(() => withSource(host, notes, () => 0), SessionError);
  const none = { type: "file", name: "none", path: directory.at("none") } as const;
  assert.throws(() => withSource(host, none, () => 0), (error: unknown) => {
    assert.ok(error instanceof IoError);
    assert.deepEqual([error.code, error.place.path], ["session-missing", "none"]);
    return true;
  });
  assert.equal(openSource(host, none).source, undefined);
});

const diagnostic = (touches: boolean) => ({ offset: 0, text: "odd", touches, newer: false });

Deno.test("reportDiagnostics() warns, and refuses what touches unless it is lenient", () => {
  const source = logOf(HEADER);
  const strict = fakeHost([]);
  assert.throws(
    () =>
      reportDiagnostics(strict, source, [diagnostic(false), diagnostic(true)], { lenient: false }),
    SessionError,
  );
  assert.equal(strict.err(), "panto: warning: s.jsonl:1: odd (byte 0)\n");
  const lenient = fakeHost([]);
  reportDiagnostics(lenient, source, [diagnostic(false), diagnostic(true)], { lenient: true });
  assert.equal(lenient.err().split("\n").length, 3);
});

Deno.test("warnAbout() counts what goes beyond ten", () => {
  const host = fakeHost([]);
  const warnings = Array.from({ length: 13 }, (_, i) => ({ message: `w${i}`, place: {} }));
  warnAbout(host, "s.jsonl", warnings);
  const lines = host.err().trim().split("\n");
  assert.deepEqual([lines.length, lines.at(-1)], [
    11,
    "panto: warning: s.jsonl: 3 more; panto log lists them",
  ]);
});

Deno.test("refuseMistyped() refuses a new name beside a session", () => {
  using directory = new TemporaryDirectory();
  const refuse = (name: string) => refuseMistyped({ type: "file", name, path: directory.at(name) });
  directory.write("s.jsonl", logText(HEADER));
  directory.write("notes.jsonl", "# Notes\n");
  directory.write("made.jsnol", "");
  directory.write("made.jsonl", logText(HEADER));
  symlinkSync("elsewhere", directory.at("s.link"));
  mkdirSync(directory.at("folder.jsonl"));
  const hint = (name: string) =>
    `for a new session of that name, make an empty file first: touch ${name}`;
  for (const name of ["s.jsnol", "s", "s.", "s.JSONL", "s.json"]) {
    assert.throws(() => refuse(name), (error: unknown) => {
      assert.ok(error instanceof UsageError);
      assert.equal(
        error.message,
        `"${name}" does not exist, and beside it is the session "s.jsonl"`,
      );
      assert.equal(ownHint(error), hint(name));
      return true;
    });
  }
  // A session's own name, one of its kind, nothing beside it, no session beside it, one that is made.
  for (
    const name of [
      "s.jsonl",
      "t.jsonl",
      "t.json",
      "notes.jsnol",
      "made.jsnol",
      "s.link",
      "folder.txt",
    ]
  ) {
    refuse(name);
  }
  refuse("s.jsonl.bak");
});
