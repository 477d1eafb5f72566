/** cli/args/help_text.ts: examples are command lines that panto understands. */

import assert from "node:assert/strict";
import { commandHelp, exampleText, exitCodeHelp, mainHelp } from "../../../cli/args/help_text.ts";
import { exitCodes } from "../../../cli/failure.ts";
import { parseCommandLine } from "../../../cli/args/parse.ts";

/** The words of an example up to a redirection or `||`, with simple quotes. */
function wordsOf(example: string): string[] {
  const line = example.split(/ < | \|\| /)[0] ?? "";
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
  assert.equal(words[0], "panto");
  return words.slice(1);
}

for (const help of [mainHelp, ...Object.values(commandHelp)]) {
  for (const [example] of help.examples) {
    Deno.test(`exampleText() shows a command line that works: ${example}`, () => {
      // ../app is the directory of one example.
      const argv = wordsOf(example).map((word) => word === "../app" ? "/" : word);
      assert.notEqual(parseCommandLine(argv, { cwd: "/" }).command, "help");
    });
  }
}

Deno.test("exampleText() lists examples under a heading", () => {
  const help = { summary: "", description: "", examples: [["panto x", "does x"]] as const };
  assert.equal(exampleText(help), "Examples:\n  panto x\n      does x");
});

Deno.test("exitCodeHelp names every exit code", () => {
  const named = [...exitCodeHelp.matchAll(/^ {2}(\d+) /gm)].map((match) => Number(match[1]));
  assert.deepEqual(named, Object.values(exitCodes));
});
