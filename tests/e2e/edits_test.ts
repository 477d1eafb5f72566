/**
 * System entries that a script adds between two resumes (DESIGN §5): they stay until the files change,
 * whenever they were made, and `append` says so.
 *
 * @module
 */

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";
import { messagesOf } from "../support/session_log.ts";

const layers = { "base/SYSTEM.md": "seed\n", "user/APPEND_SYSTEM.md": "rules\n" };

/** Runs a script that must succeed, and returns what it said on stderr. */
async function told(box: Sandbox, script: string): Promise<string> {
  const outcome = await box.sh(`set -e\n${script}`);
  assertOutcome(outcome, { code: 0 });
  return outcome.err;
}

async function prompt(box: Sandbox): Promise<string> {
  const { code, out } = await box.panto(["inspect", "s.jsonl"]);
  assert.equal(code, 0);
  return out;
}

const quiet = "panto -q s.jsonl > out\npanto -q append s.jsonl --role user hi\n";
const reseeded = `${quiet}panto -q s.jsonl --reseed > out\n`;
const edit = "panto append s.jsonl --role system 'an edit'";
const files = "seed\n\n---\n\nrules\n";
const edited = "seed\n\n---\n\nrules\n\n---\n\nan edit\n";

const moments: readonly { readonly name: string; readonly before: string; readonly at: number }[] =
  [
    { name: "among the leading blocks", before: "panto -q s.jsonl > out\n", at: 3 },
    { name: "after the first message", before: quiet, at: 4 },
    { name: "right after a re-seed", before: reseeded, at: 6 },
    {
      name: "in the conversation after a re-seed",
      before: `${reseeded}panto -q append s.jsonl --role user again\n`,
      at: 7,
    },
  ];
const change = "panto: s.jsonl: re-seeded (+1 replace, +1 append): seed base, append user\n";

for (const { name, before, at } of moments) {
  Deno.test(`panto SESSION keeps an edit made ${name} until the files change`, async () => {
    using box = new Sandbox(layers);
    assert.equal(
      await told(box, before + edit),
      "panto: s.jsonl: appended system message (append), kept until a resume re-seeds\n",
    );
    const made = box.snapshot();
    assert.equal(await told(box, "panto s.jsonl; panto diff s.jsonl"), "");
    assertOutcome(await box.panto(["status", "s.jsonl"]), {
      code: 0,
      out: `s.jsonl: in step, with 1 edit (position ${at})\n`,
      err: "",
    });
    assert.equal(await prompt(box), edited);
    assert.equal(box.snapshot(), made);
    box.layer("base/SYSTEM.md", "new seed\n");
    const discarded = `panto: warning: s.jsonl: the re-seed discards 1 edit (position ${at}) of ` +
      "the prompt\n";
    assertOutcome(await box.panto(["diff", "s.jsonl"]), {
      code: 1,
      out: /^-an edit$/m,
      err: discarded,
    });
    assert.equal(await told(box, "panto s.jsonl"), discarded + change);
    assert.equal(await prompt(box), files.replace("seed", "new seed"));
    const after = box.snapshot();
    assert.equal(await told(box, "panto s.jsonl"), "");
    assert.equal(box.snapshot(), after, "the second resume changes nothing");
  });
}

Deno.test("panto SESSION keeps an edit that replaces, too, and warns", async () => {
  using box = new Sandbox(layers);
  await told(box, `${quiet}panto append s.jsonl --role system --replace 'all new'`);
  const warning = "panto: warning: s.jsonl: in step, but edit 4 replaces the prompt files' text\n";
  assert.equal(await told(box, "panto s.jsonl"), warning);
  assert.equal(await prompt(box), "all new\n");
  box.layer("user/APPEND_SYSTEM.md", "other rules\n");
  assert.equal(
    await told(box, "panto s.jsonl"),
    `panto: warning: s.jsonl: the re-seed discards 1 edit (position 4) of the prompt\n${change}`,
  );
  assert.equal(await prompt(box), "seed\n\n---\n\nother rules\n");
});

Deno.test("panto SESSION names every edit that it discards, and no file that is gone", async () => {
  using box = new Sandbox(layers);
  await told(box, `${quiet}${edit}\npanto -q append s.jsonl --role user bye\n${edit}`);
  rmSync(box.layerPath("user/APPEND_SYSTEM.md"));
  assert.equal(
    await told(box, "panto s.jsonl"),
    "panto: warning: s.jsonl: the re-seed discards 2 edits (positions 4, 6) of the prompt\n" +
      "panto: s.jsonl: re-seeded (+1 replace): seed base\n",
  );
  assert.deepEqual(messagesOf(box.read("s.jsonl")).slice(-1), ["system replace: seed\n"]);
  assert.equal(await told(box, "panto s.jsonl"), "");
});

Deno.test("panto inspect --at shows the prompt before and after every edit", async () => {
  using box = new Sandbox(layers);
  await told(box, `${quiet}${edit}\npanto -q s.jsonl --reseed > out`);
  const at = ["", "seed\n", files, files, edited, "seed\n", files];
  for (const [position, wanted] of at.entries()) {
    for (const spec of [position, position - at.length + 1]) {
      if (spec < -6 || Object.is(spec, 0) && position > 0) continue;
      const outcome = await box.panto(["inspect", "s.jsonl", "--at", String(spec)]);
      assertOutcome(outcome, { code: 0, out: wanted, err: "" });
    }
  }
  for (const spec of ["7", "-7"]) {
    const outcome = await box.panto(["inspect", "s.jsonl", "--at", spec]);
    assertOutcome(outcome, { code: 2, out: "", err: /positions are 0 to 6, or -1 to -6/ });
  }
});
