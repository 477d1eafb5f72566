/**
 * Reconciliation through the executable (DESIGN §5): what a change of the prompt files adds to a
 * session, and that the next resume adds nothing.
 *
 * @module
 */

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { assertOutcome, normalized, Sandbox } from "../support/sandbox.ts";
import { assertChained, messagesOf } from "../support/session_log.ts";

const layers = {
  "base/SYSTEM.md": "base seed\n",
  "project/APPEND_SYSTEM.md": "project rules\n",
  "user/APPEND_SYSTEM.md": "user rules\n",
  "base/APPEND_SYSTEM.md": "base rules\n",
};

/** Resumes once more and checks that nothing at all happens. */
async function assertInStep(box: Sandbox, name = "s.jsonl"): Promise<void> {
  const before = box.snapshot();
  const outcome = await box.panto([name]);
  assertOutcome(outcome, { code: 0, err: "" });
  assert.equal(box.snapshot(), before, "a resume in step touches nothing");
  assertOutcome(await box.panto(["status", name]), { code: 0, out: /: +in step\n$/ });
}

interface Change {
  readonly name: string;
  readonly change: (box: Sandbox) => void;
  /** What the resume says after `re-seeded `; undefined when the prompt is the same. */
  readonly told?: string;
  /** The messages that are added. */
  readonly added?: readonly string[];
}

const rest = [
  "system append: project rules\n",
  "system append: user rules\n",
  "system append: base rules\n",
];
const all = "appends project, user, base";

const changes: readonly Change[] = [
  {
    name: "an append file edited",
    change: (box) => box.layer("user/APPEND_SYSTEM.md", "user rules, edited\n"),
    told: `(+1 replace, +3 append): seed base, ${all}`,
    added: [
      "system replace: base seed\n",
      rest[0] ?? "",
      "system append: user rules, edited\n",
      rest[2] ?? "",
    ],
  },
  {
    name: "an append file removed",
    change: (box) => rmSync(box.layerPath("user/APPEND_SYSTEM.md")),
    told: "(+1 replace, +2 append): seed base, appends project, base",
    added: ["system replace: base seed\n", rest[0] ?? "", rest[2] ?? ""],
  },
  {
    name: "every append file removed",
    change: (box) => {
      for (const layer of ["base", "user", "project"]) {
        rmSync(box.layerPath(`${layer}/APPEND_SYSTEM.md`));
      }
    },
    told: "(+1 replace): seed base",
    added: ["system replace: base seed\n"],
  },
  {
    name: "two append files exchanged",
    change: (box) => {
      box.layer("user/APPEND_SYSTEM.md", "base rules\n");
      box.layer("base/APPEND_SYSTEM.md", "user rules\n");
    },
    told: `(+1 replace, +3 append): seed base, ${all}`,
    added: ["system replace: base seed\n", rest[0] ?? "", rest[2] ?? "", rest[1] ?? ""],
  },
  {
    name: "the seed edited",
    change: (box) => box.layer("base/SYSTEM.md", "base seed, edited\n"),
    told: `(+1 replace, +3 append): seed base, ${all}`,
    added: ["system replace: base seed, edited\n", ...rest],
  },
  {
    name: "a seed in a higher layer",
    change: (box) => box.layer("project/SYSTEM.md", "project seed\n"),
    told: `(+1 replace, +3 append): seed project, ${all}`,
    added: ["system replace: project seed\n", ...rest],
  },
  {
    name: "an empty seed in a higher layer",
    change: (box) => box.layer("user/SYSTEM.md", ""),
    told: `(+1 replace, +3 append): seed user, ${all}`,
    added: ["system replace: ", ...rest],
  },
  {
    name: "one trailing newline more",
    change: (box) => box.layer("base/SYSTEM.md", "base seed\n\n"),
    told: `(+1 replace, +3 append): seed base, ${all}`,
    added: ["system replace: base seed\n\n", ...rest],
  },
  {
    name: "CRLF for LF",
    change: (box) => box.layer("base/SYSTEM.md", "base seed\r\n"),
    told: `(+1 replace, +3 append): seed base, ${all}`,
    added: ["system replace: base seed\r\n", ...rest],
  },
  {
    name: "a byte order mark, which is no text",
    change: (box) => box.layer("base/SYSTEM.md", "\ufeffbase seed\n"),
  },
  {
    name: "the same seed in another layer",
    change: (box) => {
      rmSync(box.layerPath("base/SYSTEM.md"));
      box.layer("user/SYSTEM.md", "base seed\n");
    },
  },
  {
    name: "a file written anew with the same text",
    change: (box) => box.layer("user/APPEND_SYSTEM.md", "user rules\n"),
  },
];

for (const { name, change, told, added = [] } of changes) {
  Deno.test(`panto SESSION reconciles ${name}`, async () => {
    using box = new Sandbox(layers);
    assertOutcome(await box.panto(["s.jsonl"]), {
      code: 0,
      err: `panto: created s.jsonl: seed base, ${all}\n`,
    });
    assertOutcome(await box.panto(["-q", "append", "s.jsonl", "--role", "user", "hi"]), {
      code: 0,
    });
    const before = box.read("s.jsonl");
    const seeded = messagesOf(before);
    assert.deepEqual(seeded, ["system append: base seed\n", ...rest, "user: hi"]);
    change(box);
    if (told === undefined) return await assertInStep(box);
    const planned = await box.panto(["s.jsonl", "-n"]);
    const would = `panto: s.jsonl: would be re-seeded ${told}\n`;
    assertOutcome(planned, { code: 0, err: would });
    const resumed = await box.panto(["s.jsonl"]);
    assertOutcome(resumed, { code: 0, err: `panto: s.jsonl: re-seeded ${told}\n` });
    const after = box.read("s.jsonl");
    assert.ok(after.startsWith(before));
    assert.deepEqual(messagesOf(after.slice(before.length)), added);
    assert.equal(normalized(planned.out), normalized(after.slice(before.length)));
    assertChained(after);
    await assertInStep(box);
  });
}

Deno.test("panto status, diff and --dry-run --exit-code agree with the resume", async () => {
  using box = new Sandbox({ "base/SYSTEM.md": "base seed\n" });
  const codes = async (code: number, diff: RegExp) => {
    assertOutcome(await box.panto(["status", "s.jsonl"]), { code });
    assertOutcome(await box.panto(["diff", "s.jsonl"]), { code, out: diff });
    assertOutcome(await box.panto(["s.jsonl", "-n", "--exit-code"]), { code });
  };
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  await codes(0, /^$/);
  box.layer("base/SYSTEM.md", "another seed\n");
  await codes(1, /^--- s\.jsonl\n\+\+\+ files\n@@ .*\n-base seed\n\+another seed\n$/);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  await codes(0, /^$/);
});

Deno.test("panto SESSION reconciles an append file that is new", async () => {
  using box = new Sandbox({ "base/SYSTEM.md": "base seed\n" });
  assertOutcome(await box.panto(["s.jsonl"]), {
    code: 0,
    out: "base seed\n",
    err: "panto: created s.jsonl: seed base\n",
  });
  box.layer("project/APPEND_SYSTEM.md", "project rules\n");
  assertOutcome(await box.panto(["s.jsonl"]), {
    code: 0,
    out: "base seed\n\n---\n\nproject rules\n",
    err: "panto: s.jsonl: re-seeded (+1 replace, +1 append): seed base, append project\n",
  });
  await assertInStep(box);
});

Deno.test("panto SESSION records the built-in prompt, and a file in its place", async () => {
  using box = new Sandbox();
  const first = await box.panto(["s.jsonl"]);
  assertOutcome(first, {
    code: 0,
    out: /^You are Panto/,
    err: "panto: created s.jsonl: seed built-in\n",
  });
  await assertInStep(box);
  box.layer("project/SYSTEM.md", "mine\n");
  assertOutcome(await box.panto(["s.jsonl"]), {
    code: 0,
    out: "mine\n",
    err: "panto: s.jsonl: re-seeded (+1 replace): seed project\n",
  });
  await assertInStep(box);
});

Deno.test("panto SESSION resumed 20 times in a row adds nothing", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  box.layer("base/SYSTEM.md", "another seed\n");
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0, err: /re-seeded/ });
  const before = box.snapshot();
  const loop =
    "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do panto s.jsonl; done";
  const outcome = await box.sh(loop);
  assertOutcome(outcome, { code: 0, err: "" });
  assert.equal(outcome.out.split("another seed\n").length, 21);
  assert.equal(box.snapshot(), before);
});

Deno.test("panto SESSION --reseed records an unchanged prompt anew, once for each time", async () => {
  using box = new Sandbox({
    "base/SYSTEM.md": "base seed\n",
    "user/APPEND_SYSTEM.md": "user rules\n",
  });
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  const expected = ["system append: base seed\n", "system append: user rules\n"];
  for (let time = 0; time < 2; time++) {
    assertOutcome(await box.panto(["s.jsonl", "--reseed", "--json"]), {
      code: 0,
      out: /"session":"reconciled"/,
      err: "panto: s.jsonl: re-seeded (+1 replace, +1 append): seed base, append user\n",
    });
    expected.push("system replace: base seed\n", "system append: user rules\n");
    assert.deepEqual(messagesOf(box.read("s.jsonl")), expected);
    await assertInStep(box);
  }
});

Deno.test("panto SESSION seeds a log that has messages but no system entry", async () => {
  using box = new Sandbox({ "base/SYSTEM.md": "base seed\n" });
  box.write("s.jsonl", '{"role":"user","content":"hi"}\n{"role":"assistant","content":"ho"}\n');
  assertOutcome(await box.panto(["s.jsonl", "--adopt"]), {
    code: 0,
    out: "base seed\n",
    err: "panto: s.jsonl: re-seeded (+1 replace): seed base\n",
  });
  assert.deepEqual(messagesOf(box.read("s.jsonl")), [
    "user: hi",
    "assistant: ho",
    "system replace: base seed\n",
  ]);
  await assertInStep(box);
});
