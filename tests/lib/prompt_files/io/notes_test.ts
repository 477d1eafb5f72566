import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { surveyLayers } from "../../../../lib/prompt_files/io/discover.ts";
import { emptySeedNotes, nearMisses, textNotes } from "../../../../lib/prompt_files/io/notes.ts";
import type { FoundText } from "../../../../lib/prompt_files/io/read_file.ts";
import type { LayerName } from "../../../../lib/prompt_source.ts";
import { PromptTree } from "../../../support/prompt_tree.ts";

function found(text: string): FoundText {
  const prompt = { path: "/SYSTEM.md", text };
  return { type: "text", prompt, bytes: text.length, byteOrderMark: false, invisible: [] };
}

function notesIn(tree: PromptTree, name: LayerName, layers?: LayerName[]): string[][] {
  const layer = surveyLayers({ ...tree.sources, layers }).layers.find((one) => one.layer === name);
  assert.ok(layer !== undefined);
  return [nearMisses("SYSTEM.md", layer), nearMisses("APPEND_SYSTEM.md", layer)];
}

Deno.test("textNotes() tells front matter from a rule across the page", () => {
  const note = "the front matter at the start is sent as it is";
  const matter = [
    "---\nname: x\n---\nHi",
    "---\r\ntools: [a]\r\n---\r\n",
    '---\n# c\n\n"a-b" : 1\n',
  ];
  for (const text of matter) assert.deepEqual(textNotes(found(text)), [note], text);
  const none = ["", "---\n", "---\nHello there\n---\n", "Hi\n---\nname: x\n", "----\nname: x\n"];
  for (const text of none) assert.deepEqual(textNotes(found(text)), [], text);
  assert.deepEqual(textNotes(undefined), []);
});

Deno.test("emptySeedNotes() says what a seed without text overrides", () => {
  const says = (text: string, others: string[]) => emptySeedNotes(found(text), others).join();
  assert.equal(says("", ["A"]), "it is empty, so there is no seed: it overrides A");
  assert.equal(says(" \n", ["A", "B"]), "it is blank, so there is no seed: it overrides A and B");
  assert.equal(says("x", ["A"]), "");
  assert.deepEqual(emptySeedNotes(undefined, ["A"]), []);
});

Deno.test("nearMisses() names prompt files beside .panto, whether or not that is there", () => {
  using tree = new PromptTree();
  tree.write(`${tree.cwd}/SYSTEM.md`, "x");
  tree.write(`${tree.cwd}/APPEND_SYSTEM.md.j2`, "x");
  tree.write(`${tree.cwd}/README.md`, "x");
  const notes = [
    ["SYSTEM.md beside .panto is not read, it belongs inside"],
    ["APPEND_SYSTEM.md.j2 beside .panto is not read, it belongs inside"],
  ];
  assert.deepEqual(notesIn(tree, "project"), notes);
  mkdirSync(tree.directories.project);
  assert.deepEqual(notesIn(tree, "project"), notes);
  assert.deepEqual(notesIn(tree, "user"), [[], []]);
  assert.deepEqual(notesIn(tree, "project", ["user"]), [[], []], "a layer that is off");
});

Deno.test("nearMisses() names other spellings, and what other programs call the file", () => {
  using tree = new PromptTree();
  for (const name of ["system.md", "Append.md", "APPEND.md.j2", "MY_SYSTEM.md"]) {
    tree.put("user", name, "x");
  }
  tree.put("user", "SYSTEM.md", "x");
  assert.deepEqual(notesIn(tree, "user"), [
    ['"system.md" is not read, the name is SYSTEM.md'],
    [
      '"APPEND.md.j2" is not read, the name is APPEND_SYSTEM.md.j2',
      '"Append.md" is not read, the name is APPEND_SYSTEM.md',
    ],
  ]);
});

Deno.test("nearMisses() says that a layer's directory is none", () => {
  using tree = new PromptTree();
  for (const layer of ["project", "base"] as const) {
    const path = tree.write(tree.directories[layer], "text");
    assert.deepEqual(notesIn(tree, layer), [[`${JSON.stringify(path)} is not a directory`], []]);
  }
  assert.deepEqual(notesIn(tree, "user"), [[], []]);
});
