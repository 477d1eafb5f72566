/** Real prompt files as SYSTEM.md: recorded and printed byte for byte, `{{` included (DESIGN §2.12). */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CommandRunner } from "../../support/command_runner.ts";
import { shared } from "../../support/shared.ts";

const corpus = shared("corpus/prompts");
const paths = corpus === undefined
  ? []
  : readdirSync(corpus).sort().map((name) => join(corpus, name));

for (const path of paths) {
  Deno.test(`panto keeps every byte of ${basename(path)}`, () => {
    using runner = new CommandRunner();
    const text = readFileSync(path, "utf8");
    runner.put("user", "SYSTEM.md", text);
    const { code, out } = runner.panto(["s.jsonl", "--json"]);
    assert.equal(code, 0);
    assert.equal(JSON.parse(out).blocks[0].text, text.replace(/^\ufeff/, ""));
    const printed = (runner.panto(["s.jsonl"])).out;
    assert.equal(printed, `${text.replace(/^\ufeff/, "").replace(/(\r?\n)+$/, "")}\n`);
    assert.equal((runner.panto(["status", "s.jsonl"])).code, 0);
  });
}
