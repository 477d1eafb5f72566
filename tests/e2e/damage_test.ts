/**
 * Damaged session logs through the executable (DESIGN §3, Damage): what stays a warning, what stops
 * reading commands with exit code 3, what a resume heals and what it refuses to heal.
 *
 * @module
 */

import assert from "node:assert/strict";
import { chain, entry, HEADER, logText, system, user } from "../support/log_builder.ts";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";

const layers = { "project/SYSTEM.md": "seed\n" };
const GARBAGE = '{"type":"message","id":"e9","par';

/** Byte offset of a line, counted from 1. */
function byteOf(log: string, line: number): number {
  return new TextEncoder().encode(log.split("\n").slice(0, line - 1).map((l) => `${l}\n`).join(""))
    .length;
}

interface DamageCase {
  readonly name: string;
  readonly log: string;
  /** The damaged line. */
  readonly line: number;
  readonly says: RegExp;
}

const [one, two, three] = chain(system("seed\n"), user("hi"), user("again"));
assert.ok(one !== undefined && two !== undefined && three !== undefined);
const unchained = (message: Record<string, unknown>) => entry(undefined, undefined, message);

const beside: readonly DamageCase[] = [
  {
    name: "a line that is no JSON beside an unbroken chain",
    log: logText(HEADER, one, GARBAGE, two, three),
    line: 3,
    says: /damaged line ignored: it is not JSON/,
  },
  {
    name: "NUL bytes, as a crash of the machine leaves them",
    log: logText(HEADER, one, two, "\0\0\0\0", three),
    line: 4,
    says: /it holds NUL bytes/,
  },
  {
    name: "an incomplete last line",
    log: logText(HEADER, one, two) + GARBAGE,
    line: 4,
    says: /incomplete last line ignored/,
  },
];

for (const { name, log, line, says } of beside) {
  Deno.test(`panto warns of ${name} with line and byte, and goes on`, async () => {
    using box = new Sandbox(layers);
    box.write("s.jsonl", log);
    const before = box.snapshot();
    const place = new RegExp(`s\\.jsonl:${line}: .*\\(byte ${byteOf(log, line)}\\)`);
    for (const args of [["inspect"], ["log"], ["status"], ["inspect", "-f", "openai"]]) {
      const outcome = await box.panto([...args, "s.jsonl"]);
      assertOutcome(outcome, { code: 0, err: place });
      assert.match(outcome.err, says);
    }
    assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n", err: place });
    assert.equal(box.snapshot(), before, "in step: nothing to heal");
  });
}

const touching: readonly DamageCase[] = [
  {
    name: "a damaged line on which an entry without parentId hangs",
    log: logText(HEADER, unchained(system("seed\n")), GARBAGE, unchained(user("hi"))),
    line: 3,
    says: /the next entry hangs on it: it is not JSON/,
  },
  {
    name: "a parent that is not found",
    log: logText(HEADER, one, entry("e3", "e2", user("again"))),
    line: 3,
    says: /its parent is not found/,
  },
  {
    name: "a damaged line after the leaf",
    log: logText(HEADER, one, two, GARBAGE),
    line: 4,
    says: /damaged line at the end: it is not JSON/,
  },
  {
    name: "system content that is no text",
    log: logText(
      HEADER,
      unchained(system("seed\n")),
      unchained({ role: "system", content: null }),
      unchained(user("hi")),
    ),
    line: 3,
    says: /system content is null/,
  },
];

for (const { name, log, line, says } of touching) {
  Deno.test(`panto stops with 3 at ${name}, goes on with --lenient, and a resume heals it`, async () => {
    using box = new Sandbox(layers);
    box.write("s.jsonl", log);
    const before = box.snapshot();
    const place = new RegExp(`line ${line} \\(byte ${byteOf(log, line)}\\)`);
    const append = ["append", "s.jsonl", "--role", "user", "hi"];
    for (
      const args of [["inspect", "s.jsonl"], ["log", "s.jsonl"], ["status", "s.jsonl"], [
        "diff",
        "s.jsonl",
      ], append]
    ) {
      const outcome = await box.panto(args);
      assertOutcome(outcome, { code: 3, err: place });
      assert.match(outcome.err, says);
      assert.match(outcome.err, /^hint: .*--lenient/m);
    }
    const lenient = await box.panto(["inspect", "s.jsonl", "--lenient"]);
    assertOutcome(lenient, { code: 0, out: "seed\n" });
    assert.match(
      lenient.err,
      new RegExp(`^panto: warning: s\\.jsonl:${line}: .*\\(byte \\d+\\)\n$`),
    );
    assert.equal(box.snapshot(), before, "reading and refusing change nothing");
    const healed = await box.panto(["s.jsonl"]);
    assertOutcome(healed, { code: 0, out: "seed\n", err: /^panto: warning: .*recorded anew$/m });
    assert.match(healed.err, /^panto: s\.jsonl: re-seeded \(\+1 replace\): seed project$/m);
    assert.ok(box.read("s.jsonl").startsWith(log), "every byte that was there is there");
    const after = box.snapshot();
    assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n" });
    assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n", err: "" });
    assertOutcome(await box.panto(["status", "s.jsonl"]), { code: 0 });
    assertOutcome(await box.panto(["log", "s.jsonl"]), { code: 0 });
    assert.equal(box.snapshot(), after, "the second resume changes nothing");
    assertOutcome(await box.panto(append), { code: 0 });
  });
}

Deno.test("panto does not care about damage before the last replace", async () => {
  using box = new Sandbox(layers);
  const before = [unchained(system("old")), GARBAGE, unchained(user("hi"))];
  box.write(
    "s.jsonl",
    logText(HEADER, ...before, unchained(system("seed\n", "replace")), unchained(user("ho"))),
  );
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n", err: "" });
  // What plans a resume looks for sources to the root, and tells what it meets.
  const met = /^panto: warning: s\.jsonl:3: damaged line ignored: it is not JSON \(byte \d+\)\n$/;
  assertOutcome(await box.panto(["status", "s.jsonl"]), { code: 0, err: met });
  assertOutcome(await box.panto(["append", "s.jsonl", "--role", "user", "hi"]), { code: 0 });
  assertOutcome(await box.panto(["log", "s.jsonl"]), {
    code: 0,
    err: /^panto: warning: s\.jsonl:3: /,
  });
  // There the prompt does hang on it.
  assertOutcome(await box.panto(["inspect", "s.jsonl", "--at", "2"]), { code: 3, out: "" });
});

Deno.test("panto inspect --at before damage at the end shows the prompt there", async () => {
  using box = new Sandbox(layers);
  box.write("s.jsonl", logText(HEADER, one, two, GARBAGE));
  assertOutcome(await box.panto(["inspect", "s.jsonl", "--at", "1"]), { code: 0, out: "seed\n" });
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 3, out: "" });
});

const newer: readonly (readonly [name: string, log: string])[] = [
  [
    "a mode that is not known yet",
    logText(
      HEADER,
      one,
      entry("e2", "e1", { ...system("x"), mode: "prepend" }),
      entry("e3", "e2", user("hi")),
    ),
  ],
  [
    "a header of a later version",
    logText({ ...HEADER, version: 4 }, entry("e1", null, system("other\n"))),
  ],
];

for (const [name, log] of newer) {
  Deno.test(`panto does not write after ${name} unless it is told to`, async () => {
    using box = new Sandbox(layers);
    box.write("s.jsonl", log);
    const before = box.snapshot();
    const append = ["append", "s.jsonl", "--role", "user", "hi"];
    for (const args of [["s.jsonl"], ["s.jsonl", "--reseed"], append]) {
      assertOutcome(await box.panto(args), { code: 3, out: "", err: /--lenient/ });
    }
    assert.equal(box.snapshot(), before);
    assertOutcome(await box.panto([...append, "--lenient"]), { code: 0 });
    assertOutcome(await box.panto(["s.jsonl", "--lenient"]), { code: 0, out: "seed\n" });
    assert.ok(box.read("s.jsonl").startsWith(log));
  });
}

Deno.test("panto log lists every damaged line, and fails after printing where damage touches", async () => {
  using box = new Sandbox(layers);
  box.write("s.jsonl", logText(HEADER, one, "garbage 1", two, "garbage 2", three, "garbage 3"));
  const outcome = await box.panto(["log", "s.jsonl"]);
  assertOutcome(outcome, {
    code: 3,
    out: /^P +AT +LINE/,
    err: /s\.jsonl:3: [^]*s\.jsonl:5: [^]*line 7 /,
  });
  const json = await box.panto(["log", "s.jsonl", "--json"]);
  const { damage } = JSON.parse(json.out);
  assert.deepEqual(
    damage.map((found: { line: number; touches: boolean }) => [found.line, found.touches]),
    [[3, false], [5, false], [7, true]],
  );
});
