/** cli/run.ts: from arguments to an exit code; nothing is ever thrown. */

import assert from "node:assert/strict";
import { ReaderGoneError } from "../../cli/host.ts";
import { run } from "../../cli/run.ts";
import { IoError } from "../../mod.ts";
import { fakeHost } from "../support/fake_host.ts";

Deno.test("run() prints help and the version on stdout with exit 0", () => {
  for (const argv of [["--help"], ["--version"], ["inspect", "--help"]]) {
    const host = fakeHost(argv);
    assert.equal(run(host), 0);
    assert.match(host.out(), /panto/);
    assert.equal(host.err(), "");
  }
});

Deno.test("run() tells a usage error on stderr only, with exit 2", () => {
  const host = fakeHost(["inspct"]);
  assert.equal(run(host), 2);
  assert.equal(host.out(), "");
  assert.equal(
    host.err(),
    'panto: error: Unknown command "inspct"\n' +
      "hint: did you mean panto inspect? Write ./inspct for a new session\n",
  );
});

Deno.test("run() refuses an argument with a broken byte, and takes a real U+FFFD", () => {
  const broken = fakeHost(["inspct\ufffd"], { brokenArgument: true });
  assert.equal(run(broken), 2);
  assert.equal(broken.err(), "panto: error: An argument is not valid UTF-8\n");
  const real = fakeHost(["inspct\ufffd"]);
  assert.equal(run(real), 2);
  assert.match(real.err(), /Unknown command/);
});

Deno.test("run() ends with the code of a failing stdout, silently when the reader has gone", () => {
  const failures: [Error, number, string][] = [
    [new ReaderGoneError("gone"), 141, ""],
    [
      new IoError("Cannot write to stdout: full", { code: "unwritable" }),
      5,
      "panto: error: Cannot write to stdout: full\n",
    ],
  ];
  for (const [error, code, words] of failures) {
    const host = fakeHost(["--help"]);
    const stdout = {
      write: () => undefined,
      flush: () => {
        throw error;
      },
    };
    assert.equal(run({ ...host, stdout }), code);
    assert.equal(host.err(), words);
  }
});

Deno.test("run() makes any other error a bug with exit 70", () => {
  const host = fakeHost(["--help"]);
  const cwd = () => {
    throw new TypeError("boo");
  };
  assert.equal(run({ ...host, cwd }), 70);
  assert.match(host.err(), /^panto: error: internal error: boo\nhint: /);
});

Deno.test("run() sends what was printed before an error", () => {
  const order: string[] = [];
  const host = fakeHost(["layers"]);
  const code = run({
    ...host,
    stdout: { write: () => void order.push("write"), flush: () => void order.push("flush") },
    writeError: () => void order.push("error"),
  });
  // Without HOME no layer is known: the list is printed, then the error.
  assert.equal(code, 4);
  assert.deepEqual(order, ["write", "flush", "error"]);
});
