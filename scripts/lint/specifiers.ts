/**
 * Finds every way in which a file names another: import, re-export, `import()` as a value and as a
 * type. One visitor for the rule that judges them and for the measure that counts them, so that
 * neither overlooks a form that the other knows.
 *
 * @module
 */

/// <reference lib="deno.unstable" />

/** Visits each specifier that is a literal, with its node. */
export function specifiers(
  visit: (specifier: string, node: Deno.lint.Node) => void,
): Deno.lint.LintVisitor {
  const check = (node: Deno.lint.Node | null) => {
    if (node?.type === "Literal" && typeof node.value === "string") visit(node.value, node);
  };
  return {
    ImportDeclaration: (node) => check(node.source),
    ExportNamedDeclaration: (node) => check(node.source),
    ExportAllDeclaration: (node) => check(node.source),
    ImportExpression: (node) => check(node.source),
    TSImportType({ argument }) {
      if (argument.type === "TSLiteralType") check(argument.literal);
    },
  };
}
