/**
 * Says of a TypeScript file what text alone cannot: its imports, its functions and the types that it
 * declares. It is a lint plugin because the linter's parser is the one that Deno brings along; a
 * parser from npm would be a dependency for the sake of counting. What it finds leaves the linter as
 * the message of one diagnostic a file (see facts.ts).
 *
 * @module
 */

/// <reference lib="deno.unstable" />

import { specifiers } from "../lint/specifiers.ts";

/** What the plugin says of a file, as JSON. */
export interface SyntaxFacts {
  /** The specifiers of its imports and re-exports, those of types only among them. */
  readonly imports: string[];
  /** The lines of each function declaration and each method. */
  readonly functions: number[];
  /** The names of its classes, interfaces and type aliases, exported or not. */
  readonly types: string[];
}

const plugin: Deno.lint.Plugin = {
  name: "measure",
  rules: { facts: { create: facts } },
};
export default plugin;

function facts(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const found: SyntaxFacts = { imports: [], functions: [], types: [] };
  const named = (node: Deno.lint.Node) => {
    found.functions.push(ctx.sourceCode.text.slice(...node.range).split("\n").length);
  };
  const type = (node: { id: Deno.lint.Identifier | null }) => {
    if (node.id !== null) found.types.push(node.id.name);
  };
  return {
    ...specifiers((specifier) => found.imports.push(specifier)),
    FunctionDeclaration: named,
    MethodDefinition: named,
    ClassDeclaration: type,
    TSInterfaceDeclaration: type,
    TSTypeAliasDeclaration: type,
    "Program:exit": (node: Deno.lint.Program) =>
      ctx.report({ node, message: JSON.stringify(found) }),
  };
}
