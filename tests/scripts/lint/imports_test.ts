import assert from "node:assert/strict";

import { importFault, importName } from "../../../scripts/lint/imports.ts";
import { type Room, ROOMS } from "../../../scripts/lint/rooms.ts";

/** An import and a word of the fault that it is, or undefined. */
type Case = readonly [file: string, specifier: string, fault: string | undefined];

const GROUPS: Readonly<Record<string, readonly Case[]>> = {
  "from main to the doors": [
    ["main.ts", "./cli/run.ts", undefined],
    ["main.ts", "./mod.ts", undefined],
    ["main.ts", "./lib/derive.ts", "arrows"],
    ["cli/commands/log.ts", "../host.ts", undefined],
    ["cli/commands/log.ts", "../../mod.ts", undefined],
    ["cli/commands/log.ts", "../../lib/types.ts", "arrows"],
    ["cli/host.ts", "../main.ts", "arrows"],
    ["cli/host.ts", "../tests/support/fake_host.ts", "arrows"],
    ["mod.ts", "./lib/session.ts", undefined],
    ["mod.ts", "./lib/types.ts", undefined],
    ["mod.ts", "./lib/text/diff.ts", undefined],
    ["mod.ts", "./lib/message/conversation.ts", undefined],
    ["mod.ts", "./lib/log/walk.ts", `import "lib/log.ts"`],
    ["mod.ts", "./lib/log/io/open.ts", `import "lib/session.ts"`],
    ["mod.ts", "./lib/template/io/render.ts", `import "lib/config.ts"`],
    ["mod.ts", "./lib/nowhere/a.ts", "in no room"],
    ["mod.ts", "./cli/host.ts", "arrows"],
  ],
  "inside a room": [
    ["lib/log/path.ts", "./walk.ts", undefined],
    ["lib/log/path.ts", "./scan/scanner.ts", undefined],
    ["lib/log/io/open.ts", "../bytes.ts", undefined],
    ["lib/log.ts", "./log/path.ts", undefined],
    ["lib/log.ts", "./log/io/open.ts", undefined],
    ["lib/log/path.ts", "../log.ts", "own door"],
    ["lib/serialize/openai_chat/request.ts", "../well_formed.ts", undefined],
    ["lib/prompt_files/default.ts", "./default.md", undefined],
  ],
  "between rooms": [
    ["lib/derive.ts", "./types.ts", undefined],
    ["lib/derive.ts", "./session.ts", "no arrow"],
    ["lib/errors.ts", "./types.ts", "no arrow"],
    ["lib/types.ts", "./errors.ts", "no arrow"],
    ["lib/prompt_source.ts", "./errors.ts", undefined],
    ["lib/types.ts", "./derive.ts", "no arrow"],
    ["lib/log/entry.ts", "../message/decode.ts", undefined],
    ["lib/log/entry.ts", "../readers.ts", undefined],
    ["lib/log/entry.ts", "../readers/pi.ts", `import "lib/readers.ts"`],
    ["lib/readers/pi.ts", "../message/decode.ts", undefined],
    ["lib/readers/pi.ts", "../log.ts", "no arrow"],
    ["lib/message/decode.ts", "../log.ts", "no arrow"],
    ["lib/log/write.ts", "../resume/reconcile.ts", "no arrow"],
    ["lib/log/path.ts", "../derive.ts", undefined],
    ["lib/resume.ts", "./log.ts", undefined],
    ["lib/resume.ts", "./log/walk.ts", `import "lib/log.ts"`],
    ["lib/resume/freeze.ts", "../config.ts", "no arrow"],
    ["lib/session.ts", "./resume.ts", undefined],
    ["lib/session.ts", "./resume/reconcile.ts", `import "lib/resume.ts"`],
    ["lib/session.ts", "./log/io/lock.ts", undefined],
    ["lib/session.ts", "./log/walk.ts", `import "lib/log.ts"`],
    ["lib/resume.ts", "./log/io/lock.ts", `import "lib/session.ts"`],
    ["lib/serialize/anthropic/request.ts", "../../derive.ts", undefined],
    ["lib/serialize/anthropic/request.ts", "../../log.ts", "no arrow"],
    ["lib/blame.ts", "./config.ts", undefined],
    ["lib/blame.ts", "./session.ts", "no arrow"],
    ["lib/check/rules/length.ts", "../../tokens.ts", undefined],
    ["lib/check/rules/length.ts", "../../serialize.ts", undefined],
    ["lib/check/rules/length.ts", "../../blame.ts", "no arrow"],
    ["lib/view/html.ts", "../blame.ts", undefined],
    ["lib/view/html.ts", "../config.ts", "no arrow"],
    ["lib/derive.ts", "../mod.ts", "no room"],
    ["lib/derive.ts", "../cli/host.ts", "no room"],
    ["lib/derive.ts", "../scripts/lint/rooms.ts", "no room"],
    ["lib/nowhere/a.ts", "../types.ts", `"lib/nowhere/a.ts" is in no room`],
    ["lib/nowhere.ts", "./types.ts", `"lib/nowhere.ts" is in no room`],
    ["lib/template.ts", "./types.ts", `"lib/template.ts" is in no room`],
  ],
  "of rooms behind one door": [
    ["lib/config.ts", "./prompt_files/io/read.ts", undefined],
    ["lib/config.ts", "./template/manifest.ts", undefined],
    ["lib/config.ts", "./log.ts", "no arrow"],
    ["lib/live/io/find_instructions.ts", "../../prompt_files/io/read_file.ts", undefined],
    ["lib/prompt_files/io/list.ts", "../../template/io/render.ts", undefined],
    ["lib/template/io/render.ts", "../../prompt_files/io/list.ts", "no arrow"],
    ["lib/template/io/render.ts", "../../config.ts", "no arrow"],
  ],
  "of scripts and tests": [
    ["scripts/mutate.ts", "./mutate/faults.ts", undefined],
    ["scripts/mutate.ts", "../lib/log/walk.ts", undefined],
    ["scripts/mutate.ts", "../tests/prove/run.ts", "scripts may not"],
    ["tests/prove/run.ts", "../../scripts/build/bun.ts", undefined],
    ["tests/lib/log_test.ts", "../../lib/log/walk.ts", undefined],
    ["tests/lib/log_test.ts", "fast-check", undefined],
  ],
  "of built-in modules": [
    ["lib/derive.ts", "node:fs", "pure"],
    ["lib/derive.ts", "node:process", "pure"],
    ["lib/derive.ts", "node:child_process", "pure"],
    ["lib/derive.ts", "node:crypto", "pure"],
    ["lib/derive.ts", "bun:ffi", "pure"],
    ["lib/layers.ts", "node:path", undefined],
    ["lib/log/io/open.ts", "node:fs", undefined],
    ["lib/log/io/flock.ts", "bun:ffi", undefined],
    ["lib/log/open.ts", "node:fs", "pure"],
    ["lib/session.ts", "node:fs", undefined],
    ["lib/config.ts", "node:fs", undefined],
    ["mod.ts", "node:fs", "pure"],
    ["cli/host.ts", "node:fs", undefined],
    ["cli/host/stdin.ts", "node:fs", undefined],
    ["cli/input/io/text.ts", "node:fs", "pure"],
    ["cli/hosts.ts", "node:fs", "pure"],
    ["main.ts", "node:process", undefined],
    ["scripts/mutate.ts", "node:fs", undefined],
  ],
  "of packages": [
    ["lib/text/diff.ts", "diff", undefined],
    ["lib/derive.ts", "diff", "packages"],
    ["cli/args/parse.ts", "commander", undefined],
    ["lib/derive.ts", "commander", "packages"],
    ["cli/args/parse.ts", "fast-check", "packages"],
    ["lib/template/io/engine.ts", "minijinja-js/dist/bundler/minijinja_js_bg.js", undefined],
    ["lib/derive.ts", "@anthropic-ai/sdk", "packages"],
    ["lib/derive.ts", "npm:openai@7.59.0", "packages"],
    ["lib/derive.ts", "toString", "packages"],
  ],
};

for (const [group, cases] of Object.entries(GROUPS)) {
  for (const [file, specifier, fault] of cases) {
    Deno.test(`importFault() ${group}: ${fault === undefined ? "takes" : "refuses"} ${specifier} in ${file}`, () => {
      const found = importFault(file, specifier);
      if (fault === undefined) assert.equal(found, undefined);
      else assert.ok(found?.includes(fault), `${found}`);
    });
  }
}

Deno.test("importName() spells the file and what it imports", () => {
  assert.equal(importName("lib/log/write.ts", "../resume.ts"), "lib/log/write.ts -> lib/resume.ts");
  assert.equal(importName("cli/input/text.ts", "node:fs"), "cli/input/text.ts -> node:fs");
});

/** The first chain of rooms that leads back to where it began. */
function wayBack(rooms: Readonly<Record<string, Room>>): string | undefined {
  const follow = (name: string, chain: readonly string[]): string | undefined => {
    if (chain.includes(name)) return [...chain, name].join(" → ");
    for (const next of rooms[name]?.may ?? []) {
      const back = follow(next, [...chain, name]);
      if (back !== undefined) return back;
    }
    return undefined;
  };
  for (const name of Object.keys(rooms)) {
    const back = follow(name, []);
    if (back !== undefined) return back;
  }
  return undefined;
}

Deno.test("ROOMS: no arrow leads back, so that no two rooms need each other", () => {
  assert.equal(wayBack(ROOMS), undefined);
  assert.equal(wayBack({ a: { may: ["b"] }, b: { may: ["a"] } }), "a → b → a");
});

Deno.test("ROOMS: names only rooms that have a row", () => {
  const named = Object.values(ROOMS).flatMap(({ may, door, ioDoor }) => [
    ...may,
    ...(door === undefined ? [] : [door]),
    ...(ioDoor === undefined ? [] : [ioDoor]),
  ]);
  assert.deepEqual(named.filter((name) => !Object.hasOwn(ROOMS, name)), []);
});
