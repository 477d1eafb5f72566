import assert from "node:assert/strict";
import { readingOptions } from "../../../../cli/args/groups/reading.ts";

Deno.test("readingOptions() is strict unless told otherwise", () => {
  assert.deepEqual(readingOptions({}), { leaf: undefined, lenient: false });
  assert.deepEqual(readingOptions({ leaf: "x", lenient: true }), { leaf: "x", lenient: true });
});
