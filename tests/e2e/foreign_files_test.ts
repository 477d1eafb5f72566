/**
 * Files that were named as a session by mistake (DESIGN §3): a package.json or a notes file never gets
 * an entry, unless `--adopt` asks for it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";

const layers = { "project/SYSTEM.md": "seed\n" };

const foreign: readonly (readonly [name: string, content: string])[] = [
  ["package.json", '{\n  "name": "thing",\n  "version": "1.0.0",\n  "dependencies": {}\n}\n'],
  ["settings.json", '{"editor.tabSize":2,"files":{"role":"user"}}'],
  ["notes.md", "# Notes\n\n- buy milk\n"],
  ["table.jsonl", '{"id":"1","name":"a"}\n{"id":"2","name":"b"}\n'],
  ["list.json", "[1,2,3]\n"],
  ["picture.png", "\u0089PNG\r\n\u001a\n\0\0\0"],
];

for (const [name, content] of foreign) {
  Deno.test(`panto adds nothing to ${name}, and with --adopt it does`, async () => {
    using box = new Sandbox(layers);
    box.write(name, content);
    const before = box.snapshot();
    const refused = {
      code: 3,
      out: "",
      err: new RegExp(
        `^panto: error: "${name}" holds no session header and no message\nhint: .*--adopt`,
        "m",
      ),
    };
    const append = ["append", name, "--role", "user", "hi"];
    for (const args of [[name], [name, "--lenient"], [name, "--reseed"], [name, "-n"], append]) {
      assertOutcome(await box.panto(args), refused);
    }
    assert.equal(box.snapshot(), before, "untouched byte for byte");
    assertOutcome(await box.panto([name, "--adopt"]), { code: 0, out: "seed\n", err: /seeded/ });
    const adopted = box.read(name);
    assert.ok(adopted.startsWith(content.endsWith("\n") ? content : `${content}\n`));
    const after = box.snapshot();
    // Now it holds a message, which is evidence enough.
    assertOutcome(await box.panto([name]), { code: 0, out: "seed\n" });
    assertOutcome(await box.panto(["inspect", name]), { code: 0, out: "seed\n" });
    assert.equal(box.snapshot(), after);
  });
}

Deno.test("panto inspect and log of a file that is no session say so and change nothing", async () => {
  using box = new Sandbox(layers);
  box.write("table.jsonl", '{"id":"1","name":"a"}\n');
  const before = box.snapshot();
  for (const command of ["inspect", "log"]) {
    assertOutcome(await box.panto([command, "table.jsonl"]), {
      code: 0,
      out: "",
      err: /^panto: warning: "table\.jsonl" holds no session header and no message$/m,
    });
  }
  assertOutcome(await box.panto(["status", "table.jsonl"]), { code: 3 });
  assert.equal(box.snapshot(), before);
});
