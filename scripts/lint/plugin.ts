/**
 * The project's own lint rules: import directions, pure files, and the two places that may end the
 * process or write to a stream. They turn rules of CONTRIBUTING.md into something `deno lint` can refuse.
 *
 * A rule sees syntax, not types: it looks at the names of globals (`Date.now`, `process.exit`). A
 * local variable of such a name is reported too; choose another name for it.
 *
 * @module
 */

/// <reference lib="deno.unstable" />

import { importFault, layerOf, projectPath } from "./source_layers.ts";

/** The only file that may end the process. */
const ENDS_PROCESS = "main.ts";

/** The only file that may touch streams and the environment, with the parts in its folder. */
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
const RUNTIMES: readonly string[] = ["Bun", "Deno", "process"];

/** A use of a global: the object's name, the member's (`""` when it is computed), the node. */
interface GlobalUse {
  readonly object: string;
  readonly member: string;
  readonly node: Deno.lint.Node;
}

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
  },
};
export default plugin;

function importDirection(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const path = pathOf(ctx);
  const check = (source: Deno.lint.Node | null) => {
    if (source?.type !== "Literal" || typeof source.value !== "string") return;
    const fault = importFault(path, source.value);
    if (fault !== undefined) ctx.report({ node: source, message: fault });
  };
  return {
    ImportDeclaration: (node) => check(node.source),
    ExportNamedDeclaration: (node) => check(node.source),
    ExportAllDeclaration: (node) => check(node.source),
    ImportExpression: (node) => check(node.source),
  };
}

function pure(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  if (!["pure", "base", "mod"].includes(layerOf(pathOf(ctx)))) return {};
  const report = (node: Deno.lint.Node, what: string) =>
    ctx.report({
      node,
      message: `a pure file may not use ${what}`,
      hint: "Take the value as a parameter, or do this in an I/O file or in cli/host.ts.",
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

function endProcess(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const path = pathOf(ctx);
  if (layerOf(path) === "other" || path === ENDS_PROCESS) return {};
  return runtimeUses(ctx, (use) => {
    if (!EXIT_MEMBERS.includes(use.member)) return;
    ctx.report({ node: use.node, message: `only ${ENDS_PROCESS} may end the process` });
  });
}

function streams(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const path = pathOf(ctx);
  if (layerOf(path) === "other" || isHost(path)) return {};
  const report = (node: Deno.lint.Node) =>
    ctx.report({ node, message: `only ${HOST} may write to a stream` });
  const runtime = runtimeUses(ctx, (use) => {
    if (STREAM_MEMBERS.includes(use.member)) report(use.node);
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

function environment(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  const path = pathOf(ctx);
  if (layerOf(path) === "other" || isHost(path)) return {};
  return runtimeUses(ctx, (use) => {
    if (use.member !== "env") return;
    ctx.report({
      node: use.node,
      message: `only ${HOST} may read the environment`,
      hint: "It is read once into a plain record, which is passed down.",
    });
  });
}

function syncLib(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
  if (!["io", "pure", "base", "mod"].includes(layerOf(pathOf(ctx)))) return {};
  const check = (node: Deno.lint.Node & { async?: boolean }) => {
    if (node.async === true) {
      ctx.report({ node, message: "the library has one form of a function: sync" });
    }
  };
  return {
    FunctionDeclaration: check,
    FunctionExpression: check,
    ArrowFunctionExpression: check,
  };
}

function noEmptyCatch(ctx: Deno.lint.RuleContext): Deno.lint.LintVisitor {
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

/**
 * Reports uses of `process`, `Deno`, `Bun` under whatever name `node:process` was imported, the named
 * imports of `node:process` among them; and every use of the globals in `whole`.
 */
function runtimeUses(
  ctx: Deno.lint.RuleContext,
  found: (use: GlobalUse) => void,
  whole: readonly string[] = [],
): Deno.lint.LintVisitor {
  const names = new Set([...RUNTIMES, ...whole]);
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
  return globalUses(names, (use) => {
    if (whole.includes(use.object)) found({ ...use, member: STREAM_MEMBERS[0] ?? "" });
    else found(use);
  });
}

/** Visits `name.member`, `globalThis.name.member` and `const { member } = name`. */
function globalUses(
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
function memberOf(node: Deno.lint.Node): { object: string; member: string } | undefined {
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

function isHost(path: string): boolean {
  return path === HOST || path.startsWith("cli/host/");
}

function pathOf(ctx: Deno.lint.RuleContext): string {
  return projectPath(ctx.filename, new URL("../..", import.meta.url).pathname);
}
