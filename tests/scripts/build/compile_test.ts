/**
 * `deno compile` of the real entry point, with Deno itself in the place of the runtime that it would
 * fetch (DENORT_BIN): the product cannot run panto, but everything that is put into it is there to be
 * read. Linux only, since elsewhere the runtime's file format is checked.
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import {
  compile,
  type CompileResult,
  explain,
  permissionFlags,
} from "../../../scripts/build/compile.ts";
import {
  bundledPackages,
  type CompiledFile,
  printedFiles,
  readCompiledFile,
} from "../../../scripts/build/compiled_file.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const onLinux = { ignore: Deno.build.os !== "linux" };
const withoutRuntime = { ignore: Deno.env.get("DENORT_BIN") !== undefined };

/** What the executable may do, in Deno's own names; every other permission must be null. */
const PERMISSIONS = {
  allow_read: [],
  allow_write: [],
  allow_sys: ["uid"],
  allow_run: ["git"],
  allow_env: [
    "HOME",
    "USERPROFILE",
    "XDG_DATA_HOME",
    "XDG_CONFIG_HOME",
    "PANTO_PROJECT_ROOT",
    "PANTO_NOW",
    "SOURCE_DATE_EPOCH",
    "PATH",
    "GIT_*",
    "LD_*",
    "DYLD_*",
    "NODE_V8_COVERAGE",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "TERM",
    "PANTO_DEBUG",
  ],
  prompt: false,
};

interface Product {
  readonly result: CompileResult;
  readonly file: CompiledFile;
}

function build(env: Record<string, string>): Product {
  const directory = Deno.makeTempDirSync({ prefix: "panto-compile-test-" });
  try {
    const output = join(directory, "panto");
    const result = compile({ root, output, env });
    assert.ok(result.ok, result.report);
    return { result, file: readCompiledFile(Deno.readFileSync(output)) };
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

let product: Product | undefined;
const built = () => product ??= build({ DENORT_BIN: Deno.execPath() });

Deno.test("compile() embeds the bundle and nothing else", onLinux, () => {
  const { result, file } = built();
  assert.deepEqual(file.files, ["panto.js"]);
  assert.deepEqual(printedFiles(result.report), ["panto.js"]);
  assert.equal(file.entrypoint, "panto.js");
});

Deno.test("compile() bakes the permissions of the task panto", onLinux, () => {
  const { allow_import: _defaultHosts, ...permissions } = built().file.permissions;
  const granted = Object.entries(permissions).filter(([, value]) => value !== null);
  assert.deepEqual(Object.fromEntries(granted), PERMISSIONS);
});

Deno.test("compile() bundles no package that only development needs", onLinux, () => {
  assert.deepEqual(bundledPackages(built().result.bundle), [
    "commander",
    "diff",
    "minijinja-js",
    "smol-toml",
  ]);
});

Deno.test("compile() puts the built-in prompt into the bundle", onLinux, () => {
  const prompt = Deno.readTextFileSync(join(root, "lib/prompt_files/default.md"));
  const line = prompt.split("\n")[0] ?? "";
  assert.ok(line !== "" && built().result.bundle.includes(line));
});

Deno.test(
  "compile() without a runtime says the next line to run, and leaves no product",
  withoutRuntime,
  () => {
    const directory = Deno.makeTempDirSync({ prefix: "panto-compile-test-" });
    try {
      const unreachable = "http://127.0.0.1:1";
      const env = {
        DENO_DIR: join(directory, "cache"),
        HTTPS_PROXY: unreachable,
        https_proxy: unreachable,
      };
      const output = join(directory, "out", "panto");
      const result = compile({ root, output, env });
      assert.equal(result.ok, false);
      assert.match(result.report, /^panto: error: Cannot fetch the Deno runtime .*\nhint: .*$/);
      assert.match(result.report, /deno task compile:bun$/);
      assert.deepEqual([...Deno.readDirSync(join(directory, "out"))], []);
    } finally {
      Deno.removeSync(directory, { recursive: true });
    }
  },
);

Deno.test("explain() passes on any other failure whole", () => {
  assert.equal(explain({ stderr: "error: Module not found\n" }), "error: Module not found");
});

Deno.test("permissionFlags() takes permissions only", () => {
  const command =
    "deno run -q --no-prompt --allow-read --allow-env=A,B --deny-net main.ts --allowed";
  const flags = ["--no-prompt", "--allow-read", "--allow-env=A,B", "--deny-net"];
  assert.deepEqual(permissionFlags(command), flags);
});

Deno.test("printedFiles() reads a tree with directories and sizes", () => {
  const output = [
    "Embedded Files",
    "",
    "panto",
    "├─┬ lib (1.5KB)",
    "│ ├── a b.ts (1KB)",
    "│ └── c.md (512B)",
    "└── main.ts (302B)",
    "",
    "Files: 1.84KB",
  ].join("\n");
  assert.deepEqual(printedFiles(output), ["a b.ts", "c.md", "main.ts"]);
});

Deno.test("bundledPackages() names scoped packages and those of a nested node_modules", () => {
  const bundle = [
    "// node_modules/.deno/@anthropic-ai+sdk@1.14.0/node_modules/@anthropic-ai/sdk/index.mjs",
    "// ../x/node_modules/.deno/diff@9.0.0/node_modules/diff/libesm/index.js",
    "// lib/derive.ts",
  ].join("\n");
  assert.deepEqual(bundledPackages(bundle), ["@anthropic-ai/sdk", "diff"]);
});

Deno.test("readCompiledFile() refuses a file that deno compile did not make", () => {
  assert.throws(() => readCompiledFile(new Uint8Array(100)), /holds no section/);
});
