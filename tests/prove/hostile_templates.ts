/**
 * Hostile templates and instructions: rows 36 and 40 of docs/hostile-inputs.md.
 *
 * @module
 */

import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Recipe } from "./hostile_recipe.ts";

/** The clock stands still, for the date in the text. */
const CLOCK = { PANTO_NOW: "2026-11-30T18:00:00Z" };

function template(name: string, about: string, source: string): Recipe {
  return {
    row: 36,
    name: `template-${name}`,
    about,
    env: CLOCK,
    // A failed rendering leaves no session, and the next call renders again.
    runs: [[], ["s.jsonl"], ["s.jsonl"], ["layers"]],
    prepare: (box) => {
      rmSync(box.layers.user, { recursive: true });
      box.layer("project/SYSTEM.md.j2", source);
    },
  };
}

function instructions(name: string, about: string, prepare: Recipe["prepare"]): Recipe {
  return {
    row: 40,
    name: `instructions-${name}`,
    about,
    env: CLOCK,
    runs: [["--live"], ["s.jsonl", "--live", "-f", "openai"], ["inspect", "s.jsonl"]],
    prepare,
  };
}

/** The recipes. */
export const TEMPLATE_RECIPES: readonly Recipe[] = [
  template("undefined", "a variable that is not defined", "a\n{{ undefined_name }}\n"),
  template("include", "an include", '{% include "/etc/passwd" %}\n'),
  template("syntax", "a template that is cut", "{% if x %}\n{{ date"),
  template("huge", "a text of a gigabyte", "{{ 'x' * 1000000000 }}\n"),
  template(
    "loop",
    "20,000 times 20,000 turns",
    "{% for a in range(20000) %}{% for b in range(20000) %}x{% endfor %}{% endfor %}\n",
  ),
  template(
    "recursion",
    "a macro that calls itself",
    "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}\n",
  ),
  instructions("import", "a CLAUDE.md that is one line, @AGENTS.md", (box) => {
    box.write("CLAUDE.md", "@AGENTS.md\n");
  }),
  instructions("escape", "escape sequences in AGENTS.md", (box) => {
    box.write("AGENTS.md", "a\x1b[2J\x9b31m\u202eb\n");
  }),
  instructions("not-utf8", "an AGENTS.md that is no UTF-8", (box) => {
    box.write("AGENTS.md", new Uint8Array([0x61, 0xff]));
  }),
  instructions("link", "an AGENTS.md that links to a secret", (box) => {
    mkdirSync(box.path(".git"));
    writeFileSync(join(box.root, "secret"), "SECRET\n");
    symlinkSync("../secret", box.path("AGENTS.md"));
  }),
];
