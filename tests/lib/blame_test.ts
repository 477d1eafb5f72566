import assert from "node:assert/strict";
import { findOrigin, originOf } from "../../lib/blame.ts";
import type { ConfiguredBlock } from "../../lib/prompt_source.ts";

const user = { type: "file", layer: "user", path: "/u" } as const;
const base = { type: "file", layer: "base", path: "/b" } as const;
const configured: ConfiguredBlock[] = [
  { text: "seed", source: { type: "built-in" } },
  { text: "same", source: user },
  { text: "same", source: base },
  { source: base, templateSource: { text: "{{ x }}", name: "t", sha256: "d1" } },
];

Deno.test("findOrigin() finds the first block with the text, and no other text", () => {
  assert.equal(findOrigin({ text: "seed" }, configured), "built-in");
  assert.deepEqual(findOrigin({ text: "same" }, configured), { layer: "user", path: "/u" });
  assert.equal(findOrigin({ text: "same\n" }, configured), undefined);
});

Deno.test("findOrigin() goes by the digest where a block is frozen", () => {
  const frozen = (sha256: string) => ({ text: "seed", template: { sha256 } });
  assert.deepEqual(findOrigin(frozen("d1"), configured), { layer: "base", path: "/b" });
  assert.equal(findOrigin(frozen("d2"), configured), undefined);
});

Deno.test("originOf() names layer and path, the manifest, or the built-in prompt", () => {
  assert.deepEqual(originOf(base), { layer: "base", path: "/b" });
  assert.deepEqual(originOf({ type: "manifest", path: "/m" }), { layer: "manifest", path: "/m" });
  assert.deepEqual(originOf({ type: "launch", option: "append", path: "-" }), {
    layer: "launch",
    path: "-",
  });
  assert.equal(originOf({ type: "built-in" }), "built-in");
});
