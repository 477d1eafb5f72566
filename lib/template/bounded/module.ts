/**
 * Rewrites a WebAssembly module so that it cannot run away: its memory gets a maximum, and it counts its
 * steps and traps when they are used up (DESIGN §6).
 *
 * The engine's own fuel counts template instructions, and one of those can copy 60 MB; a loop of them
 * takes minutes. A clock cannot be looked at while WebAssembly runs, and a second thread or process to
 * stop it from would need another entry point in every build. So each function and each round of a loop
 * takes one step, and the bulk memory instructions one step for each 64 bytes. Unlike a clock this gives
 * the same answer on every machine and under both runtimes.
 *
 * Instructions this file does not know are an error, never skipped.
 *
 * @module
 */

import { type ByteReader, ByteWriter, readerOf } from "./wasm_bytes.ts";
import { rewriteCode } from "./code.ts";

/** How far a module may go. */
export interface ModuleBounds {
  /** The memory's maximum, in pages of 64 KiB. */
  readonly pages: number;
  /** Steps until it traps, below 2 ** 31. */
  readonly steps: number;
}

/** The exported global that holds the steps that are left; negative once they are used up. */
export const STEPS_LEFT = "panto_steps_left";

/** The exported global that is 1 once the module was refused memory. */
export const MEMORY_REFUSED = "panto_memory_refused";

/**
 * Bounds a module. The result exports two more globals, {@linkcode STEPS_LEFT} and
 * {@linkcode MEMORY_REFUSED}, which tell why an instance trapped.
 */
export function boundModule(bytes: Uint8Array, bounds: ModuleBounds): Uint8Array<ArrayBuffer> {
  const reader = readerOf(bytes);
  const writer = new ByteWriter(bytes.length + (bytes.length >> 2));
  writer.bytes(reader.take(8));
  const counts = { imported: 0, functions: 0, globals: 0 };
  const types: Uint8Array[] = [];
  while (!reader.atEnd()) {
    const id = reader.byte();
    const section = readerOf(reader.take(reader.u32()));
    switch (id) {
      case SECTION.type:
        types.push(...readTypes(section.fork()));
        writer.section(id, section.rest());
        break;
      case SECTION.import:
        counts.imported = countImportedFunctions(section.fork());
        writer.section(id, section.rest());
        break;
      case SECTION.function:
        counts.functions = section.fork().u32();
        writer.section(id, withMore(section, helperTypes(types)));
        break;
      case SECTION.memory:
        writer.section(id, boundedMemory(section, bounds.pages));
        break;
      case SECTION.global:
        counts.globals = section.fork().u32();
        writer.section(id, withMore(section, [variable(bounds.steps), variable(0)]));
        break;
      case SECTION.export:
        writer.section(id, withMore(section, exportsOf(counts.globals)));
        break;
      case SECTION.code:
        writer.section(
          id,
          rewriteCode(section, {
            steps: counts.globals,
            refused: counts.globals + 1,
            firstHelper: counts.imported + counts.functions,
          }),
        );
        break;
      default:
        writer.section(id, section.rest());
    }
  }
  return writer.result();
}

const SECTION = {
  type: 1,
  import: 2,
  function: 3,
  memory: 5,
  global: 6,
  export: 7,
  code: 10,
} as const;

const I32 = 0x7f;

/** The types of the three helpers of code.ts, in their order: copy, fill, grow. */
const HELPER_TYPES: readonly (readonly number[])[] = [
  [0x60, 3, I32, I32, I32, 0],
  [0x60, 3, I32, I32, I32, 0],
  [0x60, 1, I32, 1, I32],
];

/** The helpers' type indices. Both types are common, so that none has to be added. */
function helperTypes(types: readonly Uint8Array[]): Uint8Array[] {
  return HELPER_TYPES.map((wanted) => {
    const index = types.findIndex((type) =>
      type.length === wanted.length && wanted.every((byte, at) => byte === type[at])
    );
    if (index < 0) throw new Error("Cannot bound the module: it has no type for a helper function");
    return new ByteWriter(5).u32(index).result();
  });
}

function readTypes(section: ByteReader): Uint8Array[] {
  const types: Uint8Array[] = [];
  for (let left = section.u32(); left > 0; left--) {
    const start = section.fork();
    if (section.byte() !== 0x60) throw new Error("Cannot bound the module: a type is no function");
    section.take(section.u32());
    section.take(section.u32());
    types.push(start.upTo(section));
  }
  return types;
}

function countImportedFunctions(section: ByteReader): number {
  const imports = section.u32();
  for (let left = imports; left > 0; left--) {
    section.take(section.u32());
    section.take(section.u32());
    // An imported memory would not be under the maximum, an imported global would shift the indices.
    if (section.byte() !== 0) throw new Error("Cannot bound the module: it imports no function");
    section.u32();
  }
  return imports;
}

function boundedMemory(section: ByteReader, pages: number): Uint8Array {
  const count = section.u32();
  const flags = section.byte();
  const minimum = section.u32();
  if (count !== 1 || flags > 1 || minimum > pages) {
    throw new Error("Cannot bound the module: it has not one plain memory");
  }
  return new ByteWriter(16).u32(1).byte(1).u32(minimum).u32(pages).result();
}

/** A vector with more elements at its end. */
function withMore(section: ByteReader, more: readonly Uint8Array[]): Uint8Array {
  const count = section.u32();
  const rest = section.rest();
  const writer = new ByteWriter(rest.length + 64).u32(count + more.length).bytes(rest);
  for (const element of more) writer.bytes(element);
  return writer.result();
}

/** A mutable i32 global. */
function variable(value: number): Uint8Array {
  return new ByteWriter(16).byte(I32).byte(1).byte(0x41).s32(value).byte(0x0b).result();
}

function exportsOf(firstGlobal: number): Uint8Array[] {
  return [STEPS_LEFT, MEMORY_REFUSED].map((name, index) => {
    const text = new TextEncoder().encode(name);
    return new ByteWriter(32).u32(text.length).bytes(text).byte(3).u32(firstGlobal + index)
      .result();
  });
}
