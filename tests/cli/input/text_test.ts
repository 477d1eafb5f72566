import assert from "node:assert/strict";
import { readInput } from "../../../cli/input/text.ts";
import { IoError, UsageError } from "../../../lib/errors.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

Deno.test("readInput() reads stdin and files byte for byte", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("m.json", "\ufeffé\r\n");
  assert.deepEqual(readInput(fakeHost([]), { type: "file", name: "m.json", path }), {
    text: "\ufeffé\r\n",
    name: '"m.json"',
  });
  assert.deepEqual(readInput(fakeHost([], { stdin: "x\n" }), { type: "stdin" }), {
    text: "x\n",
    name: "standard input",
  });
});

Deno.test("readInput() refuses what is not UTF-8, and what is not there", () => {
  using directory = new TemporaryDirectory();
  const stdin = new Uint8Array([0x61, 0xc3]);
  assert.throws(() => readInput(fakeHost([], { stdin }), { type: "stdin" }), (error: unknown) => {
    assert.ok(error instanceof UsageError);
    assert.equal(error.place.byteOffset, 1);
    return true;
  });
  const path = directory.at("none");
  assert.throws(
    () => readInput(fakeHost([]), { type: "file", name: "none", path }),
    (error: unknown) => {
      assert.ok(error instanceof IoError);
      assert.equal(error.message, 'Cannot read "none": it does not exist');
      return true;
    },
  );
});
