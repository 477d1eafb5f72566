import assert from "node:assert/strict";
import { readConfigText, readMessageText } from "../../../cli/input/text.ts";
import { IoError, UsageError } from "../../../lib/errors.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

const stdin = { type: "stdin" } as const;

Deno.test("readMessageText() reads stdin and files byte for byte", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("m.json", "\ufeffé\r\n");
  assert.deepEqual(readMessageText(fakeHost([]), { type: "file", name: "m.json", path }), {
    text: "\ufeffé\r\n",
    name: '"m.json"',
  });
  assert.deepEqual(readMessageText(fakeHost([], { stdin: "x\n" }), stdin), {
    text: "x\n",
    name: "standard input",
  });
});

Deno.test("readMessageText() refuses what is not UTF-8, and what is not there", () => {
  using directory = new TemporaryDirectory();
  const broken = fakeHost([], { stdin: new Uint8Array([0x61, 0xc3]) });
  assert.throws(() => readMessageText(broken, stdin), (error: unknown) => {
    assert.ok(error instanceof UsageError);
    assert.equal(error.place.byteOffset, 1);
    return true;
  });
  const path = directory.at("none");
  assert.throws(
    () => readMessageText(fakeHost([]), { type: "file", name: "none", path }),
    (error: unknown) => {
      assert.ok(error instanceof IoError);
      assert.equal(error.message, 'Cannot read "none": it does not exist');
      return true;
    },
  );
});

Deno.test("readConfigText() reads stdin and files by the rules of prompt files", () => {
  using directory = new TemporaryDirectory();
  const text = "\ufeff\ufeffa\r\n\n";
  const wanted = "\ufeffa\r\n\n";
  const ref = { type: "file", name: "t", path: directory.write("t", text) } as const;
  assert.deepEqual(readConfigText(fakeHost([]), ref), { text: wanted, name: "t" });
  const host = fakeHost([], { stdin: text });
  assert.deepEqual(readConfigText(host, stdin), { text: wanted, name: "standard input" });
  directory.write("t", "a\0");
  const message = (name: string) => `Cannot read "${name}": it holds a NUL (byte 1)`;
  assert.throws(() => readConfigText(fakeHost([]), ref), { message: message("t") });
  const bad = fakeHost([], { stdin: "a\0" });
  assert.throws(() => readConfigText(bad, stdin), { message: message("standard input") });
});
