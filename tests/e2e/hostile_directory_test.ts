/**
 * A working directory that was made to trap the program's runtime: settings files that Bun or Deno would
 * read, and code that they would run. The program acts as in an empty directory.
 *
 * @module
 */

import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { assertOutcome, normalized, Sandbox } from "../support/sandbox.ts";

/** Leaves a mark when anything runs it. */
const EVIL = `require("node:fs").writeFileSync(__dirname + "/RAN", "");
process.stdout.write("evil");
`;
const EVIL_MODULE = `import { writeFileSync } from "node:fs";
writeFileSync(new URL("./RAN", import.meta.url), "");
console.log("evil");
`;

function files(box: Sandbox): Record<string, string> {
  const settings = [
    `XDG_CONFIG_HOME=${box.path("evil-config")}`,
    `XDG_DATA_HOME=${box.path("evil-config")}`,
    `PANTO_PROJECT_ROOT=/`,
    `BUN_CONFIG_PRELOAD=${box.path("evil.js")}`,
    `BUN_OPTIONS=--preload=${box.path("evil.js")}`,
    `NODE_OPTIONS=--require=${box.path("evil.js")}`,
    "FORCE_COLOR=1",
    "PANTO_DEBUG=1",
    "",
  ].join("\n");
  return {
    "evil-config/panto/APPEND_SYSTEM.md": "evil\n",
    "evil.js": EVIL,
    "evil.ts": EVIL_MODULE,
    "bunfig.toml": 'preload = ["./evil.js", "./evil.ts"]\nlogLevel = "debug"\n' +
      '[run]\npreload = ["./evil.ts"]\n[test]\npreload = ["./evil.ts"]\n',
    ".env": settings,
    ".env.local": settings,
    ".env.production": settings,
    ".env.development": settings,
    "deno.json": '{"imports":{"commander":"./evil.ts","diff":"./evil.ts","node:fs":"./evil.ts"},' +
      '"unstable":["no-such-thing"],"preload":["./evil.ts"],"lock":"./no/such/lock"}',
    "import_map.json": '{"imports":{"commander":"./evil.ts"}}',
    "package.json":
      '{"name":42,"type":"commonjs","main":"./evil.js","imports":{"#x":"./evil.js"},' +
      '"dependencies":{"commander":"file:./evil"}}',
    "tsconfig.json": '{"extends":"./no-such.json","compilerOptions":{"paths":{"*":["./evil.ts"]},' +
      '"jsx":"react","plugins":[{"name":"./evil.js"}]}',
    "jsconfig.json": "{ not json",
    ".npmrc": "registry=http://127.0.0.1:1/\n",
    "node_modules/commander/package.json": '{"name":"commander","main":"index.js"}',
    "node_modules/commander/index.js": EVIL,
    "node_modules/diff/package.json": '{"name":"diff","main":"index.js"}',
    "node_modules/diff/index.js": EVIL,
    "node_modules/node_modules/commander/index.js": EVIL,
  };
}

const commands: readonly (readonly string[])[] = [
  [],
  ["s.jsonl"],
  ["append", "s.jsonl", "--role", "user", "hi"],
  ["s.jsonl", "--reseed"],
  ["inspect", "s.jsonl", "-f", "anthropic"],
  ["diff", "s.jsonl", "--from", "0"],
  ["layers"],
  ["no-such-command"],
  ["--help"],
];

async function runAll(box: Sandbox): Promise<string> {
  const home = join(box.home, ".config", "panto");
  mkdirSync(home, { recursive: true });
  let told = "";
  for (const args of commands) {
    // Without XDG variables: a .env that is read would fill the gap.
    const env = { XDG_CONFIG_HOME: undefined, XDG_DATA_HOME: undefined };
    const { code, out, err } = await box.panto(args, { env });
    told += `$ panto ${args.join(" ")}\n${code}\n${out}${err}`;
  }
  return normalized(told + box.read("s.jsonl"));
}

Deno.test("panto does in a hostile directory what it does in an empty one", async () => {
  using plain = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  using hostile = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  for (const [name, content] of Object.entries(files(hostile))) {
    mkdirSync(dirname(hostile.path(name)), { recursive: true });
    hostile.write(name, content);
  }
  assert.equal(await runAll(hostile), await runAll(plain));
  for (const place of ["RAN", "node_modules/commander/RAN", "node_modules/diff/RAN"]) {
    assert.ok(!existsSync(hostile.path(place)), `${place} was left behind by code that ran`);
  }
});

Deno.test("panto runs nothing that a prompt file or a session holds", async () => {
  const bait = "{{ 7*7 }} ${IFS} $(touch RAN) `touch RAN` <%= 1 %> \n";
  using box = new Sandbox({ "project/SYSTEM.md": bait });
  assertOutcome(await box.panto(["-q", "s.jsonl"]), { code: 0, out: bait, err: "" });
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: bait, err: "" });
  assert.ok(!existsSync(box.path("RAN")));
});
