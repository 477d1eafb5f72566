import assert from "node:assert/strict";

import { DEFAULT_PROMPT } from "../../../lib/prompt_files/default.ts";

Deno.test("DEFAULT_PROMPT is default_prompt.md, byte for byte", () => {
  const bytes = Deno.readFileSync(new URL("../../../lib/prompt_files/default.md", import.meta.url));
  assert.deepEqual(new TextEncoder().encode(DEFAULT_PROMPT), bytes);
});

Deno.test("DEFAULT_PROMPT introduces Panto, then has the sections of DESIGN §8 in order", () => {
  assert.match(DEFAULT_PROMPT, /^You are Panto, a coding agent/);
  const headings = [...DEFAULT_PROMPT.matchAll(/^#+ (.*)$/gm)].map((match) => match[1]);
  const wanted = ["Tone and style", "Doing tasks", "Tool usage", "Git rules", "Safety"];
  assert.deepEqual(headings, wanted);
});

Deno.test("DEFAULT_PROMPT is about 450 tokens long, and stays so", () => {
  // o200k_base counts 469; bytes per token of English prose differ little between tokenizers.
  const bytes = new TextEncoder().encode(DEFAULT_PROMPT).length;
  assert.ok(bytes > 1_700 && bytes < 2_300, `${bytes} bytes`);
});

Deno.test("DEFAULT_PROMPT reads as a SYSTEM.md would: LF only, one final newline, no NUL or BOM", () => {
  assert.match(DEFAULT_PROMPT, /[^\n]\n$/);
  assert.doesNotMatch(DEFAULT_PROMPT, /[\0\r\uFEFF]/);
});
