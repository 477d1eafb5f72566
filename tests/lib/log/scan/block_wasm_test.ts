import assert from "node:assert/strict";
import {
  any,
  bitsOf,
  except,
  indexOf,
  is,
  isAny,
  lowestOf,
} from "../../../../lib/log/scan/block_wasm.ts";
import { assemble, type Code, wasm, wide } from "../../../../lib/log/scan/wasm_code.ts";

/** What a program makes of 64 bytes: 32 bits of its result, from a bit on. */
function run(bits: Code, from = 0): number {
  const body = wide.low(wide.shiftRight(bits, wide.number(BigInt(from))));
  const binary = assemble([{ exported: "run", parameters: 0, body }]);
  const memory = new WebAssembly.Memory({ initial: 1 });
  new Uint8Array(memory.buffer).set(new TextEncoder().encode(TEXT));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), { env: { memory } });
  return (exports.run as () => number)() >>> 0;
}

const TEXT = "a.b.............c..............a............................b..a";
const block = [0, 16, 32, 48].map((offset) => wasm.load128(wasm.number(0), offset));

/** The places of some characters, as the program and as a loop finds them. */
const found = (...characters: string[]) =>
  bitsOf(block.map((text) => any(characters.map((character) => is(text, character)))));
const places = (...characters: string[]) =>
  [...TEXT].reduce(
    (bits, character, index) => characters.includes(character) ? bits | 1n << BigInt(index) : bits,
    0n,
  );

function whole(bits: Code): bigint {
  return BigInt(run(bits)) | BigInt(run(bits, 32)) << 32n;
}

Deno.test("bitsOf() has a bit for each of 64 bytes", () => {
  for (const characters of [["a"], ["b"], ["a", "c"], ["."], ["x"]]) {
    assert.equal(whole(found(...characters)), places(...characters), characters.join());
  }
});

Deno.test("except(), lowestOf(), indexOf() and isAny() work on all 64 bits", () => {
  assert.equal(whole(except(found("a", "b", "c"), found("a"))), places("b", "c"));
  assert.equal(whole(lowestOf(except(found("b"), wide.number(4n)))), 1n << 60n);
  const numbers = [indexOf(found("c")), indexOf(except(found("b"), wide.number(4n)))];
  assert.deepEqual(numbers.map((index) => run(wide.of(index))), [16, 60]);
  const high = except(found("b"), wide.number(4n));
  assert.deepEqual([high, found("x")].map((bits) => run(wide.of(isAny(bits)))), [1, 0]);
});
