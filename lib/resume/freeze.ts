/**
 * From what the configuration asks for to blocks with texts (DESIGN §5, §6): a template whose source is
 * in the prompt in force keeps the text that was recorded with it; any other one is rendered.
 *
 * That is what makes a rendering happen once: no clock and no change of the surroundings ever changes a
 * recorded text, and only an edit of the template does.
 *
 * @module
 */

import type {
  ConfiguredBlock,
  ResolvedBlock,
  SystemBlock,
  TemplateBlock,
  TemplateSource,
} from "../types.ts";

/** Renders a template; it throws when there is no text. */
export type TemplateRenderer = (template: TemplateSource) => string;

/**
 * Says whether a block of the configuration is a template.
 *
 * @param block A block.
 * @returns Whether its text must be found or rendered.
 *
 * @example
 * ```ts
 * import { isTemplateBlock } from "./freeze.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(isTemplateBlock({ text: "plain", source: { type: "built-in" } }), false);
 * ```
 */
export function isTemplateBlock(block: ConfiguredBlock): block is TemplateBlock {
  return "templateSource" in block;
}

/**
 * Gives every block its text.
 *
 * @param configured What the configuration asks for.
 * @param recorded The blocks of the window in force, see {@linkcode configWindow}; none to render all.
 * @param render Renders a template that is not among them.
 * @returns The blocks in the same order; a frozen one carries the digest of its source.
 *
 * @example
 * ```ts
 * import { freezeBlocks } from "./freeze.ts";
 * import assert from "node:assert/strict";
 *
 * const templateSource = { text: "{{ date }}", name: "SYSTEM.md.j2", sha256: "d1" };
 * const configured = [{ source: { type: "built-in" as const }, templateSource }];
 * const recorded = [{ type: "system" as const, text: "2026-11-30", mode: "append" as const, template: { sha256: "d1" } }];
 * const [block] = freezeBlocks(configured, recorded, () => "never called");
 * assert.equal(block?.text, "2026-11-30");
 * ```
 */
export function freezeBlocks(
  configured: readonly ConfiguredBlock[],
  recorded: readonly SystemBlock[],
  render: TemplateRenderer,
): ResolvedBlock[] {
  return configured.map((block) => {
    if (!isTemplateBlock(block)) return block;
    const { source, templateSource } = block;
    const { sha256 } = templateSource;
    const known = recorded.find(({ template }) => template?.sha256 === sha256);
    return { source, text: known?.text ?? render(templateSource), template: { sha256 } };
  });
}
