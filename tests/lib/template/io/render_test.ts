import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { ConfigError } from "../../../../lib/errors.ts";
import {
  MAX_RENDERED_BYTES,
  parseTemplate,
  renderTemplate,
  type TemplatePlace,
} from "../../../../lib/template/io/render.ts";
import { type TemplateFacts, templateVariables } from "../../../../lib/template/variables.ts";
import { shared } from "../../../support/shared.ts";

const NAME = "/w/.panto/SYSTEM.md.j2";
const FACTS: TemplateFacts = {
  now: new Date("2026-11-30T18:00:00Z"),
  cwd: "/w",
  scope: { readable: ["/w", "/w/out"], writable: ["/w/out"] },
  tools: ["write", "read"],
  vars: { secret: "TOPSECRET", braces: "{{ date }}{% if %}", html: "<b>&\"'" },
};

function render(source: string, facts: Partial<TemplateFacts> = {}): string {
  return renderTemplate(source, NAME, templateVariables({ ...FACTS, ...facts }));
}

function errorOf(work: () => unknown): ConfigError {
  try {
    work();
  } catch (error) {
    assert(error instanceof ConfigError);
    return error;
  }
  throw new assert.AssertionError({ message: "no error" });
}

/** A template with most variables of DESIGN §6. */
const SEED = `You are operating in {{ cwd }}.
Today is {{ date }}.

{{ scope.summary }}

Available tools: {{ tools | join(", ") }}
{% if files.agents_md is defined -%}

{{ files.agents_md }}
{%- endif %}
`;

const SEED_HEAD = `You are operating in /w.
Today is 2026-11-30.

Readable:
  - /w
  - /w/out
Writable:
  - /w/out

Available tools: read, write
`;

Deno.test("renderTemplate() renders a template with most variables of DESIGN §6", () => {
  const table: [agentsMd: string | undefined, tail: string][] = [
    [undefined, "\n"],
    // `-%}` takes the blank line before the text, `{%-` the newline after it.
    ["# Rules\n\nUse tabs.\n", "# Rules\n\nUse tabs.\n\n"],
    ["Use tabs.", "Use tabs.\n"],
    ["", "\n"],
    ["  {{ cwd }}\r\n", "  {{ cwd }}\r\n\n"],
  ];
  for (const [agentsMd, tail] of table) {
    assert.equal(render(SEED, { agentsMd }), SEED_HEAD + tail, JSON.stringify(agentsMd));
  }
});

Deno.test("renderTemplate() gives every variable of DESIGN §6", () => {
  const table: [source: string, text: string][] = [
    ["{{ date }}|{{ time }}|{{ datetime }}", "2026-11-30|18:00:00|2026-11-30T18:00:00Z"],
    ["{{ cwd }}", "/w"],
    ["{{ scope.readable | join(':') }}|{{ scope.writable | join(':') }}", "/w:/w/out|/w/out"],
    ["{% for tool in tools %}[{{ tool }}]{% endfor %}", "[read][write]"],
    ["{{ vars.secret }}", "TOPSECRET"],
    ["{{ files is defined }} {{ files | length }}", "true 0"],
  ];
  for (const [source, text] of table) assert.equal(render(source), text, source);
  assert.equal(render("[{{ scope.summary }}]", { scope: undefined }), "[]");
});

Deno.test("renderTemplate() keeps every byte of text and values", () => {
  const table: [why: string, source: string, text: string][] = [
    ["nothing", "", ""],
    ["plain text", "a\nb", "a\nb"],
    ["a final newline", "{{ cwd }}\n", "/w\n"],
    ["several final newlines", "a\n\n\n", "a\n\n\n"],
    ["CRLF", "a\r\n{% if true %}\r\nb\r\n{% endif %}\r\n", "a\r\n\r\nb\r\n\r\n"],
    ["literal braces", "{{ '{{' }} x {{ '}}' }}{% raw %}{{ y }}{% endraw %}", "{{ x }}{{ y }}"],
    ["HTML in the text", '<b>&"', '<b>&"'],
    ["HTML in a value", "{{ vars.html }}", "<b>&\"'"],
    ["HTML in a literal", "{{ '<b>&\"' }}", '<b>&"'],
    ["a value that looks like a template", "{{ vars.braces }}", "{{ date }}{% if %}"],
    ["other scripts", "日本語 {{ cwd }} 😀\u2028\u0085", "日本語 /w 😀\u2028\u0085"],
    ["a comment", "a{# {{ ghost }} #}b", "ab"],
    ["white space around blocks", "  {% if true %}\n  x\n  {% endif %}\n", "  \n  x\n  \n"],
  ];
  for (const [why, source, text] of table) {
    assert.equal(render(source), text, why);
  }
});

Deno.test("renderTemplate() does not take the name for a wish to escape", () => {
  const variables = templateVariables(FACTS);
  for (const name of ["a.html", "a.html.j2", "a.json", "a.yaml", "a.xml"]) {
    assert.equal(renderTemplate("{{ vars.html }}", name, variables), "<b>&\"'", name);
  }
});

Deno.test("renderTemplate() refuses undefined variables, and lets them be asked for", () => {
  const ghost = '"ghost" is undefined (line 2, column 4)';
  const errors: [source: string, reason: string][] = [
    ["a\n{{ ghost }}", ghost],
    ["{{ files.nope }}", '"files.nope" is undefined (line 1, column 4)'],
    ["{% if files.nope %}x{% endif %}", '"files.nope" is undefined (line 1, column 7)'],
    ["\n{% for x in files.nope %}{% endfor %}", '"files.nope" is undefined (line 2, column 13)'],
    ["{{ vars.nope }}", '"vars.nope" is undefined (line 1, column 4)'],
    ["{{ files.agents_md }}", '"files.agents_md" is undefined (line 1, column 4)'],
    ["{{ files.nope.x }}", '"files.nope.x" is undefined (line 1, column 9)'],
    ["{{ ghost or 1 }}", "an undefined value is used (line 1, column 4)"],
  ];
  for (const [source, reason] of errors) {
    const error = errorOf(() => render(source));
    assert.equal(error.message, `Cannot render "${NAME}": ${reason}`);
  }
  const texts: [source: string, text: string][] = [
    ["{{ files.nope is defined }}", "false"],
    ["{{ ghost is defined }}", "false"],
    ["{{ files.agents_md is undefined }}", "true"],
    ['{{ files.nope | default("d") }}', "d"],
    ['{{ ghost | default("d") }}', "d"],
    ["{% if files.nope is defined %}x{% else %}y{% endif %}", "y"],
  ];
  for (const [source, text] of texts) assert.equal(render(source), text, source);
});

Deno.test("renderTemplate() refuses unknown filters and other templates", () => {
  const none = "another template is wanted, and there is none " +
    "(include, extends and import have no use here)";
  const table: [source: string, reason: string][] = [
    ["{{ cwd | shout }}", 'there is no filter "shout" (line 1, column 10)'],
    ["{% include 'SYSTEM.md' %}", `${none} (line 1, column 4)`],
    ['\n{% include "/etc/passwd" %}', `${none} (line 2, column 4)`],
    ["{% include vars.secret %}", `${none} (line 1, column 4)`],
    ["{% if 1 %}{% include 'prompt' %}{% endif %}", `${none} (line 1, column 14)`],
    ["{% import 'x' as y %}", `${none} (line 1, column 4)`],
    ["{% extends 'x' %}", `${none} (line 1, column 4)`],
  ];
  for (const [source, reason] of table) {
    assert.equal(errorOf(() => render(source)).message, `Cannot render "${NAME}": ${reason}`);
  }
  for (
    const source of [
      "{% include 'x' ignore missing %}",
      "{% if false %}{% include 'x' %}{% endif %}",
    ]
  ) {
    assert.match(errorOf(() => render(source)).message, /another template is wanted.*\(line 1\)$/);
    assert.throws(() => parseTemplate(source, NAME), /another template is wanted/);
  }
});

Deno.test("parseTemplate() finds syntax errors and no others", () => {
  const table: [source: string, reason: string, line: number, column?: number][] = [
    ["{% if cwd %}", "unexpected end of input, expected end of block", 1, 11],
    ["a\n\n  {{ cwd", "unexpected end of input, expected end of variable block", 3, 6],
    ["{% nope %}", "unknown statement nope", 1, 4],
    ["{# x", "unexpected end of comment", 1, 5],
    ["{% if cwd %}\n", "unexpected end of input, expected end of block", 1],
  ];
  for (const [source, reason, line, column] of table) {
    const error = errorOf(() => parseTemplate(source, NAME));
    const where = column === undefined ? `line ${line}` : `line ${line}, column ${column}`;
    assert.equal(error.message, `Cannot parse "${NAME}": ${reason} (${where})`);
    assert.deepEqual(error.place, {
      path: NAME,
      line,
      ...(column === undefined ? {} : { column }),
    });
    assert.equal(errorOf(() => render(source)).message, error.message.replace("parse", "render"));
  }
  for (
    const source of ["", "{{ ghost }}", "{{ cwd | shout }}", "{{ 1 // 0 }}"]
  ) {
    assert.deepEqual(parseTemplate(source, NAME), { name: NAME, source });
  }
});

Deno.test("errors count lines from where the template begins in its file", () => {
  const place: TemplatePlace = { firstLine: 5 };
  const variables = templateVariables(FACTS);
  const wanted = { path: NAME, line: 6, column: 4 };
  assert.deepEqual(errorOf(() => parseTemplate("\n{% x %}", NAME, place)).place, wanted);
  const error = errorOf(() => renderTemplate("\n{{ x }}", NAME, variables, place));
  assert.deepEqual(error.place, wanted);
  assert.match(error.message, /\(line 6, column 4\)$/);
});

Deno.test("renderTemplate() shows neither values nor the engine in an error", () => {
  const sources = [
    "{{ vars.secret + 1 }}",
    "{{ vars.secret }}\n{{ ghost }}",
    "{% set s = vars.secret * 3 %}{{ s.a.b }}",
    "{% for s in [vars.secret] %}{{ s | shout }}{% endfor %}",
    "{% include vars.secret %}",
    "{{ [vars.secret] | batch(2000000000) }}",
    "{{ vars.secret * 2000000000 }}",
    "{% macro m(a) %}{{ m(a) }}{% endmacro %}{{ m(vars.secret) }}",
  ];
  for (const source of sources) {
    const error = errorOf(() => render(source));
    assert.doesNotMatch(error.message, /TOPSECRET|\n|wasm|rustc|minijinja|panick|unreachable|-->/i);
    assert.equal(error.cause, undefined);
    assert.equal(error.place.path, NAME);
  }
});

Deno.test("renderTemplate() gives 8 MiB and not one byte more", () => {
  const half = "'é' * 2097152";
  const text = render(`{{ ${half} }}{{ ${half} }}`);
  assert.equal(new TextEncoder().encode(text).length, MAX_RENDERED_BYTES);
  const { message } = errorOf(() => render(`{{ ${half} }}{{ ${half} }}!`));
  assert.equal(message, `Cannot render "${NAME}": the text would have more than 8 MiB`);
});

Deno.test("renderTemplate() changes none of its variables and gives the same again", () => {
  const variables = templateVariables({ ...FACTS, agentsMd: "x" });
  const before = structuredClone(variables);
  const source = "{% set cwd = 1 %}{% set ns = namespace(a=tools) %}{{ ns.a | reverse }}{{ cwd }}";
  const text = renderTemplate(source, NAME, variables);
  assert.equal(renderTemplate(source, NAME, variables), text);
  assert.deepEqual(variables, before);
});

Deno.test("renderTemplate() works again after every kind of failure", () => {
  const failing = [
    "{{ 'x' * 2000000000 }}",
    "{{ [1] | batch(2000000000) }}",
    `{{ 1${"+1".repeat(200_000)} }}`,
    "{% if",
    "{{ ghost }}",
  ];
  for (const source of failing) {
    errorOf(() => render(source));
    assert.equal(render(SEED), `${SEED_HEAD}\n`);
  }
});

const corpus = shared("corpus/templates");
const templates = corpus === undefined ? [] : readdirSync(corpus);

Deno.test(
  "every real template renders or gives a clean error",
  { ignore: templates.length === 0 },
  () => {
    const seen = { text: 0, error: 0 };
    for (const name of templates) {
      const source = readFileSync(`${corpus}/${name}`, "utf8");
      try {
        const text = renderTemplate(source, name, templateVariables(FACTS));
        assert.ok(text.length > 0);
        seen.text++;
      } catch (error) {
        assert(error instanceof ConfigError, name);
        assert.match(error.message, /^Cannot render "[^"\n]+": [^\n]{1,200} \(line \d+[^\n]*\)$/);
        const { line } = error.place;
        assert.ok(line !== undefined && line <= source.split("\n").length);
        seen.error++;
      }
    }
    assert.ok(seen.text > 0 && seen.error > 0, JSON.stringify(seen));
  },
);
