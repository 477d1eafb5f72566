import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { ConfigError } from "../../../../lib/errors.ts";
import { readLaunchBlocks, readLaunchFile } from "../../../../lib/prompt_files/io/launch.ts";
import { sha256Hex } from "../../../../lib/text/sha256.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

Deno.test("readLaunchBlocks() gives blocks with their option, whatever their text", () => {
  using directory = new TemporaryDirectory();
  const system = { path: directory.write("sub.md", "\ufeff"), name: "sub.md" };
  const append = [
    { path: directory.write("b.md", "b \u202e{{ x }}\r\n") },
    { path: directory.write("a.md", "a") },
  ];
  const blocks = readLaunchBlocks(Object.freeze({ system, append: Object.freeze(append) }));
  const source = (option: string, name: string) => ({
    type: "launch",
    option,
    path: directory.at(name),
  });
  assert.deepEqual(blocks, {
    system: { text: "", source: source("system", "sub.md") },
    append: [
      { text: "b \u202e{{ x }}\r\n", source: source("append", "b.md") },
      { text: "a", source: source("append", "a.md") },
    ],
  });
  assert.deepEqual(readLaunchBlocks({}), { system: undefined, append: [] });
});

Deno.test("readLaunchBlocks() takes a file ending in .j2 for a template that is trusted", () => {
  using directory = new TemporaryDirectory();
  const path = directory.write("sub.j2", "On {{ date }}");
  const { system } = readLaunchBlocks({ system: { path, name: "typed/sub.j2" } });
  assert.deepEqual(system, {
    source: { type: "launch", option: "system", path },
    templateSource: {
      text: "On {{ date }}",
      sha256: sha256Hex("On {{ date }}"),
      name: "typed/sub.j2",
    },
  });
});

Deno.test("readLaunchBlocks() takes bytes that were read, and opens nothing for them", () => {
  const file = { path: "-", name: "standard input" };
  const { append: [block] } = readLaunchBlocks({
    append: [{ ...file, bytes: Uint8Array.of(0x68, 0x69) }],
  });
  assert.deepEqual(block, { text: "hi", source: { type: "launch", option: "append", path: "-" } });
  assert.throws(() => readLaunchBlocks({ system: { ...file, bytes: Uint8Array.of(0xff) } }), {
    name: "ConfigError",
    message: 'Cannot read "standard input": it is not UTF-8 (byte 0)',
  });
});

Deno.test("readLaunchBlocks() reads a pipe, as <(command) makes one", () => {
  using directory = new TemporaryDirectory();
  const path = directory.at("pipe");
  execFileSync("/bin/sh", [
    "-c",
    'mkfifo "$1"; (printf piped > "$1") > /dev/null 2>&1 &',
    "-",
    path,
  ]);
  const { append: [block] } = readLaunchBlocks({ append: [{ path }] });
  assert.ok(block !== undefined && "text" in block && block.text === "piped");
});

Deno.test("readLaunchFile() says why a file cannot be a prompt", () => {
  using directory = new TemporaryDirectory();
  const header = '{"id":"x","type":"session","version":3}';
  const table: [name: string, content: string | Uint8Array | undefined, message: RegExp][] = [
    ["none.md", undefined, /^Cannot read "none.md": it does not exist$/],
    ["nul.md", "a\0", /^Cannot read "nul.md": it holds a NUL \(byte 1\)$/],
    ["s.jsonl", `${header}\n`, /^Cannot use "s.jsonl" as a prompt: it is a session$/],
    ["t.jsonl", `\ufeff\n ${header}`, /^Cannot use "t.jsonl" as a prompt: it is a session$/],
    ["big.md", "x".repeat(8 * 1024 * 1024 + 1), /^Cannot read "big.md": it has 8388609 bytes, /],
  ];
  for (const [name, content, message] of table) {
    const path = content === undefined ? directory.at(name) : directory.write(name, content);
    const read = readLaunchFile({ path, name });
    assert.ok(read.type === "failed" && read.error instanceof ConfigError, name);
    assert.match(read.error.message, message);
    assert.equal(read.error.place.path, name);
  }
  const path = directory.path;
  assert.equal(readLaunchFile({ path }).type, "failed");
});

Deno.test("readLaunchFile() takes JSON that is no session's header for text", () => {
  using directory = new TemporaryDirectory();
  const texts = [
    ...['{"type":"session"', '{"type":"message"}', "{type}", '["session"]', ""],
    ...['{"type":"sessions"}\n{"type":"session"}', '{"a":'.repeat(100_000)],
  ];
  for (const text of texts) {
    const read = readLaunchFile({ path: directory.write("a", text) });
    assert.ok(read.type === "text" && read.prompt.text === text, text.slice(0, 40));
  }
});
