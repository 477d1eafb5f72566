/** Prompts that a configuration could ask for, made of plain texts. */

import type { ConfiguredPrompt } from "../../lib/prompt_source.ts";

/** A built-in seed and appends; none of them is a template, so nothing is ever rendered. */
export function plainPrompt(...texts: string[]): ConfiguredPrompt {
  return {
    blocks: texts.map((text) => ({ text, source: { type: "built-in" } })),
    render: ({ name }) => {
      throw new Error(`${name} is no template of this test`);
    },
  };
}
