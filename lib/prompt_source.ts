/**
 * What the configuration asks for: the blocks of a prompt before they are recorded, and where each comes
 * from (DESIGN §1, §2).
 *
 * @module
 */

import { basename, isAbsolute, relative, sep } from "node:path";
import type { Warning } from "./errors.ts";
import type { RecordedSource, TemplateRef } from "./types.ts";

/** The three configuration layers, lowest first (DESIGN §2). */
export type LayerName = "base" | "user" | "project";

/** Where a resolved block came from. */
export type BlockSource =
  | { readonly type: "manifest"; /** The manifest's path. */ readonly path: string }
  | { readonly type: "file"; readonly layer: LayerName; readonly path: string }
  | { readonly type: "launch"; readonly option: "system" | "append"; readonly path: string }
  | { readonly type: "built-in" };

/** One block of the prompt that the configuration asks for, before it is recorded. */
export interface ResolvedBlock {
  /** The text of the file after the byte order mark, unchanged. */
  readonly text: string;
  /** The file, or the built-in default. */
  readonly source: BlockSource;
  /** Set when the block is frozen: the digest of its template source. */
  readonly template?: TemplateRef;
}

/** The source text of a template, and how errors call it. */
export interface TemplateSource extends TemplateRef {
  /** The template's text, every byte of it. */
  readonly text: string;
  /** The path of the file it stands in. */
  readonly name: string;
  /** The line of that file on which the text begins. @default 1 */
  readonly firstLine?: number | undefined;
  /** Whether it stands in the project layer (DESIGN §2.8). @default false */
  readonly untrusted?: boolean | undefined;
}

/** What rendering a template gave. */
export interface RenderedText {
  /** The text that is recorded. */
  readonly text: string;
  /** What the user must know of it and of what it was rendered with. */
  readonly warnings: readonly Warning[];
}

/** Gives a template its text. It throws when there is none, and prints nothing. */
export type TemplateRenderer = (template: TemplateSource) => RenderedText;

/** A block whose text is rendered when its template is new to the session. */
export interface TemplateBlock {
  /** Where the template stands. */
  readonly source: BlockSource;
  /** The template. */
  readonly templateSource: TemplateSource;
}

/** One block of the prompt that the configuration asks for: its text, or the template of it. */
export type ConfiguredBlock = ResolvedBlock | TemplateBlock;

/** The prompt that the configuration asks for. */
export interface ConfiguredPrompt {
  /** The seed, then the appends. */
  readonly blocks: readonly ConfiguredBlock[];
  /** The layers that counted, the highest first; set only where not every one did. */
  readonly layers?: readonly LayerName[];
  /** What was named beside the blocks' own files, so that a session can miss it. @default nothing */
  readonly named?: {
    /** A manifest, be it without a prompt. */
    readonly manifest?: boolean;
    /** Which layers count, be it all of them. */
    readonly layers?: boolean;
  };
  /** Renders the templates among them that are new to a session. */
  readonly render: TemplateRenderer;
}

/** What sources are recorded by. */
export interface SourceContext {
  /** The absolute directory of the session's header; undefined where it names none. */
  readonly directory: string | undefined;
  /** The layers that counted; undefined when every one did. */
  readonly layers?: readonly LayerName[] | undefined;
}

/** The sources of a configuration's blocks, in their order; the seed's also names the layers that counted. */
export function recordedSources(
  blocks: readonly Pick<ResolvedBlock, "source">[],
  { directory, layers }: SourceContext,
): RecordedSource[] {
  return blocks.map(({ source }, index) => {
    const recorded = recordedSource(source, directory);
    return index === 0 && layers !== undefined ? { ...recorded, layers: [...layers] } : recorded;
  });
}

/** The source of one block. */
export function recordedSource(
  source: BlockSource,
  directory: string | undefined,
): RecordedSource {
  switch (source.type) {
    case "built-in":
      return { kind: "built-in" };
    case "file":
      return { kind: "layer", layer: source.layer, file: basename(source.path) };
    case "manifest":
      return { kind: "manifest", ...recordedPath(source.path, directory) };
    case "launch":
      return { kind: "file", option: source.option, ...recordedPath(source.path, directory) };
  }
}

/**
 * A path below the directory is relative to it; of any other one the last name is kept. The directory is
 * the log's word: one that is not absolute names no place.
 */
function recordedPath(
  path: string,
  directory: string | undefined,
): { readonly file: string; readonly outside?: true } {
  if (path === "-") return { file: "-" };
  const below = directory === undefined || !isAbsolute(directory) ? "" : relative(directory, path);
  const isBelow = below !== "" && !isAbsolute(below) && below.split(sep)[0] !== "..";
  if (!isBelow) return { file: basename(path), outside: true };
  // A file of that name is not standard input.
  return { file: below === "-" ? "./-" : below.split(sep).join("/") };
}
