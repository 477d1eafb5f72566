/**
 * The three configuration layers: where they lie, and how their prompt files become blocks
 * (DESIGN §2.1-2.3).
 *
 * Everything here is a function of plain values: the environment comes in as a record, file texts come
 * in as strings. Paths are put together without normalizing them, since `a/../b` names another place
 * than `b` when `a` is a symbolic link.
 *
 * @module
 */

import { posix, win32 } from "node:path";
import { ConfigError } from "./errors.ts";
import type { TemplateRef } from "./types.ts";
import type { ConfiguredBlock, LayerName } from "./prompt_source.ts";

/** A process environment as a plain record, read once by the caller. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The two files that a layer may hold. */
export type PromptName = "SYSTEM.md" | "APPEND_SYSTEM.md";

/** The layers in resolution order: the highest first. */
export const RESOLUTION_ORDER: readonly LayerName[] = ["project", "user", "base"];

/** The names of prompt files, in resolution order. */
export const PROMPT_NAMES: readonly PromptName[] = ["SYSTEM.md", "APPEND_SYSTEM.md"];

/** One layer's directory; it need not exist. */
export interface LayerDirectory {
  /** Which layer. */
  readonly layer: LayerName;
  /** Absolute, when the environment and the working directory are. */
  readonly path: string;
  /** What the user should know about how the path came about. */
  readonly notes: readonly string[];
}

/** How {@linkcode layerDirectories} reads the environment. */
export interface LayerOptions {
  /** A `process.platform`; `win32` has its own home variable and separators. @default "linux" */
  readonly platform?: string | undefined;
}

/** What one layer holds, whatever stands for a file: a path that is there, or its text. */
export interface LayerPrompts<File> {
  /** Which layer. */
  readonly layer: LayerName;
  /** The layer's SYSTEM.md. */
  readonly system?: File | undefined;
  /** The layer's APPEND_SYSTEM.md. */
  readonly append?: File | undefined;
}

/** A prompt file that takes part, or would, with the layer it stands in. */
export interface PlacedPrompt<File> {
  /** The layer that the file stands in. */
  readonly layer: LayerName;
  /** The file. */
  readonly file: File;
}

/** Which files make the prompt, and which one wins. */
export interface PromptOrder<File> {
  /** The SYSTEM.md of the highest layer that has one. */
  readonly seed: PlacedPrompt<File> | undefined;
  /** Every APPEND_SYSTEM.md: project, user, base. */
  readonly appends: readonly PlacedPrompt<File>[];
  /** The SYSTEM.md files that lose to the seed. */
  readonly overridden: readonly PlacedPrompt<File>[];
}

/** The text of a prompt file. */
export interface PromptText {
  /** Where the text was read. */
  readonly path: string;
  /** The text, byte for byte what the file holds after the byte order mark. */
  readonly text: string;
  /** Set when the text is a template: its digest. */
  readonly template?: TemplateRef | undefined;
}

/** The layers that count, the highest first, in whatever order they were named. */
export function layersInOrder(named: readonly LayerName[] = RESOLUTION_ORDER): LayerName[] {
  return RESOLUTION_ORDER.filter((layer) => named.includes(layer));
}

/**
 * Finds the directories of the three layers, the highest first. An XDG variable that is empty or not
 * absolute counts as unset; where the home directory is needed then and not named, this throws.
 */
export function layerDirectories(
  env: Environment,
  cwd: string,
  options: LayerOptions = {},
): LayerDirectory[] {
  return RESOLUTION_ORDER.map((layer) => layerDirectory(layer, env, { ...options, cwd }));
}

/** Finds the directory of one layer, for a caller that goes on when another has none. */
export function layerDirectory(
  layer: LayerName,
  env: Environment,
  options: LayerOptions & { readonly cwd: string },
): LayerDirectory {
  const { platform, cwd } = options;
  if (layer === "project") {
    const path = join(cwd, [".panto"], platform);
    return { layer, path, notes: [] };
  }
  const { variable, fallback } = XDG[layer];
  const value = pathVariable(env, variable);
  if (pathRules(platform).isAbsolute(value)) {
    return { layer, path: join(value, ["panto"], platform), notes: [] };
  }
  const home = homeDirectory(env, platform);
  if (home === undefined) throw homeMissing(layer, env, platform);
  const notes = value === ""
    ? []
    : [`${variable} is ${JSON.stringify(value)}, not an absolute path, and counts as unset`];
  return { layer, path: join(home, [...fallback, "panto"], platform), notes };
}

/**
 * Reads a variable that names a path, `""` when it is unset. The runtimes put U+FFFD for bytes that
 * are not UTF-8: taken as it is, the path would silently be another one, so this throws.
 */
export function pathVariable(env: Environment, variable: string): string {
  const value = env[variable] ?? "";
  if (!value.includes("\ufffd")) return value;
  throw new ConfigError(`Cannot use ${variable}: its value is not UTF-8`, {
    code: "environment-not-utf8",
    details: { variable },
  });
}

/**
 * The absolute path of the home directory; undefined when its variable is unset, empty or not
 * absolute.
 */
export function homeDirectory(env: Environment, platform?: string): string | undefined {
  const home = pathVariable(env, homeVariable(platform));
  return pathRules(platform).isAbsolute(home) ? home : undefined;
}

/**
 * Orders the prompt files of the layers: one seed, then every append. The layers come in any order, and
 * may come more than once.
 */
export function orderPrompts<File>(layers: readonly LayerPrompts<File>[]): PromptOrder<File> {
  const sorted = [...layers].sort((a, b) => rank(a.layer) - rank(b.layer));
  const [seed, ...overridden] = sorted.flatMap(({ layer, system }) =>
    system === undefined ? [] : [{ layer, file: system }]
  );
  const appends = sorted.flatMap(({ layer, append }) =>
    append === undefined ? [] : [{ layer, file: append }]
  );
  return { seed, appends, overridden };
}

/**
 * Resolves the texts of the layers to at least one block: the seed, then the appends of project, user
 * and base. A file that is there is a block, whatever its text. `seed` takes the place of any
 * SYSTEM.md, `defaultSeed` stands where no layer has one.
 */
export function resolvePrompt(
  layers: readonly LayerPrompts<PromptText>[],
  options: { readonly defaultSeed: string; readonly seed?: ConfiguredBlock | undefined },
): ConfiguredBlock[] {
  const { seed, appends } = orderPrompts(layers);
  const builtIn: ConfiguredBlock = { text: options.defaultSeed, source: { type: "built-in" } };
  const first = options.seed ?? (seed === undefined ? builtIn : blockOf(seed));
  return [first, ...appends.map(blockOf)];
}

const XDG = {
  base: { variable: "XDG_DATA_HOME", fallback: [".local", "share"] },
  user: { variable: "XDG_CONFIG_HOME", fallback: [".config"] },
} as const;

function blockOf({ layer, file }: PlacedPrompt<PromptText>): ConfiguredBlock {
  const { path, text, template } = file;
  const source = { type: "file", layer, path } as const;
  if (template === undefined) return { text, source };
  const untrusted = layer === "project";
  return { source, templateSource: { ...template, text, name: path, untrusted } };
}

function rank(layer: LayerName): number {
  return RESOLUTION_ORDER.indexOf(layer);
}

function homeVariable(platform: string | undefined): string {
  return platform === "win32" ? "USERPROFILE" : "HOME";
}

function homeMissing(layer: "base" | "user", env: Environment, platform?: string): ConfigError {
  const variable = homeVariable(platform);
  const state = (env[variable] ?? "") === "" ? "is not set" : "is not an absolute path";
  return new ConfigError(`Cannot find the directory of the ${layer} layer: ${variable} ${state}`, {
    code: "home-missing",
    details: { variable, alternative: XDG[layer].variable },
  });
}

function pathRules(platform: string | undefined): typeof posix {
  return platform === "win32" ? win32 : posix;
}

function join(directory: string, names: readonly string[], platform: string | undefined): string {
  const { sep } = pathRules(platform);
  const ending = platform === "win32" ? /[\\/]+$/ : /\/+$/;
  return [directory.replace(ending, ""), ...names].join(sep);
}
