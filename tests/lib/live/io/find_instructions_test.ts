import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { ConfigError } from "../../../../lib/errors.ts";
import {
  directoriesUpward,
  type InstructionSources,
  readAgentsMd,
  readInstructions,
} from "../../../../lib/live/io/find_instructions.ts";
import { InstructionTree } from "../../../support/instruction_tree.ts";

// What is said of the text is in find_instructions_text_test.ts, owners are in
// find_instructions_owner_test.ts, mode 0000 is in tests/runtimes/live_test.ts.

const isRoot = process.getuid?.() === 0;
if (isRoot) console.error("skipped: tests of mode 0000, since root may read everything");

Deno.test("readInstructions() finds nothing where there is nothing", () => {
  using tree = new InstructionTree();
  assert.equal(tree.found(), undefined);
});

Deno.test("readInstructions() reads the file whole and verbatim", () => {
  using tree = new InstructionTree();
  const text = "# Title\r\n\n{{ x }} é€😀\n\n";
  const path = tree.write(join(tree.sub, "AGENTS.md"), `\ufeff${text}`);
  assert.deepEqual(tree.search(), {
    instructions: { path, text, bytes: new TextEncoder().encode(text).length },
    warnings: [],
  });
});

Deno.test("readInstructions() takes AGENTS.md before CLAUDE.md, in each directory, on the way up", () => {
  using tree = new InstructionTree();
  // Written from the last choice to the first: each must win over all before it.
  const order = [
    join(tree.home, "CLAUDE.md"),
    join(tree.home, "AGENTS.md"),
    join(tree.project, "CLAUDE.md"),
    join(tree.project, "AGENTS.md"),
    join(tree.sub, "CLAUDE.md"),
    join(tree.sub, "AGENTS.md"),
  ];
  for (const path of order) {
    tree.write(path, path);
    assert.equal(tree.found(), path);
  }
  assert.equal(tree.search().instructions?.text, order.at(-1));
});

Deno.test("readInstructions() ends at the home directory, which is still read", () => {
  using tree = new InstructionTree();
  const above = tree.write(join(tree.root, "AGENTS.md"), "above home");
  assert.equal(tree.found(), undefined);
  assert.equal(tree.found({ cwd: tree.home }), undefined);
  const home = tree.write(join(tree.home, "CLAUDE.md"), "home");
  assert.equal(tree.found(), home);
  assert.equal(tree.found({ cwd: tree.home }), home);
  assert.equal(tree.found({ cwd: tree.cwd }), above, "outside home it goes on");
  assert.equal(tree.found({ cwd: tree.root }), above, "above home too");
  rmSync(home);
  const table: [why: string, env: InstructionSources["env"], platform?: string][] = [
    ["no HOME", {}],
    ["relative HOME", { HOME: "home" }],
    ["HOME that is not there", { HOME: join(tree.root, "none") }],
    ["HOME with a longer name", { HOME: `${tree.home}-2` }],
  ];
  for (const [why, env] of table) assert.equal(tree.found({ env }), above, why);
});

Deno.test("readInstructions() knows the home directory by its real path", () => {
  using tree = new InstructionTree();
  tree.write(join(tree.root, "AGENTS.md"), "above home");
  const link = tree.link(join(tree.root, "home-link"), "home");
  for (const HOME of [link, `${tree.home}/`, `${tree.home}/project/..`, `${link}/.`]) {
    assert.equal(tree.found({ env: { HOME } }), undefined, HOME);
  }
  const cwd = join(link, "project", "sub");
  assert.equal(tree.found({ cwd }), undefined, "the directory reached by the link");
  const path = tree.write(join(tree.home, "AGENTS.md"), "home");
  assert.equal(tree.found({ cwd, env: { HOME: link } }), path);
});

Deno.test("readInstructions() walks up from where the directory really is", () => {
  using tree = new InstructionTree();
  const path = tree.write(join(tree.project, "AGENTS.md"), "project");
  tree.write(join(tree.repository, "AGENTS.md"), "where the link stands");
  const cwd = tree.link(join(tree.repository, "link"), tree.sub);
  assert.equal(tree.found({ cwd }), path);
  assert.equal(tree.found({ cwd: `${cwd}/..` }), path, "as cd would");
  assert.equal(tree.found({ cwd: `${tree.sub}/` }), path);
});

Deno.test("directoriesUpward() ends at the home directory and never gives the root", () => {
  const table: [start: string, home: string | undefined, wanted: string[]][] = [
    ["/home/ann/a/b", "/home/ann", ["/home/ann/a/b", "/home/ann/a", "/home/ann"]],
    ["/home/ann", "/home/ann", ["/home/ann"]],
    ["/home", "/home/ann", ["/home"]],
    ["/srv/a", "/home/ann", ["/srv/a", "/srv"]],
    ["/home/annie/a", "/home/ann", ["/home/annie/a", "/home/annie", "/home"]],
    ["/srv/a", "/", ["/srv/a", "/srv"]],
    ["/srv/a", undefined, ["/srv/a", "/srv"]],
    ["/", "/", []],
    ["/", undefined, []],
  ];
  for (const [start, home, wanted] of table) {
    assert.deepEqual([...directoriesUpward(start, home)], wanted, start);
  }
});

Deno.test("readInstructions() and readAgentsMd() read nothing in the root", () => {
  for (const env of [{ HOME: "/" }, {}]) {
    assert.equal(readInstructions({ cwd: "/", env }).instructions, undefined);
    assert.deepEqual(readAgentsMd({ cwd: "/", env }), { text: undefined, warnings: [] });
  }
});

Deno.test("readInstructions() takes a blank file for none, and ends there", () => {
  for (const text of ["", "\n", " \t\r\n\n", "\ufeff", "\ufeff \n"]) {
    using tree = new InstructionTree();
    tree.write(join(tree.project, "AGENTS.md"), "project");
    tree.write(join(tree.sub, "CLAUDE.md"), "beside");
    tree.write(join(tree.sub, "AGENTS.md"), text);
    assert.equal(tree.found(), undefined, JSON.stringify(text));
  }
});

Deno.test("readInstructions() leaves out what it cannot decode, with a warning, and ends there", () => {
  const table: [content: Uint8Array, state: string, byteOffset: number | undefined][] = [
    [Uint8Array.of(0x61, 0xe9, 0x0a), "it is not UTF-8 (byte 1)", 1],
    [Uint8Array.of(0x61, 0x62, 0), "it holds a NUL (byte 2)", 2],
    [
      new Uint8Array(8 * 1024 * 1024 + 1).fill(0x61),
      "it has 8388609 bytes, the limit is 8388608 (8 MiB)",
      undefined,
    ],
  ];
  for (const [content, state, byteOffset] of table) {
    using tree = new InstructionTree();
    tree.write(join(tree.project, "AGENTS.md"), "project");
    tree.write(join(tree.sub, "CLAUDE.md"), "beside");
    const path = tree.write(join(tree.sub, "AGENTS.md"), content);
    assert.deepEqual(tree.search(), {
      instructions: undefined,
      warnings: [{
        message: `Cannot read "${path}": ${state}; it is left out`,
        place: byteOffset === undefined ? { path } : { path, byteOffset },
      }],
    });
  }
});

Deno.test(
  "readInstructions() warns of what it may not read, and ends there",
  { ignore: isRoot },
  () => {
    using tree = new InstructionTree();
    tree.write(join(tree.project, "AGENTS.md"), "project");
    const path = tree.write(join(tree.sub, "AGENTS.md"), "secret");
    const wanted = `Cannot read "${path}": permission denied; it is left out`;
    chmodSync(path, 0);
    assert.equal(tree.warning(), wanted);
    chmodSync(tree.sub, 0);
    assert.equal(tree.warning(), wanted, "a directory that cannot be searched");
    chmodSync(tree.sub, 0o700);
  },
);

Deno.test("readInstructions() passes over what is no file, with a warning", () => {
  const table: [why: string, kind: string, make: (tree: InstructionTree, path: string) => void][] =
    [
      ["directory", "a directory", (_, path) => mkdirSync(path)],
      ["link to a directory", "a directory", (tree, path) => tree.link(path, ".")],
      ["named pipe", "a named pipe", (_, path) => execFileSync("mkfifo", [path])],
      ["link to a named pipe", "a named pipe", (tree, path) => {
        execFileSync("mkfifo", [join(tree.sub, "fifo")]);
        tree.link(path, "fifo");
      }],
    ];
  for (const [why, kind, make] of table) {
    using tree = new InstructionTree();
    const path = join(tree.sub, "AGENTS.md");
    make(tree, path);
    const message = `Cannot read "${path}": it is ${kind}, not a regular file; it is left out`;
    const started = performance.now();
    assert.equal(tree.warning(), message, why);
    for (const next of [join(tree.project, "AGENTS.md"), join(tree.sub, "CLAUDE.md")]) {
      tree.write(next, "text");
      const { instructions, warnings } = tree.search();
      assert.deepEqual([instructions?.path, warnings.length], [next, 1], why);
    }
    assert(performance.now() - started < 1_000, "nobody writes into the pipe");
  }
});

Deno.test("readInstructions() follows links inside the project", () => {
  using tree = new InstructionTree();
  const claude = tree.write(join(tree.sub, "CLAUDE.md"), "Use tabs.\n");
  const path = tree.link(join(tree.sub, "AGENTS.md"), "CLAUDE.md");
  assert.deepEqual(tree.search().instructions, { path, text: "Use tabs.\n", bytes: 10 });
  for (const target of [claude, "../docs/agents.md", "../up/sub/CLAUDE.md"]) {
    tree.write(join(tree.project, "docs", "agents.md"), "docs");
    rmSync(join(tree.project, "up"), { force: true });
    tree.link(join(tree.project, "up"), ".");
    rmSync(path);
    tree.link(path, target);
    assert.equal(tree.found(), path, target);
  }
});

Deno.test("readInstructions() leaves out what lies outside the project, and ends there", () => {
  const table: [why: string, target: (tree: InstructionTree) => string][] = [
    ["relative", () => "../../secret"],
    ["absolute", (tree) => join(tree.home, "secret")],
    ["through a link", (tree) => join(tree.link(join(tree.project, "out"), ".."), "secret")],
    ["beside, with a longer name", (tree) => tree.write(`${tree.project}-2/secret`, "secret")],
    ["a directory", (tree) => tree.home],
    ["a device", () => "/dev/zero"],
    ["the environment", () => "/proc/self/environ"],
    ["root's", () => "/etc/passwd"],
  ];
  for (const [why, target] of table) {
    using tree = new InstructionTree();
    tree.write(join(tree.home, "secret"), "secret");
    tree.write(join(tree.project, "AGENTS.md"), "project");
    tree.write(join(tree.sub, "CLAUDE.md"), "beside");
    const path = tree.link(join(tree.sub, "AGENTS.md"), target(tree));
    const message = tree.warning();
    assert(message.startsWith(`Cannot read "${path}": its real path "/`), why);
    assert(message.endsWith(`" lies outside the project "${tree.project}"; it is left out`), why);
  }
});

Deno.test("readInstructions() leaves out a link that leads nowhere, and ends there", () => {
  const table: [target: string, state: string][] = [
    ["nowhere", "it is a symbolic link to a file that does not exist"],
    ["AGENTS.md", "its symbolic links form a loop"],
  ];
  for (const [target, state] of table) {
    using tree = new InstructionTree();
    tree.write(join(tree.project, "AGENTS.md"), "project");
    const path = tree.link(join(tree.sub, "AGENTS.md"), target);
    assert.equal(tree.warning(), `Cannot read "${path}": ${state}; it is left out`);
  }
});

Deno.test("readInstructions() takes the project of the directory that the file stands in", () => {
  using tree = new InstructionTree();
  const secret = tree.write(join(tree.home, ".ssh", "id"), "key");
  // The home directory is a repository: it must not make everything in it the project.
  mkdirSync(join(tree.home, ".git"));
  const plain = join(tree.home, "plain", "deep");
  mkdirSync(plain, { recursive: true });
  const path = tree.link(join(tree.home, "plain", "AGENTS.md"), "../.ssh/id");
  assert.equal(
    tree.warning({ cwd: plain }),
    `Cannot read "${path}": its real path "${secret}" lies outside the project ` +
      `"${join(tree.home, "plain")}"; it is left out`,
  );
  // The home directory's own file may lead anywhere in it, since it is the project of that file.
  rmSync(path);
  const own = tree.link(join(tree.home, "AGENTS.md"), "notes/agents.md");
  tree.write(join(tree.home, "notes", "agents.md"), "notes");
  assert.equal(tree.found({ cwd: plain }), own);
});

Deno.test("readInstructions() takes the project that the user named, for what lies inside it", () => {
  using tree = new InstructionTree();
  tree.write(join(tree.home, "shared.md"), "shared");
  const path = tree.link(join(tree.sub, "AGENTS.md"), "../../shared.md");
  assert.match(tree.warning(), /lies outside the project/);
  for (
    const options of [
      { projectRoot: tree.home },
      { projectRoot: "../.." },
      { env: { HOME: tree.home, PANTO_PROJECT_ROOT: tree.home } },
    ]
  ) assert.equal(tree.found(options), path);
  assert.match(
    tree.warning({ projectRoot: "." }),
    /the project ".*\/project\/sub"; it is left out$/,
  );
  rmSync(path);
  const above = tree.write(join(tree.project, "AGENTS.md"), "above the named project");
  assert.equal(tree.found({ projectRoot: "." }), above);
  assert.equal(tree.found({ env: { HOME: tree.home, PANTO_PROJECT_ROOT: tree.sub } }), above);
  assert.throws(() => tree.search({ projectRoot: "none" }), ConfigError);
});
