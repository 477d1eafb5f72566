/**
 * Assembles small WebAssembly modules, for the tests of the files that rewrite one.
 *
 * @module
 */

import { ByteWriter } from "../../lib/template/bounded/wasm_bytes.ts";

const I32 = 0x7f;

/** What a module is made of. */
export interface SmallModule {
  /** The instructions of the exported function `run(i32) -> i32`, without the final `end`. */
  readonly code: readonly number[];
  /** The memory section's content. @default one memory of one page */
  readonly memory?: readonly number[];
  /** The import section's content. @default none */
  readonly imports?: readonly number[];
}

/** Assembles a module; the types that the added helpers need are there. */
export function smallModule({ code, memory = [1, 0, 1], imports }: SmallModule): Uint8Array {
  const writer = new ByteWriter(256).bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const section = (id: number, content: readonly number[]) =>
    writer.section(id, Uint8Array.from(content));
  section(1, [2, 0x60, 1, I32, 1, I32, 0x60, 3, I32, I32, I32, 0]);
  if (imports !== undefined) section(2, imports);
  section(3, [1, 0]);
  section(5, memory);
  section(6, [1, I32, 1, 0x41, 0, 0x0b]);
  section(7, [2, 3, ...ascii("run"), 0, 0, 6, ...ascii("memory"), 2, 0]);
  const body = [0, ...code, 0x0b];
  const size = [...new ByteWriter(5).u32(body.length).result()];
  section(10, [1, ...size, ...body]);
  return writer.result();
}

function ascii(text: string): number[] {
  return [...new TextEncoder().encode(text)];
}
