import assert from "node:assert/strict";
import { assemble, type Code, wasm, wide } from "../../../../lib/log/scan/wasm_code.ts";

function run(body: Code, ...values: number[]): number {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const binary = assemble([{
    exported: "run",
    parameters: values.length,
    locals: 1,
    vectors: 1,
    body,
  }]);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), { env: { memory } });
  return (exports.run as (...values: number[]) => number)(...values);
}

Deno.test("wasm.number() encodes every 32-bit integer", () => {
  const values = [
    0,
    1,
    -1,
    63,
    64,
    -64,
    -65,
    127,
    128,
    8191,
    8192,
    65535,
    1 << 30,
    -(2 ** 31),
    2 ** 31 - 1,
  ];
  for (const value of values) assert.equal(run(wasm.number(value)), value);
});

Deno.test("wide.number() encodes every 64-bit integer", () => {
  for (
    const value of [0n, 1n, -1n, 63n, 64n, -65n, 1n << 40n, 0xaaaa_aaaa_aaaa_aaaan, -(1n << 63n)]
  ) {
    const halves = [0n, 32n].map((from) =>
      run(wide.low(wide.shiftRight(wide.number(value), wide.number(from))))
    );
    const expected = [value, value >> 32n].map((half) => Number(BigInt.asIntN(32, half)));
    assert.deepEqual(halves, expected, `${value}`);
  }
});

Deno.test("assemble() makes loops, branches, calls and vectors that do what they say", () => {
  const { add, bytes, bytesEqual, get, less, load128, mask, number, repeat, sequence, set, when } =
    wasm;
  const sum = sequence(
    repeat(less(get(1), get(0)), set(1, add(get(1), number(3)))),
    when(less(get(1), number(10)), wasm.returns(number(-1)), set(1, add(get(1), number(100)))),
    get(1),
  );
  assert.equal(run(sum, 7), -1);
  assert.equal(run(sum, 10), 112);
  assert.equal(run(mask(bytesEqual(load128(number(0)), bytes(0)))), 0xffff);
  const twice = assemble([
    { parameters: 1, body: add(get(0), get(0)) },
    { exported: "run", parameters: 1, body: wasm.call(0, get(0)) },
  ]);
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(twice), { env: { memory } });
  assert.equal((exports.run as (value: number) => number)(21), 42);
});
