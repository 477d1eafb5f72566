/** The runtimes give the same bytes, for texts and for errors. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { shared } from "../support/shared.ts";
import { TemporaryDirectory } from "../support/temporary_directory.ts";
import { bundled, renderApart, runtimes } from "../support/runtimes.ts";

const SOURCES: readonly string[] = [
  "",
  "plain\r\n\n",
  "{{ cwd }} {{ date }} {{ time }} {{ datetime }}\n{{ scope.summary }}\n{{ tools | join(', ') }}\n",
  "{% if files.agents_md is defined -%}\n\n{{ files.agents_md }}\n{%- endif %}\n",
  "{{ vars.braces }}{{ '{{' }}{{ '<b>&\"' }}",
  "{{ 1 / 3 }} {{ 2 ** 100 }} {{ 0.1 + 0.2 }} {{ 1e300 }} {{ -0.0 }} {{ 7 // -2 }} {{ 7 % -2 }}",
  "{{ {'b': 1, 'a': [1, 2.5, none, true]} | tojson }} {{ {'b': 1, 'a': 2} }}",
  "{{ 'ß ǆ İ ﬁ Ω' | upper }} {{ 'ΑΣ İ' | lower }} {{ 'éa b' | title }} {{ '日本 x' | capitalize }}",
  "{{ ['b', 'A', 'a', 'é', 1] | sort | join }} {{ ['b', 'a', 'b'] | unique | list }}",
  "{{ 'é😀x'[::-1] }} {{ 'é😀x' | length }} {{ 'é😀x' | list }}",
  "{{ 3.14159 | round(2) }} {{ 2.5 | round }} {{ 1234567 | string }}",
  "{{ debug() }}",
  "{{ ghost }}",
  "é😀\n\t{{ files.nope.x }}",
  "{% if files.nope %}{% endif %}",
  "{{ cwd | shout }}",
  "{% include vars.secret %}",
  "{% if",
  "{{ 'x' * 2000000000 }}",
  "{{ [1] | batch(2000000000) }}",
  "{% for a in range(20000) %}{% for b in range(20000) %}{% endfor %}{% endfor %}",
  "{% set b = 'x' * 8000000 %}{% for i in range(9999) %}{% set x = b | lower %}{% endfor %}",
  // Either the steps are enough for this number of rounds, or not: on every machine alike.
  ...[10, 1_000, 5_000, 10_000, 20_000, 40_000].map((rounds) =>
    `{% for i in range(${rounds}) %}{% set x = range(300) | list | sort | join %}{% endfor %}{{ ${rounds} }}`
  ),
];

function realTemplates(): string[] {
  const corpus = shared("corpus/templates");
  if (corpus === undefined) return [];
  return readdirSync(corpus).map((name) => readFileSync(`${corpus}/${name}`, "utf8"));
}

Deno.test("renderTemplate() gives the same bytes under every runtime", () => {
  using directory = new TemporaryDirectory();
  const sources = [...SOURCES, ...realTemplates()];
  const [deno, ...others] = [...runtimes(directory), bundled(directory)].map((runtime) => {
    const lines = renderApart(runtime, directory, sources);
    return { name: runtime.name, lines: lines.map(({ text, error }) => ({ text, error })) };
  });
  assert(deno !== undefined && others.length === 3);
  assert.equal(deno.lines.length, sources.length);
  for (const { name, lines } of others) {
    for (const [index, source] of sources.entries()) {
      assert.deepEqual(lines[index], deno.lines[index], `${name}: ${source.slice(0, 200)}`);
    }
  }
  const texts = deno.lines.slice(-6 - realTemplates().length).map(({ text }) => text);
  assert.ok(texts.includes("10") && texts.includes(undefined), "some rounds pass, some do not");
});
