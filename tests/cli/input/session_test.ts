import assert from "node:assert/strict";
import {
  openSource,
  reportDiagnostics,
  warnAbout,
  warnIfNoSession,
  withSource,
} from "../../../cli/input/session.ts";
import { IoError, SessionError } from "../../../lib/errors.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { HEADER, logOf } from "../../support/log_builder.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

Deno.test("withSource() opens a file or stdin", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "abc");
  const host = fakeHost([], { stdin: "abcd" });
  assert.equal(withSource(host, { type: "file", name: "s.jsonl", path }, ({ size }) => size), 3);
  assert.equal(
    withSource(host, { type: "stdin" }, ({ name, size }) => `${name} ${size}`),
    "standard input 4",
  );
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
    "panto: warning: s.jsonl: 3 more; panto log lists every one",
  ]);
});

Deno.test("warnIfNoSession() tells a file that is none", () => {
  const host = fakeHost([]);
  warnIfNoSession(host, bytesSource("{}\n", "x.json"));
  warnIfNoSession(host, logOf(HEADER));
  assert.equal(host.err(), 'panto: warning: "x.json" holds no session header and no message\n');
});
