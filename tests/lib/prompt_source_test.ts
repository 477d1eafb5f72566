import assert from "node:assert/strict";
import { resolve } from "node:path";
import { recordedSource, recordedSources } from "../../lib/prompt_source.ts";

Deno.test("recordedSource() names layer and file, and no directory", () => {
  const path = "/home/ann/.config/panto/SYSTEM.md.j2";
  assert.deepEqual(recordedSource({ type: "file", layer: "user", path }, "/w"), {
    kind: "layer",
    layer: "user",
    file: "SYSTEM.md.j2",
  });
  assert.deepEqual(recordedSource({ type: "built-in" }, "/w"), { kind: "built-in" });
});

Deno.test("recordedSource() keeps a path below the session's directory, of another one its name", () => {
  const cases: [path: string, directory: string | undefined, recorded: Record<string, unknown>][] =
    [
      ["/w/agents/sub.md", "/w", { file: "agents/sub.md" }],
      ["/w/..sub.md", "/w", { file: "..sub.md" }],
      ["/work/sub.md", "/w", { file: "sub.md", outside: true }],
      ["/sub.md", "/w", { file: "sub.md", outside: true }],
      ["/w/sub.md", undefined, { file: "sub.md", outside: true }],
      ["/w", "/w", { file: "w", outside: true }],
      ["/w/-", "/w", { file: "./-" }],
      [resolve("sub.md"), "", { file: "sub.md", outside: true }],
      [resolve("sub.md"), ".", { file: "sub.md", outside: true }],
      [resolve("sub.md"), "..", { file: "sub.md", outside: true }],
      ["-", "/w", { file: "-" }],
    ];
  for (const [path, directory, recorded] of cases) {
    assert.deepEqual(recordedSource({ type: "launch", option: "append", path }, directory), {
      kind: "file",
      option: "append",
      ...recorded,
    });
    assert.deepEqual(recordedSource({ type: "manifest", path }, directory), {
      kind: "manifest",
      ...recorded,
    });
  }
});

Deno.test("recordedSources() names the layers that counted beside the seed, where not all did", () => {
  const blocks = [{ source: { type: "built-in" as const } }, {
    source: { type: "built-in" as const },
  }];
  const builtIn = { kind: "built-in" };
  assert.deepEqual(recordedSources(blocks, { directory: "/w" }), [builtIn, builtIn]);
  assert.deepEqual(recordedSources(blocks, { directory: "/w", layers: ["project"] }), [
    { ...builtIn, layers: ["project"] },
    builtIn,
  ]);
});
