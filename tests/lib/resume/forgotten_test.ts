import assert from "node:assert/strict";
import { ConfigError, type Forgotten } from "../../../lib/errors.ts";
import type { BlockSource, ConfiguredPrompt } from "../../../lib/prompt_source.ts";
import { goesWithout } from "../../../lib/resume/forgotten.ts";
import type { RecordedSource, SystemBlock } from "../../../lib/types.ts";

const LAYER = { kind: "layer", layer: "user", file: "SYSTEM.md" };
const LAUNCHED = { kind: "file", option: "append", file: "a.md" };

function baseline(...sources: RecordedSource[]) {
  const blocks = sources.map((source): SystemBlock => ({
    type: "system",
    text: "recorded",
    mode: "append",
    source,
  }));
  return { type: "sources" as const, blocks, edits: [] };
}

function call(sources: BlockSource[], more: Partial<ConfiguredPrompt> = {}): ConfiguredPrompt {
  const blocks = sources.map((source) => ({ text: "new", source }));
  return { blocks, render: () => ({ text: "", warnings: [] }), ...more };
}

const user: BlockSource = { type: "file", layer: "user", path: "/u/SYSTEM.md" };
const launched: BlockSource = { type: "launch", option: "append", path: "/other.md" };

/** What is missing; undefined when nothing is, or the prompt stays. */
function missing(
  recorded: RecordedSource[],
  configured: ConfiguredPrompt,
): Forgotten | undefined {
  const how = { name: "s", consents: false };
  try {
    assert.equal(goesWithout(configured, baseline(...recorded), how), false);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    assert.equal(goesWithout(configured, baseline(...recorded), { ...how, consents: true }), true);
    assert.equal(error.code, "source-forgotten");
    return error.details.forgotten;
  }
  return undefined;
}

const kindsOf = (forgotten: Forgotten | undefined) =>
  forgotten?.sources.map(({ kind, option, file }) =>
    [kind, option, file].filter(Boolean).join(" ")
  );

Deno.test("goesWithout() misses launch files, as many as were recorded of each kind", () => {
  const appends = [LAYER, LAUNCHED, { ...LAUNCHED, file: "b.md" }];
  assert.deepEqual(kindsOf(missing(appends, call([user]))), [
    "file append a.md",
    "file append b.md",
  ]);
  assert.deepEqual(kindsOf(missing(appends, call([user, launched]))), [
    "file append a.md",
    "file append b.md",
  ], "all of them, since their order counts");
  assert.equal(missing(appends, call([user, launched, launched])), undefined);
  const system: BlockSource = { type: "launch", option: "system", path: "/s.md" };
  assert.deepEqual(kindsOf(missing([LAUNCHED], call([system]))), ["file append a.md"]);
  assert.deepEqual(kindsOf(missing([{ ...LAUNCHED, option: "system" }], call([launched]))), [
    "file system a.md",
  ]);
});

Deno.test("goesWithout() misses a manifest unless one is named, be it without a prompt", () => {
  const manifest = { kind: "manifest", file: "m.toml", outside: true };
  const found = missing([manifest], call([user]));
  assert.deepEqual(found?.sources, [
    { kind: "manifest", option: undefined, file: "m.toml", outside: true },
  ]);
  assert.equal(missing([manifest], call([user], { named: { manifest: true } })), undefined);
});

Deno.test("goesWithout() misses a choice of layers unless one is made", () => {
  const chosen = { ...LAYER, layers: ["user"] };
  assert.deepEqual(missing([chosen], call([user]))?.layers, ["user"]);
  assert.equal(missing([chosen], call([user], { named: { layers: true } })), undefined);
});

Deno.test("goesWithout() wants consent for an imported prompt, and for nothing of an unknown kind", () => {
  assert.deepEqual(kindsOf(missing([{ kind: "import" }], call([user]))), ["import"]);
  assert.equal(missing([{ kind: "new" }, LAYER, { kind: "built-in" }], call([user])), undefined);
});

Deno.test("goesWithout() misses nothing where the prompt stays", () => {
  const same = { blocks: [{ text: "recorded", source: user }], render: () => assert.fail() };
  assert.equal(missing([LAUNCHED], same), undefined);
});

Deno.test("goesWithout() takes only texts of the log's word", () => {
  const odd = { kind: "file", option: 1, file: ["a"], outside: "yes", layers: [1] };
  assert.deepEqual(missing([odd], call([user])), {
    sources: [{ kind: "file", option: undefined, file: undefined, outside: false }],
    layers: undefined,
    elsewhere: undefined,
  });
});

Deno.test("goesWithout() says where recorded paths start from", () => {
  const how = { name: "s", consents: false, elsewhere: "/made/here" };
  assert.throws(() => goesWithout(call([user]), baseline(LAUNCHED), how), (error) => {
    assert.ok(error instanceof ConfigError);
    return error.details.forgotten?.elsewhere === "/made/here";
  });
});
