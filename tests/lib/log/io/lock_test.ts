import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { statSync } from "node:fs";
import process from "node:process";
import { LockedError } from "../../../../lib/errors.ts";
import { acquireLock, isAlive, sleep } from "../../../../lib/log/io/lock.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

const hasFlock = isThere("flock");

function isThere(command: string): boolean {
  try {
    execFileSync(command, ["--version"], { stdio: "ignore" });
    return true;
  } catch (error) {
    assert.ok(error instanceof Error);
    console.error(`tests that use ${command} are left out: it is not installed`);
    return false;
  }
}

Deno.test("acquireLock() excludes a second holder until the first one releases", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "");
  const first = acquireLock(path);
  assert.throws(() => acquireLock(path, 60), (error: unknown) => {
    assert.ok(error instanceof LockedError);
    assert.match(error.message, /another process/);
    return true;
  });
  first?.release();
  acquireLock(path, 0)?.release();
});

Deno.test("acquireLock() tells which file it locked", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("s.jsonl", "");
  const lock = acquireLock(path);
  const { dev, ino } = statSync(path);
  assert.deepEqual(lock?.identity, { dev, ino });
  lock?.release();
});

Deno.test(
  "acquireLock() excludes flock(1), and is excluded by it",
  { ignore: !hasFlock },
  async () => {
    using directory = new TemporaryDirectory();
    const path = directory.write("s.jsonl", "");
    const lock = acquireLock(path);
    const flock = (): number | null => {
      try {
        execFileSync("flock", ["-n", path, "true"]);
        return 0;
      } catch (error) {
        return (error as { status: number }).status;
      }
    };
    assert.equal(flock(), 1);
    lock?.release();
    assert.equal(flock(), 0);
    const holder = spawn("flock", ["--no-fork", path, "sh", "-c", "echo held; exec sleep 5"]);
    await new Promise((resolve) => holder.stdout.once("data", resolve));
    assert.throws(() => acquireLock(path, 50), LockedError);
    const gone = new Promise((resolve) => holder.once("close", resolve));
    holder.kill("SIGKILL");
    await gone;
    assert.ok(acquireLock(path, 50));
  },
);

Deno.test("acquireLock() gives undefined for a file that is not there", () => {
  using directory = new TemporaryDirectory();
  assert.equal(acquireLock(directory.at("none")), undefined);
});

Deno.test("isAlive() knows this process, and takes nonsense for alive", () => {
  assert.deepEqual([process.pid, 0, NaN, 1.5].map(isAlive), [true, true, true, true]);
  const dead = execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" });
  assert.equal(isAlive(Number(dead)), false);
});

Deno.test("sleep() waits about as long as it is told", () => {
  const started = performance.now();
  sleep(30);
  const waited = performance.now() - started;
  assert.ok(waited >= 25 && waited < 2000, `${waited} ms`);
});
