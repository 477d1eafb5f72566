/**
 * A small assembler for WebAssembly: functions that return instruction bytes, so that a program reads as
 * nested calls. It knows what json_wasm.ts needs: 32-bit integers, 64-bit ones as sets of bits, 128-bit
 * vectors of bytes, one memory. The type checker sees to it that no function gets a number where it wants code.
 *
 * A binary file in the repository was rejected: nobody could review it.
 *
 * @module
 */

/**
 * Instructions, in the binary format: bytes in any nesting, so that a program costs next to nothing until
 * it is assembled.
 */
export type Code = readonly (number | Code)[];

/** A function of the module; every parameter and the result are 32-bit integers. */
export interface WasmFunction {
  /** The name under which it is exported; undefined keeps it inside. */
  readonly exported?: string;
  /** Number of parameters; they are the first locals. */
  readonly parameters: number;
  /** Number of further 32-bit locals. */
  readonly locals?: number;
  /** Number of 64-bit locals, after those. */
  readonly wides?: number;
  /** Number of vector locals, after the others. */
  readonly vectors?: number;
  readonly body: Code;
}

type Bytes = readonly number[];

const I32 = 0x7f;
const I64 = 0x7e;
const V128 = 0x7b;
const NO_RESULT = 0x40;
const END = 0x0b;

const operator = (opcode: number) => (a: Code, b: Code): Code => [a, b, opcode];
const vectorOperator =
  (opcode: number) => (a: Code, b: Code): Code => [a, b, 0xfd, unsigned(opcode)];

/** Instructions. A condition is true when it is not zero. */
export const wasm = {
  number: (value: number): Code => [0x41, signed(value)],
  get: (local: number): Code => [0x20, local],
  set: (local: number, value: Code): Code => [value, 0x21, local],
  /** Sets a local and gives its value. */
  tee: (local: number, value: Code): Code => [value, 0x22, local],
  add: operator(0x6a),
  subtract: operator(0x6b),
  and: operator(0x71),
  or: operator(0x72),
  exclusiveOr: operator(0x73),
  shiftLeft: operator(0x74),
  shiftRight: operator(0x76),
  equal: operator(0x46),
  differs: operator(0x47),
  /** Unsigned comparison. */
  less: operator(0x49),
  /** Unsigned comparison. */
  atLeast: operator(0x4f),
  not: (value: Code): Code => [value, 0x45],
  trailingZeros: (value: Code): Code => [value, 0x68],
  load8: (address: Code, offset = 0): Code => [address, 0x2d, 0, unsigned(offset)],
  load16: (address: Code, offset = 0): Code => [address, 0x2f, 0, unsigned(offset)],
  load32: (address: Code, offset = 0): Code => [address, 0x28, 0, unsigned(offset)],
  store32: (address: Code, value: Code): Code => [address, value, 0x36, 0, 0],
  /** Runs `then` when the condition is true, else `otherwise`. */
  when: (condition: Code, then: Code, otherwise: Code = []): Code => [
    condition,
    0x04,
    NO_RESULT,
    then,
    otherwise.length === 0 ? [] : [0x05, otherwise],
    END,
  ],
  /** Repeats the body while the condition is true. */
  repeat: (condition: Code, ...body: Code[]): Code => [
    [0x02, NO_RESULT, 0x03, NO_RESULT],
    [condition, 0x45, 0x0d, 1],
    body,
    [0x0c, 0, END, END],
  ],
  returns: (value: Code): Code => [value, 0x0f],
  call: (index: number, ...values: Code[]): Code => [values, 0x10, index],
  sequence: (...parts: Code[]): Code => parts,
  load128: (address: Code, offset = 0): Code => [address, 0xfd, 0, 0, unsigned(offset)],
  store128: (address: Code, value: Code): Code => [address, value, 0xfd, 11, 0, 0],
  /** A vector of sixteen times the same byte. */
  bytes: (value: number): Code => [0xfd, 0x0c, ...Array<number>(16).fill(value)],
  /** A vector of sixteen bytes. */
  vector: (values: readonly number[]): Code => [0xfd, 0x0c, values],
  /** Picks from the first vector by the indices in the second. */
  pick: vectorOperator(0x0e),
  /** Sixteen bytes of both vectors together, from an index on. */
  window: (a: Code, b: Code, from: number): Code => [
    a,
    b,
    0xfd,
    0x0d,
    ...Array.from({ length: 16 }, (_, index) => from + index),
  ],
  /** Shifts each byte to the right. */
  bytesShift: (vector: Code, bits: Code): Code => [vector, bits, 0xfd, unsigned(0x6d)],
  /** Subtracts bytes; what would be negative becomes 0. */
  bytesSubtract: vectorOperator(0x73),
  bytesExclusiveOr: vectorOperator(0x51),
  /** Unsigned comparison. */
  bytesBelow: vectorOperator(0x26),
  bytesEqual: vectorOperator(0x23),
  bytesDiffer: vectorOperator(0x24),
  /** Signed comparison: a byte from 0x80 on is less than any other. */
  bytesLess: vectorOperator(0x25),
  bytesAnd: vectorOperator(0x4e),
  bytesOr: vectorOperator(0x50),
  /** The bits of `a` where those of `which` are set, elsewhere those of `b`. */
  choose: (a: Code, b: Code, which: Code): Code => [a, b, which, 0xfd, 0x52],
  /** Whether any bit of a vector is set. */
  anyBit: (vector: Code): Code => [vector, 0xfd, 0x53],
  /** The highest bit of each byte of a vector, the first byte in bit 0. */
  mask: (vector: Code): Code => [vector, 0xfd, unsigned(0x64)],
} as const;

/** Instructions on 64 bits. */
export const wide = {
  number: (value: bigint): Code => [0x42, signedWide(value)],
  /** Makes 64 bits of 32. */
  of: (value: Code): Code => [value, 0xad],
  /** The lower 32 bits. */
  low: (value: Code): Code => [value, 0xa7],
  add: operator(0x7c),
  subtract: operator(0x7d),
  and: operator(0x83),
  or: operator(0x84),
  exclusiveOr: operator(0x85),
  shiftLeft: operator(0x86),
  shiftRight: operator(0x88),
  /** A condition. */
  not: (value: Code): Code => [value, 0x50],
  trailingZeros: (value: Code): Code => [value, 0x7a],
} as const;

/**
 * Assembles a module with one imported memory, `env.memory`.
 *
 * @param functions The functions; calls name them by their index in this list.
 * @returns The module in the binary format.
 *
 * @example
 * ```ts
 * import { assemble, wasm } from "./wasm_code.ts";
 * import assert from "node:assert/strict";
 *
 * const { number, get, add } = wasm;
 * const binary = assemble([{ exported: "next", parameters: 1, body: add(get(0), number(1)) }]);
 * const memory = new WebAssembly.Memory({ initial: 1 });
 * const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), { env: { memory } });
 * assert.equal((exports.next as (value: number) => number)(41), 42);
 * ```
 */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    0x60,
    ...list(Array<Bytes>(parameters).fill([I32])),
    ...list([[I32]]),
  ]);
  const exported = functions.flatMap(({ exported }, index) =>
    exported === undefined ? [] : [[...text(exported), 0, ...unsigned(index)]]
  );
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list([[...text("env"), ...text("memory"), 0x02, 0, 1]])),
    ...section(3, list(functions.map((_, index) => unsigned(index)))),
    ...section(7, list(exported)),
    ...section(10, list(functions.map(codeOf))),
  ]);
}

function codeOf({ locals = 0, wides = 0, vectors = 0, body }: WasmFunction): Bytes {
  const groups = [
    [...unsigned(locals), I32],
    [...unsigned(wides), I64],
    [...unsigned(vectors), V128],
  ];
  const code = [...list(groups), ...flatten(body), END];
  return [...unsigned(code.length), ...code];
}

function flatten(code: Code, into: number[] = []): Bytes {
  for (const part of code) {
    if (typeof part === "number") into.push(part);
    else flatten(part, into);
  }
  return into;
}

function section(id: number, content: Bytes): Bytes {
  return [id, ...unsigned(content.length), ...content];
}

function list(items: readonly Bytes[]): Bytes {
  return [...unsigned(items.length), ...items.flat()];
}

function text(value: string): Bytes {
  return list([...value].map((character) => [character.charCodeAt(0)]));
}

/** LEB128. */
function unsigned(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}

/** LEB128, signed, of a 32-bit integer. */
function signed(value: number): Bytes {
  const bytes: number[] = [];
  let rest = value | 0;
  while (rest < -64 || rest > 63) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  return [...bytes, rest & 0x7f];
}

/** LEB128, signed, of a 64-bit integer. */
function signedWide(value: bigint): Bytes {
  const bytes: number[] = [];
  let rest = BigInt.asIntN(64, value);
  while (rest < -64n || rest > 63n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...bytes, Number(rest & 0x7fn)];
}
