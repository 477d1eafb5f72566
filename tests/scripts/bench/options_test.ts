import assert from "node:assert/strict";
import { resolve } from "node:path";
import { readOptions } from "../../../scripts/bench/options.ts";

Deno.test("readOptions() measures everything unless told otherwise", () => {
  assert.deepEqual(readOptions([]), { sizes: [8, 64, 1024], only: "", quick: false, write: false });
});

Deno.test("readOptions() reads every flag", () => {
  const args = "--before a --bin b --size 64 --only BRANCH --keep d --write --quick".split(" ");
  assert.deepEqual(readOptions(args), {
    before: resolve("a"),
    bin: resolve("b"),
    sizes: [64],
    only: "branch",
    keep: resolve("d"),
    quick: true,
    write: true,
  });
});

Deno.test("readOptions() takes the smallest size when it is to be quick", () => {
  assert.deepEqual(readOptions(["--quick"]).sizes, [8]);
});

Deno.test("readOptions() refuses what it does not know", () => {
  for (const args of [["--size", "9"], ["--fast"], ["file"], ["--before"]]) {
    assert.throws(() => readOptions(args), TypeError, args.join(" "));
  }
});
