/**
 * Compiles the scanner of session logs (lib/log/scan/scan.as.ts) into the module that holds its bytes:
 * `deno task build`. The module is checked in, so that nobody needs the compiler to run panto; CI compiles
 * again and compares.
 *
 * @module
 */

import { main as compile } from "assemblyscript/asc";
import { Buffer } from "node:buffer";

const SOURCE = "lib/log/scan/scan.as.ts";
const MODULE = "lib/log/scan/scan_wasm.ts";
const LINE_LENGTH = 96;

/** No runtime and no checks: the code takes no memory and the block has slack behind it. */
const OPTIONS = [
  ...["--optimizeLevel", "3", "--converge", "--noAssert", "--runtime", "stub"],
  ...["--enable", "simd", "--importMemory", "--initialMemory", "1"],
];

/**
 * Compiles the scanner and gives the text of its module. `root` is the project's directory and ends in
 * a slash.
 */
export async function scannerModule(root: URL): Promise<string> {
  const source = await Deno.readTextFile(new URL(SOURCE, root));
  let wasm: Uint8Array | undefined;
  const { error, stderr } = await compile([SOURCE, "--outFile", "scan.wasm", ...OPTIONS], {
    readFile: (name) => name === SOURCE ? source : null,
    writeFile: (name, contents) => {
      if (name === "scan.wasm" && typeof contents !== "string") wasm = contents;
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === undefined) {
    throw new Error(`Cannot compile ${SOURCE}: ${stderr.toString()}`, { cause: error });
  }
  return moduleText(wasm);
}

function moduleText(wasm: Uint8Array): string {
  const text = Buffer.from(wasm).toString("base64");
  const lines = text.match(new RegExp(`.{1,${LINE_LENGTH}}`, "g")) ?? [];
  return `/**
 * The bytes of scan.as.ts, compiled by \`deno task build\`. Not written by hand.
 *
 * @module
 */

/** WebAssembly in base64. */
export const SCAN_WASM =
${lines.map((line) => `  "${line}"`).join(" +\n")};
`;
}

if (import.meta.main) {
  const root = new URL("../../", import.meta.url);
  await Deno.writeTextFile(new URL(MODULE, root), await scannerModule(root));
}
