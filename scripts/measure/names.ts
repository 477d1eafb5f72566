/**
 * The names that a module exports, as `deno doc` sees them: re-exports resolved, each name once.
 *
 * @module
 */

/** Exported names, sorted: those of types only, and those that exist when the program runs. */
export interface ExportedNames {
  readonly types: readonly string[];
  readonly values: readonly string[];
}

/** What the report of `deno doc --json` holds of a name. */
interface DocumentedSymbol {
  readonly name: string;
  readonly declarations: readonly { readonly kind: string }[];
}

/** Reads the names that `mod.ts` of a checkout exports; a class is a value. */
export function readExportedNames(root: string): ExportedNames {
  const { success, stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", "--no-lock", "mod.ts"],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).outputSync();
  if (!success) throw new Error(`Cannot read the exports of "${root}/mod.ts": ${text(stderr)}`);
  const nodes: Record<string, { symbols?: DocumentedSymbol[] }> = JSON.parse(text(stdout)).nodes;
  const symbols = Object.values(nodes).flatMap((node) => node.symbols ?? []);
  const types = symbols.filter(isType).map((symbol) => symbol.name).sort();
  const values = symbols.filter((symbol) => !isType(symbol)).map((symbol) => symbol.name).sort();
  return { types, values };
}

function isType(symbol: DocumentedSymbol): boolean {
  return symbol.declarations.every(({ kind }) => kind === "interface" || kind === "typeAlias");
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
