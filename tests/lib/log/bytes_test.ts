import assert from "node:assert/strict";
import { bytesSource, joinLines, withAppended } from "../../../lib/log/bytes.ts";
import { type ByteSource, fill } from "../../../lib/log/lines.ts";

Deno.test("bytesSource() reads what is there from an offset", () => {
  const source = bytesSource("aé", "name");
  const into = new Uint8Array(2);
  assert.deepEqual([source.name, source.size], ["name", 3]);
  assert.deepEqual([source.read(into, 1), [...into]], [2, [0xc3, 0xa9]]);
  assert.deepEqual([source.read(into, 2), source.read(into, 3)], [1, 0]);
});

Deno.test("fill() reads short reads on, and refuses a source that became shorter", () => {
  const whole = bytesSource("abcdef");
  const slow: ByteSource = { ...whole, read: (into, at) => whole.read(into.subarray(0, 1), at) };
  const block = new Uint8Array(4);
  fill(slow, block, 1);
  assert.equal(new TextDecoder().decode(block), "bcde");
  assert.throws(() => fill(whole, block, 4), /"session": it became shorter while it was read/);
});

Deno.test("withAppended() is one source over both", () => {
  const joined = withAppended(bytesSource("abc", "s"), new TextEncoder().encode("de"));
  const into = new Uint8Array(5);
  fill(joined, into, 0);
  assert.deepEqual([joined.name, joined.size, new TextDecoder().decode(into)], ["s", 5, "abcde"]);
});

Deno.test("joinLines() keeps records from fusing, like a write", () => {
  const text = (source: ByteSource): string => {
    const into = new Uint8Array(source.size);
    let filled = 0;
    while (filled < into.length) filled += source.read(into.subarray(filled), filled);
    return new TextDecoder().decode(into);
  };
  assert.equal(text(joinLines(bytesSource("a"), "b\n", "s")), "a\nb\n");
  assert.equal(text(joinLines(bytesSource("a\n"), "b\n", "s")), "a\nb\n");
  assert.equal(text(joinLines(bytesSource("a"), "", "s")), "a");
  assert.equal(text(joinLines(undefined, "b\n", "s")), "b\n");
});
