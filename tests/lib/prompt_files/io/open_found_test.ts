import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Fault, openFound, type OpenRules } from "../../../../lib/prompt_files/io/open_found.ts";
import { readPromptFile } from "../../../../lib/prompt_files/io/read_file.ts";
import {
  canExchange,
  exchangedTree,
  EXCHANGES,
  readExchanged,
  whileExchanged,
} from "../../../support/exchanged.ts";
import { PromptTree } from "../../../support/prompt_tree.ts";
import { TemporaryDirectory } from "../../../support/temporary_directory.ts";

if (!canExchange) console.error("skipped: exchanges while a file is read need Linux and python3");

for (const exchange of EXCHANGES) {
  Deno.test({
    name:
      `prompt files: ${exchange} is exchanged for a link meanwhile, and nothing outside is read`,
    ignore: !canExchange,
    fn: async () => {
      using directory = new TemporaryDirectory();
      const tree = exchangedTree(directory.path, exchange);
      const [told, trail] = await whileExchanged(tree, 0.01, () => [
        readExchanged(tree, exchange, 1000),
        readExchanged(tree, exchange, 1000, "trail"),
      ]);
      for (const readings of [told, trail]) {
        assert.equal(readings?.leaked, 0, JSON.stringify(readings));
        assert.ok(readings.refused > 0, JSON.stringify(readings));
      }
      // A reader that refused everything would leak nothing either.
      if (exchange !== "cwd") assert.ok((told?.inside ?? 0) > 0, JSON.stringify(told));
    },
  });
}

Deno.test("openFound() reads a file at rest in both ways, below a directory that is written to", () => {
  using tree = new PromptTree();
  const path = tree.put("project", "SYSTEM.md", "text");
  const inside = tree.repository;
  for (const telling of ["descriptor", "trail", undefined] satisfies OpenRules["telling"][]) {
    if (telling === "descriptor" && !canExchange) continue;
    for (let index = 0; index < 5; index++) {
      tree.write(join(tree.root, `new-${index}`), "");
      const read = readPromptFile(path, { inside, telling });
      assert.ok(read.type === "text" && read.text === "text", JSON.stringify(read));
    }
  }
});

Deno.test("openFound() does not believe a trail that has just changed, and waits until it is old", () => {
  using tree = new PromptTree();
  const path = tree.put("project", "SYSTEM.md", "text");
  const rules = { inside: tree.repository, telling: "trail" } as const;
  assert.throws(
    () => openFound(path, { ...rules, isPatient: false }),
    (error) => error instanceof Fault && error.details.code === "replaced-while-reading",
  );
  const started = performance.now();
  closeSync(openFound(path, rules).descriptor);
  assert.ok(performance.now() - started < 3000);
  closeSync(openFound(path, { ...rules, isPatient: false }).descriptor);
});

Deno.test("openFound() says the same in both ways", () => {
  using tree = new PromptTree();
  const inside = tree.repository;
  const at = (name: string) => join(inside, name);
  execFileSync("mkfifo", [at("fifo")]);
  tree.write(at("docs/text"), "text");
  const paths = [
    at("docs"),
    at("fifo"),
    at("none"),
    at("docs/text/below"),
    at("docs/text"),
    tree.link(at("link"), "docs/text"),
    tree.link(at("linked"), "docs") + "/text",
    tree.link(at("dangling"), "nowhere"),
    tree.link(at("loop"), "loop"),
    tree.link(at("out"), "/etc/passwd"),
    tree.link(at("zero"), "/dev/zero"),
  ];
  for (const path of paths) {
    const plain = readPromptFile(path, { inside });
    assert.deepEqual(readPromptFile(path, { inside, telling: "trail" }), plain, path);
  }
});

Deno.test("openFound() gives up at once on a named pipe that nobody writes to", () => {
  using tree = new PromptTree();
  const path = join(tree.repository, "fifo");
  execFileSync("mkfifo", [path]);
  const started = performance.now();
  for (
    const rules of [{}, { inside: tree.root }, { inside: tree.root, telling: "trail" }] as const
  ) {
    assert.throws(
      () => openFound(path, rules),
      (error) =>
        error instanceof Fault && error.reason === "it is a named pipe, not a regular file",
    );
  }
  assert.ok(performance.now() - started < 1000);
});

Deno.test("openFound() opens a file whose directory was moved before it was read", () => {
  using tree = new PromptTree();
  const path = tree.write(join(tree.repository, "a", "text"), "text");
  renameSync(join(tree.repository, "a"), join(tree.repository, "b"));
  assert.throws(() => openFound(path, { inside: tree.repository }), { code: "ENOENT" });
  closeSync(openFound(join(tree.repository, "b", "text"), { inside: tree.repository }).descriptor);
});
