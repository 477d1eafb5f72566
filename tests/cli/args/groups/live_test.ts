import assert from "node:assert/strict";
import { instructionBytes, liveOptions } from "../../../../cli/args/groups/live.ts";

Deno.test("liveOptions() refuses a length for text that is not added", () => {
  assert.deepEqual(liveOptions({}), { live: false, maxInstructions: 8192 });
  assert.deepEqual(liveOptions({ live: true, maxInstructions: 0 }), {
    live: true,
    maxInstructions: 0,
  });
  assert.throws(
    () => liveOptions({ maxInstructions: 0 }),
    /^UsageError: --max-instructions needs --live$/,
  );
});

Deno.test("instructionBytes() takes 0 for a number", () => {
  assert.deepEqual([instructionBytes({}), instructionBytes({ maxInstructions: 0 })], [8192, 0]);
});
