import assert from "node:assert/strict";
import { findOrigins, type OriginContext, originOf } from "../../lib/blame.ts";
import type { ConfiguredBlock, LayerName } from "../../lib/prompt_source.ts";
import type { RecordedSource, SystemBlock } from "../../lib/types.ts";

const file = (layer: LayerName, name = "SYSTEM.md") => ({
  type: "file" as const,
  layer,
  path: `/${layer}/${name}`,
});
const block = (text: string, more: Partial<SystemBlock> = {}): SystemBlock => ({
  type: "system",
  text,
  mode: "append",
  ...more,
});
const layer = (name: string, of = "SYSTEM.md") => ({ kind: "layer", layer: name, file: of });
const APPEND = "APPEND_SYSTEM.md";

function nowOf(
  sources: RecordedSource[],
  blocks: ConfiguredBlock[],
  layers?: readonly LayerName[],
): unknown[] {
  const configured = { blocks, ...(layers && { layers }) };
  const recorded = sources.map((source, index) => block(`text ${index}`, { source }));
  return findOrigins(recorded, { configured, directory: "/w" }).map((origin) => origin?.now);
}

Deno.test("findOrigins() says what the recorded source says now", () => {
  const seed = { text: "text 0", source: file("user") };
  const append = { text: "other", source: file("base", APPEND) };
  const sources = [layer("user"), layer("base", APPEND)];
  assert.deepEqual(nowOf(sources, [seed, append]), ["same", "changed"]);
  assert.deepEqual(nowOf(sources, [seed]), ["same", "absent"]);
  assert.deepEqual(nowOf(sources, [seed], ["user"]), ["same", "unused"]);
});

Deno.test("findOrigins() tells a seed that is gone from one that lost or is not asked for", () => {
  const seedNow = (source: ConfiguredBlock["source"]) =>
    nowOf([layer("user")], [{ text: "other", source }])[0];
  assert.equal(seedNow({ type: "built-in" }), "absent");
  assert.equal(seedNow(file("base")), "absent");
  assert.equal(seedNow(file("project")), "unused");
  assert.equal(seedNow({ type: "manifest", path: "/m" }), "unused");
  for (const source of [{ kind: "built-in" }, { kind: "manifest", file: "m" }, { kind: "?" }]) {
    assert.deepEqual(nowOf([source], [{ text: "other", source: file("base") }]), ["unused"]);
  }
  // Of what is no prompt file of a layer nobody knows whether it is there.
  for (
    const [name, path] of [["galaxy", "SYSTEM.md"], ["user", "passwd"], ["user", "a/SYSTEM.md"]]
  ) {
    const source = { kind: "layer", layer: name, file: path };
    assert.deepEqual(nowOf([source], [{ text: "other", source: file("base") }]), ["unused"]);
  }
});

Deno.test("findOrigins() names the source that gives the same text in the same place", () => {
  const configured = { blocks: [{ text: "a", source: file("project") }] };
  const [origin] = findOrigins([block("a", { source: layer("user") })], {
    configured,
    directory: undefined,
  });
  assert.deepEqual(origin, {
    recorded: true,
    source: layer("user"),
    now: "moved",
    movedTo: layer("project"),
    path: "/project/SYSTEM.md",
  });
});

Deno.test("findOrigins() believes no path of the log", () => {
  const launched = { type: "launch", option: "system", path: "/w/sub.md" } as const;
  const context: OriginContext = {
    configured: { blocks: [{ text: "a", source: launched }] },
    directory: "/w",
  };
  const nowFor = (path: string, more = {}) => {
    const source = { kind: "file", option: "system", file: path, ...more };
    return findOrigins([block("b", { source })], context)[0]?.now;
  };
  assert.equal(nowFor("sub.md"), "changed");
  for (const path of ["/w/sub.md", "../w/sub.md", "./sub.md"]) assert.equal(nowFor(path), "unused");
  assert.equal(nowFor("sub.md", { outside: true }), "unused");
});

Deno.test("findOrigins() takes a template for its plain name, and goes by its digest", () => {
  const source = file("user", "SYSTEM.md.j2");
  const templateSource = { text: "{{ x }}", name: "t", sha256: "d1" };
  const context = { configured: { blocks: [{ source, templateSource }] }, directory: "/w" };
  const nowFor = (more: Partial<SystemBlock>) =>
    findOrigins([block("x", { source: layer("user"), ...more })], context)[0]?.now;
  assert.equal(nowFor({ template: { sha256: "d1" } }), "same");
  assert.equal(nowFor({ template: { sha256: "d2" } }), "changed");
  assert.equal(nowFor({}), "changed");
});

Deno.test("findOrigins() searches the files of today for a text only where no source is recorded", () => {
  const configured = { blocks: [{ text: "same", source: file("user") }] };
  const context = { configured, directory: "/w" };
  const [match, none] = findOrigins([block("same"), block("same\n")], context);
  assert.deepEqual(match, {
    recorded: false,
    source: layer("user"),
    now: "same",
    path: "/user/SYSTEM.md",
  });
  assert.equal(none, undefined);
});

Deno.test("findOrigins() knows what was recorded where the configuration cannot be read", () => {
  const blocks = [block("a", { source: layer("user") }), block("a")];
  const [known, unknown] = findOrigins(blocks, { configured: undefined, directory: "/w" });
  assert.deepEqual([known?.now, known?.recorded, unknown], [null, true, undefined]);
});

Deno.test("originOf() names source and file in the words of a session", () => {
  const manifest = { type: "manifest", path: "/w/sub/m.toml" } as const;
  assert.deepEqual(originOf(manifest, "/w"), {
    recorded: false,
    source: { kind: "manifest", file: "sub/m.toml" },
    now: "same",
    path: "/w/sub/m.toml",
  });
  assert.equal(originOf({ type: "built-in" }, "/w").path, null);
});
