import assert from "node:assert/strict";
import { SYSTEM_ENTRIES } from "../../../../lib/log/io/system_entries.ts";

Deno.test("SYSTEM_ENTRIES gives an id that no other entry has, and the time", () => {
  const ids = new Set(Array.from({ length: 100 }, () => SYSTEM_ENTRIES.newId()));
  assert.equal(ids.size, 100);
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.ok(Math.abs(SYSTEM_ENTRIES.now().getTime() - Date.now()) < 60_000);
});
