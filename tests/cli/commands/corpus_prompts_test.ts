/** Real prompt files as SYSTEM.md: recorded and printed byte for byte, `{{` included (DESIGN §2.10). */

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandRunner } from "../../support/command_runner.ts";

const corpus = fileURLToPath(new URL("../../../../shared/corpus/prompts", import.meta.url));
const isThere = existsSync(corpus);
if (!isThere) console.error(`skipped: no real prompts, since ${corpus} is absent`);

for (const name of isThere ? readdirSync(corpus).sort() : []) {
  Deno.test(`panto keeps every byte of ${name}`, () => {
    using runner = new CommandRunner();
    const text = readFileSync(join(corpus, name), "utf8");
    runner.put("user", "SYSTEM.md", text);
    const { code, out } = runner.panto(["s.jsonl", "--json"]);
    assert.equal(code, 0);
    assert.equal(JSON.parse(out).blocks[0].text, text.replace(/^\ufeff/, ""));
    const printed = (runner.panto(["s.jsonl"])).out;
    assert.equal(printed, `${text.replace(/^\ufeff/, "").replace(/(\r?\n)+$/, "")}\n`);
    assert.equal((runner.panto(["status", "s.jsonl"])).code, 0);
  });
}
