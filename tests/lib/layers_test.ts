import assert from "node:assert/strict";
import { ConfigError } from "../../lib/errors.ts";
import {
  type Environment,
  homeDirectory,
  layerDirectories,
  layerDirectory,
  type LayerPrompts,
  layersInOrder,
  orderPrompts,
  pathVariable,
  type PromptText,
  resolvePrompt,
} from "../../lib/layers.ts";
import type { LayerName } from "../../lib/prompt_source.ts";

Deno.test("pathVariable() takes an unset variable for an empty one, and refuses what was not UTF-8", () => {
  assert.equal(pathVariable({ HOME: "/home/ann" }, "HOME"), "/home/ann");
  assert.equal(pathVariable({}, "HOME"), "");
  assert.throws(
    () => pathVariable({ HOME: "/home/\ufffd" }, "HOME"),
    /HOME: its value is not UTF-8/,
  );
});

Deno.test("layerDirectories() follows HOME and the XDG variables", () => {
  const HOME = "/home/ann";
  const table: [why: string, env: Environment, user: string, base: string][] = [
    ["unset", { HOME }, "/home/ann/.config/panto", "/home/ann/.local/share/panto"],
    [
      "empty",
      { HOME, XDG_CONFIG_HOME: "", XDG_DATA_HOME: "" },
      "/home/ann/.config/panto",
      "/home/ann/.local/share/panto",
    ],
    ["set", { HOME, XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d" }, "/c/panto", "/d/panto"],
    [
      "relative",
      { HOME, XDG_CONFIG_HOME: "c", XDG_DATA_HOME: "./d" },
      "/home/ann/.config/panto",
      "/home/ann/.local/share/panto",
    ],
    ["no home needed", { XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d" }, "/c/panto", "/d/panto"],
    ["a slash at the end", { HOME: "/h/", XDG_DATA_HOME: "/d//" }, "/h/.config/panto", "/d/panto"],
    ["home is the root", { HOME: "/" }, "/.config/panto", "/.local/share/panto"],
    [
      "dots are kept",
      { HOME, XDG_CONFIG_HOME: "/a/../b" },
      "/a/../b/panto",
      "/home/ann/.local/share/panto",
    ],
  ];
  for (const [why, env, user, base] of table) {
    assert.deepEqual(
      layerDirectories(env, "/work").map(({ layer, path }) => [layer, path]),
      [["project", "/work/.panto"], ["user", user], ["base", base]],
      why,
    );
  }
});

Deno.test("layerDirectories() notes a relative XDG variable on its layer alone", () => {
  const env = { HOME: "/h", XDG_CONFIG_HOME: "my config", XDG_DATA_HOME: "" };
  const [project, user, base] = layerDirectories(env, "/work").map(({ notes }) => notes);
  assert.deepEqual(user, [
    `XDG_CONFIG_HOME is "my config", not an absolute path, and counts as unset`,
  ]);
  assert.deepEqual([project, base], [[], []]);
});

Deno.test("layerDirectories() needs HOME only where no XDG variable gives the directory", () => {
  const table: [env: Environment, message: string | undefined][] = [
    [{}, "Cannot find the directory of the user layer: HOME is not set"],
    [{ HOME: "" }, "Cannot find the directory of the user layer: HOME is not set"],
    [{ HOME: "ann" }, "Cannot find the directory of the user layer: HOME is not an absolute path"],
    [{ XDG_DATA_HOME: "/d" }, "Cannot find the directory of the user layer: HOME is not set"],
    [{ XDG_CONFIG_HOME: "/c" }, "Cannot find the directory of the base layer: HOME is not set"],
    [{ XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d" }, undefined],
  ];
  for (const [env, message] of table) {
    let seen: string | undefined;
    try {
      layerDirectories(env, "/work");
    } catch (error) {
      assert(error instanceof ConfigError);
      assert.deepEqual([error.code, error.details.variable], ["home-missing", "HOME"]);
      assert.match(error.details.alternative ?? "", /^XDG_(CONFIG|DATA)_HOME$/);
      seen = error.message;
    }
    assert.equal(seen, message, JSON.stringify(env));
  }
});

Deno.test("layerDirectories() knows Windows", () => {
  const env = { USERPROFILE: "C:\\Users\\ann", HOME: "/h", XDG_DATA_HOME: "D:\\data\\" };
  assert.deepEqual(
    layerDirectories(env, "C:\\work", { platform: "win32" }).map(({ path }) => path),
    ["C:\\work\\.panto", "C:\\Users\\ann\\.config\\panto", "D:\\data\\panto"],
  );
  assert.throws(
    () => layerDirectories({ HOME: "/h" }, "C:\\work", { platform: "win32" }),
    /USERPROFILE is not set/,
  );
});

Deno.test("layersInOrder() puts the highest first, and counts every layer where none is named", () => {
  assert.deepEqual(layersInOrder(Object.freeze(["base", "project"] as const)), ["project", "base"]);
  assert.deepEqual(layersInOrder([]), []);
  assert.deepEqual(layersInOrder(), ["project", "user", "base"]);
});

Deno.test("layerDirectory() gives one layer although another has none", () => {
  assert.equal(layerDirectory("base", { XDG_DATA_HOME: "/d" }, { cwd: "/w" }).path, "/d/panto");
  assert.throws(() => layerDirectory("user", { XDG_DATA_HOME: "/d" }, { cwd: "/w" }), ConfigError);
});

Deno.test("homeDirectory() takes absolute paths only", () => {
  assert.equal(homeDirectory({ HOME: "/h" }), "/h");
  assert.equal(homeDirectory({ USERPROFILE: "C:\\Users\\ann" }, "win32"), "C:\\Users\\ann");
  for (const HOME of [undefined, "", "h", "~"]) assert.equal(homeDirectory({ HOME }), undefined);
});

const file = (path: string, text = path): PromptText => ({ path, text });

Deno.test("orderPrompts() takes the layers in any order", () => {
  const layers: LayerPrompts<string>[] = [
    { layer: "user", system: "us", append: "ua" },
    { layer: "base", system: "bs", append: "ba" },
    { layer: "project", append: "pa" },
  ];
  const wanted = {
    seed: { layer: "user", file: "us" },
    appends: [
      { layer: "project", file: "pa" },
      { layer: "user", file: "ua" },
      { layer: "base", file: "ba" },
    ],
    overridden: [{ layer: "base", file: "bs" }],
  };
  assert.deepEqual(orderPrompts(Object.freeze(layers)), wanted);
  assert.deepEqual(orderPrompts(layers.toReversed()), wanted);
  assert.deepEqual(layers.map(({ layer }) => layer), ["user", "base", "project"]);
});

Deno.test("resolvePrompt() gives the seed document's own example", () => {
  const blocks = resolvePrompt([
    { layer: "base", system: file("bs"), append: file("ba") },
    { layer: "user", append: file("ua") },
    { layer: "project", system: file("ps"), append: file("pa") },
  ], { defaultSeed: "default" });
  const block = (layer: LayerName, path: string) => ({
    text: path,
    source: { type: "file", layer, path },
  });
  assert.deepEqual(blocks, [
    block("project", "ps"),
    block("project", "pa"),
    block("user", "ua"),
    block("base", "ba"),
  ]);
});

Deno.test("resolvePrompt() takes an empty SYSTEM.md for the seed, not the built-in text", () => {
  const layers = [{ layer: "base" as const, system: file("bs", "") }];
  assert.deepEqual(
    resolvePrompt(layers, { defaultSeed: "default" }).map((block) => "text" in block && block.text),
    [""],
  );
});

Deno.test("resolvePrompt() keeps the source of a template and its digest", () => {
  const template = { sha256: "ab" };
  const layers = [
    { layer: "user" as const, system: { ...file("us"), template }, append: file("ua") },
  ];
  const [seed, append] = resolvePrompt(layers, { defaultSeed: "" });
  assert.ok(seed !== undefined && "templateSource" in seed);
  const { path, text } = file("us");
  assert.deepEqual(seed.templateSource, { sha256: "ab", text, name: path, untrusted: false });
  assert.ok(append !== undefined && "text" in append);
});

Deno.test("resolvePrompt() takes a given seed in place of any SYSTEM.md", () => {
  const seed = { text: "given", source: { type: "manifest" as const, path: "/m.toml" } };
  const layers = [{ layer: "user" as const, system: file("us"), append: file("ua") }];
  const blocks = resolvePrompt(layers, { defaultSeed: "", seed });
  assert.deepEqual([blocks.length, blocks[0]], [2, seed]);
});

Deno.test("resolvePrompt() falls back to the built-in seed", () => {
  assert.deepEqual(resolvePrompt([], { defaultSeed: "default" }), [
    { text: "default", source: { type: "built-in" } },
  ]);
});
