/**
 * The rules about the outside world: where clocks, disks, randomness, streams, the environment and the
 * end of the process may stand. They turn sentences of the design (DESIGN §12) into something that
 * `deno lint` can refuse.
 *
 * @module
 */

/// <reference lib="deno.unstable" />

import { globalUses, memberOf, runtimeUses } from "./globals.ts";
import { isHost, isPure, isShipped, pathOf } from "./paths.ts";

/** The only file that may end the process. */
const ENDS_PROCESS = "main.ts";

/** The host, as messages name it. */
const HOST = "cli/host.ts";

/** Globals that no pure file may touch, by the members that are refused (undefined: all of them). */
const IMPURE: Readonly<Record<string, readonly string[] | undefined>> = {
  Bun: undefined,
  console: undefined,
  crypto: undefined,
  Date: ["now"],
  Deno: undefined,
  globalThis: undefined,
  Math: ["random"],
  navigator: undefined,
  performance: undefined,
  process: undefined,
  Temporal: ["Now"],
};

/** Global functions that no pure file may call. */
const IMPURE_CALLS: readonly string[] = [
  "Date",
  "fetch",
  "queueMicrotask",
  "setImmediate",
  "setInterval",
  "setTimeout",
];

const EXIT_MEMBERS: readonly string[] = ["abort", "exit", "exitCode", "reallyExit"];
const STREAM_MEMBERS: readonly string[] = ["stderr", "stdout"];

/** Refuses the outside world in files that compute only. */
export function pure(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  if (!isPure(pathOf(ctx))) return {};
  const report = (node: Deno.lint.Node, what: string) =>
    ctx.report({
      node,
      message: `a pure file may not use ${what}`,
      hint: "Take the value as a parameter, or do this under io/ or in cli/host.",
    });
  return {
    ...globalUses(new Set(Object.keys(IMPURE)), (use) => {
      const members = IMPURE[use.object];
      if (members === undefined || use.member === "" || members.includes(use.member)) {
        report(use.node, `${use.object}.${use.member || "[…]"}`);
      }
    }),
    CallExpression(node) {
      if (node.callee.type === "Identifier" && IMPURE_CALLS.includes(node.callee.name)) {
        report(node, `${node.callee.name}()`);
      }
    },
    NewExpression(node) {
      if (node.callee.type !== "Identifier" || node.callee.name !== "Date") return;
      if (node.arguments.length === 0) report(node, "new Date()");
    },
  };
}

/** Refuses to end the process outside main.ts. */
export function endProcess(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const path = pathOf(ctx);
  if (!isShipped(path) || path === ENDS_PROCESS) return {};
  return runtimeUses(ctx, (use) => {
    if (!EXIT_MEMBERS.includes(use.member)) return;
    ctx.report({ node: use.node, message: `only ${ENDS_PROCESS} may end the process` });
  });
}

/** Refuses to write to a stream outside the host. */
export function streams(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const path = pathOf(ctx);
  if (!isShipped(path) || isHost(path)) return {};
  const report = (node: Deno.lint.Node) =>
    ctx.report({ node, message: `only ${HOST} may write to a stream` });
  const runtime = runtimeUses(ctx, (use) => {
    if (use.object === "console" || STREAM_MEMBERS.includes(use.member)) report(use.node);
  }, ["console"]);
  return {
    ...runtime,
    CallExpression(node) {
      const { callee } = node;
      const name = callee.type === "Identifier" ? callee.name : memberOf(callee)?.member;
      const first = node.arguments[0];
      if (name !== "writeSync" && name !== "writeFileSync" && name !== "write") return;
      if (first?.type === "Literal" && (first.value === 1 || first.value === 2)) report(node);
    },
  };
}

/** Refuses to read the environment outside the host. */
export function environment(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const path = pathOf(ctx);
  if (!isShipped(path) || isHost(path)) return {};
  return runtimeUses(ctx, (use) => {
    if (use.member !== "env") return;
    ctx.report({
      node: use.node,
      message: `only ${HOST} may read the environment`,
      hint: "It is read once into a plain record, which is passed down.",
    });
  });
}
