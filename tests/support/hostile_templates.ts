/**
 * Templates that mean harm: each would take minutes or gigabytes in an engine without bounds.
 *
 * @module
 */

const megabytes = "{% set b = 'x' * 8000000 %}";
const often = (body: string) => `${megabytes}{% for i in range(100000) %}${body}{% endfor %}`;
const doubling = (step: string) =>
  `{% set n = namespace(s='"') %}{% for i in range(60) %}{% set n.s = ${step} %}{% endfor %}{{ n.s }}`;

/** The templates by what they do. */
export const HOSTILE_TEMPLATES: Readonly<Record<string, string>> = {
  "huge repetition": "{{ 'x' * 2000000000 }}",
  "huge list": "{{ [0] * 2000000000 }}",
  "nested loops": "{% for a in range(20000) %}{% for b in range(20000) %}x{% endfor %}{% endfor %}",
  "string doubling": doubling("n.s ~ n.s"),
  "list doubling": doubling("[n.s, n.s]"),
  "tojson bomb": doubling("n.s | tojson"),
  "replace bomb": doubling('n.s | replace(\'"\', \'""""\')'),
  "endless macro": "{% macro m(n) %}{{ m(n + 1) }}{% endmacro %}{{ m(0) }}",
  "branching macro":
    "{% macro m(n) %}{% if n < 90 %}{{ m(n + 1) }}{{ m(n + 1) }}{% endif %}{% endmacro %}{{ m(0) }}",
  "endless block": "{% block a %}{{ self.a() }}{% endblock %}",
  "recursive loop": "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}",
  "inclusion of itself": "{% include 'prompt' %}{% include 'prompt' %}",
  "deep parentheses": `{{ ${"(".repeat(100_000)}1${")".repeat(100_000)} }}`,
  "deep brackets": `{{ ${"[".repeat(100_000)}1${"]".repeat(100_000)} }}`,
  "deep blocks": `${"{% if 1 %}".repeat(50_000)}${"{% endif %}".repeat(50_000)}`,
  "long chain of operators": `{{ 1${"+1".repeat(200_000)} }}`,
  "long chain of filters": `{{ cwd${"|upper".repeat(200_000)} }}`,
  "long chain of branches": `{% if 1 %}${"{% elif 1 %}".repeat(50_000)}{% endif %}`,
  "open comments": "{#".repeat(1_000_000),
  "millions of expressions": "{{ cwd }}".repeat(900_000),
  "deep value": "{% set n = namespace(l=[]) %}{% for i in range(100000) %}{% set n.l = [n.l] %}" +
    "{% endfor %}{{ n.l }}",
  "huge range": "{% for i in range(99999999999) %}{% endfor %}",
  "huge batch": "{{ [1] | batch(2000000000, 'x') }}",
  "huge slice": "{{ [1] | slice(2000000000) }}",
  "huge indent": "{{ 'a\nb' | indent(2000000000) }}",
  "huge width": "{{ '%2000000000d' | format(1) }}",
  "huge power": "{{ 9 ** 9 ** 9 ** 9 }}",
  "huge output": `{% for i in range(100000) %}${"x".repeat(1000)}{% endfor %}`,
  "output above the limit": "{{ 'x' * 20000000 }}",
  // One instruction of the engine for megabytes of work: its fuel does not bound these.
  "slow filter": often("{% set x = b | upper %}"),
  "slow concatenation": often("{% set x = b ~ 'y' %}"),
  "slow comparison": often("{% if b ~ 'x' == b ~ 'y' %}{% endif %}"),
  "slow search": often("{% if 'xxxxxxxxxxxxxxxxy' in b %}{% endif %}"),
  "slow replacement": often("{% set x = b | replace('', 'y') %}"),
  "slow sort": "{% for i in range(99999) %}{% set x = range(99999) | list | sort %}{% endfor %}",
  "late error": `${often("{% if i == 5 %}{{ ghost }}{% endif %}{% set x = b | upper %}")}`,
};
