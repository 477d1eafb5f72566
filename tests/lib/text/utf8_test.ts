import assert from "node:assert/strict";
import { invalidUtf8Offset } from "../../../lib/text/utf8.ts";

const bytes = (hex: string) => Uint8Array.from(hex.split(" "), (byte) => parseInt(byte, 16));

Deno.test("invalidUtf8Offset() gives the start of the first ill-formed sequence", () => {
  const table: [why: string, hex: string, offset: number][] = [
    ["ASCII", "61 62", -1],
    ["all four lengths", "61 c2 80 e0 a0 80 f0 90 80 80", -1],
    ["the highest of each length", "7f df bf ef bf bf f4 8f bf bf", -1],
    ["the ends of the surrogate gap", "ed 9f bf ee 80 80", -1],
    ["a stray continuation byte", "61 80", 1],
    ["0xFF", "61 62 ff", 2],
    ["overlong, two bytes", "c0 af", 0],
    ["overlong, two bytes, C1", "61 c1 bf", 1],
    ["overlong, three bytes", "61 e0 9f bf", 1],
    ["overlong, four bytes", "61 f0 8f bf bf", 1],
    ["a high surrogate", "61 62 ed a0 80", 2],
    ["a low surrogate", "ed bf bf", 0],
    ["above U+10FFFF", "f4 90 80 80", 0],
    ["a lead that is none", "f5 80 80 80", 0],
    ["cut after one of two", "61 c3", 1],
    ["cut after two of three", "61 e2 82", 1],
    ["cut after three of four", "61 f0 9f 98", 1],
    ["interrupted at the second byte", "e2 28 a1", 0],
    ["interrupted at the third byte", "e2 82 28", 0],
    ["interrupted at the fourth byte", "61 f0 9f 98 41", 1],
    ["Latin-1 after UTF-8", "c3 a9 e9 0a", 2],
    ["UTF-16 with its mark", "ff fe 61 00", 0],
  ];
  for (const [why, hex, offset] of table) assert.equal(invalidUtf8Offset(bytes(hex)), offset, why);
  assert.equal(invalidUtf8Offset(new Uint8Array()), -1);
});

Deno.test("invalidUtf8Offset() agrees with TextDecoder on all sequences of edge bytes", () => {
  const edges = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf];
  edges.push(0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const isUtf8 = (sequence: Uint8Array) => {
    try {
      decoder.decode(sequence);
      return true;
    } catch (error) {
      assert(error instanceof TypeError);
      return false;
    }
  };
  for (const a of edges) {
    for (const b of edges) {
      for (const c of edges) {
        for (const d of [0x41, 0x80, 0xbf, 0xe2]) {
          const sequence = Uint8Array.of(a, b, c, d);
          const offset = invalidUtf8Offset(sequence);
          assert.equal(offset === -1, isUtf8(sequence), sequence.join(" "));
          if (offset > 0) assert(isUtf8(sequence.subarray(0, offset)), sequence.join(" "));
        }
      }
    }
  }
});
