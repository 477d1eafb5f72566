/** cli/args/help.ts: examples are command lines that panto understands. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { environmentHelp, exampleText, exitCodeHelp, fileHelp } from "../../../cli/args/help.ts";
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
      // ../app is the directory of one example; a shell puts names for a pattern.
      const argv = wordsOf(example).map((word) => word === "../app" ? "/" : word.replace("*", "a"));
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

/** The sources of the program. */
const root = new URL("../../../", import.meta.url);
const sources = [
  "main.ts",
  "mod.ts",
  ...["cli", "lib"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name}`)
  ),
].filter((name) => name !== "cli/args/help.ts");
const textOf = (name: string) => readFileSync(new URL(name, root), "utf8");

Deno.test("environmentHelp names every variable that the program may read, and no other", () => {
  const named = [...environmentHelp.matchAll(/\b[A-Z][A-Z_]+\b/g)].map(([name]) => name)
    .filter((name) => name !== "RFC");
  const list = /const variables = \[([^\]]*)\]/.exec(textOf("cli/host.ts"))?.[1] ?? "";
  const allowed = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => name ?? "");
  assert.ok(allowed.length > 9);
  assert.deepEqual([...new Set(named)].sort(), allowed.toSorted());
});

Deno.test("environmentHelp misses no variable that a source asks for", () => {
  const asked = sources.flatMap((name) =>
    [
      ...textOf(name).matchAll(
        /\benv(?:\[|\.get\()?"([A-Z_]+)"|\benv\.([A-Z_]{3,})|"([A-Z]+_[A-Z_]+)"/g,
      ),
    ]
      .map((match) => match[1] ?? match[2] ?? match[3] ?? "")
  ).filter((name) =>
    /^(PANTO|XDG|SOURCE|NO|FORCE)_|^(HOME|PATH|TERM|COLUMNS|USERPROFILE)$/.test(name)
  );
  assert.ok(new Set(asked).size > 5, asked.join());
  for (const name of asked) assert.match(environmentHelp, new RegExp(`\\b${name}\\b`));
  // Only the host has the environment of the process.
  const readers = sources.filter((name) => /process\.env|Deno\.env|Bun\.env/.test(textOf(name)));
  assert.deepEqual(readers, ["cli/host.ts"]);
});

Deno.test("fileHelp names both files and the directory of every layer, with what stands in for it", () => {
  const names = [".panto/", "$XDG_CONFIG_HOME/panto/", "~/.config/panto/"];
  const others = [
    "$XDG_DATA_HOME/panto/",
    "~/.local/share/panto/",
    "SYSTEM.md",
    "APPEND_SYSTEM.md",
  ];
  for (const name of [...names, ...others]) assert.ok(fileHelp.includes(name), name);
});
