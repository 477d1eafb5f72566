/**
 * The built-in prompt is inside every product, byte for byte: each is made from a copy of the sources,
 * which is gone by the time the product runs, and gets no permission. (The product of `deno compile`
 * holds the bundle; tests/scripts/build/compile_test.ts looks into it.)
 */

import assert from "node:assert/strict";
import { join } from "node:path";

import { compileWithBun } from "../../../scripts/build/bun.ts";
import { runCommand } from "../../../scripts/build/run_command.ts";

const wanted = Deno.readTextFileSync(
  new URL("../../../lib/prompt_files/default.md", import.meta.url),
);
const exe = Deno.build.os === "windows" ? "product.exe" : "product";

/** Copies the sources, hands them over, and removes the directory afterwards. */
function withSources(body: (directory: string) => void): void {
  const directory = Deno.makeTempDirSync({ prefix: "panto-embedded-" });
  try {
    for (const name of ["default.md", "default.ts"]) {
      Deno.copyFileSync(
        new URL(`../../../lib/prompt_files/${name}`, import.meta.url),
        join(directory, name),
      );
    }
    const print = `import { writeSync } from "node:fs";
import { DEFAULT_PROMPT } from "./default.ts";
writeSync(1, DEFAULT_PROMPT);
`;
    Deno.writeTextFileSync(join(directory, "entry.ts"), print);
    body(directory);
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

function removeSources(directory: string): void {
  for (const name of ["default.md", "default.ts", "entry.ts"]) {
    Deno.removeSync(join(directory, name));
  }
}

/** Runs a program without permissions and returns its whole output. */
function outputOf(command: [string, ...string[]], cwd: string): string {
  const { code, stdout, stderr } = runCommand(command, { cwd });
  assert.equal(code, 0, stderr);
  return stdout;
}

Deno.test("DEFAULT_PROMPT is in the sources that deno run takes, without a permission", () => {
  withSources((directory) => {
    const run = outputOf([Deno.execPath(), "run", "--no-prompt", "entry.ts"], directory);
    assert.equal(run, wanted);
  });
});

Deno.test("DEFAULT_PROMPT is in the product of deno bundle", () => {
  withSources((directory) => {
    const bundle = ["bundle", "--quiet", "--output", "bundle.js", "entry.ts"];
    outputOf([Deno.execPath(), ...bundle], directory);
    removeSources(directory);
    const run = outputOf([Deno.execPath(), "run", "--no-prompt", "bundle.js"], directory);
    assert.equal(run, wanted);
  });
});

Deno.test("DEFAULT_PROMPT is in the product of bun build, which leaves nothing else behind", () => {
  withSources((directory) => {
    const product = join(directory, "out", exe);
    compileWithBun(directory, "entry.ts", product);
    removeSources(directory);
    assert.equal(outputOf([product], directory), wanted);
    assert.deepEqual([...Deno.readDirSync(directory)].map((entry) => entry.name), ["out"]);
    assert.deepEqual([...Deno.readDirSync(join(directory, "out"))].map((e) => e.name), [exe]);
  });
});

Deno.test("compileWithBun() tells what Bun says, keeps the old product and leaves nothing behind", () => {
  withSources((directory) => {
    removeSources(directory);
    const product = join(directory, exe);
    Deno.writeTextFileSync(product, "old");
    assert.throws(
      () => compileWithBun(directory, "entry.ts", product),
      /^Error: Cannot build .*: exit 1\n.*entry\.ts/,
    );
    assert.equal(Deno.readTextFileSync(product), "old");
    assert.deepEqual([...Deno.readDirSync(directory)].map((entry) => entry.name), [exe]);
  });
});
