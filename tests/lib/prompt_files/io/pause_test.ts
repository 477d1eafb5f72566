import assert from "node:assert/strict";
import { pause } from "../../../../lib/prompt_files/io/pause.ts";

Deno.test("pause() waits", () => {
  const start = performance.now();
  pause(30);
  assert.ok(performance.now() - start >= 29);
});
