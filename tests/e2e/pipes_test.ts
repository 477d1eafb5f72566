/**
 * Stdin, stdout and stderr of the real process: slow, gone, full, closed and non-blocking ones. What is
 * printed arrives whole or the exit code says so, and a closed descriptor never ends up in a session.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import {
  assertOutcome,
  normalized,
  type Outcome,
  Sandbox,
  testedProgram,
} from "../support/sandbox.ts";
import { messagesOf } from "../support/session_log.ts";

/** 5 MB of lines that differ, so that a piece lost, doubled or moved shows. */
const LARGE = Array.from({ length: 80_000 }, (_, i) => `line ${i} ${"é".repeat(i % 50)}\n`).join(
  "",
);
const LARGE_BYTES = new TextEncoder().encode(LARGE);

const MANY_WARNINGS = "panto: warning: ";

function assertWhole(bytes: Uint8Array): void {
  assert.ok(LARGE_BYTES.length > 4_800_000);
  assert.equal(bytes.length, LARGE_BYTES.length);
  // Not deepEqual: its report of 5 MB takes minutes.
  assert.ok(bytes.every((byte, i) => byte === LARGE_BYTES[i]), "every byte is the same");
}

Deno.test("panto sends 5 MB to a slow reader whole", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": LARGE });
  const [path, ...args] = testedProgram();
  const child = new Deno.Command(path, {
    args,
    cwd: box.project,
    env: box.env,
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const chunks: Uint8Array[] = [];
  for await (const chunk of child.stdout) {
    chunks.push(chunk);
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
  assert.equal((await child.status).code, 0);
  assert.ok(chunks.length > 50, "it was read in pieces");
  assertWhole(new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer()));
});

// Two processes share one pipe: node makes it non-blocking, which the program then meets.
const nonBlocking = String.raw`
{
  node -e 'process.stdout; const fs = require("fs"); fs.writeFileSync("ready", "");
    setInterval(() => { if (fs.existsSync("done")) process.exit(0); }, 10);' &
  while [ ! -e ready ]; do sleep 0.02; done
  cat /proc/self/fdinfo/3 3>&1 > flags
  COMMAND; echo $? > code
  : > done
  wait
} | node -e 'const fs = require("fs"); const buffer = Buffer.alloc(65536); let count;
  while ((count = fs.readSync(0, buffer)) > 0) {
    fs.appendFileSync("received", buffer.subarray(0, count));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3);
  }'
`;

// As lines, and as one line of JSON: what Deno keeps back depends on newlines.
for (const command of ["panto", "panto -f openai"]) {
  Deno.test({
    name: `${command} sends 5 MB through a non-blocking pipe whole`,
    ignore: Deno.build.os !== "linux",
    fn: async () => {
      using box = new Sandbox({ "project/SYSTEM.md": LARGE });
      const script = nonBlocking.replace("COMMAND", command);
      assertOutcome(await box.sh(script), { code: 0, out: "", err: "" });
      assertNonBlocking(box);
      assert.equal(box.read("code"), "0\n");
      const received = readFileSync(box.path("received"));
      if (command === "panto") return assertWhole(received);
      const request = JSON.parse(new TextDecoder().decode(received));
      assertWhole(new TextEncoder().encode(request.messages[0].content));
    },
  });
}

// Node gives its children sockets, not pipes.
const socket = String.raw`
const child = require("child_process").spawn("panto", { stdio: ["ignore", "pipe", "inherit"] });
const fs = require("fs");
child.stdout.on("data", (chunk) => {
  fs.appendFileSync("received", chunk);
  child.stdout.pause();
  setTimeout(() => child.stdout.resume(), 3);
});
child.on("close", (code) => process.exit(code));
`;

Deno.test("panto sends 5 MB to a socket whole", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": LARGE });
  assertOutcome(await box.run(["node", "-e", socket]), { code: 0, out: "", err: "" });
  assertWhole(readFileSync(box.path("received")));
});

/** Checks what the shell saw of the pipe. */
function assertNonBlocking(box: Sandbox): void {
  const flags = /^flags:\s*([0-7]+)$/m.exec(box.read("flags"))?.[1];
  assert.ok((parseInt(flags ?? "", 8) & 0o4000) !== 0, "the pipe is non-blocking");
}

interface GoneCase {
  readonly name: string;
  readonly script: string;
  readonly code: number;
}

const gone: readonly GoneCase[] = [
  { name: "the prompt", script: "panto", code: 141 },
  { name: "a session", script: "panto -q s.jsonl", code: 141 },
  { name: "a request", script: "panto -f openai", code: 141 },
  { name: "JSON", script: "panto --json", code: 141 },
];

for (const { name, script, code } of gone) {
  Deno.test(`panto printing ${name} to a reader that goes away ends with ${code} and no word`, async () => {
    using box = new Sandbox({ "project/SYSTEM.md": LARGE });
    const outcome = await box.sh(`{ ${script}; echo $? > code; } | head -c 10`);
    assertOutcome(outcome, { code: 0, err: "" });
    assert.equal(outcome.out.length, 10);
    assert.equal(box.read("code"), `${code}\n`);
  });
}

Deno.test("panto SESSION is on the disk when nobody reads the prompt", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": LARGE });
  await box.sh("panto -q s.jsonl | head -c 10");
  assert.deepEqual(messagesOf(box.read("s.jsonl")), [`system append: ${LARGE}`]);
});

Deno.test({
  name: "panto with /dev/full ends with 5 and says why; the session is on the disk",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
    const full = /^panto: error: Cannot write to stdout: no space left on device$/m;
    assertOutcome(await box.sh("panto > /dev/full"), { code: 5, err: full });
    assertOutcome(await box.sh("panto s.jsonl > /dev/full"), { code: 5, err: full });
    assert.deepEqual(messagesOf(box.read("s.jsonl")), ["system append: seed\n"]);
    for (
      const command of ["inspect s.jsonl", "log s.jsonl", "status s.jsonl", "layers", "--help"]
    ) {
      assertOutcome(await box.sh(`panto ${command} > /dev/full`), { code: 5, err: full });
    }
    assertOutcome(await box.sh("panto no-such-word 2> /dev/full"), { code: 2, out: "", err: "" });
  },
});

// With a descriptor closed, the next open() gets its number: the session must not be written over.
const closed: readonly [name: string, redirection: string][] = [
  ["stdin", "<&-"],
  ["stdout", ">&-"],
  ["stderr", "2>&-"],
  ["every descriptor", "<&- >&- 2>&-"],
];

/** A session whose resume warns, prints and writes. */
const closedScript = String.raw`
panto -q s.jsonl > out && panto -q append s.jsonl --role user hi &&
panto -q append s.jsonl --role system edit
printf 'new seed\n' > .panto/SYSTEM.md
panto s.jsonl REDIRECTION
echo $? > code
panto append s.jsonl --role user bye REDIRECTION
echo $? >> code
panto new.jsonl REDIRECTION
echo $? >> code
`;

async function closedRun(
  redirection: string,
): Promise<{ logs: string; codes: string; run: Outcome }> {
  using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  const run = await box.sh(closedScript.replaceAll("REDIRECTION", redirection));
  const logs = normalized(box.read("s.jsonl") + box.read("new.jsonl"));
  return { logs, codes: box.read("code"), run };
}

for (const [name, redirection] of closed) {
  Deno.test(`panto with ${name} closed does what it does with it open`, async () => {
    const [open, shut] = [await closedRun(""), await closedRun(redirection)];
    assert.equal(open.codes, "0\n0\n0\n");
    assert.ok(open.run.err.includes(MANY_WARNINGS) && open.run.out === "new seed\nnew seed\n");
    assert.equal(shut.codes, open.codes);
    assert.equal(shut.logs, open.logs, "nothing but entries is in the sessions");
    assert.equal(
      shut.run.out,
      redirection.includes(" >&-") || redirection === ">&-" ? "" : open.run.out,
    );
    assert.equal(shut.run.err, redirection.includes("2>&-") ? "" : open.run.err);
  });
}

Deno.test("panto reads all of stdin from a slow writer", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  const slow = (text: string) => `for word in ${text}; do printf "$word\\n"; sleep 0.15; done`;
  const script = `panto -q s.jsonl > out
{ ${slow("one two three")}; } | panto -q append s.jsonl --role user -
{ cat s.jsonl; sleep 0.2; printf '{"role":"us'; sleep 0.2; printf 'er","content":"late"}\\n'; } |
  panto inspect - -f openai`;
  const outcome = await box.sh(script);
  assertOutcome(outcome, { code: 0, err: "" });
  assert.deepEqual(JSON.parse(outcome.out).messages, [
    { role: "system", content: "seed\n" },
    { role: "user", content: "one\ntwo\nthree\n" },
    { role: "user", content: "late" },
  ]);
});

Deno.test("panto append takes 5 MB from stdin and gives it back whole", async () => {
  using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
  assertOutcome(await box.panto(["-q", "s.jsonl"]), { code: 0 });
  const append = ["-q", "append", "s.jsonl", "--role", "system", "--replace", "-"];
  assertOutcome(await box.panto(append, { input: LARGE_BYTES }), { code: 0, out: "", err: "" });
  const inspected = await box.panto(["inspect", "s.jsonl"]);
  assertOutcome({ ...inspected, out: "" }, { code: 0, err: "" });
  assertWhole(inspected.bytes);
});

Deno.test({
  name: "panto reads stdin that is non-blocking",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    using box = new Sandbox({ "project/SYSTEM.md": "seed\n" });
    const script = String.raw`
panto -q s.jsonl > out
{ sleep 0.6; cat s.jsonl; } | {
  exec 3<&0
  node -e 'process.stdin; const fs = require("fs"); fs.writeFileSync("ready", "");
    setInterval(() => { if (fs.existsSync("done")) process.exit(0); }, 10);' <&3 &
  while [ ! -e ready ]; do sleep 0.02; done
  cat /proc/self/fdinfo/0 > flags
  panto inspect -
  : > done
  wait
}`;
    assertOutcome(await box.sh(script), { code: 0, out: "seed\n", err: "" });
    assertNonBlocking(box);
  },
});
