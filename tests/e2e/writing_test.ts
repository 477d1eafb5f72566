/**
 * How a session gets onto the disk (DESIGN §3, Writing): modes, links, what is no regular file, locks,
 * and processes that write at the same time.
 *
 * @module
 */

import assert from "node:assert/strict";
import { existsSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { userInfo } from "node:os";
import { assertOutcome, Sandbox } from "../support/sandbox.ts";
import { assertChained, entriesOf, messagesOf } from "../support/session_log.ts";

const layers = { "project/SYSTEM.md": "seed\n", "user/APPEND_SYSTEM.md": "rules\n" };
const seeded = ["system append: seed\n", "system append: rules\n"];
const append = ["append", "s.jsonl", "--role", "user", "hi"];

/** What is in the project beside the prompt files. */
function listing(box: Sandbox): string[] {
  return readdirSync(box.project).filter((name) => name !== ".panto").toSorted();
}

Deno.test("panto SESSION creates a file that only its owner can read, whatever the umask", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.sh("umask 000; panto s.jsonl; umask 077; panto t.jsonl"), { code: 0 });
  for (const name of ["s.jsonl", "t.jsonl"]) {
    assert.equal(statSync(box.path(name)).mode & 0o777, 0o600);
  }
  assert.deepEqual(listing(box), ["s.jsonl", "t.jsonl"]);
});

Deno.test("panto SESSION creates a dangling link at its target", async () => {
  using box = new Sandbox(layers);
  mkdirSync(box.path("logs"));
  symlinkSync("logs/hop.jsonl", box.path("s.jsonl"));
  symlinkSync("real.jsonl", box.path("logs/hop.jsonl"));
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0, err: /created s\.jsonl/ });
  assert.ok(lstatSync(box.path("s.jsonl")).isSymbolicLink());
  assert.ok(lstatSync(box.path("logs/hop.jsonl")).isSymbolicLink());
  assert.deepEqual(messagesOf(box.read("logs/real.jsonl")), seeded);
  assertOutcome(await box.panto(append), { code: 0 });
  assert.deepEqual(messagesOf(box.read("logs/real.jsonl")), [...seeded, "user: hi"]);
  assert.deepEqual(readdirSync(box.path("logs")).toSorted(), ["hop.jsonl", "real.jsonl"]);
});

interface Refusal {
  readonly name: string;
  readonly session: string;
  readonly prepare?: (box: Sandbox) => Promise<unknown> | void;
  readonly err: RegExp;
  /** Whether `inspect` and `append` are refused as well; a missing one says so in other words. */
  readonly other: RegExp;
}

const refusals: readonly Refusal[] = [
  {
    name: "a link loop",
    session: "s.jsonl",
    prepare: (box) => {
      symlinkSync("t.jsonl", box.path("s.jsonl"));
      symlinkSync("s.jsonl", box.path("t.jsonl"));
    },
    err: /"s\.jsonl": /,
    other: /"s\.jsonl": /,
  },
  {
    name: "a missing parent directory",
    session: "no/such/s.jsonl",
    err: /its directory does not exist\n[^]*hint: .*no\/such\n/,
    other: /it does not exist/,
  },
  {
    name: "a file as parent directory",
    session: "file/s.jsonl",
    prepare: (box) => box.write("file", "x"),
    err: /"file\/s\.jsonl": /,
    other: /"file\/s\.jsonl": /,
  },
  {
    name: "a directory",
    session: "logs.d",
    prepare: (box) => mkdirSync(box.path("logs.d")),
    err: /it is a directory/,
    other: /it is a directory/,
  },
  {
    name: "a FIFO that nobody writes to",
    session: "fifo.jsonl",
    prepare: (box) => box.sh("mkfifo fifo.jsonl"),
    err: /it is not a regular file/,
    other: /it is not a regular file/,
  },
  {
    name: "/dev/null",
    session: "/dev/null",
    err: /it is not a regular file/,
    other: /it is not a regular file/,
  },
];

for (const { name, session, prepare, err, other } of refusals) {
  Deno.test(`panto ends with 5 at once for ${name} as session`, async () => {
    using box = new Sandbox(layers);
    await prepare?.(box);
    const before = box.snapshot();
    const start = performance.now();
    const limit = 8000;
    assertOutcome(await box.panto([session], { limit }), { code: 5, out: "", err });
    const inspected = await box.panto(["inspect", session], { limit });
    assertOutcome(inspected, { code: 5, out: "", err: other });
    const text = ["append", session, "--role", "user", "hi"];
    assertOutcome(await box.panto(text, { limit }), { code: 5, out: "", err: other });
    assert.ok(performance.now() - start < 8000, "nothing was waited for");
    assert.equal(box.snapshot(), before);
  });
}

Deno.test({
  name: "panto reads a read-only session and ends with 5 when it has to write",
  // Root may write to any file.
  ignore: userInfo().uid === 0,
  fn: async () => {
    using box = new Sandbox(layers);
    assertOutcome(await box.sh("panto -q s.jsonl > out; chmod 444 s.jsonl"), { code: 0 });
    assertOutcome(await box.panto(["inspect", "s.jsonl"]), { code: 0, err: "" });
    assertOutcome(await box.panto(["s.jsonl"]), { code: 0, err: "" });
    assertOutcome(await box.panto(append), { code: 5, out: "", err: /Cannot write "s\.jsonl"/ });
  },
});

Deno.test("panto append to a session that is not there ends with 5 and a hint", async () => {
  using box = new Sandbox(layers);
  const before = box.snapshot();
  assertOutcome(await box.panto(append), {
    code: 5,
    out: "",
    err: /hint: check the name, or create it: panto s\.jsonl\n$/,
  });
  assertOutcome(await box.panto([...append, "-n"]), {
    code: 5,
    out: "",
    err: /hint: check the name, or create it/,
  });
  assert.equal(box.snapshot(), before);
});

/** Whether util-linux's flock(1) is there. */
const hasFlock =
  new Deno.Command("/bin/sh", { args: ["-c", "command -v flock"] }).outputSync().success;

const locked = String.raw`
panto -q s.jsonl > out && panto -q s.jsonl --reseed > out
flock s.jsonl sh -c '
  panto append s.jsonl --role user one --lock-timeout 0.2; echo "append $?"
  panto s.jsonl --reseed --lock-timeout 0.2 > out; echo "reseed $?"
  panto -q s.jsonl > out; echo "in step $?"
  panto inspect s.jsonl > out; echo "inspect $?"
  panto -q append s.jsonl --role user two --no-lock; echo "no-lock $?"
'
panto -q append s.jsonl --role user three; echo "after $?"
`;

Deno.test({
  name: "panto waits for the lock of flock(1), gives up with 6, and --no-lock goes on inside",
  ignore: !hasFlock,
  fn: async () => {
    using box = new Sandbox(layers);
    assertOutcome(await box.sh(locked), {
      code: 0,
      out: "append 6\nreseed 6\nin step 0\ninspect 0\nno-lock 0\nafter 0\n",
      err: /^(panto: error: Cannot lock "[^"]*s\.jsonl".*\nhint: .*\n){2}$/,
    });
    assert.deepEqual(messagesOf(box.read("s.jsonl")).slice(-2), ["user: two", "user: three"]);
    assertChained(box.read("s.jsonl"));
  },
});

Deno.test("panto waits for a lock that is given back in time", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  using file = await Deno.open(box.path("s.jsonl"));
  await file.lock(true);
  const waiting = box.panto([...append, "--lock-timeout", "20"]);
  await new Promise((resolve) => setTimeout(resolve, 400));
  assert.deepEqual(messagesOf(box.read("s.jsonl")), seeded);
  await file.unlock();
  assertOutcome(await waiting, { code: 0 });
  assert.deepEqual(messagesOf(box.read("s.jsonl")), [...seeded, "user: hi"]);
});

Deno.test("panto SESSION twice at once creates one session, 20 times", async () => {
  using box = new Sandbox(layers);
  const races = Array.from({ length: 20 }, (_, i) => `r${i}.jsonl`);
  const script = races.map((name) => `panto -q ${name} > a & panto -q ${name} > b & wait; cmp a b`);
  assertOutcome(await box.sh(script.join("\n")), { code: 0, out: "", err: "" });
  for (const name of races) {
    const log = box.read(name);
    assert.equal(entriesOf(log).filter(({ type }) => type === "session").length, 1, name);
    assert.deepEqual(messagesOf(log), seeded, name);
  }
  assert.deepEqual(listing(box), ["a", "b", ...races].toSorted(), "nothing is left behind");
});

Deno.test("panto append by eight processes at once keeps every line whole and in one chain", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  const long = "x".repeat(200_000);
  box.write("long", long);
  // They start first and wait for their text, so that they come to the lock together.
  const one =
    "{ sleep 1; cat long; } | panto -q append s.jsonl --lock-timeout 30 --role user - &\n";
  const script = one.repeat(8) + "wait";
  assertOutcome(await box.sh(script), { code: 0, out: "", err: "" });
  const log = box.read("s.jsonl");
  assert.deepEqual(messagesOf(log), [
    ...seeded,
    ...Array.from({ length: 8 }, () => `user: ${long}`),
  ]);
  assertChained(log);
});

Deno.test("panto SESSION by eight processes at once after an edit re-seeds once", async () => {
  using box = new Sandbox(layers);
  assertOutcome(await box.panto(["s.jsonl"]), { code: 0 });
  box.layer("project/SYSTEM.md", "new seed\n");
  const script = "panto -q s.jsonl --lock-timeout 30 > /dev/null &\n".repeat(8) + "wait";
  assertOutcome(await box.sh(script), { code: 0, out: "", err: "" });
  assert.deepEqual(messagesOf(box.read("s.jsonl")), [
    ...seeded,
    "system replace: new seed\n",
    "system append: rules\n",
  ]);
});

Deno.test("panto -C takes session and layers from the directory", async () => {
  using box = new Sandbox();
  mkdirSync(box.path("deep/.panto"), { recursive: true });
  box.write("deep/.panto/SYSTEM.md", "deep seed\n");
  assertOutcome(await box.panto(["-C", "deep", "s.jsonl"]), { code: 0, out: "deep seed\n" });
  assert.ok(existsSync(box.path("deep/s.jsonl")) && !existsSync(box.path("s.jsonl")));
});
