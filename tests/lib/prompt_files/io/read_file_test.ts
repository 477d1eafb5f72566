import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { ConfigError } from "../../../../lib/errors.ts";
import {
  decodePromptFile,
  MAX_PROMPT_BYTES,
  type PromptFile,
  type PromptFileRules,
  readPromptFile,
} from "../../../../lib/prompt_files/io/read_file.ts";
import { PromptTree } from "../../../support/prompt_tree.ts";

const isRoot = process.getuid?.() === 0;
if (isRoot) console.error("skipped: tests of mode 0000, since root may read everything");

const encode = (text: string) => new TextEncoder().encode(text);

function fault(file: PromptFile): ConfigError {
  assert(file.type === "failed", `wanted a failure, not ${file.type}`);
  assert(file.error instanceof ConfigError);
  return file.error;
}

Deno.test("decodePromptFile() takes and refuses the bytes that readPromptFile() would", () => {
  using tree = new PromptTree();
  const table: (string | Uint8Array)[] = [
    "",
    "\ufeffa\r\n",
    "a\0",
    Uint8Array.of(0x61, 0xff),
    new Uint8Array(MAX_PROMPT_BYTES).fill(0x61),
    new Uint8Array(MAX_PROMPT_BYTES + 1).fill(0x61),
  ];
  for (const content of table) {
    const path = tree.write(join(tree.cwd, "SYSTEM.md"), content);
    const bytes = typeof content === "string" ? encode(content) : content;
    const read = readPromptFile(path);
    if (read.type === "failed") {
      assert.throws(() => decodePromptFile(bytes, path), { message: read.error.message });
    } else assert.deepEqual(decodePromptFile(bytes, path), read);
  }
});

Deno.test("readPromptFile() keeps every byte but one leading byte order mark", () => {
  using tree = new PromptTree();
  const table: [why: string, content: string | Uint8Array, text: string, mark: boolean][] = [
    ["empty", "", "", false],
    ["white space only", " \n\t\n", " \n\t\n", false],
    ["byte order mark only", "\ufeff", "", true],
    ["byte order mark and text", "\ufeffa\n", "a\n", true],
    ["two byte order marks", "\ufeff\ufeffa", "\ufeffa", true],
    ["a byte order mark inside", "a\ufeff", "a\ufeff", false],
    ["CRLF and newlines at the end", "a\r\nb\r\n\r\n\n", "a\r\nb\r\n\r\n\n", false],
    ["a lone CR and other separators", "a\rb\u2028c\u0085", "a\rb\u2028c\u0085", false],
    ["control characters", "\x01\x1b[2J\x7f", "\x01\x1b[2J\x7f", false],
    ["template marks", "{{ a }} {% b %} {# c #}", "{{ a }} {% b %} {# c #}", false],
    ["four-byte characters", "😀", "😀", false],
    ["not normalized", "e\u0301é", "e\u0301é", false],
  ];
  for (const [why, content, text, byteOrderMark] of table) {
    const path = tree.put("user", "SYSTEM.md", content);
    const wanted: PromptFile = { type: "text", text, bytes: encode(text).length, byteOrderMark };
    assert.deepEqual(readPromptFile(path), wanted, why);
  }
});

Deno.test("readPromptFile() names the first byte that is wrong", () => {
  using tree = new PromptTree();
  const table: [why: string, content: Uint8Array, state: string, byteOffset: number][] = [
    ["Latin-1", Uint8Array.of(0x61, 0xe9, 0x0a), "it is not UTF-8 (byte 1)", 1],
    ["overlong", Uint8Array.of(0x61, 0x62, 0xc0, 0xaf), "it is not UTF-8 (byte 2)", 2],
    ["surrogate", Uint8Array.of(0x61, 0xed, 0xa0, 0x80), "it is not UTF-8 (byte 1)", 1],
    ["cut at the end", Uint8Array.of(0x61, 0xf0, 0x9f, 0x98), "it is not UTF-8 (byte 1)", 1],
    ["UTF-16", Uint8Array.of(0xff, 0xfe, 0x61, 0), "it is not UTF-8 (byte 0)", 0],
    ["after a mark", Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff), "it is not UTF-8 (byte 4)", 4],
    ["a cut mark", Uint8Array.of(0xef, 0xbb), "it is not UTF-8 (byte 0)", 0],
    ["NUL", encode("ab\0c\0"), "it holds a NUL (byte 2)", 2],
    ["NUL after a mark", encode("\ufeffab\0"), "it holds a NUL (byte 5)", 5],
    [
      "far into the file",
      encode(`${"é".repeat(70_000)}\0`),
      "it holds a NUL (byte 140000)",
      140000,
    ],
  ];
  for (const [why, content, state, byteOffset] of table) {
    const path = tree.put("user", "SYSTEM.md", content);
    const error = fault(readPromptFile(path));
    assert.equal(error.message, `Cannot read "${path}": ${state}`, why);
    assert.deepEqual(error.place, { path, byteOffset }, why);
  }
});

Deno.test("readPromptFile() takes 8 MiB and not one byte more", () => {
  using tree = new PromptTree();
  const path = tree.put("user", "SYSTEM.md", new Uint8Array(MAX_PROMPT_BYTES).fill(0x61));
  const file = readPromptFile(path);
  assert(file.type === "text" && file.text.length === MAX_PROMPT_BYTES);
  tree.put("user", "SYSTEM.md", new Uint8Array(MAX_PROMPT_BYTES + 1).fill(0x61));
  assert.equal(
    fault(readPromptFile(path)).message,
    `Cannot read "${path}": it has 8388609 bytes, the limit is 8388608 (8 MiB)`,
  );
});

Deno.test("readPromptFile() gives up at once on what is no regular file", () => {
  using tree = new PromptTree();
  const in_ = (name: string) => join(tree.root, name);
  execFileSync("mkfifo", [in_("fifo")]);
  mkdirSync(in_("directory"));
  const table: [path: string, kind: string][] = [
    [in_("fifo"), "a named pipe"],
    [tree.link(in_("fifo-link"), "fifo"), "a named pipe"],
    [in_("directory"), "a directory"],
    ["/dev/zero", "a device"],
    [tree.link(in_("zero"), "/dev/zero"), "a device"],
  ];
  const started = performance.now();
  for (const [path, kind] of table) {
    const { message } = fault(readPromptFile(path));
    assert.equal(message, `Cannot read "${path}": it is ${kind}, not a regular file`);
  }
  assert(performance.now() - started < 1_000, "no writer ever comes, so it must not wait");
});

Deno.test("readPromptFile() says what cannot be opened: a socket", async () => {
  using tree = new PromptTree();
  const path = join(tree.root, "socket");
  const { createServer } = await import("node:net");
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(path, () => resolve()));
  const { message } = fault(readPromptFile(path));
  await new Promise((resolve) => server.close(resolve));
  assert.equal(message, `Cannot read "${path}": it is a socket, not a regular file`);
});

Deno.test("readPromptFile() tells absent files from links that lead nowhere", () => {
  using tree = new PromptTree();
  const inside = tree.root;
  const plain = tree.write(join(tree.root, "plain"), "a");
  const dangling = tree.link(join(tree.root, "dangling"), "nowhere");
  const below = tree.link(join(tree.root, "below"), "plain/nothing");
  const loop = tree.link(join(tree.root, "loop"), "loop");
  for (const options of [{}, { inside }] satisfies PromptFileRules[]) {
    for (const absent of [join(tree.root, "none"), join(plain, "file"), join(loop + "x", "y")]) {
      assert.deepEqual(readPromptFile(absent, options), { type: "absent" }, absent);
    }
    for (const path of [dangling, below]) {
      const state = "it is a symbolic link to a file that does not exist";
      assert.equal(fault(readPromptFile(path, options)).message, `Cannot read "${path}": ${state}`);
    }
    const state = "its symbolic links form a loop";
    assert.equal(fault(readPromptFile(loop, options)).message, `Cannot read "${loop}": ${state}`);
  }
});

Deno.test("readPromptFile() names a file without read permission", { ignore: isRoot }, () => {
  using tree = new PromptTree();
  const path = tree.put("user", "SYSTEM.md", "secret");
  chmodSync(path, 0);
  assert.equal(fault(readPromptFile(path)).message, `Cannot read "${path}": permission denied`);
  chmodSync(path, 0o600);
  chmodSync(tree.directories.user, 0);
  assert.equal(fault(readPromptFile(path)).message, `Cannot read "${path}": permission denied`);
  chmodSync(tree.directories.user, 0o700);
});

Deno.test("readPromptFile() shows the path it is told to", () => {
  const error = fault(readPromptFile("/", { shownAs: "/shown\n" }));
  assert.equal(error.message, `Cannot read "/shown\\n": it is a directory, not a regular file`);
  assert.deepEqual(error.place, { path: "/shown\n" });
});

Deno.test("readPromptFile() follows links inside the directory it is given and no others", () => {
  using tree = new PromptTree();
  const inside = join(tree.root, "project");
  const text = tree.write(join(inside, "docs", "text.md"), "inside");
  const secret = tree.write(join(tree.root, "secret"), "secret");
  tree.write(join(tree.root, "project-2", "text.md"), "a neighbour with a longer name");
  const at = (name: string) => join(inside, name);
  const allowed = [
    tree.link(at("relative"), "docs/text.md"),
    tree.link(at("absolute"), text),
    tree.link(at("twice"), "relative"),
    join(tree.link(at("directory"), "docs"), "text.md"),
  ];
  for (const path of allowed) {
    const file = readPromptFile(path, { inside });
    assert(file.type === "text" && file.text === "inside", path);
  }
  const refused: [path: string, realPath: string][] = [
    [tree.link(at("up"), "../secret"), secret],
    [tree.link(at("out"), secret), secret],
    [tree.link(at("passwd"), "/etc/passwd"), "/etc/passwd"],
    [tree.link(at("neighbour"), "../project-2/text.md"), join(tree.root, "project-2", "text.md")],
    [join(tree.link(at("outside"), ".."), "secret"), secret],
  ];
  for (const [path, realPath] of refused) {
    const file = readPromptFile(path, { inside });
    assert(file.type === "failed" && file.refused, path);
    const state = `its real path "${realPath}" lies outside the project "${inside}"`;
    assert.equal(file.error.message, `Cannot read "${path}": ${state}`);
    assert.equal(file.error.code, "outside-project");
    const trusted = readPromptFile(path);
    assert(trusted.type === "text", "without a directory every link is followed");
  }
});

Deno.test("readPromptFile() refuses /proc/self/environ", () => {
  using tree = new PromptTree();
  const path = tree.link(join(tree.root, "environ"), "/proc/self/environ");
  const file = readPromptFile(path, { inside: tree.root });
  assert(file.type === "failed" && file.refused);
  assert.match(file.error.message, /real path "\/proc\/\d+\/environ" lies outside the project/);
});

Deno.test("readPromptFile() reads a hard link like any file", () => {
  using tree = new PromptTree();
  const first = tree.write(join(tree.root, "first"), "text");
  linkSync(first, join(tree.root, "second"));
  assert.equal(readPromptFile(join(tree.root, "second"), { inside: tree.root }).type, "text");
});

Deno.test("readPromptFile() never gives the text of a link that is switched while it reads", async () => {
  using tree = new PromptTree();
  const inside = join(tree.root, "project");
  tree.write(join(inside, "good"), "good");
  tree.write(join(tree.root, "secret"), "secret");
  const path = join(inside, "file");
  const loop = `while :; do ln -sfn ../secret "$0.new"; mv -T "$0.new" "$0"
    ln -sfn good "$0.new"; mv -T "$0.new" "$0"; done`;
  const switcher = spawn("sh", ["-c", loop, path]);
  const gone = new Promise((resolve) => switcher.on("exit", resolve));
  const seen = { text: 0, refused: 0 };
  try {
    const end = performance.now() + 10_000;
    while (performance.now() < end && (seen.text < 200 || seen.refused < 200)) {
      const file = readPromptFile(path, { inside });
      if (file.type === "text") {
        assert.equal(file.text, "good");
        seen.text++;
      } else if (file.type === "failed") seen.refused++;
    }
  } finally {
    switcher.kill("SIGKILL");
    await gone;
  }
  assert(seen.text > 0 && seen.refused > 0, JSON.stringify(seen));
});

Deno.test("readPromptFile() reads through a file that is replaced by renaming", () => {
  using tree = new PromptTree();
  const path = tree.write(join(tree.root, "file"), "old");
  writeFileSync(`${path}.new`, "new");
  renameSync(`${path}.new`, path);
  symlinkSync("file", join(tree.root, "link"));
  const file = readPromptFile(join(tree.root, "link"), { inside: tree.root });
  assert(file.type === "text" && file.text === "new");
});
