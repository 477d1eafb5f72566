/**
 * The rules about the shape of code: one form of a function in the library, no failure that is
 * swallowed, and ceilings of lines for files and functions.
 *
 * @module
 */

/// <reference lib="deno.unstable" />

import { memberOf } from "./globals.ts";
import { hasCeilings, houseOf, pathOf } from "./paths.ts";
import { ASSEMBLY_SCRIPT, MAX_FILE_LINES, MAX_FUNCTION_LINES } from "./rooms.ts";

type FunctionNode =
  | Deno.lint.FunctionDeclaration
  | Deno.lint.FunctionExpression
  | Deno.lint.ArrowFunctionExpression;

/** Refuses async functions in the library. */
export function syncLib(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  if (!["lib", "mod.ts"].includes(houseOf(pathOf(ctx)))) return {};
  return everyFunction((node) => {
    if (!node.async) return;
    ctx.report({ node, message: "the library has one form of a function: sync" });
  });
}

/** Refuses files and functions that are too long to be read at once. */
export function ceilings(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const path = pathOf(ctx);
  if (!hasCeilings(path) || path.endsWith(ASSEMBLY_SCRIPT)) return {};
  const { text } = ctx.sourceCode;
  const judge = (node: Deno.lint.Node, what: string, lines: number, most: number) => {
    if (lines <= most) return;
    ctx.report({ node, message: `a ${what} of ${lines} lines; the ceiling is ${most}` });
  };
  return {
    Program: (node) => judge(node, "file", linesOf(text.trimEnd()), MAX_FILE_LINES),
    ...everyFunction((node) =>
      judge(node, "function", linesOf(text.slice(...node.range)), MAX_FUNCTION_LINES)
    ),
  };
}

/** Refuses a catch without a statement, in a clause or as a callback. */
export function noEmptyCatch(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const message = "a catch that does nothing hides a failure";
  const hint = "Name the error that is expected, rethrow every other.";
  return {
    CatchClause(node) {
      if (node.body.body.length === 0) ctx.report({ node, message, hint });
    },
    CallExpression(node) {
      if (memberOf(node.callee)?.member !== "catch") return;
      const handler = node.arguments[0];
      if (
        handler?.type !== "ArrowFunctionExpression" && handler?.type !== "FunctionExpression"
      ) return;
      const { body } = handler;
      if (body?.type === "BlockStatement" && body.body.length === 0) {
        ctx.report({ node: handler, message, hint });
      }
    },
  };
}

function everyFunction(visit: (node: FunctionNode) => void): Deno.lint.LintVisitor {
  return { FunctionDeclaration: visit, FunctionExpression: visit, ArrowFunctionExpression: visit };
}

function linesOf(text: string): number {
  return text.split("\n").length;
}
