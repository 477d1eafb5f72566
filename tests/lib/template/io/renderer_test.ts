import assert from "node:assert/strict";
import { ConfigError, type Warning } from "../../../../lib/errors.ts";
import { templateRenderer } from "../../../../lib/template/io/renderer.ts";
import { templateVariables } from "../../../../lib/template/variables.ts";
import type { JsonValue } from "../../../../lib/types.ts";
import type { TemplateSource } from "../../../../lib/prompt_source.ts";

const LEFT_OUT: Warning = { message: "AGENTS.md is left out", place: { path: "AGENTS.md" } };

function rendererWith(vars: Record<string, JsonValue> = {}) {
  const calls = { gathered: 0 };
  const render = templateRenderer(() => {
    calls.gathered++;
    const variables = templateVariables({ now: new Date(0), cwd: "/w", vars });
    return { variables, warnings: [LEFT_OUT] };
  });
  return { calls, render };
}

function template(text: string, options: Partial<TemplateSource> = {}): TemplateSource {
  return { text, name: "t.j2", sha256: text, ...options };
}

/** What a renderer throws. */
function failureOf(run: () => unknown): ConfigError {
  let thrown: unknown;
  assert.throws(run, (error) => (thrown = error, true));
  assert.ok(thrown instanceof ConfigError);
  return thrown;
}

Deno.test("templateRenderer() gathers at the first template, and renders each template once", () => {
  const { calls, render } = rendererWith();
  assert.equal(calls.gathered, 0);
  const first = render(template("In {{ cwd }}"));
  assert.deepEqual(first, { text: "In /w", warnings: [LEFT_OUT] });
  assert.equal(render(template("In {{ cwd }}", { name: "same digest" })), first);
  assert.equal(render(template("{{ date }}")).text, "1970-01-01");
  assert.equal(calls.gathered, 1);
});

Deno.test("templateRenderer() warns of invisible characters in the text of an untrusted template", () => {
  const { render } = rendererWith({ v: "a\nb\u200b" });
  const untrusted = render(template("{{ vars.v }}", { untrusted: true }));
  assert.deepEqual(untrusted.warnings, [LEFT_OUT, {
    message: 'Invisible characters in the text of "t.j2": U+200B (line 2)',
    place: { path: "t.j2" },
  }]);
  const trusted = render(template("{{ vars.v }}", { sha256: "other" }));
  assert.deepEqual(trusted.warnings, [LEFT_OUT]);
});

Deno.test("templateRenderer() refuses a NUL", () => {
  const { render } = rendererWith({ v: "a\0" });
  const error = failureOf(() => render(template("{{ vars.v }}")));
  assert.equal(error.message, 'Cannot render "t.j2": the text holds a NUL');
  assert.equal(error.code, "rendered-text-invalid");
});

Deno.test("templateRenderer() bounds all rendered texts together, each counted once", () => {
  const { render } = rendererWith({ v: "x".repeat(3 * 1024 * 1024) });
  for (const sha256 of ["a", "b", "a", "b"]) render(template("{{ vars.v }}", { sha256 }));
  const error = failureOf(() => render(template("{{ vars.v }}", { sha256: "c" })));
  assert.equal(
    error.message,
    'Cannot render "t.j2": the rendered texts would have more than 8 MiB in all',
  );
});

Deno.test("templateRenderer() hands the inputs' warnings on with a failure that they may explain", () => {
  const { render } = rendererWith();
  const error = failureOf(() => render(template("\n{{ files.agents_md }}", { firstLine: 4 })));
  assert.match(error.message, /"files.agents_md" is undefined \(line 5, column 4\)$/);
  assert.deepEqual([error.code, error.place.line, error.warnings], [
    "template-failed",
    5,
    [LEFT_OUT],
  ]);
});
