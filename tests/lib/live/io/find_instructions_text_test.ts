import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../../../../lib/errors.ts";
import { instructionsSection } from "../../../../lib/live/instructions.ts";
import { readAgentsMd, readInstructions } from "../../../../lib/live/io/find_instructions.ts";
import { InstructionTree } from "../../../support/instruction_tree.ts";

// What is said of the text, and the file for templates.

Deno.test("readInstructions() warns of invisible characters and keeps them", () => {
  using tree = new InstructionTree();
  const text = "one\nt\u{e0057}wo\u202e\nthree ❤\ufe0f 👩\u200d👧\n";
  const path = tree.write(join(tree.project, "AGENTS.md"), text);
  const { instructions, warnings } = tree.search();
  assert.equal(instructions?.text, text);
  assert.deepEqual(warnings, [{
    message: `Invisible characters in "${path}": U+E0057 (line 2), U+202E (line 2)`,
    place: { path, line: 2 },
  }]);
});

Deno.test("readInstructions() prints an import as it is, and warns that nobody follows it", () => {
  using tree = new InstructionTree();
  const path = tree.write(join(tree.sub, "CLAUDE.md"), "@AGENTS.md\n");
  const { instructions, warnings } = tree.search();
  assert(instructions !== undefined);
  assert.match(instructionsSection(instructions), /\n\n@AGENTS\.md$/);
  const message = `Imports are not followed: "${path}" holds nothing but "@AGENTS.md"`;
  assert.deepEqual(warnings, [{ message, place: { path } }]);
  tree.write(path, "@AGENTS.md\n@docs/style.md\n");
  assert.deepEqual(tree.search().warnings, [{ message: `${message} and 1 more`, place: { path } }]);
  tree.write(path, "See @AGENTS.md\n");
  assert.equal(tree.found(), path);
});

Deno.test("readInstructions() says that the directory cannot be used", () => {
  using tree = new InstructionTree();
  const table: [cwd: string, state: string][] = [
    [join(tree.root, "none"), "it does not exist"],
    [tree.write(join(tree.root, "file"), ""), "it is not a directory"],
  ];
  for (const [cwd, state] of table) {
    for (const search of [readInstructions, readAgentsMd]) {
      assert.throws(() => search({ cwd, env: {} }), (error) => {
        assert(error instanceof ConfigError);
        assert.equal(error.message, `Cannot use "${cwd}" as the working directory: ${state}`);
        return true;
      });
    }
  }
});

Deno.test("readAgentsMd() reads the AGENTS.md of the directory alone, whole and verbatim", () => {
  using tree = new InstructionTree();
  const sources = { cwd: tree.sub, env: { HOME: tree.home } };
  tree.write(join(tree.project, "AGENTS.md"), "above");
  tree.write(join(tree.sub, "CLAUDE.md"), "beside");
  assert.deepEqual(readAgentsMd(sources), { text: undefined, warnings: [] });
  for (const text of ["", " \n", "x".repeat(100_000), "a\r\n{{ b }}\n\n"]) {
    tree.write(join(tree.sub, "AGENTS.md"), text);
    assert.deepEqual(readAgentsMd(sources), { text, warnings: [] });
  }
});

Deno.test("readAgentsMd() goes by the same rules", () => {
  using tree = new InstructionTree();
  const sources = { cwd: tree.sub, env: { HOME: tree.home } };
  const path = tree.link(join(tree.sub, "AGENTS.md"), "../../secret");
  tree.write(join(tree.home, "secret"), "secret");
  const refused = readAgentsMd(sources);
  assert.equal(refused.text, undefined);
  assert.match(refused.warnings[0]?.message ?? "", /lies outside the project .*; it is left out$/);
  rmSync(path);
  tree.write(path, "a\u202e");
  assert.deepEqual(readAgentsMd(sources), {
    text: "a\u202e",
    warnings: [{
      message: `Invisible characters in "${path}": U+202E (line 1)`,
      place: { path, line: 1 },
    }],
  });
});
