/** cli/args/refuse.ts; what whole command lines come to is in tests/cli/args/parse_test.ts. */

import assert from "node:assert/strict";
import { checkSessionWord, needs, withHelpHint } from "../../../cli/args/refuse.ts";
import { buildProgram } from "../../../cli/args/parse.ts";
import { commands } from "../../../cli/commands/all.ts";
import { hinted, ownHint } from "../../../cli/hint.ts";
import { UsageError } from "../../../mod.ts";

Deno.test("checkSessionWord() lets a path pass, and every command has a neighbour to suggest", () => {
  const check = (word: string) => checkSessionWord({ words: [word], cwd: "/" }, commands);
  for (const word of ["-", "a.jsonl", "a/b", "a\\b", "usr"]) check(word);
  for (const name of ["inspect", "assemble", "render", "append", "status"]) {
    assert.throws(() => check(`${name}x`), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(ownHint(error) ?? "", new RegExp(`^did you mean panto ${name}\\?`));
      return true;
    });
  }
});

Deno.test("withHelpHint() adds a hint to an error of usage that has none", () => {
  const program = buildProgram({ context: { cwd: "/", commands }, write: () => 0, found: () => 0 });
  const own = hinted(new UsageError("a"), "b");
  const other = new Error("a");
  assert.equal(withHelpHint(own, program), own);
  assert.equal(withHelpHint(other, program), other);
  const helped = withHelpHint(new UsageError("a"), program);
  assert.ok(helped instanceof UsageError);
  assert.equal(ownHint(helped), "try panto --help");
});

Deno.test("checkSessionWord() knows what other tools call a command, with the arguments it needs", () => {
  const meant: [word: string, hint: string][] = [
    ["seed", "did you mean panto SESSION?"],
    ["Cat", "did you mean panto inspect SESSION?"],
    ["Grep", "did you mean panto show SESSION?"],
    ["history", "did you mean panto log SESSION?"],
    ["add", "did you mean panto append SESSION?"],
    ["files", "did you mean panto layers?"],
    ["version", "did you mean panto --version?"],
    ["template", "did you mean panto render FILE?"],
    ["env", "did you mean panto assemble?"],
  ];
  for (const [word, hint] of meant) {
    assert.throws(() => checkSessionWord({ words: [word], cwd: "/" }, commands), { hint });
  }
});

Deno.test("needs() refuses what is not met", () => {
  needs(true, "--a", "--b");
  assert.throws(() => needs(false, "--a", "--b"), /^UsageError: --a needs --b$/);
});
