import assert from "node:assert/strict";
import { findInclude } from "../../../lib/template/includes.ts";

Deno.test("findInclude() finds every tag that brings in another template", () => {
  const cases: [string, string, number][] = [
    ['{% include "x" %}', "include", 1],
    ["a\n\n{%-include x ignore missing -%}", "include", 3],
    ['{%+ extends "base" %}', "extends", 1],
    ['{% import "m" as m %}', "import", 1],
    ['{% from "m" import f %}', "from", 1],
    ["{{ '}}' }}\n{% if x %}{% include y %}", "include", 2],
    ["{% raw %}{% endraw %}{% include y %}", "include", 1],
    ["{# c #}{% include y %}", "include", 1],
  ];
  for (const [source, keyword, line] of cases) {
    assert.deepEqual(findInclude(source), { keyword, line }, source);
  }
});

Deno.test("findInclude() leaves text, comments, raw blocks and strings alone", () => {
  const sources = [
    "include this",
    "{# {% include x %} #}",
    "{% raw %}{% include x %}{% endraw %}",
    "{%- raw -%}{% include x %}",
    "{{ '{% include x %}' }}",
    '{% set a = "{% include x %}" %}',
    "{{ include }}",
    "{% if included %}{% endif %}",
    "{% includes %}",
    "{# open",
    "{{ 'open",
    "{",
  ];
  for (const source of sources) assert.equal(findInclude(source), undefined, source);
});
