/**
 * Promise 4: where the system refuses, panto says so with the right exit code, reports no success, and
 * the session heals as soon as the system lets it.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { LogFile } from "../../mod.ts";
import { naiveFile, naivePrompt, printed } from "../support/naive_log.ts";
import { assertOutcome, type Outcome, Sandbox } from "../support/sandbox.ts";
import { runCommand } from "../../scripts/build/run_command.ts";
import {
  isRoot,
  NOBODY,
  type Proof,
  type ProveOptions,
  randomNumbers,
  sized,
  type Tally,
} from "./promise.ts";

/** The promise. */
export const storage: Proof = {
  name: "storage",
  promise: "full disk, no rights, vanished, links: told and healed",
  async prove(tally, options) {
    await fullDisk(tally, options);
    await sizeLimit(tally, options);
    await readOnly(tally, options);
    await vanished(tally);
    await links(tally);
  },
};

const SUCCESS = /^panto: .*(created|seeded|appended)/m;

function boxed(): Sandbox {
  return new Sandbox({ "user/SYSTEM.md": "seed\n", "base/APPEND_SYSTEM.md": "rules\n" });
}

/** Refused with an exit code: nothing on stdout, and no word of success. */
function assertRefused(outcome: Outcome, code: number, err?: RegExp): void {
  assertOutcome(outcome, { code, out: "", ...(err && { err }) });
  assert.doesNotMatch(outcome.err, SUCCESS, "a success was reported");
}

async function assertHeals(box: Sandbox, session: string, seed = "seed\n"): Promise<void> {
  const path = join(box.project, session);
  const left = existsSync(path) ? readFileSync(path) : new Uint8Array(0);
  assertOutcome(await box.panto([session]), { code: 0, out: printed([seed, "rules\n"]) });
  const after = readFileSync(path);
  assert.ok(after.subarray(0, left.length).equals(left), "bytes that were there are gone");
  assert.deepEqual(naivePrompt(after.toString("utf8")).texts, [seed, "rules\n"]);
  assertOutcome(await box.panto([session]), { code: 0, err: /^(panto: warning: .*\n)*$/ });
  assert.ok(readFileSync(path).equals(after), "the second resume was no no-op");
}

/** A file system of 64 KiB, filled to another point each time. */
async function fullDisk(tally: Tally, options: ProveOptions): Promise<void> {
  using box = boxed();
  const disk = box.path("disk");
  mkdirSync(disk);
  const random = randomNumbers(options.seed);
  const count = sized(options, { full: 60, quick: 9, sources: 3 });
  for (let index = 0; index < count; index++) {
    if (!mount(["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk])) {
      tally.note("storage: no file system could be mounted, only ulimit -f was tried");
      return;
    }
    try {
      const free = 4096 * (1 + Math.floor(random() * 6));
      const action = (["create", "reseed", "append"] as const)[index % 3] ?? "create";
      await tally.attempt(`${action} with ${free} bytes free`, async () => {
        await fillDisk(box, { action, free });
      });
    } finally {
      runCommand(["umount", disk]);
    }
  }
}

async function fillDisk(
  box: Sandbox,
  { action, free }: { readonly action: "create" | "reseed" | "append"; readonly free: number },
): Promise<void> {
  box.layer("user/SYSTEM.md", "seed\n");
  if (action !== "create") assertOutcome(await box.panto(["-q", "disk/s.jsonl"]), { code: 0 });
  const used = action === "create" ? 0 : 4096;
  writeFileSync(box.path("disk/filler"), new Uint8Array(65536 - used - free));
  const before = action === "create" ? "" : box.read("disk/s.jsonl");
  const big = "x".repeat(free + 4096);
  box.write("big", big);
  if (action !== "append") box.layer("user/SYSTEM.md", big);
  const refused = action === "append"
    ? await box.sh("panto append disk/s.jsonl --role user - < big")
    : await box.panto(["disk/s.jsonl"]);
  assertRefused(refused, 5, /no space is left on the device\n/);
  if (action !== "create") {
    const tells = /^hint: its last line is incomplete now \(\d+ bytes /m.test(refused.err);
    assert.equal(tells, box.read("disk/s.jsonl").length > before.length, refused.err);
  }
  if (action === "create") {
    assert.deepEqual(readdirSync(box.path("disk")), ["filler"], "a part of a session is left");
  } else assert.ok(box.read("disk/s.jsonl").startsWith(before), "bytes are gone");
  box.layer("user/SYSTEM.md", "seed\n");
  rmSync(box.path("disk/filler"));
  await assertHeals(box, "disk/s.jsonl");
  const append = ["append", "-q", "disk/s.jsonl", "--role", "user", "goes on"];
  assertOutcome(await box.panto(append), { code: 0 });
  assert.equal(naiveFile(box.read("disk/s.jsonl")).said.at(-1), "goes on");
}

function mount(args: readonly string[]): boolean {
  return isRoot && runCommand(["mount", ...args]).code === 0;
}

/** The limit of a file's size, for those who may not mount: EFBIG instead of ENOSPC. */
async function sizeLimit(tally: Tally, options: ProveOptions): Promise<void> {
  if (!options.executable) {
    return tally.note("storage: ulimit -f was tried with an executable only");
  }
  using box = boxed();
  box.write("big", "x".repeat(100_000));
  for (const size of [2, 8, 24, 64]) {
    await tally.attempt(`append beyond ulimit -f ${size}`, async () => {
      rmSync(box.path("s.jsonl"), { force: true });
      assertOutcome(await box.panto(["-q", "s.jsonl"]), { code: 0 });
      const before = box.read("s.jsonl");
      const script = `trap '' XFSZ; ulimit -f ${size}; panto append s.jsonl --role user - < big`;
      assertRefused(await box.sh(script), 5);
      assert.ok(box.read("s.jsonl").startsWith(before), "bytes are gone");
      await assertHeals(box, "s.jsonl");
    });
  }
}

async function readOnly(tally: Tally, options: ProveOptions): Promise<void> {
  await readOnlyFileSystem(tally);
  if (isRoot && !options.executable) {
    return tally.note("storage: read-only files were tried with an executable only (not as root)");
  }
  using box = boxed();
  for (const path of [box.root, box.home, box.project]) chmodSync(path, 0o755);
  if (isRoot) chownSync(box.project, NOBODY, NOBODY);
  const as = isRoot
    ? `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups "$(command -v panto)"`
    : "panto";
  chmodSync(join(box.root, "bin"), 0o755);
  await tally.attempt("read-only file", async () => {
    assertOutcome(await box.sh(`${as} -q s.jsonl > /dev/null; chmod 444 s.jsonl`), { code: 0 });
    const before = box.read("s.jsonl");
    assertOutcome(await box.sh(`${as} inspect s.jsonl && ${as} s.jsonl`), { code: 0, err: "" });
    assertRefused(await box.sh(`${as} append s.jsonl --role user hi`), 5, /permission denied/i);
    assertRefused(await box.sh(`${as} s.jsonl --reseed`), 5, /permission denied/i);
    assert.equal(box.read("s.jsonl"), before);
    await box.sh("chmod 600 s.jsonl");
    await assertHeals(box, "s.jsonl");
  });
  await tally.attempt("read-only directory", async () => {
    chmodSync(box.project, 0o555);
    assertRefused(await box.sh(`${as} new.jsonl`), 5, /permission denied/i);
    assertOutcome(await box.sh(`${as} append s.jsonl -q --role user hi`), { code: 0 });
    assert.ok(!existsSync(box.path("new.jsonl")));
    chmodSync(box.project, 0o755);
    await assertHeals(box, "new.jsonl");
  });
  await tally.attempt("unreadable file", async () => {
    await box.sh("chmod 000 s.jsonl");
    assertRefused(await box.sh(`${as} inspect s.jsonl`), 5, /permission denied/i);
    assertRefused(await box.sh(`${as} s.jsonl`), 5, /permission denied/i);
    await box.sh("chmod 600 s.jsonl");
    await assertHeals(box, "s.jsonl");
  });
  await unreadablePrompt(tally, box, as);
}

/** An unreadable file of a higher layer is an error, never a reason to take the lower one. */
async function unreadablePrompt(tally: Tally, box: Sandbox, as: string): Promise<void> {
  await tally.attempt("unreadable prompt file in a higher layer", async () => {
    const path = box.layerPath("user/SYSTEM.md");
    chmodSync(path, 0o000);
    assertRefused(await box.sh(as), 4, /config\/panto\/SYSTEM\.md.*permission/i);
    assertRefused(await box.sh(`${as} prompt.jsonl`), 4, /permission denied/i);
    assert.ok(!existsSync(box.path("prompt.jsonl")), "a session was made");
    chmodSync(path, 0o644);
    await assertHeals(box, "prompt.jsonl");
  });
}

async function readOnlyFileSystem(tally: Tally): Promise<void> {
  using box = boxed();
  const disk = box.path("disk");
  mkdirSync(disk);
  if (!mount(["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk])) return;
  try {
    await tally.attempt("read-only file system", async () => {
      assertOutcome(await box.panto(["-q", "disk/s.jsonl"]), { code: 0 });
      assert.ok(mount(["-o", "remount,ro", disk]));
      assertOutcome(await box.panto(["disk/s.jsonl"]), { code: 0, err: "" });
      const append = ["append", "disk/s.jsonl", "--role", "user", "hi"];
      assertRefused(await box.panto(append), 5, /read-only/i);
      assertRefused(await box.panto(["disk/s.jsonl", "--reseed"]), 5, /read-only/i);
      assertRefused(await box.panto(["disk/new.jsonl"]), 5, /read-only/i);
      assert.ok(mount(["-o", "remount,rw", disk]));
      await assertHeals(box, "disk/s.jsonl");
    });
  } finally {
    runCommand(["umount", disk]);
  }
}

async function vanished(tally: Tally): Promise<void> {
  using box = boxed();
  const append = ["append", "s.jsonl", "--role", "user", "hi", "--lock-timeout", "20"];
  await tally.attempt("a session that is not there", async () => {
    for (const args of [["inspect", "s.jsonl"], ["log", "s.jsonl"], ["diff", "s.jsonl"], append]) {
      assertRefused(await box.panto(args), 5, /it does not exist/);
    }
    await assertHeals(box, "s.jsonl");
  });
  await tally.attempt("removed while it waited for the lock", async () => {
    assertRefused(
      await whileLocked(box, append, () => rmSync(box.path("s.jsonl"))),
      5,
      /not exist/,
    );
    assert.ok(!existsSync(box.path("s.jsonl")), "an append created a session");
    await assertHeals(box, "s.jsonl");
  });
  await tally.attempt("replaced while it waited for the lock", async () => {
    const old = box.read("s.jsonl");
    const outcome = await whileLocked(box, append, () => {
      box.write("other.jsonl", old);
      renameSync(box.path("s.jsonl"), box.path("old.jsonl"));
      renameSync(box.path("other.jsonl"), box.path("s.jsonl"));
    });
    assertOutcome(outcome, { code: 0 });
    assert.equal(box.read("old.jsonl"), old, "written into the file that is gone");
    assert.equal(naiveFile(box.read("s.jsonl")).said.at(-1), "hi");
    await assertHeals(box, "s.jsonl");
  });
  await tally.attempt("replaced while it wrote", () => {
    const writer = LogFile.open(box.path("s.jsonl"), { append: true });
    assert.ok(writer !== undefined);
    try {
      box.write("other.jsonl", box.read("s.jsonl"));
      renameSync(box.path("other.jsonl"), box.path("s.jsonl"));
      assert.throws(() => writer.append("{}\n"), /was replaced while writing/);
    } finally {
      writer.close();
    }
  });
}

/** Runs a command that has to wait for the lock; meanwhile the file is changed. */
async function whileLocked(
  box: Sandbox,
  args: readonly string[],
  change: () => void,
): Promise<Outcome> {
  using file = await Deno.open(box.path("s.jsonl"));
  await file.lock(true);
  const waiting = box.panto(args);
  await new Promise((resolve) => setTimeout(resolve, 900));
  change();
  await file.unlock();
  return waiting;
}

async function links(tally: Tally): Promise<void> {
  using box = boxed();
  mkdirSync(box.path("real"));
  const append = ["append", "-q", "link.jsonl", "--role", "user", "hi"];
  await tally.attempt("a dangling link is created at its target", async () => {
    symlinkSync("real/target.jsonl", box.path("link.jsonl"));
    assertRefused(await box.panto(["inspect", "link.jsonl"]), 5, /it does not exist/);
    await assertHeals(box, "link.jsonl");
    assert.ok(lstatSync(box.path("link.jsonl")).isSymbolicLink());
    assert.ok(lstatSync(box.path("real/target.jsonl")).isFile());
  });
  await tally.attempt("a link to a log stays one", async () => {
    assertOutcome(await box.panto(append), { code: 0 });
    assertOutcome(await box.panto(["-q", "link.jsonl", "--reseed"]), { code: 0 });
    assert.ok(lstatSync(box.path("link.jsonl")).isSymbolicLink());
    assert.equal(naiveFile(box.read("real/target.jsonl")).replaces, 1);
    assert.deepEqual(readdirSync(box.path("real")), ["target.jsonl"]);
  });
  await tally.attempt("a link in a loop", async () => {
    symlinkSync("b.jsonl", box.path("a.jsonl"));
    symlinkSync("a.jsonl", box.path("b.jsonl"));
    for (
      const args of [["a.jsonl"], ["inspect", "a.jsonl"], [
        "append",
        "a.jsonl",
        "--role",
        "user",
        "x",
      ]]
    ) {
      assertRefused(await box.panto(args), 5);
    }
    rmSync(box.path("a.jsonl"));
    await assertHeals(box, "a.jsonl");
  });
  await tally.attempt("a dangling link into a directory that is not there", async () => {
    symlinkSync("nowhere/s.jsonl", box.path("far.jsonl"));
    assertRefused(await box.panto(["far.jsonl"]), 5, /directory does not exist/);
    mkdirSync(box.path("nowhere"));
    await assertHeals(box, "far.jsonl");
  });
}
