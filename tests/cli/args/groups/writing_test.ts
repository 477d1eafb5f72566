import assert from "node:assert/strict";
import { writingOptions } from "../../../../cli/args/groups/writing.ts";

Deno.test("writingOptions() takes the lock and waits two seconds for it, unless told otherwise", () => {
  const usual = { dryRun: false, adopt: false, lock: true, lockTimeoutMs: 2000 };
  assert.deepEqual(writingOptions({}), usual);
  assert.deepEqual(writingOptions({ lock: false, adopt: true }), {
    ...usual,
    lock: false,
    adopt: true,
  });
  assert.deepEqual(writingOptions({ lockTimeout: 0, dryRun: true }), {
    ...usual,
    lockTimeoutMs: 0,
    dryRun: true,
  });
});

Deno.test("writingOptions() refuses a time to wait for a lock that is not taken", () => {
  assert.throws(
    () => writingOptions({ lock: false, lockTimeout: 0 }),
    /^UsageError: --lock-timeout/,
  );
});
