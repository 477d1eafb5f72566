/**
 * Real session files of other tools, where tests/support/shared.ts finds them: every command ends with
 * the code that the design gives for the file, and a resume that adopts a copy only adds to it.
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
  /** pi's: it is read, and written into only on request. */
  | "pi"
  /** Another program's: it is neither read nor written into, and its name stands on stderr. */
  | "program"
  /** Neither a session nor of a known program. */
  | "nothing"
  /** A session of panto's, as far as can be told, with a damaged line after its leaf. */
  | "damaged";

interface Codes {
  /** `inspect`, `log` and the provider formats. */
  readonly read: number;
  /** `diff`, `status`, the resume and `append`. */
  readonly plan: number;
  /** The resume with `--adopt`. */
  readonly adopt: number;
}

const codesOf: Readonly<Record<Kind, Codes>> = {
  pi: { read: 0, plan: 3, adopt: 0 },
  program: { read: 3, plan: 3, adopt: 2 },
  nothing: { read: 3, plan: 3, adopt: 0 },
  damaged: { read: 3, plan: 3, adopt: 0 },
};

/** The end of a file's name, what it is, and what its reading commands must say on stderr. */
const files: readonly (readonly [end: string, kind: Kind, told?: readonly RegExp[]])[] = [
  ["__rollout-tool-call.jsonl", "program", [/is a session of Codex, which/]],
  ["__cli_truncated_resume.events.jsonl", "nothing"],
  ["__empty_session.jsonl", "nothing"],
  ["__aider_bugfix.jsonl", "program", [/is a session of Claude Code, which/]],
  ["__anthropic__tool_call.jsonl", "nothing"],
  ["__fixtures__events.jsonl", "nothing"],
  ["__before-compaction.jsonl", "pi", [/:360\b/, /:629\b/]],
  ["__representative_messages.jsonl", "program", [/is a session of Claude Code, which/]],
  ["__todowrite_examples.jsonl", "program", [/is a session of Claude Code, which/]],
  ["__opencode__session.jsonl", "nothing"],
  ["__pi__malformed.jsonl", "damaged", [/\bline 3\b/]],
  ["__fixtures__pi__session.jsonl", "pi", [/:8\b/]],
  ["__pi_session_v3_734e08e.jsonl", "pi"],
  ["__codex_050_legacy.jsonl", "program", [/is a session of Codex, which/]],
  ["__claude__large.jsonl", "program", [/is a session of Claude Code, which/]],
  ["__claude__schema_drift.jsonl", "program", [/is a session of Claude Code, which/]],
  ["__claude__small.jsonl", "program", [/is a session of Claude Code, which/]],
  ["__codex__large.jsonl", "program", [/is a session of Codex, which/]],
  ["__codex__small.jsonl", "program", [/is a session of Codex, which/]],
  ["__copilot__small.jsonl", "program", [/is a session of GitHub Copilot CLI, which/]],
  ["__agents__pi__small.jsonl", "pi", [/:6\b/, /:9\b/]],
  ["__qwen__system_telemetry.jsonl", "program", [/is a session of Qwen Code, which/]],
  ["__fine-tuning-data.jsonl", "program", [/is chat data with lists of "messages", which/]],
  ["__sample_session.jsonl", "program", [/looks like a session of Claude Code, which/]],
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
  for (const [end, kind, told = []] of files) {
    Deno.test(`panto on the corpus: ${end.slice(2)} (${kind})`, async () => {
      const name = names.find((name) => name.endsWith(end));
      assert.ok(name !== undefined, `no file ends in ${end}`);
      await checkFile(readFileSync(join(FOLDER, name)), kind, told);
    });
  }
}

async function checkFile(
  original: Uint8Array,
  kind: Kind,
  told: readonly RegExp[],
): Promise<void> {
  const { read, plan, adopt } = codesOf[kind];
  using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  box.write("s.jsonl", original);
  const before = box.snapshot();
  const run = async (code: number, ...args: string[]) => {
    const outcome = await box.panto(args);
    assertOutcome(outcome, {
      code,
      ...(code === 3 ? { out: "", err: /^(panto: warning: .*\n)*panto: error: /m } : {}),
    });
    return outcome;
  };
  const [inspect, log, anthropic, openai] = await Promise.all([
    run(read, "inspect", "s.jsonl"),
    run(read, "log", "s.jsonl"),
    run(read, "inspect", "s.jsonl", "-f", "anthropic"),
    run(read, "inspect", "s.jsonl", "-f", "openai"),
    run(plan, "diff", "s.jsonl"),
    run(plan, "status", "s.jsonl"),
  ]);
  for (const outcome of [inspect, log, anthropic, openai]) {
    for (const words of told) assert.match(outcome.err, words);
  }
  assert.equal(inspect.out, "", "no file of the corpus has a system message");
  if (read === 0) {
    for (const { out } of [anthropic, openai]) {
      const request = JSON.parse(out);
      assert.deepEqual(Object.keys(request), ["messages"]);
      assert.ok(request.messages.length > 0);
    }
  }
  assert.equal(box.snapshot(), before, "reading changes nothing");
  // What is damaged is healed; nothing else is written into unasked.
  if (kind !== "damaged") {
    await run(plan, "s.jsonl");
    await run(plan, "-n", "s.jsonl");
    await run(plan, "append", "s.jsonl", "--role", "user", "hi");
    assert.equal(box.snapshot(), before, "a refusal changes nothing");
  }
  await run(adopt, "s.jsonl", "--adopt");
  if (adopt !== 0) return assert.equal(box.snapshot(), before, "a refusal changes nothing");
  await checkAdopted(box, original);
}

async function checkAdopted(box: Sandbox, original: Uint8Array): Promise<void> {
  const bytes = readFileSync(box.path("s.jsonl"));
  assert.deepEqual(bytes.subarray(0, original.length), Buffer.from(original), "the first bytes");
  assert.ok(bytes.length > original.length);
  const before = box.snapshot();
  assertOutcome(await box.panto(["s.jsonl", "--adopt"]), { code: 0, out: "seed\n" });
  assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, out: "seed\n" });
  assert.equal(box.snapshot(), before, "the second resume changes nothing");
}
