/**
 * From what the configuration asks for to blocks with texts (DESIGN §5, §6): a template whose source is
 * in the prompt in force keeps the text that was recorded with it; any other one is rendered.
 *
 * That is what makes a rendering happen once: no clock and no change of the surroundings ever changes a
 * recorded text, and only an edit of the template does.
 *
 * @module
 */

import type { Warning } from "../errors.ts";
import type { SystemBlock } from "../types.ts";
import type {
  ConfiguredBlock,
  ConfiguredPrompt,
  ResolvedBlock,
  TemplateBlock,
} from "../prompt_source.ts";

/** The prompt of a configuration with all of its texts. */
export interface FrozenPrompt {
  /** In the order of the configuration; a frozen block carries the digest of its source. */
  readonly blocks: readonly ResolvedBlock[];
  /** What the renderings that took place warn of. */
  readonly warnings: readonly Warning[];
}

/** Whether the text of a block must be found or rendered. */
export function isTemplateBlock(block: ConfiguredBlock): block is TemplateBlock {
  return "templateSource" in block;
}

/**
 * Gives every block its text.
 *
 * @param configured What the configuration asks for.
 * @param recorded The blocks of the window in force, see {@linkcode configWindow}; none to render all.
 * @returns The texts, and what the user must know of those that were rendered now.
 * @throws {ConfigError} When a template cannot be rendered.
 *
 * @example
 * ```ts
 * import { freezeBlocks } from "./freeze.ts";
 * import assert from "node:assert/strict";
 *
 * const templateSource = { text: "{{ date }}", name: "SYSTEM.md.j2", sha256: "d1" };
 * const configured = {
 *   blocks: [{ source: { type: "built-in" as const }, templateSource }],
 *   render: () => ({ text: "2026-11-30", warnings: [] }),
 * };
 * const old = { type: "system" as const, text: "2026-11-29", mode: "append" as const };
 * const recorded = [{ ...old, template: { sha256: "d1" } }];
 * assert.equal(freezeBlocks(configured, []).blocks[0]?.text, "2026-11-30");
 * assert.equal(freezeBlocks(configured, recorded).blocks[0]?.text, "2026-11-29");
 * ```
 */
export function freezeBlocks(
  configured: ConfiguredPrompt,
  recorded: readonly SystemBlock[],
): FrozenPrompt {
  // A renderer gives the same warning with each text it concerns; it is told once.
  const warnings = new Set<Warning>();
  const blocks = configured.blocks.map((block) => {
    if (!isTemplateBlock(block)) return block;
    const { source, templateSource } = block;
    const template = { sha256: templateSource.sha256 };
    const known = recorded.find((one) => one.template?.sha256 === template.sha256);
    if (known !== undefined) return { source, text: known.text, template };
    const rendered = configured.render(templateSource);
    for (const warning of rendered.warnings) warnings.add(warning);
    return { source, text: rendered.text, template };
  });
  return { blocks, warnings: [...warnings] };
}
