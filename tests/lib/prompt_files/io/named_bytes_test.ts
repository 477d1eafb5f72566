import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { IoError } from "../../../../lib/errors.ts";
import {
  type NamedBytesOptions,
  readNamedBytes,
} from "../../../../lib/prompt_files/io/named_bytes.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

const unix = { ignore: Deno.build.os === "windows" };
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** Reads a new named pipe while a shell does something with it, as `$0`. */
function readPipe(script: string, options: Partial<NamedBytesOptions> = {}): string {
  using directory = new TemporaryDirectory();
  const path = directory.at("pipe");
  execFileSync("mkfifo", [path]);
  // It ends by itself, whether anybody reads or not.
  const writer = spawn("timeout", ["5", "sh", "-c", script, path], { stdio: "ignore" });
  writer.unref();
  return decode(readNamedBytes({ path, name: "p" }, { limit: 1000, patienceMs: 3000, ...options }));
}

Deno.test("readNamedBytes() reads a file, and one byte more than its limit", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("a", "x".repeat(200_000));
  for (const limit of [0, 10, 199_999]) {
    assert.equal(readNamedBytes({ path }, { limit }).length, limit + 1);
  }
  for (const limit of [200_000, 1e9]) {
    assert.equal(readNamedBytes({ path }, { limit }).length, 200_000);
  }
  assert.equal(readNamedBytes({ path: directory.write("b", "") }, { limit: 1 }).length, 0);
});

Deno.test("readNamedBytes() names what it cannot read", () => {
  assert.throws(() => readNamedBytes({ path: "/nowhere/a", name: "a" }, { limit: 1 }), (error) => {
    assert.ok(error instanceof IoError);
    assert.equal(error.message, 'Cannot read "a": it does not exist');
    return true;
  });
});

Deno.test({
  name: "readNamedBytes() ends at its limit where there is no end",
  ...unix,
  fn: () => {
    const limit = 3_000_000;
    assert.equal(readNamedBytes({ path: "/dev/zero" }, { limit }).length, limit + 1);
    assert.equal(readPipe('yes > "$0"', { limit: 100_000 }).length, 100_001);
    assert.equal(readNamedBytes({ path: "/dev/null" }, { limit }).length, 0);
  },
});

Deno.test({
  name: "readNamedBytes() waits for who opens a pipe, and for each piece",
  ...unix,
  fn: () => {
    assert.equal(readPipe('echo a > "$0"'), "a\n");
    assert.equal(readPipe('sleep 0.3; echo late > "$0"'), "late\n");
    assert.equal(readPipe('{ echo a; sleep 0.3; echo b; } > "$0"'), "a\nb\n");
    assert.equal(readPipe('{ sleep 0.3; } > "$0"'), "", "it was opened, and nothing was written");
  },
});

Deno.test({
  name: "readNamedBytes() does not wait without end for a silent pipe",
  ...unix,
  fn: () => {
    const scripts: [why: string, script: string][] = [
      ["nobody opens it", "true"],
      ["nothing is written", 'sleep 5 > "$0"'],
      ["no more is written", '{ echo a; sleep 5; } > "$0"'],
    ];
    for (const [why, script] of scripts) {
      const started = performance.now();
      assert.throws(() => readPipe(script, { patienceMs: 300 }), (error) => {
        assert.ok(error instanceof IoError, why);
        assert.equal(error.code, "pipe-silent");
        assert.equal(error.message, 'Cannot read "p": nothing was written to this pipe for 0.3 s');
        return true;
      });
      const took = performance.now() - started;
      assert.ok(took >= 300 && took < 3000, `${why}: ${took} ms`);
    }
  },
});
