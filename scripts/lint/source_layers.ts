/**
 * Which layer a source file belongs to and what it may import (DESIGN §12): imports point one way,
 *
 *     main → cli → mod → I/O files → pure files → types, errors
 *
 * and never back. The I/O files are listed by name, so that a new one is a decision and not an accident.
 *
 * @module
 */

/** The layers, and `other` for what is not shipped (tests, scripts, bench). */
export type Layer = "main" | "cli" | "mod" | "io" | "pure" | "base" | "other";

/** The library files that read or write anything outside the program. All others are pure. */
export const IO_FILES: readonly string[] = [
  "lib/config.ts",
  "lib/log/io/flock.ts",
  "lib/prompt_files/io/list.ts",
  "lib/log/io/create.ts",
  "lib/log/io/open.ts",
  "lib/log/io/lock.ts",
  "lib/live/io/probe.ts",
  "lib/prompt_files/io/project_root.ts",
  "lib/prompt_files/io/read_file.ts",
  "lib/prompt_files/io/read_named.ts",
  "lib/live/io/find_instructions.ts",
  "lib/prompt_files/io/read.ts",
  "lib/session.ts",
  "lib/text/sha256.ts",
  "lib/prompt_files/io/discover.ts",
  "lib/template/io/engine.ts",
  "lib/template/io/render.ts",
  "lib/template/io/renderer.ts",
  "lib/template/io/scope.ts",
];

/** What everything may import; they import nothing but each other. */
export const BASE_FILES: readonly string[] = ["lib/errors.ts", "lib/types.ts"];

/** Built-in modules that neither touch the outside nor cost start-up time. */
const PURE_BUILTINS: readonly string[] = [
  "node:buffer",
  "node:path",
  "node:path/posix",
  "node:path/win32",
  "node:util",
];

/** The packages that may be inside the executable, by the layers that may import them. */
const PACKAGES: Readonly<Record<string, readonly Layer[]>> = {
  "commander": ["cli"],
  "diff": ["pure"],
  "minijinja-js": ["io"],
  "smol-toml": ["pure"],
};

const MAY_IMPORT: Readonly<Record<Exclude<Layer, "other">, readonly Layer[]>> = {
  main: ["cli", "mod"],
  cli: ["cli", "mod"],
  mod: ["io", "pure", "base"],
  io: ["io", "pure", "base"],
  pure: ["pure", "base"],
  base: ["base"],
};

/**
 * Finds the path of a file inside the project.
 *
 * @param filename What the linter hands over: an absolute path, a `file:` URL, or a path from the root.
 * @param root The project's directory, absolute, as a path.
 * @returns The path from the root with `/` as separator; one outside the project stays as it is.
 */
export function projectPath(filename: string, root: string): string {
  const slashed = filename.replace(/^file:\/\/(?=\/)/, "").replaceAll("\\", "/");
  const prefix = `${root.replaceAll("\\", "/").replace(/\/$/, "")}/`;
  return slashed.startsWith(prefix) ? slashed.slice(prefix.length) : slashed;
}

/**
 * Says which layer a file belongs to.
 *
 * @param path The path from the project's root.
 * @returns The layer.
 */
export function layerOf(path: string): Layer {
  if (path === "main.ts") return "main";
  if (path === "mod.ts") return "mod";
  if (path.startsWith("cli/")) return "cli";
  if (BASE_FILES.includes(path)) return "base";
  if (IO_FILES.includes(path)) return "io";
  return path.startsWith("lib/") ? "pure" : "other";
}

/**
 * Judges one import.
 *
 * @param path The importing file, from the project's root.
 * @param specifier The module specifier as written.
 * @returns What is wrong with it, or undefined.
 */
export function importFault(path: string, specifier: string): string | undefined {
  const layer = layerOf(path);
  if (layer === "other") return undefined;
  if (specifier.startsWith(".")) return relativeFault(path, layer, specifier);
  if (specifier.startsWith("node:")) {
    if (layer === "cli" || layer === "main" || layer === "io") return undefined;
    return PURE_BUILTINS.includes(specifier)
      ? undefined
      : `a ${layer} file may not import "${specifier}"`;
  }
  if (PACKAGES[packageOf(specifier)]?.includes(layer) === true) return undefined;
  return `a ${layer} file may not import "${specifier}": the packages of each layer are listed in scripts/lint/source_layers.ts`;
}

function relativeFault(
  path: string,
  layer: Exclude<Layer, "other">,
  specifier: string,
): string | undefined {
  const target = resolve(path, specifier);
  // Text that stands beside the file that embeds it has no imports of its own.
  if (!/\.[cm]?[jt]sx?$/.test(target) && dirname(target) === dirname(path)) return undefined;
  const targetLayer = layerOf(target);
  if (MAY_IMPORT[layer].includes(targetLayer)) return undefined;
  return `a ${layer} file may not import "${target}" (${targetLayer}); imports point main → cli → mod → io → pure → base`;
}

function resolve(path: string, specifier: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function dirname(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function packageOf(specifier: string): string {
  const parts = specifier.replace(/^npm:/, "").split("/");
  const name = specifier.startsWith("@") ? parts.slice(0, 2).join("/") : parts[0] ?? specifier;
  return name;
}
