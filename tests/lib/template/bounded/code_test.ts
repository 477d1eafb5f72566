import assert from "node:assert/strict";
import { readerOf } from "../../../../lib/template/bounded/wasm_bytes.ts";
import { rewriteCode } from "../../../../lib/template/bounded/code.ts";

const INDICES = { steps: 1, refused: 2, firstHelper: 200 };
const STEP = [
  ...[0x23, 1, 0x41, 1, 0x6b, 0x24, 1],
  ...[0x23, 1, 0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b],
];

/** Rewrites one function of instructions; gives its new body without the size. */
function rewritten(instructions: readonly number[]): number[] {
  const body = [1, 2, 0x7f, ...instructions, 0x0b];
  const section = readerOf(rewriteCode(readerOf(Uint8Array.of(1, body.length, ...body)), INDICES));
  assert.equal(section.u32(), 4, "the function and three helpers");
  return [...section.take(section.u32())];
}

Deno.test("rewriteCode() finds loops behind operands of every shape, and nothing inside operands", () => {
  const loop = [0x03, 0x40, 0x0b];
  const table: [what: string, instructions: number[]][] = [
    ["none", [0x01]],
    ["a number of several bytes that look like a loop", [0x41, 0x83, 0x83, 0x03]],
    ["a 64-bit number", [0x42, 0x83, 0x83, 0x83, 0x83, 0x83, 0x83, 0x83, 0x83, 0x03]],
    ["f32", [0x43, 3, 3, 3, 3]],
    ["f64", [0x44, 3, 3, 3, 3, 3, 3, 3, 3]],
    ["load", [0x28, 3, 3]],
    ["call_indirect", [0x11, 3, 3]],
    ["br_table", [0x0e, 2, 3, 3, 3]],
    ["saturating conversion", [0xfc, 3]],
    ["sign extension", [0xc0]],
    ["block with a type index", [0x02, 0x83, 3, 0x0b]],
  ];
  for (const [what, instructions] of table) {
    const wanted = [1, 2, 0x7f, ...STEP, ...instructions, 0x03, 0x40, ...STEP, 0x0b, 0x0b];
    assert.deepEqual(rewritten([...instructions, ...loop]), wanted, what);
  }
});

Deno.test("rewriteCode() calls a helper for memory.copy, memory.fill and memory.grow", () => {
  const table: [what: string, instruction: number[], call: number[]][] = [
    ["copy", [0xfc, 10, 0, 0], [0x10, 0xc8, 1]],
    ["fill", [0xfc, 11, 0], [0x10, 0xc9, 1]],
    ["grow", [0x40, 0], [0x10, 0xca, 1]],
  ];
  for (const [what, instruction, call] of table) {
    assert.deepEqual(
      rewritten([0x20, 0, ...instruction, 0x1a]),
      [1, 2, 0x7f, ...STEP, 0x20, 0, ...call, 0x1a, 0x0b],
      what,
    );
  }
});
