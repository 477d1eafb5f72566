import assert from "node:assert/strict";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  conflictOf,
  promptPath,
  promptsOf,
  surveyLayers,
} from "../../../../lib/prompt_files/io/discover.ts";
import { PromptTree } from "../../../support/prompt_tree.ts";

Deno.test("surveyLayers() finds candidates without opening them", () => {
  using tree = new PromptTree();
  const path = tree.link(tree.path("user", "SYSTEM.md"), "nowhere");
  tree.put("base", "APPEND_SYSTEM.md.j2", "{{");
  const survey = surveyLayers(tree.sources);
  assert.equal(survey.error, undefined);
  assert.equal(survey.projectRoot, tree.repository);
  assert.deepEqual(survey.layers.map(({ layer, exists }) => [layer, exists]), [
    ["project", false],
    ["user", true],
    ["base", true],
  ]);
  const [, user, base] = survey.layers;
  assert.deepEqual(user?.candidates, [
    { layer: "user", name: "SYSTEM.md", path, openPath: path, template: false, trusted: true },
  ]);
  assert.deepEqual(base?.candidates.map(({ name, template }) => [name, template]), [
    ["APPEND_SYSTEM.md", true],
  ]);
});

Deno.test("surveyLayers() looks at nothing in a layer that is off", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "");
  const survey = surveyLayers({ ...tree.sources, cwd: "/nowhere", layers: ["user", "base"] });
  assert.equal(survey.error, undefined);
  assert.equal(survey.projectRoot, undefined);
  assert.deepEqual(survey.layers[0]?.candidates, []);
});

Deno.test("surveyLayers() needs no home directory, and no variable that is UTF-8, for layers that are off", () => {
  using tree = new PromptTree();
  tree.put("project", "SYSTEM.md", "");
  for (const env of [{}, { XDG_CONFIG_HOME: "/\ufffd", XDG_DATA_HOME: "/\ufffd" }]) {
    assert.notEqual(surveyLayers({ ...tree.sources, env }).error, undefined);
    const survey = surveyLayers({ ...tree.sources, env, layers: ["project"] });
    assert.equal(survey.error, undefined);
    assert.deepEqual(survey.layers.map(({ on, exists }) => [on, exists]), [
      [true, true],
      [false, false],
      [false, false],
    ]);
  }
});

Deno.test("surveyLayers() opens by the trusted path where the project is the same directory", () => {
  using tree = new PromptTree();
  const user = tree.put("user", "SYSTEM.md", "text");
  symlinkSync(dirname(user), tree.directories.project);
  const [project, second] = surveyLayers(tree.sources).layers;
  assert.deepEqual(project?.candidates, [{
    layer: "project",
    name: "SYSTEM.md",
    path: tree.path("project", "SYSTEM.md"),
    openPath: user,
    template: false,
    trusted: true,
  }]);
  assert.equal(project?.rulesOf, "user");
  assert.equal(second?.sameAs, "project");
  assert.deepEqual(second?.candidates, []);
});

Deno.test("surveyLayers() keeps the error of one layer beside the others' candidates", () => {
  using tree = new PromptTree();
  tree.put("base", "SYSTEM.md", "text");
  tree.link(tree.directories.user, "nowhere");
  const survey = surveyLayers(tree.sources);
  const state = "it is a symbolic link to a directory that does not exist";
  assert.equal(survey.error?.message, `Cannot read "${tree.directories.user}": ${state}`);
  assert.equal(survey.layers[1]?.error, survey.error);
  assert.equal(survey.layers[2]?.candidates.length, 1);
});

Deno.test("surveyLayers() takes a file in the place of a directory for absent", () => {
  using tree = new PromptTree();
  tree.write(tree.directories.project, "");
  tree.write(join(tree.home, ".config"), "");
  const survey = surveyLayers(tree.sources);
  assert.equal(survey.error, undefined);
  assert.deepEqual(survey.layers.map(({ exists }) => exists), [false, false, false]);
});

Deno.test("surveyLayers() names a directory whose links form a loop", () => {
  using tree = new PromptTree();
  mkdirSync(dirname(tree.directories.base), { recursive: true });
  symlinkSync("panto", tree.directories.base);
  assert.equal(
    surveyLayers(tree.sources).error?.message,
    `Cannot read "${tree.directories.base}": its symbolic links form a loop`,
  );
});

Deno.test("promptsOf() tells the two files apart", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "");
  tree.put("user", "APPEND_SYSTEM.md", "");
  const user = surveyLayers(tree.sources).layers[1];
  assert(user !== undefined);
  const { system, append } = promptsOf(user);
  assert.deepEqual([system?.name, append?.name], ["SYSTEM.md", "APPEND_SYSTEM.md"]);
});

Deno.test("conflictOf() wants both forms of one name", () => {
  using tree = new PromptTree();
  tree.put("user", "SYSTEM.md", "");
  tree.put("user", "APPEND_SYSTEM.md.j2", "");
  const candidates = () => surveyLayers(tree.sources).layers[1]?.candidates ?? [];
  assert.equal(conflictOf("SYSTEM.md", candidates()), undefined);
  const path = tree.put("user", "SYSTEM.md.j2", "");
  const error = conflictOf("SYSTEM.md", candidates());
  assert.equal(error?.message, `Cannot use "${path}": SYSTEM.md stands beside it`);
  assert.equal(error?.code, "plain-and-template");
  assert.equal(conflictOf("APPEND_SYSTEM.md", candidates()), undefined);
});

Deno.test("promptPath() keeps the directory as it is spelled", () => {
  assert.equal(promptPath("/a/../b", "SYSTEM.md"), join("/", "SYSTEM.md").replace("/", "/a/../b/"));
});
