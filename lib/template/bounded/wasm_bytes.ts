/**
 * Reads and writes the few forms that WebAssembly's binary format is made of: bytes, LEB128 numbers,
 * sections.
 *
 * @module
 */

/** A place in some bytes that moves forward. */
export class ByteReader {
  /** What is read. */
  readonly source: Uint8Array;
  /** The offset of the next byte. */
  at: number;
  /** The offset after the last byte. */
  readonly end: number;

  constructor(source: Uint8Array, at: number, end: number) {
    this.source = source;
    this.at = at;
    this.end = end;
  }

  atEnd(): boolean {
    return this.at >= this.end;
  }

  /** Makes a second reader at the same place, which moves on its own. */
  fork(): ByteReader {
    return new ByteReader(this.source, this.at, this.end);
  }

  /** Reads a byte. Throws at the end. */
  byte(): number {
    if (this.at >= this.end) throw new Error("Cannot read the module: it is cut off");
    return this.source[this.at++] ?? 0;
  }

  /** Reads an unsigned LEB128 number of at most 32 bits. */
  u32(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new Error("Cannot read the module: a number is too long");
  }

  /** Passes over a LEB128 number of any size and sign. */
  skipNumber(): void {
    while (this.byte() >= 0x80);
  }

  /** Takes some bytes, as a view. Throws when there are fewer. */
  take(length: number): Uint8Array {
    if (length > this.end - this.at) throw new Error("Cannot read the module: it is cut off");
    this.at += length;
    return this.source.subarray(this.at - length, this.at);
  }

  /** Takes everything up to where another reader of the same bytes stands, as a view. */
  upTo(other: ByteReader): Uint8Array {
    return this.take(other.at - this.at);
  }

  /** Takes all that is left, as a view. */
  rest(): Uint8Array {
    return this.take(this.end - this.at);
  }
}

export function readerOf(bytes: Uint8Array): ByteReader {
  return new ByteReader(bytes, 0, bytes.length);
}

/** Collects bytes; the buffer doubles when it is full. */
export class ByteWriter {
  #buffer: Uint8Array<ArrayBuffer>;
  #length = 0;

  /** `capacity` is how many bytes are expected; more make it grow. */
  constructor(capacity: number) {
    this.#buffer = new Uint8Array(Math.max(capacity, 16));
  }

  /** How many bytes were written. */
  get length(): number {
    return this.#length;
  }

  /** Begins anew, in the same buffer. */
  clear(): void {
    this.#length = 0;
  }

  byte(value: number): this {
    this.#reserve(1);
    this.#buffer[this.#length++] = value;
    return this;
  }

  bytes(values: ArrayLike<number>): this {
    this.#reserve(values.length);
    this.#buffer.set(values, this.#length);
    this.#length += values.length;
    return this;
  }

  /** Writes an unsigned LEB128 number from 0 to 2 ** 32 - 1. */
  u32(value: number): this {
    for (; value >= 0x80; value = value >>> 7) this.byte((value & 0x7f) | 0x80);
    return this.byte(value);
  }

  /** Writes a signed LEB128 number from -(2 ** 31) to 2 ** 31 - 1. */
  s32(value: number): this {
    for (; value < -64 || value > 63; value >>= 7) this.byte((value & 0x7f) | 0x80);
    return this.byte(value & 0x7f);
  }

  section(id: number, content: Uint8Array): this {
    return this.byte(id).u32(content.length).bytes(content);
  }

  /** What was written, as a view; it changes when the writer is used further. */
  result(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(this.#buffer.length * 2, this.#length + more));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
