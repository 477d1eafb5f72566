import assert from "node:assert/strict";
import { mayNameParentNearEnd, mayReplaceNearEnd } from "../../../lib/log/near_end.ts";
import { bytesSource } from "../../../lib/log/bytes.ts";

const KIB = 1024;

Deno.test("mayNameParentNearEnd() finds the key in the last thirty-second and where blocks meet", () => {
  const key = '"parentId"';
  const size = 64 * 1024 * KIB;
  const bytes = new Uint8Array(size).fill(120);
  for (const back of [10, 256 * KIB - 4, 256 * KIB, 512 * KIB + 5, 2 * 1024 * KIB]) {
    const at = size - back;
    const before = bytes.slice(at, at + key.length);
    bytes.set(new TextEncoder().encode(key), at);
    assert.equal(mayNameParentNearEnd(bytesSource(bytes)), true, `${back}`);
    bytes.set(before, at);
  }
  bytes.set(new TextEncoder().encode(key), size / 2);
  assert.equal(mayNameParentNearEnd(bytesSource(bytes)), false);
});

Deno.test("mayNameParentNearEnd() does not miss a key that is spelled with escapes", () => {
  const key = String.raw`{"parent\u0049d":null,"message":{"role":"user","content":"x"}}`;
  assert.equal(JSON.parse(key).parentId, null);
  assert.equal(mayNameParentNearEnd(bytesSource(key)), true);
});

Deno.test("mayReplaceNearEnd() searches all of a small log", () => {
  assert.equal(mayReplaceNearEnd(bytesSource('{"mode":"replace"}\n')), true);
  assert.equal(mayReplaceNearEnd(bytesSource('{"mode":"append"}\n')), false);
  assert.equal(mayReplaceNearEnd(bytesSource("")), false);
});
