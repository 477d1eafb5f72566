import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  boundModule,
  MEMORY_REFUSED,
  STEPS_LEFT,
} from "../../../../lib/template/bounded/module.ts";
import { readerOf } from "../../../../lib/template/bounded/wasm_bytes.ts";
import { smallModule } from "../../../support/small_module.ts";

const BOUNDS = { pages: 4, steps: 1000 };

function start(bytes: Uint8Array, bounds = BOUNDS) {
  const { exports } = new WebAssembly.Instance(
    new WebAssembly.Module(boundModule(bytes, bounds)),
    {},
  );
  const global = (name: string): number => {
    const found = exports[name];
    assert(found instanceof WebAssembly.Global);
    return found.value;
  };
  const { run, memory } = exports;
  assert(typeof run === "function" && memory instanceof WebAssembly.Memory);
  return {
    run: (argument: number): number => run(argument),
    memory,
    steps: () => global(STEPS_LEFT),
    refused: () => global(MEMORY_REFUSED),
  };
}

/** Counts down from the argument. */
const COUNTDOWN = [
  ...[0x03, 0x40], // loop
  ...[0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0], // argument -= 1; repeat unless 0
  ...[0x0b, 0x41, 7], // end; 7
];

Deno.test("boundModule() takes a step for a function and for each round of a loop", () => {
  const module = start(smallModule({ code: COUNTDOWN }));
  assert.equal(module.run(10), 7);
  assert.equal(module.steps(), BOUNDS.steps - 11);
});

Deno.test("boundModule() ends a loop that does not end", () => {
  const module = start(smallModule({ code: COUNTDOWN }));
  assert.throws(() => module.run(0), WebAssembly.RuntimeError);
  assert.equal(module.steps(), -1);
  assert.equal(module.refused(), 0);
});

Deno.test("boundModule() ends a recursion", () => {
  const module = start(smallModule({ code: [0x20, 0, 0x10, 0] }));
  assert.throws(() => module.run(0), WebAssembly.RuntimeError);
  assert.equal(module.steps(), -1);
});

Deno.test("boundModule() takes a step for each 64 bytes that are filled or copied", () => {
  const fill = [0x41, 0, 0x41, 5, 0x20, 0, 0xfc, 11, 0, 0x41, 7];
  const filled = start(smallModule({ code: fill }));
  assert.equal(filled.run(640), 7);
  assert.equal(filled.steps(), BOUNDS.steps - 11);
  assert.equal(new Uint8Array(filled.memory.buffer)[639], 5);
  const copy = [0x41, 0, 0x41, 0, 0x20, 0, 0xfc, 10, 0, 0, 0x41, 7];
  const copied = start(smallModule({ code: copy }));
  assert.equal(copied.run(6400), 7);
  assert.equal(copied.steps(), BOUNDS.steps - 101);
  // 4 GiB less one: the length counts as unsigned, and the step comes before the access.
  assert.throws(() => copied.run(-1), WebAssembly.RuntimeError);
  assert(copied.steps() < 0);
});

Deno.test("boundModule() sets the memory's maximum and tells when it was refused", () => {
  const module = start(smallModule({ code: [0x20, 0, 0x40, 0] }));
  assert.equal(module.run(3), 1, "the old size");
  assert.equal(module.refused(), 0);
  assert.equal(module.run(1), -1);
  assert.equal(module.refused(), 1);
  assert.equal(module.memory.buffer.byteLength, 4 * 65536);
});

Deno.test("boundModule() lowers a maximum that is there", () => {
  const module = start(smallModule({ code: [0x20, 0, 0x40, 0], memory: [1, 1, 1, 100] }));
  assert.equal(module.run(50), -1);
});

Deno.test("boundModule() refuses what it cannot bound", () => {
  const table: [why: string, bytes: Uint8Array, message: RegExp][] = [
    ["SIMD", smallModule({ code: [0xfd, 12] }), /unknown instruction 253/],
    ["memory.init", smallModule({ code: [0xfc, 8, 0, 0] }), /unknown bulk instruction 8/],
    ["a function that is cut", smallModule({ code: [0x43] }), /cut off/],
    ["a small maximum", smallModule({ code: [0x20, 0], memory: [1, 0, 5] }), /one plain memory/],
    ["a shared memory", smallModule({ code: [0x20, 0], memory: [1, 3, 1, 1] }), /one plain memory/],
    [
      "an imported memory",
      smallModule({ code: [0x20, 0], imports: [1, 1, 97, 1, 98, 2, 0, 1] }),
      /imports no function/,
    ],
  ];
  for (const [why, bytes, message] of table) {
    assert.throws(() => boundModule(bytes, BOUNDS), message, why);
  }
});

Deno.test("boundModule() changes nothing else in the engine's module", () => {
  const url = import.meta.resolve("minijinja-js/dist/bundler/minijinja_js_bg.wasm");
  const bytes = new Uint8Array(readFileSync(new URL(url)));
  const before = bytes.slice();
  const bounded = boundModule(bytes, { pages: 1024, steps: 1 });
  assert.deepEqual(bytes, before, "the input");
  const rewritten = [3, 5, 6, 7, 10];
  const untouched = (module: Uint8Array) =>
    sections(module).filter(([id]) => !rewritten.includes(id));
  assert.deepEqual(untouched(bounded), untouched(bytes));
  const own = [STEPS_LEFT, MEMORY_REFUSED].map((name) => ({ kind: "global", name }));
  assert.deepEqual(
    WebAssembly.Module.exports(new WebAssembly.Module(bounded)),
    [...WebAssembly.Module.exports(new WebAssembly.Module(bytes)), ...own],
  );
});

function sections(module: Uint8Array): [id: number, content: Uint8Array][] {
  const reader = readerOf(module);
  reader.take(8);
  const found: [number, Uint8Array][] = [];
  while (!reader.atEnd()) found.push([reader.byte(), reader.take(reader.u32())]);
  return found;
}
