/**
 * A wrapper as people write it: it starts a sub-agent from one prompt file alone, with nothing of the
 * layers, talks to it, and takes it up again later (DESIGN §2.10).
 *
 * @module
 */

import assert from "node:assert/strict";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";
import { messagesOf } from "../support/session_log.ts";

const layers = {
  "project/SYSTEM.md": "The main agent.\n",
  "user/APPEND_SYSTEM.md": "Rules of the main agent.\n",
};

/** agent NAME TEXT: one turn with the sub-agent NAME, whose whole prompt is agents/NAME.md. */
const wrapper = `
set -eu
agent() {
  set -- "$1" "$2" "sessions/$1.jsonl" "agents/$1.md"
  panto "$3" --layers none --system "$4" > /dev/null
  panto -q append "$3" --role user "$2"
  panto inspect "$3" -f openai --model m > request.json
  panto -q append "$3" --role assistant "Done."
}
`;

Deno.test("a wrapper starts a sub-agent from one file only, and resumes it", async () => {
  using box = new Sandbox(layers);
  const first = await box.sh(`${wrapper}
mkdir agents sessions
echo 'You review code.' > agents/review.md
agent review 'Look at main.ts.'
panto > main.txt`);
  assertOutcome(first, { code: 0, err: /^panto: created sessions\/review\.jsonl: seed / });
  assert.equal(box.read("main.txt"), "The main agent.\n\n---\n\nRules of the main agent.\n");
  assert.deepEqual(JSON.parse(box.read("request.json")).messages, [
    { role: "system", content: "You review code.\n" },
    { role: "user", content: "Look at main.ts." },
  ]);

  // The layers change, which is nothing to the sub-agent; then its own file does.
  const again = await box.sh(`${wrapper}
echo 'Another main agent.' > .panto/SYSTEM.md
agent review 'And lib.ts?'
panto status sessions/review.jsonl --layers none --system agents/review.md`);
  assertOutcome(again, { code: 0, out: "sessions/review.jsonl: in step\n", err: "" });
  assert.deepEqual(messagesOf(box.read("sessions/review.jsonl")), [
    "system append: You review code.\n",
    ...["user: Look at main.ts.", "assistant: Done.", "user: And lib.ts?", "assistant: Done."],
  ]);
  const changed = await box.sh(`${wrapper}
echo 'You review code, kindly.' > agents/review.md
agent review 'Once more.'
panto inspect sessions/review.jsonl`);
  assertOutcome(changed, { code: 0, out: "You review code, kindly.\n", err: /re-seeded/ });
});

/** The options of a hint, to be typed as they stand. */
function optionsOf(hint: string): string {
  const found = /^hint: name it again(?:, with paths from ".*")?: (.*?); /m.exec(hint);
  assert.ok(found?.[1] !== undefined, hint);
  return found[1];
}

Deno.test("a wrapper that forgets its options is told them, and nothing changes", async () => {
  using box = new Sandbox(layers);
  await box.sh(`${wrapper}
mkdir agents sessions elsewhere
echo 'You look after the dog'"'"'s food.' > "agents/the dog's.md"
agent "the dog's" 'Is there any left?'`);
  const session = "sessions/the dog's.jsonl";
  const before = box.snapshot();
  const wrong: string[][] = [[session], [session, "--layers", "none"], ["-n", session]];
  wrong.push(["status", session], ["diff", session], ["diff", session, "--to", "files"]);
  const hints = [];
  for (const args of wrong) {
    const refused = await box.panto(args);
    assertOutcome(refused, { code: 4, out: "", err: /^panto: error: Cannot resume .*\nhint: / });
    hints.push(refused.err);
  }
  assert.equal(optionsOf(hints[0] ?? ""), "--system 'agents/the dog'\\''s.md' --layers none");
  assert.equal(optionsOf(hints[1] ?? ""), "--system 'agents/the dog'\\''s.md'");
  const copied = optionsOf(hints[0] ?? "");
  assertOutcome(await box.sh(`panto "${session}" ${copied}`), {
    code: 0,
    out: "You look after the dog's food.\n",
    err: "",
  });
  // What was meant once: the last part of the hint, with a text in the place of TEXT.
  const once = /; for text meant once: (.*) TEXT$/m.exec(hints[0] ?? "")?.[1] ?? "";
  assert.equal(box.snapshot(), before);
  assertOutcome(await box.sh(`${once} 'Today only cats.'`), { code: 0, err: /kept until/ });
  assertOutcome(await box.sh(`panto "${session}" ${copied}`), { code: 0, out: /Today/, err: "" });
});

Deno.test("a wrapper resumes from another directory, and paths are said to start from the first one", async () => {
  using box = new Sandbox(layers);
  await box.sh(`${wrapper}
mkdir agents sessions elsewhere
echo 'You review code.' > agents/review.md
agent review 'Look at main.ts.'`);
  const before = box.snapshot();
  const session = "../sessions/review.jsonl";
  const elsewhere = { cwd: "elsewhere" };
  const named = ["--layers", "none", "--system"];
  assertOutcome(await box.panto([session, ...named, "../agents/review.md"], elsewhere), {
    code: 0,
    out: "You review code.\n",
    err: "",
  });
  const refused = await box.panto([session], elsewhere);
  assertOutcome(refused, { code: 4, out: "" });
  assert.ok(refused.err.includes(`with paths from ${JSON.stringify(box.project)}: `), refused.err);
  const copied = optionsOf(refused.err);
  assertOutcome(await box.sh(`panto sessions/review.jsonl ${copied}`), { code: 0, err: "" });
  const there = await box.sh(`panto -C .. sessions/review.jsonl ${copied}`, elsewhere);
  assertOutcome(there, { code: 0, out: "You review code.\n", err: "" });
  const all = await box.sh(`panto status --own-directory ${session}`, elsewhere);
  assertOutcome(all, { code: 4, err: /with paths from / });
  assert.equal(box.snapshot(), before);
});

Deno.test("a prompt comes from a pipe, without a file", async () => {
  using box = new Sandbox(layers);
  const script = `set -eu
printf 'Task %s.\\n' 7 | panto s.jsonl --layers none --system - -q --json
printf 'Task %s.\\n' 7 | panto status s.jsonl --layers none --system -
printf 'Task 8.\\n' | panto diff s.jsonl --layers none --system - || echo "exit $?"`;
  const outcome = await box.sh(script);
  assertOutcome(outcome, { code: 0, err: "" });
  const [document = "", ...rest] = outcome.out.split("\n");
  assert.deepEqual(JSON.parse(document).blocks.map((block: { text: string }) => block.text), [
    "Task 7.\n",
  ]);
  assert.equal(rest[0], "s.jsonl: in step");
  assert.deepEqual(rest.slice(-5), ["@@ -1,1 +1,1 @@", "-Task 7.", "+Task 8.", "exit 1", ""]);
});
