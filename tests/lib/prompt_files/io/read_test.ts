import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { ConfigError } from "../../../../lib/errors.ts";
import {
  readFoundFile,
  readLayeredPrompt,
  type ReadPromptOptions,
} from "../../../../lib/prompt_files/io/read.ts";
import { sha256Hex } from "../../../../lib/text/sha256.ts";
import type { LayerName, ResolvedBlock } from "../../../../lib/prompt_source.ts";
import { PromptTree, readPlain } from "../../../support/prompt_tree.ts";

const isRoot = process.getuid?.() === 0;
if (isRoot) console.error("skipped: tests of mode 0000, since root may read everything");

const APPEND = "APPEND_SYSTEM.md";

/** The layers that the blocks came from, `-` for the built-in seed. */
function layersOf(blocks: readonly ResolvedBlock[]): string {
  return blocks.map(({ source }) => source.type === "file" ? source.layer : "-").join(" ");
}

function texts(options: ReadPromptOptions): string[] {
  return readPlain(options).blocks.map(({ text }) => text);
}

function refusal(options: ReadPromptOptions): ConfigError {
  try {
    readPlain(options);
  } catch (error) {
    assert(error instanceof ConfigError);
    return error;
  }
  return assert.fail("nothing was thrown");
}

// Every set of layers that may hold a file, the seed it gives as SYSTEM.md, and the blocks it gives as
// APPEND_SYSTEM.md.
const PRESENCE: readonly [present: string, seed: string, appends: string][] = [
  ["", "-", ""],
  ["base", "base", "base"],
  ["user", "user", "user"],
  ["base user", "user", "user base"],
  ["project", "project", "project"],
  ["base project", "project", "project base"],
  ["user project", "project", "project user"],
  ["base user project", "project", "project user base"],
];

Deno.test("readLayeredPrompt() resolves every combination of present and absent files", () => {
  const isLayer = (name: string): name is LayerName => ["base", "user", "project"].includes(name);
  for (const [systems, seed] of PRESENCE) {
    for (const [present, , appends] of PRESENCE) {
      using tree = new PromptTree();
      for (const layer of systems.split(" ").filter(isLayer)) tree.put(layer, "SYSTEM.md", layer);
      for (const layer of present.split(" ").filter(isLayer)) tree.put(layer, APPEND, `+${layer}`);
      const { blocks, warnings } = readPlain(tree.sources);
      const why = `SYSTEM.md in "${systems}", APPEND_SYSTEM.md in "${present}"`;
      assert.equal(layersOf(blocks), `${seed} ${appends}`.trim(), why);
      const wanted = appends.split(" ").filter(isLayer).map((layer) => `+${layer}`);
      const [first, ...others] = blocks.map(({ text }) => text);
      assert.equal(first, seed === "-" ? "built-in" : seed, why);
      assert.deepEqual(others, wanted, why);
      assert.deepEqual(warnings, [], why);
    }
  }
});

Deno.test("readLayeredPrompt() gives the seed document's own example, with paths", () => {
  using tree = new PromptTree();
  tree.put("base", "SYSTEM.md", "base seed\n");
  tree.put("base", APPEND, "base append\n");
  tree.put("user", APPEND, "user append\n");
  tree.put("project", "SYSTEM.md", "project seed\n");
  tree.put("project", APPEND, "project append\n");
  const block = (text: string, layer: LayerName, name: string) => ({
    text: `${text}\n`,
    source: { type: "file", layer, path: tree.path(layer, name) },
  });
  assert.deepEqual(readPlain(tree.sources).blocks, [
    block("project seed", "project", "SYSTEM.md"),
    block("project append", "project", APPEND),
    block("user append", "user", APPEND),
    block("base append", "base", APPEND),
  ]);
});

Deno.test("readLayeredPrompt() takes a present file for a block whatever its text", () => {
  for (const [content, text] of [["", ""], [" \n", " \n"], ["\ufeff", ""], ["a\r\n", "a\r\n"]]) {
    using tree = new PromptTree();
    tree.put("base", "SYSTEM.md", "lower");
    tree.put("project", "SYSTEM.md", content ?? "");
    tree.put("user", APPEND, content ?? "");
    assert.deepEqual(texts(tree.sources), [text, text]);
  }
});

Deno.test("readLayeredPrompt() never renders a plain file", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "{{ undefined }} {% include '/etc/passwd' %}");
  assert.deepEqual(texts(tree.sources), ["{{ undefined }} {% include '/etc/passwd' %}"]);
});

Deno.test("readLayeredPrompt() follows the XDG variables", () => {
  using tree = new PromptTree();
  const set = join(tree.root, "set");
  tree.write(join(set, "panto", APPEND), "set");
  tree.put("user", APPEND, "home");
  const table: [XDG_CONFIG_HOME: string | undefined, text: string][] = [
    [undefined, "home"],
    ["", "home"],
    ["set", "home"],
    ["../../set", "home"],
    [set, "set"],
    [join(tree.root, "none") + "/../set", "built-in"],
  ];
  for (const [XDG_CONFIG_HOME, text] of table) {
    const env = { HOME: tree.home, XDG_CONFIG_HOME };
    assert.equal(texts({ ...tree.sources, env }).at(-1), text, XDG_CONFIG_HOME);
  }
});

Deno.test("readLayeredPrompt() needs HOME only when an XDG variable is missing", () => {
  using tree = new PromptTree();
  const error = refusal({ ...tree.sources, env: { XDG_DATA_HOME: tree.root } });
  assert.equal(error.message, "Cannot find the directory of the user layer: HOME is not set");
  const env = { XDG_DATA_HOME: tree.root, XDG_CONFIG_HOME: tree.root };
  assert.deepEqual(texts({ ...tree.sources, env }), ["built-in"]);
});

Deno.test("readLayeredPrompt() leaves the project layer out on demand", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "project");
  tree.put("project", APPEND, Uint8Array.of(0xff));
  tree.put("user", "SYSTEM.md", "user");
  assert.deepEqual(texts({ ...tree.sources, layers: ["user", "base"] }), ["user"]);
});

Deno.test("readLayeredPrompt() counts two layers that are one directory once, at the higher place", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "seed");
  tree.put("user", APPEND, "append");
  tree.put("base", APPEND, "base");
  symlinkSync(tree.directories.user, tree.directories.project);
  assert.equal(layersOf(readPlain(tree.sources).blocks), "project project base");
  assert.equal(
    layersOf(readPlain({ ...tree.sources, layers: ["user", "base"] }).blocks),
    "user user base",
  );

  const env = { HOME: tree.home, XDG_DATA_HOME: join(tree.home, ".config") };
  const off = readPlain({ ...tree.sources, env, layers: ["user", "base"] }).blocks;
  assert.equal(layersOf(off), "user user");
  const all = readPlain({ ...tree.sources, env }).blocks;
  assert.equal(layersOf(all), "project project");
});

Deno.test("readLayeredPrompt() sees one directory through XDG_CONFIG_HOME and a link", () => {
  using tree = new PromptTree();
  tree.put("project", APPEND, "once");
  symlinkSync(".panto", join(tree.cwd, "panto"));
  const env = { HOME: tree.home, XDG_CONFIG_HOME: tree.cwd };
  assert.equal(layersOf(readPlain({ ...tree.sources, env }).blocks), "- project");
});

Deno.test("readLayeredPrompt() uses the trusted layer's rules for a directory that is both", () => {
  using tree = new PromptTree();
  const secret = tree.write(join(tree.root, "dotfiles", "append"), "dotfiles\u200b");
  tree.link(tree.path("user", APPEND), secret);
  symlinkSync(tree.directories.user, tree.directories.project);
  const { blocks, warnings } = readPlain(tree.sources);
  assert.deepEqual(blocks.map(({ text }) => text), ["built-in", "dotfiles\u200b"]);
  assert.deepEqual(blocks[1]?.source, {
    type: "file",
    layer: "project",
    path: tree.path("project", APPEND),
  });
  assert.deepEqual(warnings, []);
});

Deno.test("readLayeredPrompt() follows links in base and user layers anywhere", () => {
  using tree = new PromptTree();
  const dotfiles = join(tree.root, "dotfiles");
  tree.write(join(dotfiles, "panto", "SYSTEM.md"), "stowed");
  tree.write(join(dotfiles, "append"), "linked");
  tree.link(tree.directories.user, join(dotfiles, "panto"));
  tree.link(tree.path("base", APPEND), join(dotfiles, "append"));
  assert.deepEqual(texts(tree.sources), ["stowed", "linked"]);
});

Deno.test("readLayeredPrompt() never falls through a file that cannot be read", () => {
  const table: [state: string, make: (path: string, tree: PromptTree) => void][] = [
    ["it is not UTF-8 (byte 1)", (path, tree) => tree.write(path, Uint8Array.of(0x61, 0xc0))],
    ["it holds a NUL (byte 0)", (path, tree) => tree.write(path, "\0")],
    ["it is a directory, not a regular file", (path) => mkdirSync(path, { recursive: true })],
    ["it is a named pipe, not a regular file", (path) => {
      mkdirSync(dirname(path), { recursive: true });
      execFileSync("mkfifo", [path]);
    }],
    [
      "it is a symbolic link to a file that does not exist",
      (path, tree) => tree.link(path, "nowhere"),
    ],
    ["its symbolic links form a loop", (path, tree) => tree.link(path, "SYSTEM.md")],
  ];
  const started = performance.now();
  for (const [state, make] of table) {
    for (const layer of ["project", "user", "base"] as const) {
      using tree = new PromptTree();
      const path = tree.path(layer, "SYSTEM.md");
      make(path, tree);
      if (layer !== "base") tree.put("base", "SYSTEM.md", "lower");
      assert.equal(refusal(tree.sources).message, `Cannot read "${path}": ${state}`);
    }
  }
  assert(performance.now() - started < 5_000);
});

Deno.test("readLayeredPrompt() never opens a SYSTEM.md that loses", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "wins");
  tree.link(tree.path("user", "SYSTEM.md"), "nowhere");
  mkdirSync(tree.directories.base, { recursive: true });
  execFileSync("mkfifo", [tree.path("base", "SYSTEM.md")]);
  assert.deepEqual(texts(tree.sources), ["wins"]);
});

Deno.test("readLayeredPrompt() reports the first fault in resolution order", () => {
  using tree = new PromptTree();
  const broken = Uint8Array.of(0xff);
  const base = tree.put("base", "SYSTEM.md", broken);
  const project = tree.put("project", APPEND, broken);
  assert.deepEqual(refusal(tree.sources).place, { path: base, byteOffset: 0 });
  tree.put("base", "SYSTEM.md", "");
  assert.deepEqual(refusal(tree.sources).place, { path: project, byteOffset: 0 });
});

Deno.test("readLayeredPrompt() names what has no read permission", { ignore: isRoot }, () => {
  using tree = new PromptTree();
  tree.put("base", "SYSTEM.md", "lower");
  const path = tree.put("user", "SYSTEM.md", "secret");
  chmodSync(path, 0);
  assert.equal(refusal(tree.sources).message, `Cannot read "${path}": permission denied`);
  chmodSync(tree.directories.user, 0);
  assert.equal(refusal(tree.sources).message, `Cannot read "${path}": permission denied`);
  chmodSync(tree.directories.user, 0o700);
  chmodSync(dirname(tree.directories.user), 0);
  const directory = tree.directories.user;
  assert.equal(refusal(tree.sources).message, `Cannot read "${directory}": permission denied`);
  chmodSync(dirname(tree.directories.user), 0o700);
});

Deno.test("readLayeredPrompt() wants one of X.md and X.md.j2 in a layer that is on", () => {
  for (const name of ["SYSTEM.md", APPEND]) {
    using tree = new PromptTree();
    tree.put("project", "SYSTEM.md", "wins");
    tree.put("user", name, "plain");
    const path = tree.put("user", `${name}.j2`, "template");
    const { message, place } = refusal(tree.sources);
    assert.equal(message, `Cannot use "${path}": ${name} stands beside it`);
    assert.deepEqual(place, { path });
  }
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "plain");
  tree.put("project", "SYSTEM.md.j2", "template");
  assert.deepEqual(texts({ ...tree.sources, layers: ["user", "base"] }), ["built-in"]);
});

Deno.test("readLayeredPrompt() gives a template with its digest, to be rendered, in the place of its layer", () => {
  using tree = new PromptTree();
  const path = tree.put("user", "SYSTEM.md.j2", "\ufeff{{ date }}\n");
  tree.put("base", "SYSTEM.md", "lower");
  const [seed] = readLayeredPrompt(tree.sources).blocks;
  assert.deepEqual(seed, {
    source: { type: "file", layer: "user", path },
    templateSource: {
      sha256: sha256Hex("{{ date }}\n"),
      text: "{{ date }}\n",
      name: path,
      untrusted: false,
    },
  });
  tree.put("project", "SYSTEM.md", "higher");
  assert.deepEqual(texts(tree.sources), ["higher"]);
});

Deno.test("readLayeredPrompt() opens no SYSTEM.md beside a given seed", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "\0");
  const seed = { text: "given", source: { type: "manifest" as const, path: "/m.toml" } };
  assert.deepEqual(readLayeredPrompt({ ...tree.sources, seed }).blocks, [seed]);
});

Deno.test("readLayeredPrompt() takes text for text, never for a path", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "/etc/passwd");
  assert.deepEqual(texts(tree.sources), ["/etc/passwd"]);
});

Deno.test("readFoundFile() reports a file that was removed after the survey", () => {
  using tree = new PromptTree();
  const path = tree.path("user", "SYSTEM.md");
  const candidate = { layer: "user", name: "SYSTEM.md", path, openPath: path } as const;
  const result = readFoundFile({ ...candidate, template: false, trusted: true }, {
    projectRoot: undefined,
  });
  assert(result.type === "failed");
  assert.equal(result.error.message, `Cannot read "${path}": it was removed while panto ran`);
});

Deno.test("readFoundFile() reads no untrusted file without a project", () => {
  using tree = new PromptTree();
  const path = tree.put("project", "SYSTEM.md", "text");
  const candidate = { layer: "project", name: "SYSTEM.md", path, openPath: path } as const;
  const untrusted = { ...candidate, template: false, trusted: false };
  const result = readFoundFile(untrusted, { projectRoot: undefined });
  assert(result.type === "failed");
  assert.match(result.error.message, /the project it belongs to is not known$/);
  assert.equal(readFoundFile(untrusted, { projectRoot: tree.repository }).type, "text");
});
