/**
 * The demo is what a new user runs first, so it must work, leave nothing behind, and fail when one of its
 * steps does.
 */

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type CommandResult, runCommand } from "../../scripts/build/run_command.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the demo with a temporary directory of its own; also says what it leaves there. */
function runDemo(
  change: (examples: string) => void = () => {},
): CommandResult & { left: string[] } {
  const work = mkdtempSync(join(tmpdir(), "panto-demo-test-"));
  try {
    const examples = join(work, "examples");
    cpSync(join(ROOT, "examples"), examples, { recursive: true });
    change(examples);
    const temporary = join(work, "tmp");
    mkdirSync(temporary);
    const command = [Deno.execPath(), "run", "-A", join(ROOT, "scripts", "demo.ts"), examples];
    const env = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
    const result = runCommand(command as [string, ...string[]], { cwd: work, env });
    return { ...result, left: readdirSync(temporary) };
  } finally {
    rmSync(work, { recursive: true });
  }
}

Deno.test("demo shows every step, ends with 0 and leaves nothing behind", () => {
  const { code, stdout, stderr, left } = runDemo();
  assert.equal(stderr, "");
  assert.equal(code, 0);
  assert.deepEqual(left, []);
  const lines = stdout.split("\n");
  const wanted = [
    "$ panto session.jsonl > prompt.txt",
    "panto: created session.jsonl: seed project, appends project, user, base",
    "$ panto append -q session.jsonl --role user 'What did the lamps bring in?'",
    "$ panto append -q session.jsonl --message - < result.json",
    "$ panto append -q session.jsonl --role assistant '9800 cents, for two lamps.'",
    "$ panto show session.jsonl --grep '9800 cents'",
    "$ panto diff session.jsonl",
    "+Show amounts in euros.",
    "panto: session.jsonl: re-seeded (+1 replace, +3 append): seed project, appends project, user, base",
    "$ panto inspect session.jsonl --at 8",
    "$ panto blame session.jsonl",
    "$ panto log session.jsonl",
    "session.jsonl: in step, with 1 edit (position 13)",
    "$ panto --layers none --system sub.md sub.jsonl",
    "(exit code 4)",
    "You keep the books of Ann's shop. Opened on 2026-11-30.",
    "$ panto inspect session.jsonl --at 5 -f anthropic --model MODEL",
  ];
  let from = 0;
  for (const line of wanted) {
    const at = lines.indexOf(line, from);
    assert.notEqual(at, -1, `no line ${JSON.stringify(line)} after line ${from} of:\n${stdout}`);
    from = at + 1;
  }
  assert.ok(lines.length <= 120, `${lines.length} lines`);
  // What it is about stands in the lines that a terminal shows at first.
  const first = lines.slice(0, 25);
  for (const line of ["$ panto diff session.jsonl", "+Show amounts in euros."]) {
    assert.ok(first.includes(line), line);
  }
  assert.match(first.join("\n"), /^ 8 +4 .* 9800 cents, for two lamps\.$/m);
});

Deno.test("demo ends with 1 at the first step that fails, and leaves nothing behind", () => {
  const { code, stdout, stderr, left } = runDemo((examples) => {
    writeFileSync(join(examples, "shop", ".panto", "SYSTEM.md"), "a\0b");
  });
  assert.equal(code, 1);
  assert.match(stderr, /^\ndemo failed: panto ended with exit code 4, not 0\n$/);
  assert.doesNotMatch(stdout, /panto append/);
  assert.deepEqual(left, []);
});

Deno.test("demo ends with 1 when there is nothing to copy", () => {
  const { code, stderr, left } = runDemo((examples) => rmSync(examples, { recursive: true }));
  assert.equal(code, 1);
  assert.match(stderr, /demo failed: .*examples/);
  assert.deepEqual(left, []);
});
