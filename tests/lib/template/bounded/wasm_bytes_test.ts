import assert from "node:assert/strict";
import { ByteWriter, readerOf } from "../../../../lib/template/bounded/wasm_bytes.ts";

Deno.test("ByteWriter.u32() and ByteReader.u32() agree, and with the format's own examples", () => {
  const table: [value: number, bytes: number[]][] = [
    [0, [0]],
    [127, [0x7f]],
    [128, [0x80, 1]],
    [624485, [0xe5, 0x8e, 0x26]],
    [2 ** 31, [0x80, 0x80, 0x80, 0x80, 8]],
    [2 ** 32 - 1, [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ];
  for (const [value, bytes] of table) {
    assert.deepEqual([...new ByteWriter(1).u32(value).result()], bytes, String(value));
    assert.equal(readerOf(Uint8Array.from(bytes)).u32(), value);
  }
});

Deno.test("ByteWriter.s32() writes the shortest signed form", () => {
  const table: [value: number, bytes: number[]][] = [
    [0, [0]],
    [63, [0x3f]],
    [64, [0xc0, 0]],
    [-1, [0x7f]],
    [-64, [0x40]],
    [-65, [0xbf, 0x7f]],
    [-123456, [0xc0, 0xbb, 0x78]],
    [2 ** 31 - 1, [0xff, 0xff, 0xff, 0xff, 7]],
  ];
  for (const [value, bytes] of table) {
    assert.deepEqual([...new ByteWriter(1).s32(value).result()], bytes, String(value));
  }
});

Deno.test("ByteWriter grows, and begins anew after clear()", () => {
  const writer = new ByteWriter(1);
  for (let index = 0; index < 100; index++) writer.byte(index);
  writer.bytes(new Uint8Array(1000).fill(7));
  assert.equal(writer.length, 1100);
  assert.deepEqual([...writer.result().subarray(98, 102)], [98, 99, 7, 7]);
  writer.clear();
  assert.equal(writer.byte(1).result().length, 1);
});

Deno.test("ByteReader refuses what is cut off or too long", () => {
  assert.throws(() => readerOf(Uint8Array.of(0x80)).u32(), /cut off/);
  assert.throws(() => readerOf(Uint8Array.of(0x80)).skipNumber(), /cut off/);
  assert.throws(() => readerOf(Uint8Array.of(1, 2)).take(3), /cut off/);
  assert.throws(() => readerOf(new Uint8Array(6).fill(0x80)).u32(), /too long/);
});

Deno.test("ByteReader.fork() moves on its own", () => {
  const reader = readerOf(Uint8Array.of(1, 2, 3));
  const second = reader.fork();
  second.byte();
  assert.deepEqual([reader.at, second.at], [0, 1]);
  assert.deepEqual([...reader.upTo(second)], [1]);
  assert.deepEqual([...reader.rest()], [2, 3]);
  assert.equal(reader.atEnd(), true);
});
