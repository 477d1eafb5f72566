/** cli/args/help.ts: examples are command lines that panto understands. */

import assert from "node:assert/strict";
import { exampleText, exitCodeHelp } from "../../../cli/args/help.ts";
import { commands } from "../../../cli/commands/all.ts";
import { exitCodes } from "../../../cli/failure.ts";
import { parseArguments, understood } from "../../support/command_line.ts";

/** The words of an example up to a redirection or `||`, with simple quotes. */
function wordsOf(example: string): string[] {
  const line = example.split(/ < | \|\| /)[0] ?? "";
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? "");
  assert.equal(words[0], "panto");
  return words.slice(1);
}

for (const command of commands) {
  for (const [example] of command.examples) {
    Deno.test(`exampleText() shows a command line that works: ${example}`, () => {
      // ../app is the directory of one example.
      const argv = wordsOf(example).map((word) => word === "../app" ? "/" : word);
      assert.equal(understood(parseArguments(argv, "/")).command, command.name);
    });
  }
}

Deno.test("exampleText() lists examples under a heading", () => {
  const text = exampleText({ examples: [["panto x", "does x"]] });
  assert.equal(text, "Examples:\n  panto x\n      does x");
});

Deno.test("exitCodeHelp names every exit code", () => {
  const codes = [...exitCodeHelp.matchAll(/^ {2}(\d+) /gm)].map((match) => Number(match[1]));
  assert.deepEqual(codes, Object.values(exitCodes));
});
