/**
 * The part of module.ts that walks through a module's instructions: they have different lengths,
 * so that finding the loops means reading them all. That is a million bytes, at the first render of a
 * process, so the walk copies in long pieces and makes nothing for each instruction.
 *
 * @module
 */

import { type ByteReader, ByteWriter } from "./wasm_bytes.ts";

/** The indices that the added code uses. */
export interface CodeIndices {
  /** The global that holds the steps that are left. */
  readonly steps: number;
  /** The global that tells whether memory was refused. */
  readonly refused: number;
  /** The function index of the first of the three helpers: copy, fill, grow. */
  readonly firstHelper: number;
}

/**
 * Rewrites a code section: every function and every loop takes a step first, and the instructions
 * `memory.copy`, `memory.fill` and `memory.grow` become calls of helpers, which are added at the end.
 */
export function rewriteCode(section: ByteReader, indices: CodeIndices): Uint8Array {
  const helpers = helperBodies(indices);
  const step = takeSteps(indices.steps, [0x41, 1]);
  const count = section.u32();
  const writer = new ByteWriter((section.end - section.at) * 1.25);
  writer.u32(count + helpers.length);
  const body = new ByteWriter(1 << 16);
  for (let left = count; left > 0; left--) {
    const size = section.u32();
    const end = section.at + size;
    body.clear();
    const start = section.fork();
    for (let groups = section.u32(); groups > 0; groups--) {
      section.u32();
      section.byte();
    }
    body.bytes(start.upTo(section)).bytes(step);
    rewriteBody(section, end, body, { step, firstHelper: indices.firstHelper });
    writer.u32(body.length).bytes(body.result());
  }
  for (const helper of helpers) writer.u32(helper.length).bytes(helper);
  return writer.result();
}

/** What {@linkcode rewriteBody} puts in. */
interface Insertion {
  readonly step: Uint8Array;
  readonly firstHelper: number;
}

/** Opcodes that need more than passing over some numbers. */
const OPCODE = {
  loop: 0x03,
  branchTable: 0x0e,
  grow: 0x40,
  f32: 0x43,
  f64: 0x44,
  prefix: 0xfc,
} as const;

const SPECIAL = 3;

/**
 * How many LEB128 numbers follow each opcode of WebAssembly 1.0 with sign extension and bulk memory;
 * 3 for those of {@linkcode OPCODE} and for those that do not exist.
 */
const OPERANDS: Uint8Array = operands();

function operands(): Uint8Array {
  const table = new Uint8Array(256).fill(SPECIAL);
  const set = (from: number, to: number, count: number) => table.fill(count, from, to + 1);
  set(0x00, 0x01, 0); // unreachable, nop
  set(0x02, 0x02, 1); // block
  set(0x04, 0x04, 1); // if
  set(0x05, 0x05, 0); // else
  set(0x0b, 0x0b, 0); // end
  set(0x0c, 0x0d, 1); // br, br_if
  set(0x0f, 0x0f, 0); // return
  set(0x10, 0x10, 1); // call
  set(0x11, 0x11, 2); // call_indirect
  set(0x1a, 0x1b, 0); // drop, select
  set(0x20, 0x24, 1); // locals and globals
  set(0x28, 0x3e, 2); // loads and stores
  set(0x3f, 0x3f, 1); // memory.size
  set(0x41, 0x42, 1); // i32.const, i64.const
  set(0x45, 0xc4, 0); // comparison, arithmetic, conversion
  return table;
}

/** The way to the next special instruction; short, so that it is compiled to machine code early. */
function nextSpecial(source: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const count = OPERANDS[source[at] ?? 0] ?? 0;
    if (count === SPECIAL) return at;
    at++;
    for (let left = count; left > 0; left--) {
      while ((source[at++] ?? 0) >= 0x80);
    }
  }
  return at;
}

function rewriteBody(
  code: ByteReader,
  end: number,
  body: ByteWriter,
  insertion: Insertion,
): void {
  const { step, firstHelper } = insertion;
  const { source } = code;
  let copied = code.at;
  const replace = (from: number, replacement: () => void) => {
    body.bytes(source.subarray(copied, from));
    copied = code.at;
    replacement();
  };
  const call = (helper: number) => () => void body.byte(0x10).u32(firstHelper + helper);
  for (;;) {
    const start = code.at = nextSpecial(source, code.at, end);
    if (start >= end) break;
    const opcode = code.byte();
    switch (opcode) {
      case OPCODE.loop:
        code.skipNumber();
        replace(code.at, () => body.bytes(step));
        break;
      case OPCODE.branchTable:
        for (let targets = code.u32() + 1; targets > 0; targets--) code.skipNumber();
        break;
      case OPCODE.f32:
        code.at += 4;
        break;
      case OPCODE.f64:
        code.at += 8;
        break;
      case OPCODE.grow:
        code.skipNumber();
        replace(start, call(HELPER.grow));
        break;
      case OPCODE.prefix: {
        const helper = bulkHelper(code);
        if (helper !== undefined) replace(start, call(helper));
        break;
      }
      default:
        throw new Error(`Cannot bound the module: unknown instruction ${opcode}`);
    }
  }
  if (code.at !== end) throw new Error("Cannot bound the module: a function is cut off");
  body.bytes(source.subarray(copied, end));
}

/** The helpers in their order. */
const HELPER = { copy: 0, fill: 1, grow: 2 } as const;

/** Reads what follows the prefix 0xfc; gives the helper that takes the instruction's place. */
function bulkHelper(code: ByteReader): number | undefined {
  const kind = code.u32();
  if (kind <= 7) return undefined; // saturating conversions
  if (kind === 10) {
    code.at += 2;
    return HELPER.copy;
  }
  if (kind === 11) {
    code.at += 1;
    return HELPER.fill;
  }
  throw new Error(`Cannot bound the module: unknown bulk instruction ${kind}`);
}

/** Code that takes a number of steps and traps when there are not so many. */
function takeSteps(global: number, amount: readonly number[]): Uint8Array {
  const index = new ByteWriter(5).u32(global).result();
  return Uint8Array.of(
    ...[0x23, ...index, ...amount, 0x6b, 0x24, ...index], // global -= amount
    ...[0x23, ...index, 0x41, 0, 0x48, 0x04, 0x40, 0x00, 0x0b], // if (global < 0) unreachable
  );
}

/** The bodies of copy, fill and grow. */
function helperBodies(indices: CodeIndices): Uint8Array[] {
  // A length is unsigned; a shift to the right by 6 makes it at most 2 ** 26, which is safe to subtract.
  const forLength = takeSteps(indices.steps, [0x20, 2, 0x41, 6, 0x76]);
  const three = [0x20, 0, 0x20, 1, 0x20, 2];
  const refused = new ByteWriter(5).u32(indices.refused).result();
  return [
    Uint8Array.of(0, ...forLength, ...three, 0xfc, 10, 0, 0, 0x0b),
    Uint8Array.of(0, ...forLength, ...three, 0xfc, 11, 0, 0x0b),
    Uint8Array.of(
      ...[0, 0x20, 0, 0x40, 0, 0x22, 0], // local = memory.grow(local)
      ...[0x41, 0x7f, 0x46, 0x04, 0x40, 0x41, 1, 0x24, ...refused, 0x0b], // if (it is -1) refused = 1
      ...[0x20, 0, 0x0b],
    ),
  ];
}
