import assert from "node:assert/strict";
import { type EngineReport, readReport } from "../../../lib/template/engine_report.ts";
import { runEngine } from "../../../lib/template/io/engine.ts";

const SECRET = "TOPSECRET";
const variables = {
  cwd: "/w",
  n: 5,
  files: {},
  vars: { secret: SECRET, number: 4711, list: [SECRET] },
};

/** What the engine really says, with its description of the place. */
function reportOf(source: string): EngineReport {
  const outcome = runEngine({ source, variables, describe: true });
  assert(outcome.type === "refused", `${source}: ${JSON.stringify(outcome)}`);
  return readReport(outcome.report, source);
}

Deno.test("readReport() gives line, column and reason of the engine's errors", () => {
  const noTemplate =
    "another template is wanted, and there is none (include, extends and import have no use here)";
  const table: [source: string, line: number, column: number | undefined, reason: string][] = [
    ["a\n{{ ghost }}", 2, 4, '"ghost" is undefined'],
    ["é😀\t{{ ghost }}", 1, 7, '"ghost" is undefined'],
    ["x\r\n{{ files.nope }}\r\n", 2, 4, '"files.nope" is undefined'],
    ["{{ files['nope'] }}", 1, 4, "\"files['nope']\" is undefined"],
    ["{% if files.nope %}{% endif %}", 1, 7, '"files.nope" is undefined'],
    ["{% for x in files.nope %}{% endfor %}", 1, 13, '"files.nope" is undefined'],
    ["{{ files.nope.deep }}", 1, 9, '"files.nope.deep" is undefined'],
    ["{{ [1][5] }}", 1, 4, "an undefined value is used"],
    // The engine does not know where these stand.
    ["{{ 1 if ghost else 2 }}", 1, undefined, "an undefined value is used"],
    ["{% if a and\n b %}{% endif %}", 1, undefined, "an undefined value is used"],
    ["{{ 'a\\q' }}", 1, undefined, "bad string escape"],
    ["{{ cwd | shout }}", 1, 10, 'there is no filter "shout"'],
    ["{{ cwd is odd2 }}", 1, 11, 'there is no test "odd2"'],
    ["{{ shout(1) }}", 1, 4, 'there is no function "shout"'],
    ["{{ cwd.shout() }}", 1, 7, 'there is no method "shout"'],
    ["{% include 'x' %}", 1, 4, noTemplate],
    ["{% extends 'x' %}", 1, 4, noTemplate],
    ["{% from 'x' import y %}", 1, 4, noTemplate],
    ["{% if cwd %}", 1, 11, "unexpected end of input, expected end of block"],
    ["{{ cwd", 1, 4, "unexpected end of input, expected end of variable block"],
    ["\n\n{% nope %}", 3, 4, "unknown statement nope"],
    ["{{ a b }}", 1, 6, "unexpected identifier, expected end of variable block"],
    ["{{ cwd + 1 }}", 1, 4, "tried to use + operator on unsupported types string and number"],
    ["{{ cwd() }}", 1, 4, "value of type string is not callable"],
    ["{% for x in 5 %}{% endfor %}", 1, 13, "number is not iterable"],
    ["{{ range(999999) }}", 1, 4, "range has too many elements"],
    ["{{ n // 0 }}", 1, 4, "the result of a calculation is out of range"],
    ["{{ cwd | replace }}", 1, 10, "missing argument"],
    ["{{ -cwd }}", 1, 4, "invalid operation"],
    [
      "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
      1,
      39,
      "it takes too many instructions",
    ],
    ["{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", 1, 19, "recursion limit exceeded"],
  ];
  for (const [source, line, column, reason] of table) {
    assert.deepEqual(reportOf(source), { line, column, reason }, source);
  }
});

Deno.test("readReport() never passes a value on", () => {
  const sources = [
    "{{ vars.secret + 1 }}",
    "{% include vars.secret %}",
    "{% extends vars.secret %}",
    "{% from vars.secret import x %}",
    "{{ [1] | map(vars.secret) | list }}",
    "{{ [1] | select(vars.secret) | list }}",
    "{{ vars.secret() }}",
    "{{ vars.secret.foo() }}",
    "{{ vars.secret | int }}",
    "{{ vars.number // 0 }}",
    "{{ vars.number ** vars.number }}",
    "{{ vars[vars.secret] }}",
    "{{ cwd | attr(vars.secret) }}",
    "{{ cwd | replace(**{vars.secret: 1}) }}",
    "{{ cwd | round(vars.secret) }}",
    "{{ self[vars.secret]() }}",
    "{{ dict(vars.secret) }}",
    "{{ namespace(vars.secret) }}",
    "{{ vars.list | sum }}",
    "{{ vars.list | sort(attribute='x') | first | batch(vars.secret) }}",
    "{% set s = vars.secret %}{{ s.a.b }}",
    "{% autoescape vars.secret %}{% endautoescape %}",
    "{% macro m(a) %}{{ a.b.c }}{% endmacro %}{{ m(vars.secret) }}",
    "{{ ghost }}{# TOP #}",
  ];
  for (const source of sources) {
    const { line, reason } = reportOf(source);
    assert.doesNotMatch(reason, /SECRET|4711/, source);
    assert.doesNotMatch(reason, /\n|---|minijinja|rustc|in prompt/, source);
    assert.equal(line, 1, source);
  }
});

Deno.test("readReport() says little where it does not know the words", () => {
  const table: [report: string, reason: string][] = [
    ["", "the template engine refuses it"],
    ["some new kind: with TOPSECRET (in prompt:3)", "the template engine refuses it"],
    ["invalid operation: with TOPSECRET (in prompt:3)", "invalid operation"],
    ["unknown filter: filter TOPSECRET is unknown (in prompt:3)", "there is no such filter"],
    ["cannot unpack: value TOPSECRET\nis long", "cannot unpack"],
    ["undefined value", "an undefined value is used"],
  ];
  for (const [report, reason] of table) {
    assert.equal(readReport(report, "{{ x }}").reason, reason, report);
  }
});

Deno.test("readReport() is not misled by a template that looks like a description", () => {
  const title = `${"-".repeat(35)} prompt ${"-".repeat(36)}`;
  const source = `\n${title}\n   9 > x\n     i ^^^ y\n{{ ghost }}`;
  assert.deepEqual(reportOf(source), { line: 5, column: 4, reason: '"ghost" is undefined' });
});

Deno.test("readReport() keeps text of the template short and on one line", () => {
  const { reason } = reportOf(`{% ${"x".repeat(5000)} %}`);
  assert.ok(reason.startsWith("unknown statement xxx") && reason.length <= 161, reason);
});
