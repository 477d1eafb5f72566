/**
 * Real session files of other tools, where tests/support/shared.ts finds them: every command ends with
 * the code that the design gives for the file, and a resume of a copy only adds to it.
 *
 * The expected codes were read off the files by hand (DESIGN §3), not taken from the program.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";
import { shared } from "../support/shared.ts";

const FOLDER = shared("corpus/sessions");

/** What a file is; decides the exit codes. */
type Kind =
  /** It has messages, none of them a system message: a resume would seed its prompt. */
  | "session"
  /** Neither header nor message: it can be read, but nothing may be added to it. */
  | "foreign"
  /** Foreign, and an entry without `parentId` hangs on a damaged line. */
  | "foreign damaged"
  /** A session with a damaged line after its leaf. */
  | "damaged"
  /** An entry that is its own parent; no message anywhere. */
  | "cycle";

interface Codes {
  /** `inspect`, `log` and the provider formats. */
  readonly read: number;
  /** `diff` and `status`. */
  readonly compare: number;
  readonly resume: number;
}

const codesOf: Readonly<Record<Kind, Codes>> = {
  session: { read: 0, compare: 1, resume: 0 },
  foreign: { read: 0, compare: 3, resume: 3 },
  "foreign damaged": { read: 3, compare: 3, resume: 3 },
  damaged: { read: 3, compare: 3, resume: 0 },
  cycle: { read: 3, compare: 3, resume: 3 },
};

/** The end of a file's name, what it is, and lines that its reading commands must name on stderr. */
const files: readonly (readonly [end: string, kind: Kind, lines?: readonly number[]])[] = [
  ["__rollout-tool-call.jsonl", "foreign"],
  ["__cli_truncated_resume.events.jsonl", "foreign damaged", [2]],
  ["__empty_session.jsonl", "foreign"],
  ["__aider_bugfix.jsonl", "session"],
  ["__anthropic__tool_call.jsonl", "foreign"],
  ["__fixtures__events.jsonl", "foreign"],
  ["__before-compaction.jsonl", "session", [360, 629]],
  ["__representative_messages.jsonl", "session"],
  ["__todowrite_examples.jsonl", "session"],
  ["__opencode__session.jsonl", "foreign"],
  ["__pi__malformed.jsonl", "damaged", [3]],
  ["__fixtures__pi__session.jsonl", "session", [8]],
  ["__pi_session_v3_734e08e.jsonl", "session"],
  ["__codex_050_legacy.jsonl", "foreign"],
  ["__claude__large.jsonl", "session"],
  ["__claude__schema_drift.jsonl", "session"],
  ["__claude__small.jsonl", "session"],
  ["__codex__large.jsonl", "foreign"],
  ["__codex__small.jsonl", "foreign"],
  ["__copilot__small.jsonl", "cycle", [17]],
  ["__agents__pi__small.jsonl", "session", [6, 9]],
  ["__qwen__system_telemetry.jsonl", "session"],
  ["__fine-tuning-data.jsonl", "foreign"],
  ["__sample_session.jsonl", "session"],
];

if (FOLDER === undefined) {
  Deno.test({ name: "panto on the corpus (absent)", ignore: true, fn: () => undefined });
} else {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));
  Deno.test("panto on the corpus: every file has its row", () => {
    for (const name of names) {
      assert.equal(files.filter(([end]) => name.endsWith(end)).length, 1, name);
    }
    assert.equal(files.length, names.length);
  });
  for (const [end, kind, lines = []] of files) {
    Deno.test(`panto on the corpus: ${end.slice(2)} (${kind})`, async () => {
      const name = names.find((name) => name.endsWith(end));
      assert.ok(name !== undefined, `no file ends in ${end}`);
      // Its two messages are in Gemini's spelling, which no request takes.
      const sends = kind === "session" && !end.includes("__qwen__");
      await checkFile(readFileSync(join(FOLDER, name)), { kind, lines, sends });
    });
  }
}

async function checkFile(
  original: Uint8Array,
  { kind, lines, sends }: {
    readonly kind: Kind;
    readonly lines: readonly number[];
    /** Whether a provider's request has messages. */
    readonly sends: boolean;
  },
): Promise<void> {
  const { read, compare, resume } = codesOf[kind];
  using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  box.write("s.jsonl", original);
  const before = box.snapshot();
  const run = async (code: number, ...args: string[]) => {
    const outcome = await box.panto(args);
    assertOutcome(outcome, {
      code,
      ...(code === 3 ? { err: /^(panto: warning: .*\n)*panto: error: /m } : {}),
    });
    return outcome;
  };
  const [inspect, log, anthropic, openai] = await Promise.all([
    run(read, "inspect", "s.jsonl"),
    run(read, "log", "s.jsonl"),
    run(read, "inspect", "s.jsonl", "-f", "anthropic"),
    run(read, "inspect", "s.jsonl", "-f", "openai"),
    run(compare, "diff", "s.jsonl"),
    run(compare, "status", "s.jsonl"),
  ]);
  for (const outcome of [inspect, log, anthropic, openai]) {
    for (const line of lines) assert.match(outcome.err, new RegExp(`(:|\\bline )${line}\\b`));
  }
  assert.equal(inspect.out, "", "no file of the corpus has a system message");
  if (read === 0) {
    for (const { out } of [anthropic, openai]) {
      const request = JSON.parse(out);
      assert.deepEqual(Object.keys(request), ["messages"]);
      assert.equal(request.messages.length > 0, sends);
    }
  }
  assert.equal(box.snapshot(), before, "reading changes nothing");
  await run(resume, "s.jsonl");
  if (resume !== 0) return assert.equal(box.snapshot(), before, "a refusal changes nothing");
  await checkResumed(box, original);
}

async function checkResumed(box: Sandbox, original: Uint8Array): Promise<void> {
  const bytes = readFileSync(box.path("s.jsonl"));
  assert.deepEqual(bytes.subarray(0, original.length), Buffer.from(original), "the first bytes");
  assert.ok(bytes.length > original.length);
  const before = box.snapshot();
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0, out: "seed\n" });
  assertOutcome(await box.panto(["status", "s.jsonl"]), { code: 0 });
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n" });
  assert.equal(box.snapshot(), before, "the second resume changes nothing");
}
