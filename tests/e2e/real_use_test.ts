/**
 * Scripts as people have them: a check in CI that a committed session is in step on another machine, and
 * README's chat.sh over several days, with an edit made while the model works (DESIGN §5).
 *
 * @module
 */

import assert from "node:assert/strict";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertOutcome, ROOT, Sandbox } from "../support/sandbox.ts";
import { messagesOf } from "../support/session_log.ts";

const hasJq = new Deno.Command("sh", { args: ["-c", "command -v jq bash"], stdout: "null" })
  .outputSync().success;

/** What a job runs in a clone: nothing but the repository and the program. */
const CI_JOB = `
set -eu
panto status sessions/s.jsonl --layers project
panto status sessions/s.jsonl --layers project --json | sed 's/.*"sha256":"\\([0-9a-f]*\\)".*/\\1/'
panto inspect sessions/s.jsonl | sha256sum | cut -d ' ' -f 1
cat sessions/prompt.sha256
`;

Deno.test("a session made with --layers project is in step on another machine", async () => {
  using author = new Sandbox({
    "project/SYSTEM.md": "You keep the books.\n",
    "project/APPEND_SYSTEM.md": "Amounts are in cents.\n",
    "user/APPEND_SYSTEM.md": "Rules of the author.\n",
  });
  const made = await author.sh(`
set -eu
mkdir sessions
panto sessions/s.jsonl --layers project > /dev/null
panto -q append sessions/s.jsonl --role user 'How many lamps?'
panto inspect sessions/s.jsonl | sha256sum | cut -d ' ' -f 1 > sessions/prompt.sha256`);
  assertOutcome(made, { code: 0, err: /: seed project, append project\n$/ });
  assert.ok(!author.read("sessions/s.jsonl").includes("author"), "nothing of the user layer");

  using machine = new Sandbox({
    "user/SYSTEM.md": "Another user's prompt.\n",
    "base/APPEND_SYSTEM.md": "Another machine's rules.\n",
  });
  await machine.sh(`cp -R '${author.project}/.' .`);
  const before = machine.snapshot();
  const job = await machine.sh(CI_JOB);
  assertOutcome(job, { code: 0, err: "" });
  const [state, ...digests] = job.out.trimEnd().split("\n");
  assert.equal(state, "sessions/s.jsonl: in step");
  assert.equal(digests.length, 3);
  assert.match(digests[0] ?? "", /^[0-9a-f]{64}$/);
  assert.equal(new Set(digests).size, 1, digests.join());

  // Without the option other files would count: that is told, and is not taken for a change.
  const forgotten = await machine.panto(["status", "sessions/s.jsonl"]);
  assertOutcome(forgotten, { code: 4, err: /^hint: name it again: --layers project; /m });
  assert.equal(machine.snapshot(), before);

  machine.layer("project/SYSTEM.md", "You keep the books, carefully.\n");
  const changed = await machine.sh(CI_JOB);
  assertOutcome(changed, { code: 1, out: /^sessions\/s.jsonl: would be re-seeded / });
});

/** Keeps each request, does what was prepared for it, and gives the next answer. */
const STUB_CURL = `#!/bin/sh
n=$(ls "$HOME"/request-* 2>/dev/null | wc -l)
cat > "$HOME/request-$n"
if [ -e "$HOME/meanwhile-$n" ]; then . "$HOME/meanwhile-$n"; fi
if [ $((n % 2)) = 0 ]; then cat "$HOME/call"; else cat "$HOME/answer"; fi
`;

const CALL = {
  role: "assistant",
  content: [{ type: "tool_use", id: "t1", name: "list_files", input: { directory: "shelf" } }],
  stop_reason: "tool_use",
};
const ANSWER = {
  role: "assistant",
  content: [{ type: "text", text: "One lamp." }],
  stop_reason: "end_turn",
};

function chatBox(): Sandbox {
  const box = new Sandbox({ "project/SYSTEM.md": "You keep a shop.\n" });
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  box.write("chat.sh", /^```bash\n(.*?)^```$/ms.exec(readme)?.[1] ?? "");
  const curl = join(box.root, "bin", "curl");
  writeFileSync(curl, STUB_CURL);
  chmodSync(curl, 0o755);
  writeFileSync(join(box.home, "call"), JSON.stringify(CALL));
  writeFileSync(join(box.home, "answer"), JSON.stringify(ANSWER));
  return box;
}

function requestsOf(box: Sandbox): { system: string; messages: unknown[] }[] {
  const names = readdirSync(box.home).filter((name) => name.startsWith("request-"));
  return names.sort().map((name) => JSON.parse(readFileSync(join(box.home, name), "utf8")));
}

Deno.test({
  name: "an edit made in chat.sh's tool loop survives three resumes",
  ignore: !hasJq,
  async fn() {
    using box = chatBox();
    // While the model thinks about the result of its call, somebody changes the hours.
    writeFileSync(
      join(box.home, "meanwhile-1"),
      "panto append -q s.jsonl --role system 'Closed on Sundays.' --note 'new hours'\n",
    );
    const chat = (input: string) =>
      box.run(["bash", "chat.sh", "s.jsonl"], {
        input,
        env: { ANTHROPIC_API_KEY: "secret", MODEL: "m" },
      });
    const first = await chat("What is on the shelf?\n");
    assertOutcome(first, { code: 0, out: "One lamp.\n", err: /created s\.jsonl/ });
    const edited = "You keep a shop.\n\n---\n\nClosed on Sundays.";
    for (const day of ["Monday", "Tuesday", "Wednesday"]) {
      assertOutcome(await chat(`It is ${day}.\n`), { code: 0, out: "One lamp.\n", err: "" });
    }
    const systems = requestsOf(box).map(({ system }) => system);
    const plain = "You keep a shop.";
    assert.deepEqual(systems, [plain, plain, ...Array(6).fill(edited)]);
    assert.equal(requestsOf(box).at(-1)?.messages.length, 15);
    assertOutcome(await box.panto(["status", "s.jsonl"]), {
      code: 0,
      out: "s.jsonl: in step, with 1 edit (position 5)\n",
    });
    assert.equal(messagesOf(box.read("s.jsonl")).filter((line) => /^system/.test(line)).length, 2);

    box.layer("project/SYSTEM.md", "You keep two shops.\n");
    const fourth = await chat("And now?\n");
    assertOutcome(fourth, { code: 0, err: /the re-seed discards 1 edit \(position 5\)/ });
    assert.equal(requestsOf(box).at(-1)?.system, "You keep two shops.");
  },
});
