import assert from "node:assert/strict";
import { SessionError } from "../../lib/errors.ts";
import { readPrompt } from "../../lib/log.ts";
import { bytesSource, joinLines } from "../../lib/log/bytes.ts";
import type { ByteSource } from "../../lib/log/lines.ts";
import { formatResume, planResume, type ResumeOptions } from "../../lib/resume.ts";
import type { ConfiguredPrompt } from "../../lib/prompt_source.ts";
import { plainPrompt as files } from "../support/configured.ts";
import {
  chain,
  countingEntries,
  entry,
  HEADER,
  logOf,
  logText,
  system,
  user,
} from "../support/log_builder.ts";

/** What a log is after a resume, as a write would leave it. */
function after(
  source: ByteSource | undefined,
  configured: ConfiguredPrompt,
  options: ResumeOptions = {},
): ByteSource {
  const lines = formatResume(planResume(source, configured, options), "/w", countingEntries());
  return joinLines(source, lines, "s.jsonl");
}

function prompt(source: ByteSource): string[] {
  return readPrompt(source).blocks.map((block) => block.text);
}

function action(
  source: ByteSource | undefined,
  configured: ConfiguredPrompt,
  options: ResumeOptions = {},
): string {
  return planResume(source, configured, options).plan.action;
}

const damaged = '{"type":"message","id":"e9","par';

Deno.test("planResume() seeds a log that is not there, with a header", () => {
  const resume = planResume(undefined, files("seed", "a"));
  assert.deepEqual([resume.plan.action, resume.needsHeader], ["seed", true]);
  const lines = formatResume(resume, "/w", countingEntries()).trim().split("\n").map((line) =>
    JSON.parse(line)
  );
  assert.deepEqual(lines.map(({ type, id, parentId }) => [type, id, parentId]), [
    ["session", "n1", undefined],
    ["message", "n2", null],
    ["message", "n3", "n2"],
  ]);
});

const heals: { name: string; log: string }[] = [
  {
    name: "damage that an entry hangs on",
    log: logText(
      HEADER,
      ...chain(system("seed"), user("x")),
      damaged,
      entry("y", undefined, user("on")),
    ),
  },
  {
    name: "a missing parent",
    log: logText(HEADER, ...chain(system("seed")), entry("x", "gone", user("on"))),
  },
  { name: "damage at the end", log: logText(HEADER, ...chain(system("seed"), user("x")), damaged) },
  {
    name: "damage at the end of a log without ids",
    log: logText({ role: "system", content: "seed" }, { role: "user", content: "x" }, damaged),
  },
  { name: "a damaged only entry", log: logText(HEADER, damaged) },
];

for (const { name, log } of heals) {
  Deno.test(`planResume() heals ${name}, once`, () => {
    const source = bytesSource(log);
    const { plan, warnings } = planResume(source, files("seed"));
    assert.ok(plan.action === "replace" && plan.reason === "damage");
    assert.ok(warnings.some(({ message }) => message.includes("recorded anew")));
    const healed = after(source, files("seed"));
    assert.deepEqual(prompt(healed), ["seed"]);
    assert.equal(action(healed, files("seed")), "unchanged");
  });
}

Deno.test("planResume() replaces where its entries can only hang on a torn line, and then has nothing to do", () => {
  const ours = { ...HEADER, writer: "panto" };
  const log = bytesSource(`${logText(ours, { type: "label" })}{"type":"mess`);
  const once = after(log, files("seed", "rules"));
  assert.deepEqual(prompt(once), ["seed", "rules"]);
  assert.equal(action(once, files("seed", "rules")), "unchanged");
  const named = bytesSource(`${logText(ours, { type: "label", id: "a1b2" })}{"type":"mess`);
  assert.equal(action(named, files("seed")), "seed");
});

Deno.test("planResume() takes damage beside the chain for a warning alone", () => {
  const source = logOf(
    HEADER,
    ...chain(system("seed"), user("x")),
    damaged,
    entry("y", "e2", user("on")),
  );
  const { plan, warnings } = planResume(source, files("seed"));
  assert.equal(plan.action, "unchanged");
  assert.deepEqual(warnings.map(({ place }) => place.line), [4]);
});

Deno.test("planResume() of every cut of a fresh log gives the prompt, and then nothing to do", () => {
  const whole = new TextEncoder().encode(
    formatResume(planResume(undefined, files("seed é", "a 🙂")), "/w", countingEntries()),
  );
  for (let cut = 0; cut <= whole.length; cut++) {
    const once = after(bytesSource(whole.subarray(0, cut)), files("seed é", "a 🙂"));
    assert.deepEqual(prompt(once), ["seed é", "a 🙂"], `cut at ${cut}`);
    assert.equal(action(once, files("seed é", "a 🙂")), "unchanged", `cut at ${cut}`);
    assert.equal(planResume(once, files("seed é", "a 🙂")).needsHeader, false, `cut at ${cut}`);
  }
});

Deno.test("planResume() refuses a file that is no session, unless told to adopt it", () => {
  for (const text of ['{\n  "name": "x"\n}\n', '{"theme":"dark"}\n', "# Notes\n", "\0\0"]) {
    assert.throws(() => planResume(bytesSource(text, "f"), files("seed")), (error: unknown) => {
      assert.ok(error instanceof SessionError);
      assert.equal(error.code, "adoption-needed");
      assert.equal(error.message, '"f" holds no session header and no message');
      return true;
    });
    const adopted = after(bytesSource(text), files("seed"), { adopt: true });
    assert.deepEqual(prompt(adopted), ["seed"]);
    assert.equal(action(adopted, files("seed")), "unchanged");
  }
});

Deno.test("planResume() does not write after a newer writer, and does not heal over it", () => {
  const newerMode = { role: "system", mode: "prepend", content: "x" };
  const sources = [
    logOf({ ...HEADER, version: 4 }, ...chain(system("seed"))),
    logOf(HEADER, ...chain(system("seed"), newerMode, user("x"))),
    logOf(HEADER, ...chain(system("seed"), user("x"), newerMode)),
  ];
  for (const source of sources) {
    assert.throws(() => planResume(source, files("other")), SessionError);
    assert.equal(action(source, files("other"), { lenient: true }), "replace");
  }
});

Deno.test("planResume() names the positions of the edits that a re-seed discards", () => {
  const log = logOf(
    HEADER,
    ...chain(system("seed"), user("x"), system("one"), user("y"), system(["two", "three"])),
  );
  const { warnings } = planResume(log, files("other"));
  assert.deepEqual(warnings.map(({ message }) => message), [
    "s.jsonl: the re-seed discards 2 edits (positions 3, 5) of the prompt",
  ]);
});

Deno.test("planResume() works on the branch of a named leaf", () => {
  const log = logOf(
    HEADER,
    entry("a", null, system("seed")),
    entry("b", "a", user("left")),
    entry("c", "a", system("other branch")),
  );
  assert.equal(action(log, files("seed"), { leaf: "b" }), "unchanged");
  assert.equal(action(log, files("seed")), "replace");
  const branched = after(log, files("new"), { leaf: "b" });
  assert.deepEqual(prompt(branched), ["new"]);
  assert.deepEqual(readPrompt(branched).path.leaf?.id, "n1");
});
