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
