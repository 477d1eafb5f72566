import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { PantoError } from "../../../../lib/errors.ts";
import {
  type LayerListing,
  type LayerRow,
  listLayers,
} from "../../../../lib/prompt_files/io/list.ts";
import { readLayeredPrompt } from "../../../../lib/prompt_files/io/read.ts";
import { DEFAULT_PROMPT } from "../../../../lib/prompt_files/default.ts";
import { sha256Hex } from "../../../../lib/text/sha256.ts";
import type { LayerName } from "../../../../lib/prompt_source.ts";
import { PromptTree } from "../../../support/prompt_tree.ts";

const APPEND = "APPEND_SYSTEM.md";

function states({ rows }: LayerListing): string[] {
  return rows.map(({ layer, name, state }) => `${layer} ${name} ${state}`);
}

function row({ rows }: LayerListing, layer: LayerName, name: string): LayerRow {
  const found = rows.find((row) => row.layer === layer && row.name === name);
  return found ?? assert.fail(`no row ${layer} ${name}`);
}

/** The message of the error that readLayeredPrompt() throws, if it throws one. */
function promptError(sources: PromptTree["sources"]): string | undefined {
  try {
    readLayeredPrompt(sources);
  } catch (error) {
    assert(error instanceof PantoError);
    return error.message;
  }
  return undefined;
}

Deno.test("listLayers() has a row for every candidate in resolution order", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "user\n");
  tree.put("base", "SYSTEM.md", "base\n");
  tree.put("base", APPEND, "more\n");
  const listing = listLayers(tree.sources);
  assert.deepEqual(states(listing), [
    "project SYSTEM.md absent",
    "user SYSTEM.md used",
    "base SYSTEM.md overridden",
    "project APPEND_SYSTEM.md absent",
    "user APPEND_SYSTEM.md absent",
    "base APPEND_SYSTEM.md used",
  ]);
  assert.equal(listing.error, undefined);
  assert.equal(listing.projectRoot, tree.repository);
  assert.deepEqual(listing.rows[2], {
    layer: "base",
    name: "SYSTEM.md",
    path: tree.path("base", "SYSTEM.md"),
    realPath: tree.path("base", "SYSTEM.md"),
    state: "overridden",
    reason: "the user layer has one",
    bytes: 5,
    sha256: sha256Hex("base\n"),
    notes: [],
  });
  assert.deepEqual(listing.rows[0], {
    layer: "project",
    name: "SYSTEM.md",
    path: tree.path("project", "SYSTEM.md"),
    realPath: undefined,
    state: "absent",
    reason: "the directory does not exist",
    bytes: undefined,
    sha256: undefined,
    notes: [],
  });
  assert.equal(row(listing, "user", APPEND).reason, "the file does not exist");
});

Deno.test("listLayers() shows where links lead, and the text's size and digest", () => {
  using tree = new PromptTree();
  const text = tree.write(join(tree.root, "dotfiles", "prompt"), "\ufeffé\n");
  tree.link(tree.path("user", "SYSTEM.md"), text);
  const { realPath, bytes, sha256, notes } = row(listLayers(tree.sources), "user", "SYSTEM.md");
  assert.deepEqual([realPath, bytes, sha256], [text, 3, sha256Hex("é\n")]);
  assert.deepEqual(notes, ["a byte order mark at the start is left out"]);
});

Deno.test("listLayers() gives the error that readLayeredPrompt() throws, and a state to each fault", () => {
  type Make = (tree: PromptTree) => unknown;
  const broken = Uint8Array.of(0xff);
  const table: [why: string, layer: LayerName, name: string, state: string, make: Make][] = [
    ["not UTF-8", "user", "SYSTEM.md", "error", (tree) => tree.put("user", "SYSTEM.md", broken)],
    ["NUL", "base", APPEND, "error", (tree) => tree.put("base", APPEND, "\0")],
    ["outside", "project", APPEND, "refused", (tree) => {
      tree.link(tree.path("project", APPEND), "/etc/passwd");
    }],
    ["environ", "project", "SYSTEM.md", "refused", (tree) => {
      tree.link(tree.path("project", "SYSTEM.md"), "/proc/self/environ");
    }],
    ["dangling", "user", APPEND, "error", (tree) => tree.link(tree.path("user", APPEND), "none")],
    ["a loop", "user", APPEND, "error", (tree) => tree.link(tree.path("user", APPEND), APPEND)],
    ["a directory", "user", APPEND, "error", (tree) => {
      mkdirSync(tree.path("user", APPEND), { recursive: true });
    }],
    ["a pipe", "user", "SYSTEM.md", "error", (tree) => {
      mkdirSync(tree.directories.user, { recursive: true });
      execFileSync("mkfifo", [tree.path("user", "SYSTEM.md")]);
    }],
    ["both forms", "user", "SYSTEM.md", "error", (tree) => {
      tree.put("user", "SYSTEM.md", "");
      tree.put("user", "SYSTEM.md.j2", "");
      tree.put("project", "SYSTEM.md", "");
    }],
    ["a directory's link", "base", "SYSTEM.md", "error", (tree) => {
      tree.link(tree.directories.base, "none");
    }],
  ];
  for (const [why, layer, name, state, make] of table) {
    using tree = new PromptTree();
    make(tree);
    const listing = listLayers(tree.sources);
    const found = row(listing, layer, name);
    assert.equal(found.state, state, why);
    assert.equal(found.reason, listing.error?.message, why);
    assert.equal(found.sha256 === undefined, why !== "both forms", why);
    const thrown = promptError(tree.sources)?.replace(/proc\/\d+/, "proc/N");
    assert(thrown !== undefined, why);
    assert.equal(listing.error?.message.replace(/proc\/\d+/, "proc/N"), thrown, why);
  }
});

Deno.test("listLayers() blames two forms of one file on that file alone", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "");
  tree.put("user", "SYSTEM.md.j2", "");
  const ofUser = states(listLayers(tree.sources)).filter((state) => state.startsWith("user"));
  assert.deepEqual(ofUser, [
    "user SYSTEM.md error",
    "user SYSTEM.md.j2 error",
    "user APPEND_SYSTEM.md absent",
  ]);
});

Deno.test("listLayers() notes a fault in a file that loses, without an error", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "wins");
  const path = tree.put("user", "SYSTEM.md", Uint8Array.of(0x61, 0xff));
  tree.put("base", "SYSTEM.md.j2", "template");
  const listing = listLayers(tree.sources);
  assert.equal(listing.error, undefined);
  assert.equal(promptError(tree.sources), undefined);
  const found = row(listing, "user", "SYSTEM.md");
  assert.equal(found.state, "overridden");
  assert.equal(found.reason, "the project layer has one");
  assert.deepEqual(found.notes, [`Cannot read "${path}": it is not UTF-8 (byte 1)`]);
  assert.equal(row(listing, "base", "SYSTEM.md.j2").state, "overridden");
  assert(!listing.rows.some(({ layer, name }) => layer === "base" && name === "SYSTEM.md"));
});

Deno.test("listLayers() shows a layer that is off, and nothing of its files", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "text");
  const listing = listLayers({ ...tree.sources, layers: ["user", "base"] });
  const { state, reason, bytes, realPath, path } = row(listing, "project", "SYSTEM.md");
  assert.deepEqual([state, reason], ["off", "the project layer is switched off"]);
  assert.deepEqual([bytes, realPath], [undefined, undefined]);
  assert.equal(path, tree.path("project", "SYSTEM.md"));
  assert.equal(listing.projectRoot, undefined);
});

Deno.test("listLayers() says which layers are the same directory, and whose rules hold", () => {
  using tree = new PromptTree();
  tree.put("user", APPEND, "text\u200b");
  symlinkSync(tree.directories.user, tree.directories.project);
  const listing = listLayers(tree.sources);
  const project = row(listing, "project", APPEND);
  assert.equal(project.state, "used");
  assert.equal(project.realPath, tree.path("user", APPEND));
  assert.deepEqual(project.notes, [
    "the user layer is the same directory",
    "the rules of the user layer hold",
  ]);
  const user = row(listing, "user", APPEND);
  assert.deepEqual([user.state, user.reason, user.notes], [
    "same",
    "the project layer is the same directory",
    [],
  ]);

  const env = { HOME: tree.home, XDG_DATA_HOME: join(tree.home, ".config") };
  const two = listLayers({ ...tree.sources, env, layers: ["user", "base"] });
  assert.deepEqual(row(two, "user", APPEND).notes, ["the base layer is the same directory"]);
  assert.equal(row(two, "base", APPEND).state, "same");
});

Deno.test("listLayers() notes a relative XDG variable on the rows of its layer", () => {
  using tree = new PromptTree();
  const env = { HOME: tree.home, XDG_DATA_HOME: "data" };
  const { rows } = listLayers({ ...tree.sources, env });
  for (const { layer, notes } of rows) {
    const note = `XDG_DATA_HOME is "data", not an absolute path, and counts as unset`;
    assert.deepEqual(notes, layer === "base" ? [note] : []);
  }
});

Deno.test("listLayers() goes on without a home directory", () => {
  using tree = new PromptTree();
  tree.put("project", APPEND, "text");
  const listing = listLayers({ ...tree.sources, env: { XDG_DATA_HOME: tree.root } });
  const message = "Cannot find the directory of the user layer: HOME is not set";
  assert.equal(listing.error?.message, message);
  const { state, reason, path } = row(listing, "user", "SYSTEM.md");
  assert.deepEqual([state, reason, path], ["error", message, undefined]);
  assert.equal(row(listing, "project", APPEND).state, "used");
});

Deno.test("listLayers() goes on without a working directory", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "text");
  const listing = listLayers({ ...tree.sources, cwd: join(tree.root, "none") });
  assert.match(listing.error?.message ?? "", /as the working directory: it does not exist$/);
  assert.equal(row(listing, "user", "SYSTEM.md").state, "used");
  assert.equal(row(listing, "project", "SYSTEM.md").state, "absent");
});

Deno.test("listLayers() names near misses of a file's name", () => {
  using tree = new PromptTree();
  tree.put("user", "system.md", "");
  tree.put("user", "System.MD.j2", "");
  tree.put("user", "append_system.md", "");
  tree.put("user", APPEND, "");
  tree.put("user", "SYSTEM.txt", "");
  const listing = listLayers(tree.sources);
  if (readdirSync(tree.directories.user).length < 5) return; // a file system that ignores case
  assert.deepEqual(row(listing, "user", "SYSTEM.md").notes, [
    `"system.md" is not read, the name is SYSTEM.md`,
    `"System.MD.j2" is not read, the name is SYSTEM.md.j2`,
  ]);
  assert.deepEqual(row(listing, "user", APPEND).notes, [
    `"append_system.md" is not read, the name is APPEND_SYSTEM.md`,
  ]);
  assert.deepEqual(row(listing, "base", "SYSTEM.md").notes, []);
});

Deno.test("listLayers() notes invisible characters in project files only", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "a\n\u202eb");
  tree.put("user", APPEND, "\u200b");
  const listing = listLayers(tree.sources);
  const { notes } = row(listing, "project", "SYSTEM.md");
  assert.deepEqual(notes, ["invisible characters: U+202E (line 2)"]);
  assert.deepEqual(row(listing, "user", APPEND).notes, []);
});

Deno.test("listLayers() leaves the directories as they were", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "text");
  const before = statSync(tree.directories.project).mtimeMs;
  listLayers(tree.sources);
  assert.deepEqual(readdirSync(tree.directories.project), ["SYSTEM.md"]);
  assert.equal(statSync(tree.directories.project).mtimeMs, before);
});

Deno.test("listLayers() checks the syntax of a template, which the default command renders when it is new", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md.j2", "{{ cwd }}");
  assert.equal(listLayers(tree.sources).error, undefined);
  tree.put("user", "SYSTEM.md.j2", "\n{{ cwd");
  const { error, rows } = listLayers(tree.sources);
  assert.equal(error?.place.line, 2);
  assert.deepEqual(rows.find(({ name }) => name === "SYSTEM.md.j2")?.state, "error");
});

Deno.test("listLayers() shows the files named at launch where they stand in the prompt", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "user");
  tree.put("user", APPEND, "rules");
  const system = { path: tree.write(join(tree.root, "sub.md"), "sub"), name: "sub.md" };
  const append = [
    { path: join(tree.root, "none.md"), name: "none.md" },
    { path: "-", name: "standard input", bytes: new TextEncoder().encode("in") },
    { path: tree.write(join(tree.root, "b.j2"), "{% if %}"), name: "b.j2" },
  ];
  const listing = listLayers({ ...tree.sources, layers: ["user"], system, append });
  assert.deepEqual(states(listing), [
    "launch system used",
    "project SYSTEM.md off",
    "user SYSTEM.md overridden",
    "base SYSTEM.md off",
    "project APPEND_SYSTEM.md off",
    "user APPEND_SYSTEM.md used",
    "base APPEND_SYSTEM.md off",
    "launch append error",
    "launch append used",
    "launch append error",
  ]);
  assert.deepEqual(listing.rows[0], {
    layer: "launch",
    name: "system",
    path: system.path,
    realPath: system.path,
    state: "used",
    reason: undefined,
    bytes: 3,
    sha256: sha256Hex("sub"),
    notes: [],
  });
  assert.equal(
    row(listing, "user", "SYSTEM.md").reason,
    "the file named at launch stands in its place",
  );
  const [missing, stdin, broken] = listing.rows.slice(7);
  assert.equal(missing?.reason, 'Cannot read "none.md": it does not exist');
  assert.deepEqual([stdin?.path, stdin?.realPath, stdin?.bytes], ["-", undefined, 2]);
  assert.match(broken?.reason ?? "", /^Cannot parse "b.j2": /);
  assert.equal(listing.error?.message, missing?.reason);
});

Deno.test("listLayers() ends with the built-in prompt where that is the seed, and only there", () => {
  using tree = new PromptTree();
  const last = (options: Parameters<typeof listLayers>[0] = tree.sources) =>
    listLayers(options).rows.at(-1);
  tree.put("base", APPEND, "rules");
  assert.deepEqual(last(), {
    layer: "built-in",
    name: "SYSTEM.md",
    path: undefined,
    realPath: undefined,
    state: "used",
    reason: undefined,
    bytes: new TextEncoder().encode(DEFAULT_PROMPT).length,
    sha256: sha256Hex(DEFAULT_PROMPT),
    notes: [],
  });
  const system = { path: tree.write(join(tree.root, "sub.md"), "sub") };
  assert.equal(last({ ...tree.sources, system })?.layer, "base");
  tree.put("user", "SYSTEM.md", "");
  assert.equal(last()?.layer, "base");
  assert.equal(last({ ...tree.sources, layers: ["base"] })?.layer, "built-in");
  symlinkSync("nowhere", tree.directories.project);
  assert.equal(last({ ...tree.sources, layers: ["project"] })?.layer, "base", "nobody knows");
});

Deno.test("listLayers() says what an empty seed overrides", () => {
  using tree = new PromptTree();
  const notes = (layer: LayerName | "launch", options = {}) =>
    listLayers({ ...tree.sources, ...options }).rows.find((row) => row.layer === layer)?.notes;
  const note = (what: string) => [`it is empty, so there is no seed: it overrides ${what}`];
  tree.put("project", "SYSTEM.md", "");
  assert.deepEqual(notes("project"), note("the built-in prompt"));
  tree.put("user", "SYSTEM.md", "u");
  tree.put("base", "SYSTEM.md", "");
  assert.deepEqual(notes("project"), note("that of the user layer and that of the base layer"));
  assert.deepEqual(notes("project", { layers: ["project"] }), note("the built-in prompt"));
  assert.deepEqual(notes("base"), [], "one that loses");
  const system = { path: tree.write(join(tree.root, "empty"), "") };
  assert.deepEqual(notes("launch", { layers: ["user"], system }), note("that of the user layer"));
  assert.deepEqual(notes("project", { system }), []);
});
