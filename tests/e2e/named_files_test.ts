/**
 * Files that a user names, of kinds that could hold the program: pipes that nobody writes to yet, that go on
 * without end, devices. And files that panto finds, which are refused at once when they are no files.
 *
 * @module
 */

import assert from "node:assert/strict";
import { assertOutcome, PANTO_BIN, Sandbox } from "../support/sandbox.ts";

const unix = { ignore: Deno.build.os === "windows" };
const USER = '{"role":"user","content":"late"}';

/** The commands that read a named pipe, and what makes it a good one. */
const readers: readonly (readonly [command: string, content: string])[] = [
  ["panto append s.jsonl --message p", USER],
  ["panto --system p", "late"],
  ["panto --append p", "late"],
  ["panto --tools p", "[]"],
  ["panto render t.j2 --vars p", "{}"],
  ["panto render p", "late"],
];

for (const [command, content] of readers) {
  Deno.test({
    name: `${command} waits for who opens a named pipe`,
    ...unix,
    fn: async () => {
      using box = new Sandbox({
        "user/SYSTEM.md": "seed\n",
        "user/APPEND_SYSTEM.md.j2": "{{ date }}",
      });
      box.write("t.j2", "late");
      box.write("content", content);
      const script = `panto -q s.jsonl > out; mkfifo p; (sleep 0.5; cat content > p) & ${command}`;
      assertOutcome(await box.sh(script, { limit: 20_000 }), { code: 0 });
    },
  });
}

Deno.test({
  name: "panto stops reading what has no end at the limit of what it is for",
  ...unix,
  fn: async () => {
    using box = new Sandbox({ "user/SYSTEM.md": "seed\n" });
    box.write("t.j2", "text");
    // Deno opens no device without all permissions.
    const endless = PANTO_BIN === undefined ? "p" : "/dev/zero";
    const feed = endless === "p" ? "mkfifo p; (cat /dev/zero > p) 2> /dev/null & " : "";
    const cases: readonly (readonly [command: string, code: number, err: RegExp])[] = [
      [`panto append s.jsonl --message ${endless}`, 2, /a message can have at most 64 MiB$/m],
      [`panto --system ${endless}`, 4, /the limit is 8388608 \(8 MiB\)$/m],
      [`panto render t.j2 --vars ${endless}`, 4, /the limit is 8388608 \(8 MiB\)$/m],
      ["panto append s.jsonl --message - < /dev/zero", 2, /a message can have at most 64 MiB$/m],
      ["panto append s.jsonl --role user - < /dev/zero", 2, /a message can have at most 64 MiB$/m],
      ["panto --system - < /dev/zero", 4, /the limit is 8388608 \(8 MiB\)$/m],
    ];
    assertOutcome(await box.sh("panto -q s.jsonl > out"), { code: 0 });
    for (const [command, code, err] of cases) {
      const started = performance.now();
      const before = command.includes("<") ? "" : feed;
      assertOutcome(await box.sh(`rm -f p; ${before}${command}`, { limit: 20_000 }), { code, err });
      assert.ok(performance.now() - started < 10_000, command);
    }
  },
});

Deno.test({
  name: "panto refuses a named pipe that it finds, at once",
  ...unix,
  fn: async () => {
    using box = new Sandbox({ "user/SYSTEM.md.j2": "{{ agents_md }}" });
    const cases: readonly (readonly [pipe: string, command: string, code: number])[] = [
      [".panto/SYSTEM.md", "panto", 4],
      [".panto/APPEND_SYSTEM.md.j2", "panto", 4],
      [".panto/SYSTEM.md", "panto layers", 4],
      ["AGENTS.md", "panto assemble", 0],
      ["AGENTS.md", "panto --live --layers none", 0],
      ["m.toml", "panto --manifest m.toml", 4],
    ];
    for (const [pipe, command, code] of cases) {
      const script =
        `mkdir -p .panto; mkfifo ${pipe}; ${command} 2>&1; code=$?; rm ${pipe}; exit $code`;
      const outcome = await box.sh(script, { limit: 20_000 });
      assertOutcome(outcome, { code, out: /it is a named pipe, not a regular file/ });
    }
  },
});
