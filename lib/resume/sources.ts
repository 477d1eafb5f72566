/**
 * What the log says of where a text came from (DESIGN §5). A session is committed and shared: no absolute
 * path gets into it, and nothing of it is ever opened because the log names it.
 *
 * @module
 */

import { basename, isAbsolute, relative, sep } from "node:path";
import type { BlockSource, LayerName, ResolvedBlock } from "../prompt_source.ts";
import type { RecordedSource } from "../types.ts";

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

/** A path below the directory is relative to it; of any other one the last name is kept. */
function recordedPath(
  path: string,
  directory: string | undefined,
): { readonly file: string; readonly outside?: true } {
  if (path === "-") return { file: "-" };
  const below = directory === undefined ? "" : relative(directory, path);
  const isBelow = below !== "" && !isAbsolute(below) && below.split(sep)[0] !== "..";
  return isBelow
    ? { file: below.split(sep).join("/") }
    : { file: basename(path), outside: true };
}
