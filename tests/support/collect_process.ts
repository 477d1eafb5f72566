/**
 * Runs the engine often, has the garbage collected (`--v8-flags=--expose-gc`), gives finalizers their
 * turn, and prints what one more run gives.
 *
 * @module
 */

import { writeSync } from "node:fs";
import { runEngine } from "../../lib/template/io/engine.ts";

const collect: unknown = Reflect.get(globalThis, "gc");
if (typeof collect !== "function") throw new Error("There is no gc()");
const run = (source: string) => runEngine({ source, variables: { cwd: "/w" } });

for (let round = 0; round < 20; round++) run("{{ cwd }}");
// The instance that a finalizer would now call into has no steps left, so that the call would trap.
run("{% set b = 'x' * 8000000 %}{% for i in range(9999) %}{% set c = b | upper %}{% endfor %}");
for (let round = 0; round < 5; round++) {
  collect();
  await new Promise((resolve) => setTimeout(resolve, 1));
}
writeSync(1, JSON.stringify(run("{{ cwd }}")));
