/** cli/input/config_text.ts: any kind of file, the content of a prompt file. */

import assert from "node:assert/strict";
import { readConfigText } from "../../../cli/input/config_text.ts";
import { ConfigError } from "../../../mod.ts";
import { fakeHost } from "../../support/fake_host.ts";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";

const stdin = { type: "stdin" } as const;

Deno.test("readConfigText() drops one byte order mark and keeps every other byte", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("t", "\ufeff\ufeffa\r\n\n");
  const wanted = "\ufeffa\r\n\n";
  const ref = { type: "file", name: "t", path } as const;
  assert.deepEqual(readConfigText(fakeHost([]), ref), { text: wanted, name: "t" });
  const host = fakeHost([], { stdin: "\ufeff\ufeffa\r\n\n" });
  assert.deepEqual(readConfigText(host, stdin), { text: wanted, name: "standard input" });
});

Deno.test("readConfigText() refuses what cannot be a prompt file, from both sources", () => {
  using directory = new TemporaryDirectory();
  const table: [bytes: Uint8Array, reason: string][] = [
    [Uint8Array.of(0x61, 0xff), "it is not UTF-8 (byte 1)"],
    [Uint8Array.of(0x61, 0), "it holds a NUL (byte 1)"],
    [new Uint8Array(8 * 1024 * 1024 + 1), "it has 8388609 bytes, the limit is 8388608 (8 MiB)"],
  ];
  for (const [bytes, reason] of table) {
    const path = directory.write("t", bytes);
    const ref = { type: "file", name: "t", path } as const;
    const message = (name: string) => ({
      name: "ConfigError",
      message: `Cannot read "${name}": ${reason}`,
    });
    assert.throws(() => readConfigText(fakeHost([]), ref), message("t"));
    const host = fakeHost([], { stdin: bytes });
    assert.throws(() => readConfigText(host, stdin), message("standard input"));
  }
});

Deno.test("readConfigText() says why the system refuses, and does not hang on a device", () => {
  const table: [path: string, message: string][] = [
    ["/nowhere/t", 'Cannot read "t": it does not exist'],
    ["/", 'Cannot read "t": it is a directory'],
    ["/dev/zero", 'Cannot read "t": it has 8388609 bytes, the limit is 8388608 (8 MiB)'],
  ];
  for (const [path, message] of table) {
    assert.throws(
      () => readConfigText(fakeHost([]), { type: "file", name: "t", path }),
      (error) => {
        assert.ok(error instanceof ConfigError);
        assert.equal(error.message, message);
        assert.equal(error.place.path, "t");
        return true;
      },
    );
  }
});
