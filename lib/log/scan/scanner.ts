/**
 * The scanner of scan.as.ts, with its memory: blocks of lines go into it, and what it found comes out as
 * plain values. Nobody else knows an address.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { SCAN_WASM } from "./scan_wasm.ts";

/**
 * What a walk looks for: the leaf, any entry, the entry with an id, or nothing more.
 */
export type Sought =
  | { readonly type: "leaf" | "entry" | "nothing" }
  | { readonly type: "id"; readonly id: string };

/** Where a line says that its entry hangs. */
export interface Links {
  readonly id: string | undefined;
  /** Undefined without the key; null for a root. */
  readonly parentId: string | null | undefined;
}

/** What the scanner went over. */
export interface Passed {
  /** Index after the first line that it did not go over. */
  readonly end: number;
  readonly lines: number;
  /** Entries of the path; they lie one behind the other in `from` to `to`, indices into the block. */
  readonly taken: boolean;
  /** How many of them are messages. */
  readonly messages: number;
  readonly from: number;
  readonly to: number;
}

interface Exports {
  back(floor: number, end: number, full: boolean, taking: boolean): number;
  backDamaged(floor: number, end: number): number;
  readHead(line: number, end: number, fused: boolean): number;
}

/** Indices of the numbers at the start of the memory, as scan.as.ts names them. */
const STATE = {
  want: 0,
  wantedLength: 1,
  messages: 2,
  lines: 3,
  takenFrom: 4,
  takenTo: 5,
  id: 7,
  idEnd: 8,
  parent: 9,
  parentEnd: 10,
  hasParent: 11,
} as const;

const WANT = { leaf: 0, entry: 0, id: 1, nothing: 2 } as const;
const WANTED = 64;
const MAX_ID = 512;
const LINES = 1024;
/** Bytes behind the lines that the scanner reads. */
const SLACK = 128;
const PAGE = 64 * 1024;

/** A longer line is left to the parser. */
const MAX_LINE = 512 * 1024 * 1024;
const LF = 10;
const BRACE = 0x7b;

/** Compiled once for all readings of a process. */
let compiled: WebAssembly.Module | undefined;

/** An id may begin with U+FEFF. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** The scanner. */
export class Scanner {
  /** Room for lines; another array after {@linkcode Scanner.grow}. */
  block: Uint8Array;
  readonly #memory: WebAssembly.Memory;
  readonly #exports: Exports;
  #state: Int32Array;

  private constructor(size: number) {
    this.#memory = new WebAssembly.Memory({ initial: pages(size) });
    compiled ??= new WebAssembly.Module(Buffer.from(SCAN_WASM, "base64"));
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    if (!isScanner(exports)) throw new Error("scan_wasm.ts holds no scanner");
    this.#exports = exports;
    [this.#state, this.block] = this.#views(size);
  }

  /**
   * Makes a scanner with room for so many bytes; undefined where the runtime has no WebAssembly with
   * vectors, and every line is left to the parser.
   */
  static make(size: number): Scanner | undefined {
    try {
      return new Scanner(size);
    } catch (error) {
      if (error instanceof WebAssembly.CompileError) return undefined;
      throw error;
    }
  }

  /** Makes more room for lines; what was there is lost. */
  grow(size: number): void {
    this.#reserve(size);
    [this.#state, this.block] = this.#views(size);
  }

  /**
   * Says what to look for. False when it cannot look for that: an id without a place in its memory.
   */
  seek(sought: Sought): boolean {
    if (sought.type === "id") {
      const { id } = sought;
      if (id.length > MAX_ID / 3 || !id.isWellFormed()) return false;
      const room = new Uint8Array(this.#memory.buffer, WANTED, MAX_ID);
      this.#state[STATE.wantedLength] = encoder.encodeInto(id, room).written;
    }
    this.#state[STATE.want] = WANT[sought.type];
    return true;
  }

  /** Whether it looks for nothing more. */
  get seeksNothing(): boolean {
    return this.#get("want") === WANT.nothing;
  }

  /** What it looks for now. */
  get sought(): Sought {
    const want = this.#get("want");
    if (want === WANT.entry) return { type: "entry" };
    if (want === WANT.nothing) return { type: "nothing" };
    return { type: "id", id: this.#text(WANTED, WANTED + this.#get("wantedLength")) };
  }

  /**
   * Goes over lines of the block from the last, whose newline ends at index `end`, to the first, at
   * `floor`. `full` checks every line to its end; without `taking` it ends before the first line of
   * the path.
   */
  back(
    floor: number,
    end: number,
    options: { readonly full: boolean; readonly taking: boolean },
  ): Passed {
    const { full, taking } = options;
    const stopped = this.#exports.back(LINES + floor, LINES + end, full, taking);
    return {
      end: stopped - LINES,
      lines: this.#get("lines"),
      taken: this.#get("takenTo") > 0,
      messages: this.#get("messages"),
      from: this.#get("takenFrom") - LINES,
      to: this.#get("takenTo") - LINES,
    };
  }

  /**
   * Goes over lines of the block, as {@linkcode Scanner.back} does, that are surely no JSON and hold no other
   * record. Gives the index after the first other line, and how many it went over.
   */
  backDamaged(floor: number, end: number): Pick<Passed, "end" | "lines"> {
    const stopped = this.#exports.backDamaged(LINES + floor, LINES + end);
    return { end: stopped - LINES, lines: this.#get("lines") };
  }

  /**
   * Reads the head of a line without its newline, which goes into the scanner's memory. Undefined unless it
   * is surely a message of another role than system; of a line that is `fused`, as far as its head tells.
   */
  head(line: Uint8Array, options: { readonly fused?: boolean } = {}): Links | undefined {
    if (line[0] !== BRACE || line.length > MAX_LINE) return undefined;
    const isHere = line.buffer === this.#memory.buffer;
    const start = isHere ? line.byteOffset : LINES;
    if (!isHere) {
      this.#reserve(line.length + 1);
      new Uint8Array(this.#memory.buffer).set(line, start);
      new Uint8Array(this.#memory.buffer)[start + line.length] = LF;
    }
    const end = start + line.length + 1;
    if (this.#exports.readHead(start, end, options.fused === true) === 0) return undefined;
    const id = this.#get("id");
    const parent = this.#get("parent");
    return {
      id: id === 0 ? undefined : this.#text(id, this.#get("idEnd")),
      parentId: this.#get("hasParent") === 0
        ? undefined
        : parent === 0
        ? null
        : this.#text(parent, this.#get("parentEnd")),
    };
  }

  #reserve(size: number): void {
    const more = pages(size) - this.#memory.buffer.byteLength / PAGE;
    if (more <= 0) return;
    // Growing takes the old views away, and their length with them.
    const { length } = this.block;
    this.#memory.grow(more);
    [this.#state, this.block] = this.#views(length);
  }

  #get(field: keyof typeof STATE): number {
    return this.#state[STATE[field]] as number;
  }

  #text(from: number, to: number): string {
    return decoder.decode(new Uint8Array(this.#memory.buffer, from, to - from));
  }

  #views(size: number): [Int32Array, Uint8Array] {
    const { buffer } = this.#memory;
    return [new Int32Array(buffer, 0, WANTED / 4), new Uint8Array(buffer, LINES, size)];
  }
}

function pages(size: number): number {
  return Math.ceil((LINES + size + SLACK) / PAGE);
}

function isScanner(exports: object): exports is Exports {
  return "back" in exports && "backDamaged" in exports && "readHead" in exports;
}
