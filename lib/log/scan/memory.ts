/**
 * The memory of the scanner in line_wasm.ts: a few numbers, the id of the entry before, and the lines.
 *
 * @module
 */

import { decodeId } from "../line_head.ts";

/** Indices of the numbers that the scanner keeps, in memory seen as an `Int32Array`. */
export const scanState = {
  /** Messages gone over. */
  count: 0,
  /** Length of the id of the entry before, or a negative number: none that the scanner knows. */
  previousLength: 1,
  /** Whether there is an entry before. */
  hasEntry: 2,
  /** Whether the next entry must name its parent, since a damaged line stands between. */
  mustName: 3,
  /** Lines gone over. */
  lines: 4,
  /** Address of the last message's line. */
  last: 5,
  /** The count to stop at; -1 for none. */
  stop: 6,
  /** Whether an entry named its parent. */
  named: 7,
} as const;

/** Address of the id of the entry before. */
export const PREVIOUS_ID = 64;
/** The longest id that the scanner keeps. */
export const MAX_ID = 512;
/** Address of the lines. */
export const LINES_START = 1024;
/** Bytes that must be addressable after the lines. */
export const SLACK = 128;

const PAGE = 64 * 1024;
/** The id before has no place in the memory. */
const ELSEWHERE = -2;
const NONE = -1;

/** A field of the scanner's state. */
export type ScanField = keyof typeof scanState;

/** The memory, as the reader around the scanner sees it. */
export class ScanMemory {
  readonly memory: WebAssembly.Memory;
  /** Room for lines; another array after {@linkcode ScanMemory.grow}. */
  block: Uint8Array;
  #state: Int32Array;
  #longId: string | undefined;

  /** @param size Bytes of lines that have room. */
  constructor(size: number) {
    this.memory = new WebAssembly.Memory({ initial: pages(size) });
    [this.#state, this.block] = this.#views(size);
    this.set("previousLength", NONE);
  }

  /**
   * Reads a field.
   *
   * @param field Its name.
   * @returns Its value.
   */
  get(field: ScanField): number {
    return this.#state[scanState[field]] as number;
  }

  /**
   * Writes a field.
   *
   * @param field Its name.
   * @param value Its value.
   */
  set(field: ScanField, value: number): void {
    this.#state[scanState[field]] = value;
  }

  /**
   * Counts one up.
   *
   * @param field The name of a field.
   * @returns Its new value.
   */
  increase(field: ScanField): number {
    const value = this.get(field) + 1;
    this.set(field, value);
    return value;
  }

  /** The id of the entry before; undefined when it has none. */
  get previousId(): string | undefined {
    const length = this.get("previousLength");
    if (length === ELSEWHERE) return this.#longId;
    if (length < 0) return undefined;
    return decodeId(new Uint8Array(this.memory.buffer, PREVIOUS_ID, length));
  }

  set previousId(id: string | undefined) {
    this.#longId = id;
    let length = id === undefined ? NONE : ELSEWHERE;
    if (id !== undefined && id.length <= MAX_ID / 3 && id.isWellFormed()) {
      const room = new Uint8Array(this.memory.buffer, PREVIOUS_ID, MAX_ID);
      length = new TextEncoder().encodeInto(id, room).written;
    }
    this.set("previousLength", length);
  }

  /**
   * Makes more room for lines; what is there stays.
   *
   * @param size Bytes.
   */
  grow(size: number): void {
    this.memory.grow(pages(size) - this.memory.buffer.byteLength / PAGE);
    [this.#state, this.block] = this.#views(size);
  }

  #views(size: number): [Int32Array, Uint8Array] {
    const { buffer } = this.memory;
    return [new Int32Array(buffer, 0, PREVIOUS_ID / 4), new Uint8Array(buffer, LINES_START, size)];
  }
}

function pages(size: number): number {
  return Math.ceil((LINES_START + size + SLACK) / PAGE);
}
