/**
 * The project's own lint rules. They hold what a reader relies on when he opens one room only: what
 * may import what, where the outside world is touched, and how long a file or function may be.
 *
 * A rule sees one file at a time; what takes the whole tree (cycles of files, files in a folder, a
 * test beside every source) are tests in tests/scripts/lint.
 *
 * @module
 */

/// <reference lib="deno.unstable" />

import { importFault, importName } from "./imports.ts";
import { endProcess, environment, pure, streams } from "./outside_rules.ts";
import { pathOf } from "./paths.ts";
import { NOT_YET } from "./rooms.ts";
import { ceilings, noEmptyCatch, syncLib } from "./shape_rules.ts";
import { specifiers } from "./specifiers.ts";

const plugin: Deno.lint.Plugin = {
  name: "panto",
  rules: {
    "import-direction": { create: importDirection },
    "pure": { create: pure },
    "end-process": { create: endProcess },
    "streams": { create: streams },
    "environment": { create: environment },
    "sync-lib": { create: syncLib },
    "no-empty-catch": { create: noEmptyCatch },
    "ceilings": { create: ceilings },
  },
};
export default plugin;

function importDirection(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const path = pathOf(ctx);
  return specifiers((specifier, node) => {
    const fault = importFault(path, specifier);
    if (fault === undefined || NOT_YET.includes(importName(path, specifier))) return;
    ctx.report({ node, message: fault });
  });
}
