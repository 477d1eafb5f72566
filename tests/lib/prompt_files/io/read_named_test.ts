import assert from "node:assert/strict";
import { ConfigError } from "../../../../lib/errors.ts";
import { readNamedFile } from "../../../../lib/prompt_files/io/read_named.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

Deno.test("readNamedFile() drops one byte order mark and keeps every other byte", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("t", "\ufeff\ufeffa\r\n\n");
  assert.equal(readNamedFile({ path }), "\ufeffa\r\n\n");
});

const MAX = 8 * 1024 * 1024;

Deno.test("readNamedFile() refuses what cannot be a prompt file", () => {
  using directory = new TemporaryDirectory();
  const table: [bytes: Uint8Array, reason: string][] = [
    [Uint8Array.of(0x61, 0xff), "it is not UTF-8 (byte 1)"],
    [Uint8Array.of(0x61, 0), "it holds a NUL (byte 1)"],
    [new Uint8Array(MAX + 1), `it has ${MAX + 1} bytes, the limit is ${MAX} (8 MiB)`],
  ];
  for (const [bytes, reason] of table) {
    const path = directory.write("t", bytes);
    const message = `Cannot read "shown": ${reason}`;
    assert.throws(() => readNamedFile({ path, name: "shown" }), { name: "ConfigError", message });
  }
});

Deno.test("readNamedFile() says why the system refuses, and does not hang on a device", () => {
  const table: [path: string, message: string][] = [
    ["/nowhere/t", 'Cannot read "t": it does not exist'],
    ["/", 'Cannot read "t": it is a directory'],
    ["/dev/zero", `Cannot read "t": it has ${MAX + 1} bytes, the limit is ${MAX} (8 MiB)`],
  ];
  for (const [path, message] of table) {
    assert.throws(() => readNamedFile({ name: "t", path }), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual([error.message, error.place.path], [message, "t"]);
      return true;
    });
  }
});
