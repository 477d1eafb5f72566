/**
 * Where a recorded block's text can be found in the configuration of today. A match of content, not of
 * recorded provenance: the log holds none (DESIGN §5).
 *
 * @module
 */

import type { TemplateRef } from "./types.ts";
import type { BlockSource, ConfiguredBlock, LayerName } from "./prompt_source.ts";

export {
  type BlamedBlock,
  type BlamedLine,
  type BlameOptions,
  blamePrompt,
  type EntryPlace,
  type PromptBlame,
} from "./blame/lines.ts";

/** Where a text stands: a file of a layer, a manifest, or the built-in prompt. */
export type Origin =
  | { readonly layer: LayerName | "manifest"; readonly path: string }
  | "built-in";

/**
 * Finds the origin of a block.
 *
 * @param block Its text; a frozen block goes by the digest of its template.
 * @param configured The blocks of the configuration.
 * @returns The origin of the first block that has this text; undefined when none has.
 *
 * @example
 * ```ts
 * import { findOrigin } from "./blame.ts";
 * import assert from "node:assert/strict";
 *
 * const source = { type: "file" as const, layer: "user" as const, path: "/u/SYSTEM.md" };
 * const configured = [{ text: "Be brief.\n", source }];
 * assert.deepEqual(findOrigin({ text: "Be brief.\n" }, configured), {
 *   layer: "user",
 *   path: "/u/SYSTEM.md",
 * });
 * assert.equal(findOrigin({ text: "Be terse.\n" }, configured), undefined);
 * ```
 */
export function findOrigin(
  block: { readonly text: string; readonly template?: TemplateRef },
  configured: readonly ConfiguredBlock[],
): Origin | undefined {
  const { text, template } = block;
  const found = configured.find((one) =>
    "templateSource" in one
      ? one.templateSource.sha256 === template?.sha256
      : one.text === text && template === undefined
  );
  return found && originOf(found.source);
}

/**
 * Says where a block of the configuration came from.
 *
 * @param source Its source.
 * @returns The layer (or `manifest`) and the path, or `built-in`.
 *
 * @example
 * ```ts
 * import { originOf } from "./blame.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(originOf({ type: "built-in" }), "built-in");
 * ```
 */
export function originOf(source: BlockSource): Origin {
  if (source.type === "built-in") return "built-in";
  return { layer: source.type === "manifest" ? source.type : source.layer, path: source.path };
}
