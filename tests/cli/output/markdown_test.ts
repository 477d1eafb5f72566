/** cli/output/markdown.ts: nothing in a text becomes Markdown. */

import assert from "node:assert/strict";
import { MarkdownList, MarkdownTable } from "../../../cli/output/markdown.ts";
import type { ShownMessage } from "../../../cli/output/shown_message.ts";

function shownText(position: number, text: string): ShownMessage {
  const message = { role: "user", content: [{ type: "text", text }] } as const;
  return {
    ...{ position, offset: 0, prompt: 1, id: "a", timestamp: undefined, message },
    words: text,
  };
}

Deno.test("MarkdownTable puts cells into code, whatever they hold", () => {
  const cells: readonly (readonly [string, string])[] = [
    ["a", "`a`"],
    ["", ""],
    ["a|b", "`a\\|b`"],
    ["`", "`` ` ``"],
    ["a``b`c", "```a``b`c```"],
    ["@ann #1 <b>", "`@ann #1 <b>`"],
  ];
  for (const [text, cell] of cells) {
    let out = "";
    const table = new MarkdownTable((more) => out += more);
    table.add(shownText(1, text));
    table.end();
    const [head, rule, row] = out.split("\n");
    assert.equal(head, "| AT | P | ID | TIME | ROLE | KIND | TEXT |");
    assert.equal(rule, "| --: | --: | --- | --- | --- | --- | --- |");
    assert.equal(row, `| 1 | 1 | \`a\` | \`-\` | \`user\` | \`text\` | ${cell} |`);
  }
});

Deno.test("MarkdownList fences a text with more backticks than it has", () => {
  let out = "";
  const list = new MarkdownList((more) => out += more);
  list.add(shownText(1, "# no heading\n```\n"));
  list.add(shownText(2, ""));
  list.end();
  assert.equal(
    out,
    "### message 1 · `user` · `prompt 1` · `a`\n\n````\n# no heading\n```\n````\n\n" +
      "### message 2 · `user` · `prompt 1` · `a`\n\n```\n```\n",
  );
});

Deno.test("MarkdownTable without a message prints nothing", () => {
  const table = new MarkdownTable(() => assert.fail("it printed"));
  table.end();
});
