/**
 * System entries that a script adds between two resumes (DESIGN §5): what the next resume does with
 * them, what `append` says of that beforehand, and `--keep-edits`.
 *
 * @module
 */

import assert from "node:assert/strict";
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

interface Fate {
  readonly name: string;
  readonly before: string;
  readonly append?: string;
  readonly says: string;
  /** The prompt after the next resume, and after one with `--keep-edits` instead. */
  readonly plain: string;
  readonly keeping: string;
  /** The discarded position, where a resume discards something. */
  readonly discards?: number;
}

const fates: readonly Fate[] = [
  {
    name: "after the first message of a log that was never replaced",
    before: quiet,
    says: "kept",
    plain: edited,
    keeping: edited,
  },
  {
    name: "in the conversation after a replace",
    before: `${reseeded}panto -q append s.jsonl --role user again\n`,
    says: "kept only with --keep-edits",
    plain: files,
    keeping: edited,
    discards: 7,
  },
  {
    name: "among the leading blocks",
    before: "panto -q s.jsonl > out\n",
    says: "replaced by the files",
    plain: files,
    keeping: files,
    discards: 3,
  },
  {
    name: "right after the blocks of a replace",
    before: reseeded,
    says: "replaced by the files",
    plain: files,
    keeping: files,
    discards: 6,
  },
];

for (const { name, before, says, plain, keeping, discards } of fates) {
  Deno.test(`panto append --role system ${name} is ${says}, and so it happens`, async () => {
    for (const flag of ["", " --keep-edits"]) {
      using box = new Sandbox(layers);
      const err = await told(box, before + edit);
      assert.equal(
        err,
        `panto: s.jsonl: appended system message (append); at the next resume` +
          `${says.startsWith("kept") ? ", if the files are in step" : ""}: ${says}\n`,
      );
      assert.equal(await prompt(box), edited);
      const wanted = flag === "" ? plain : keeping;
      const resumed = await told(box, `panto s.jsonl${flag}`);
      assert.equal(await prompt(box), wanted);
      const warning =
        `panto: warning: s.jsonl: the re-seed discards 1 further block of the prompt ` +
        `(at position ${discards})\n`;
      const change = "panto: s.jsonl: re-seeded (+1 replace, +1 append): seed base, append user\n";
      assert.equal(resumed, wanted === edited ? "" : warning + change);
      const after = box.snapshot();
      assert.equal(await told(box, `panto s.jsonl${flag}`), "");
      assert.equal(box.snapshot(), after, "the second resume changes nothing");
    }
  });
}

Deno.test("panto append --role system --replace is replaced by the files, and so it happens", async () => {
  for (const flag of ["", " --keep-edits"]) {
    using box = new Sandbox(layers);
    const err = await told(box, `${quiet}panto append s.jsonl --role system --replace 'all new'`);
    assert.equal(
      err,
      "panto: s.jsonl: appended system message (replace); at the next resume: replaced by the files\n",
    );
    assert.equal(await prompt(box), "all new\n");
    assert.match(await told(box, `panto s.jsonl${flag}`), /re-seeded \(\+1 replace, \+1 append\)/);
    assert.equal(await prompt(box), files);
    assert.equal(await told(box, `panto s.jsonl${flag}`), "");
  }
});

Deno.test("panto --keep-edits still discards edits when the files have changed, and says so", async () => {
  using box = new Sandbox(layers);
  await told(box, `${reseeded}panto -q append s.jsonl --role user again\n${edit}\n${edit}`);
  const before = box.snapshot();
  assertOutcome(await box.panto(["status", "s.jsonl", "--keep-edits"]), { code: 0, err: "" });
  assertOutcome(await box.panto(["diff", "s.jsonl", "--keep-edits"]), { code: 0, out: "" });
  assert.equal(await told(box, "panto s.jsonl --keep-edits"), "");
  const warning =
    /^panto: warning: s\.jsonl: the re-seed discards 2 further blocks .*position 7, 8\)$/m;
  assertOutcome(await box.panto(["status", "s.jsonl"]), { code: 1, err: warning });
  assertOutcome(await box.panto(["diff", "s.jsonl"]), {
    code: 1,
    out: /^-an edit$/m,
    err: warning,
  });
  assert.equal(box.snapshot(), before);
  box.layer("user/APPEND_SYSTEM.md", "other rules\n");
  const err = await told(box, "panto s.jsonl --keep-edits");
  assert.match(err, warning);
  assert.match(err, /^panto: s\.jsonl: re-seeded \(\+1 replace, \+1 append\)/m);
  assert.equal(await prompt(box), "seed\n\n---\n\nother rules\n");
  assert.equal(await told(box, "panto s.jsonl --keep-edits"), "");
});

Deno.test("panto SESSION leaves a never-replaced log with late system messages alone until the files change", async () => {
  using box = new Sandbox(layers);
  await told(box, `${quiet}${edit}\npanto -q append s.jsonl --role user bye\n${edit}`);
  const before = box.snapshot();
  assert.equal(await told(box, "panto s.jsonl"), "");
  assert.equal(box.snapshot(), before);
  box.layer("base/SYSTEM.md", "new seed\n");
  assert.equal(
    await told(box, "panto s.jsonl"),
    "panto: warning: s.jsonl: the re-seed discards 2 further blocks of the prompt (at position 4, 6)\n" +
      "panto: s.jsonl: re-seeded (+1 replace, +1 append): seed base, append user\n",
  );
  assert.deepEqual(messagesOf(box.read("s.jsonl")).slice(-2), [
    "system replace: new seed\n",
    "system append: rules\n",
  ]);
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
