/** cli/args/refuse.ts; what whole command lines come to is in tests/cli/args/parse_test.ts. */

import assert from "node:assert/strict";
import { checkSessionWord, withHelpHint } from "../../../cli/args/refuse.ts";
import { buildProgram } from "../../../cli/args/parse.ts";
import { hinted, ownHint } from "../../../cli/hint.ts";
import { UsageError } from "../../../mod.ts";

Deno.test("checkSessionWord() lets a path pass, and every command has a neighbour to suggest", () => {
  const check = (word: string) => checkSessionWord({ values: {}, words: [word], cwd: "/" });
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
  const program = buildProgram({ context: { cwd: "/" }, write: () => 0, found: () => 0 });
  const own = hinted(new UsageError("a"), "b");
  const other = new Error("a");
  assert.equal(withHelpHint(own, program), own);
  assert.equal(withHelpHint(other, program), other);
  const helped = withHelpHint(new UsageError("a"), program);
  assert.ok(helped instanceof UsageError);
  assert.equal(ownHint(helped), "try panto --help");
});
