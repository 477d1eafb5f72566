/**
 * Finds uses of globals in a syntax tree: `process.exit`, `globalThis.Deno.env`, `const { now } = Date`.
 *
 * A rule sees syntax, not types: a local variable of such a name is found too; choose another name
 * for it. Following scopes would find fewer, and miss what an alias hides.
 *
 * @module
 */

/// <reference lib="deno.unstable" />

const RUNTIMES: readonly string[] = ["Bun", "Deno", "process"];

/** A use of a global: the object's name, the member's (`""` when it is computed), the node. */
export interface GlobalUse {
  readonly object: string;
  readonly member: string;
  readonly node: Deno.lint.Node;
}

/**
 * Reports uses of `process`, `Deno`, `Bun` under whatever name `node:process` was imported, the named
 * imports of `node:process` among them, and of the globals in `more`.
 */
export function runtimeUses(
  ctx: Deno.lint.RuleContext,
  found: (use: GlobalUse) => void,
  more: readonly string[] = [],
): Deno.lint.LintVisitor {
  const names = new Set([...RUNTIMES, ...more]);
  for (const statement of ctx.sourceCode.ast.body) {
    if (statement.type !== "ImportDeclaration") continue;
    if (statement.source.value !== "node:process") continue;
    for (const specifier of statement.specifiers) {
      if (specifier.type !== "ImportSpecifier") names.add(specifier.local.name);
      else if (specifier.imported.type === "Identifier") {
        found({ object: "process", member: specifier.imported.name, node: specifier });
      }
    }
  }
  return globalUses(names, found);
}

/** Visits `name.member`, `globalThis.name.member` and `const { member } = name`. */
export function globalUses(
  names: ReadonlySet<string>,
  found: (use: GlobalUse) => void,
): Deno.lint.LintVisitor {
  return {
    MemberExpression(node) {
      const use = memberOf(node);
      if (use === undefined) return;
      if (names.has(use.object)) found({ ...use, node });
    },
    VariableDeclarator(node) {
      const init = node.init === null ? undefined : bare(node.init);
      if (init?.type !== "Identifier" || !names.has(init.name)) return;
      if (node.id.type !== "ObjectPattern") {
        found({ object: init.name, member: "", node });
        return;
      }
      for (const property of node.id.properties) {
        const key = property.type === "Property" ? property.key : undefined;
        found({
          object: init.name,
          member: key?.type === "Identifier" ? key.name : "",
          node: property,
        });
      }
    },
  };
}

/** Takes `a.b`, `a["b"]` and `globalThis.a.b` apart; undefined for anything else. */
export function memberOf(node: Deno.lint.Node): { object: string; member: string } | undefined {
  if (node.type !== "MemberExpression") return undefined;
  const { property } = node;
  let member = "";
  if (property.type === "Identifier" && !node.computed) member = property.name;
  else if (property.type === "Literal") member = String(property.value);
  const object = bare(node.object);
  if (object.type === "Identifier") return { object: object.name, member };
  const inner = memberOf(object);
  return { object: inner?.object === "globalThis" ? inner.member : "", member };
}

/** Drops type assertions, which would otherwise hide the name behind them. */
function bare(node: Deno.lint.Node): Deno.lint.Node {
  switch (node.type) {
    case "TSAsExpression":
    case "TSNonNullExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
    case "ChainExpression":
      return bare(node.expression);
    default:
      return node;
  }
}
