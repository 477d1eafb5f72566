/**
 * Hostile templates, each in a process of its own, under every runtime: a clean error within 2 seconds
 * and 250 MB, and a render that works right after it.
 */

import assert from "node:assert/strict";
import { TemporaryDirectory } from "../../support/temporary_directory.ts";
import { HOSTILE_TEMPLATES } from "../../support/hostile_templates.ts";
import type { RenderedLine } from "../../support/render_process.ts";
import { renderApart, type Runtime, runtimes } from "../../support/runtimes.ts";

const MAX_MILLISECONDS = 2000;
const MAX_MEGABYTES = 250;

Deno.test("renderTemplate() ends hostile templates in time, small, and with a clean error", async (t) => {
  using directory = new TemporaryDirectory();
  assert.ok(Object.keys(HOSTILE_TEMPLATES).length >= 15);
  for (const runtime of runtimes(directory)) {
    for (const [what, source] of Object.entries(HOSTILE_TEMPLATES)) {
      await t.step(`${runtime.name}: ${what}`, () => {
        const [hostile, next] = measured(runtime, directory, source);
        assert(hostile !== undefined && next !== undefined);
        const { error, milliseconds, megabytes } = hostile;
        assert.equal(error?.name, "ConfigError", JSON.stringify(error));
        assert.match(error.message, /^Cannot render "x\.j2": [^\n]{1,200}$/);
        assert.doesNotMatch(error.message, /wasm|rustc|minijinja|panick|unreachable|TOPSECRET/i);
        assert.ok(milliseconds < MAX_MILLISECONDS, `${milliseconds} ms`);
        assert.ok(megabytes < MAX_MEGABYTES, `${megabytes} MB`);
        assert.equal(next.text, "/w\n");
      });
    }
  }
});

/** Other tests run at the same time; only a template that is slow twice is slow. */
function measured(
  runtime: Runtime,
  directory: TemporaryDirectory,
  source: string,
): RenderedLine[] {
  const lines = () => renderApart(runtime, directory, [source, "{{ cwd }}\n"]);
  const first = lines();
  return (first[0]?.milliseconds ?? 0) < MAX_MILLISECONDS ? first : lines();
}
