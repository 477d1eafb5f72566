/**
 * A last line that was cut short, as a kill or a full disk leaves it (DESIGN §3, Writing b): whatever is
 * left of a session, the next command makes a readable session of it and keeps every byte.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSession, readPrompt } from "../../mod.ts";
import { plainPrompt } from "../support/configured.ts";
import { countingEntries } from "../support/log_builder.ts";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";
import { messagesOf } from "../support/session_log.ts";

const resolved = plainPrompt("é", "b");

function textsAtEnd(path: string): string[] {
  const file = openSession(path, { cwd: "/" }).open();
  assert.ok(file !== undefined);
  try {
    const { blocks, diagnostics } = readPrompt(file);
    assert.ok(diagnostics.every(({ touches }) => !touches));
    return blocks.map((block) => block.text);
  } finally {
    file.close();
  }
}

Deno.test("Session.resume() over a seeded log cut at every byte gives the prompt, twice", () => {
  using box = new Sandbox();
  const path = join(box.project, "s.jsonl");
  const options = { cwd: "/", entries: countingEntries() };
  openSession(path, options).resume(resolved);
  const whole = readFileSync(path);
  assert.ok(whole.length > 250 && whole.length < 700, "a few hundred cuts of 20 ms each");
  for (let cut = 0; cut <= whole.length; cut++) {
    const left = whole.subarray(0, cut);
    writeFileSync(path, left);
    openSession(path, options).resume(resolved);
    const first = readFileSync(path);
    assert.ok(first.subarray(0, cut).equals(left), `cut at ${cut}: the bytes are kept`);
    assert.deepEqual(textsAtEnd(path), ["é", "b"], `cut at ${cut}`);
    const again = openSession(path, options).resume(resolved);
    assert.equal(again.plan.action, "unchanged", `cut at ${cut}`);
    assert.ok(readFileSync(path).equals(first), `cut at ${cut}: the second resume adds nothing`);
  }
});

Deno.test("panto SESSION over a seeded log cut anywhere gives the prompt, twice", async () => {
  using box = new Sandbox({
    "project/SYSTEM.md": "seed\n",
    "user/APPEND_SYSTEM.md": "rules\n",
    "base/APPEND_SYSTEM.md": "more é\n",
  });
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  const whole = readFileSync(box.path("s.jsonl"));
  const ends = [...whole].flatMap((byte, i) => byte === 10 ? [i] : []);
  assert.equal(ends.length, 4);
  // Around every line's end, and spread over the rest.
  const near = ends.flatMap((end) => [end - 1, end, end + 1]);
  const spread = Array.from({ length: 13 }, (_, i) => Math.round(i * whole.length / 13));
  const cuts = [...new Set([...near, ...spread])];
  assert.ok(cuts.length >= 24);
  for (const cut of cuts) box.write(`cut${cut}.jsonl`, whole.subarray(0, cut));
  const script = cuts.map((cut) =>
    `panto cut${cut}.jsonl -q > 1 2>> err && cp cut${cut}.jsonl copy && ` +
    `panto cut${cut}.jsonl -q > 2 2>> err && cmp cut${cut}.jsonl copy && ` +
    `cmp 1 right && cmp 2 right || echo ${cut}`
  ).join("\n");
  box.write("right", "seed\n\n---\n\nrules\n\n---\n\nmore é\n");
  assertOutcome(await box.sh(script), { code: 0, out: "", err: "" });
  const status = await box.panto(["status", ...cuts.map((cut) => `cut${cut}.jsonl`)]);
  assertOutcome(status, { code: 0 });
  for (const cut of cuts) {
    const after = readFileSync(box.path(`cut${cut}.jsonl`));
    assert.ok(after.subarray(0, cut).equals(whole.subarray(0, cut)), `cut at ${cut}`);
  }
});

const seeded = "panto -q s.jsonl > out\npanto -q append s.jsonl --role user hi\n";

Deno.test("panto append after a torn tail begins a new line; the log stays readable", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  assertOutcome(await box.sh(`${seeded}printf '{"type":"message","id":"to' >> s.jsonl`), {
    code: 0,
  });
  const torn = box.read("s.jsonl");
  const append = await box.panto(["append", "s.jsonl", "--role", "user", "after"]);
  assertOutcome(append, {
    code: 0,
    err:
      /^panto: warning: s\.jsonl:4: incomplete last line ignored \(byte \d+\)\npanto: s\.jsonl: appended user.*\n$/,
  });
  const log = box.read("s.jsonl");
  assert.ok(log.startsWith(`${torn}\n{`), "records never fuse");
  assert.deepEqual(messagesOf(log), ["system append: seed\n", "user: hi", "user: after"]);
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), {
    code: 0,
    out: "seed\n",
    err: /s\.jsonl:4: /,
  });
  assertOutcome(await box.panto(["log", "s.jsonl"]), { code: 0, err: /s\.jsonl:4: / });
  assertOutcome(await box.panto(["status", "s.jsonl"]), { code: 0 });
});

Deno.test("panto append after a torn tail without ids warns; the next resume heals", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  box.write(
    "s.jsonl",
    '{"role":"system","content":"seed\\n"}\n{"role":"user","content":"hi"}\n{"role":"us',
  );
  const append = await box.panto(["append", "s.jsonl", "--role", "user", "after"]);
  assertOutcome(append, { code: 0, err: /now counts as damage until the next resume/ });
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 3, out: "", err: /line 3 / });
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n", err: /recorded anew/ });
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  assertOutcome(await box.panto(["status", "s.jsonl"]), { code: 0 });
});

Deno.test("panto append takes an unterminated last line that is complete for an entry", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  assertOutcome(await box.sh(`${seeded}printf '{"role":"user","content":"bare"}' >> s.jsonl`), {
    code: 0,
  });
  const append = await box.panto(["append", "s.jsonl", "--role", "user", "after"]);
  assertOutcome(append, { code: 0, err: /^panto: s\.jsonl: appended user.*\n$/ });
  const expected = ["system append: seed\n", "user: hi", "user: bare", "user: after"];
  assert.deepEqual(messagesOf(box.read("s.jsonl")), expected);
});

Deno.test("panto append waits for a line that is still being written", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  const script = `${seeded}
{ printf '{"role":"user",'; for i in 1 2 3 4 5 6 7 8 9 10; do printf '      '; sleep 0.01; done
  printf '"content":"slow"}\\n'; } >> s.jsonl &
sleep 0.03
panto -q append s.jsonl --role user after 2> err
wait`;
  assertOutcome(await box.sh(script), { code: 0 });
  const log = box.read("s.jsonl");
  for (const line of log.trimEnd().split("\n")) assert.doesNotThrow(() => JSON.parse(line), line);
  assert.deepEqual(messagesOf(log).slice(-2), ["user: slow", "user: after"]);
});
