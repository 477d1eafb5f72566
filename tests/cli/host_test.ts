/**
 * cli/host.ts with real processes, pipes and devices, under each runtime that is there. The child is a
 * small program around `createHost()`; what it does is its first argument.
 */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createHost } from "../../cli/host.ts";

const cli = new URL("../../cli/", import.meta.url);
const config = new URL("../../deno.json", import.meta.url).pathname;

const childSource = `
import { createHost } from ${JSON.stringify(new URL("host.ts", cli).href)};
import { reportFailure } from ${JSON.stringify(new URL("failure.ts", cli).href)};
import process from "node:process";
const host = createHost();
const [job, size] = host.argv;
try {
  switch (job) {
    case "pattern": {
      const lines = [];
      for (let sent = 0, line = 0; sent < Number(size); line++) {
        lines.push(String(line).padStart(9, "0") + "\\n");
        sent += 10;
      }
      host.stdout.write(lines.join(""));
      break;
    }
    case "lines": {
      // Lines of every length up to 3,000 bytes, flushed at odd places, without a final newline.
      for (let n = 0, sent = 0; sent < Number(size); n++) {
        const line = "x".repeat((n * 37) % 3000) + (n % 5 === 0 ? "" : "\\n");
        host.stdout.write(line);
        if (n % 3 === 0) host.stdout.flush();
        sent += line.length;
      }
      break;
    }
    case "small":
      for (let i = 0; i < Number(size); i++) host.stdout.write("é" + i + "\\n");
      break;
    case "stdin":
      host.stdout.write(host.readStdin());
      break;
    case "stderr":
      for (let i = 0; i < 100; i++) host.writeError("x".repeat(1000) + "\\n");
      host.stdout.write("done");
      break;
    case "terminals":
      host.stdout.write(["stdin", "stdout", "stderr"].map((s) => host.isTerminal(s)).join());
      break;
    case "broken":
      host.stdout.write(String(host.hasBrokenArgument()));
      break;
    case "cwd":
      host.stdout.write(host.cwd());
      break;
    case "now":
      host.stdout.write(host.now().toISOString());
      break;
  }
  host.stdout.flush();
} catch (error) {
  process.exitCode = reportFailure(host, error);
}
`;

const directory = mkdtempSync(join(tmpdir(), "panto-host-"));
const child = join(directory, "child.ts");
writeFileSync(child, childSource);
addEventListener("unload", () => rmSync(directory, { recursive: true }));

const runtimes: [name: string, command: string][] = [
  ["deno", `deno run -A --no-lock --config ${config} ${pathToFileURL(child).href}`],
];
if (spawnSync("bun", ["--version"]).status === 0) runtimes.push(["bun", `bun run ${child}`]);
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const unix = Deno.build.os !== "windows";
const linux = Deno.build.os === "linux";

interface Ended {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** Runs a shell line; CHILD stands for the runtime with the child program. */
function shell(line: string, command: string, input?: string | Uint8Array): Ended {
  const result = spawnSync("bash", ["-c", `CHILD() { ${command} "$@"; }; ${line}`], {
    cwd: directory,
    input,
    maxBuffer: 1 << 28,
  });
  return { out: String(result.stdout), err: String(result.stderr), code: result.status };
}

/** Makes the standard output of a command non-blocking and reads it slowly. */
const nonBlockingReader = `
import fcntl, os, subprocess, sys, time
kind = sys.argv[1]
if kind == "pipe":
    read, write = os.pipe()
else:
    import socket
    a, b = socket.socketpair()
    read, write = a.detach(), b.detach()
fcntl.fcntl(write, fcntl.F_SETFL, fcntl.fcntl(write, fcntl.F_GETFL) | os.O_NONBLOCK)
child = subprocess.Popen(sys.argv[2:], stdout=write)
os.close(write)
time.sleep(0.3)
while True:
    data = os.read(read, 30000)
    if not data: break
    sys.stdout.buffer.write(data)
    time.sleep(0.0005)
sys.exit(child.wait())
`;

function pattern(bytes: number): string {
  let text = "";
  for (let line = 0; text.length < bytes; line++) text += String(line).padStart(9, "0") + "\n";
  return text;
}

function lines(bytes: number): string {
  let text = "";
  for (let n = 0; text.length < bytes; n++) {
    text += "x".repeat((n * 37) % 3000) + (n % 5 === 0 ? "" : "\n");
  }
  return text;
}

for (const [runtime, command] of runtimes) {
  const test = (name: string, fn: () => void | Promise<void>, ignore = !unix) =>
    Deno.test({ name: `createHost() under ${runtime} ${name}`, ignore, fn });

  test("writes 5 MB whole into a slow reader", async () => {
    const running = spawn("bash", ["-c", `${command} pattern 5000000`], { cwd: directory });
    const chunks: Uint8Array[] = [];
    const ended = new Promise((resolve) => running.on("close", resolve));
    for await (const chunk of running.stdout) {
      chunks.push(chunk);
      if (chunks.length % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    assert.equal(await ended, 0);
    assert.ok(String(Buffer.concat(chunks)) === pattern(5_000_000));
  });

  for (const kind of ["pipe", "socket"]) {
    test(`writes everything once into a non-blocking ${kind}`, () => {
      const script = join(directory, "reader.py");
      writeFileSync(script, nonBlockingReader);
      const { out, err, code } = shell(
        `python3 reader.py ${kind} ${command} pattern 1000000`,
        "true",
      );
      assert.equal(code, 0, err);
      assert.ok(out === pattern(1_000_000), `${out.length} bytes arrived`);
    }, !linux || !hasPython);
  }

  for (const kind of ["pipe", "socket"]) {
    test(`writes lines of all lengths once into a non-blocking ${kind}`, () => {
      writeFileSync(join(directory, "reader.py"), nonBlockingReader);
      const { out } = shell(`python3 reader.py ${kind} ${command} lines 1000000`, "true");
      assert.ok(out === lines(1_000_000), `${out.length} bytes arrived`);
    }, !linux || !hasPython);
  }

  test("ends with 141 and not a word when the reader goes away", () => {
    const { out, err } = shell(
      "CHILD pattern 5000000 | head -c 10; echo ${PIPESTATUS[0]}",
      command,
    );
    assert.equal(out, "000000000\n141\n");
    assert.equal(err, "");
  });

  test("ends with 5 on a full disk and names the reason", () => {
    const { err, code } = shell("CHILD pattern 10 > /dev/full", command);
    assert.equal(code, 5);
    assert.equal(err, "panto: error: Cannot write to stdout: no space left on device\n");
  }, !linux);

  test("takes a closed stdout for /dev/null", () => {
    assert.deepEqual(shell("CHILD pattern 100000 >&-", command), { out: "", err: "", code: 0 });
  });

  test("goes on when stderr is closed, full or without a reader", () => {
    for (const target of ["2>&-", "2>/dev/full", "2> >(true)"]) {
      const { out, code } = shell(`CHILD stderr ${target}`, command);
      assert.deepEqual({ out, code }, { out: "done", code: 0 }, target);
    }
  }, !linux);

  test("keeps the order and the bytes of many small writes", () => {
    const { out } = shell("CHILD small 20000", command);
    const wanted = Array.from({ length: 20_000 }, (_, index) => `é${index}\n`).join("");
    assert.ok(out === wanted);
  });

  test("writes to a file", () => {
    const { out } = shell("CHILD pattern 200000 > file && cat file", command);
    assert.ok(out === pattern(200_000));
  });

  test("reads stdin to its end: bytes, nothing, closed, a slow writer", () => {
    const input = pattern(300_000) + "é\0";
    assert.ok(shell("CHILD stdin", command, input).out === input);
    assert.equal(shell("CHILD stdin < /dev/null", command).out, "");
    assert.deepEqual(shell("CHILD stdin <&-", command), { out: "", err: "", code: 0 });
    assert.equal(shell("(echo a; sleep 0.2; echo b) | CHILD stdin", command).out, "a\nb\n");
  });

  test("waits on a non-blocking stdin", () => {
    const python = "import os,sys,fcntl,subprocess,time\nr,w=os.pipe()\n" +
      "fcntl.fcntl(r,fcntl.F_SETFL,fcntl.fcntl(r,fcntl.F_GETFL)|os.O_NONBLOCK)\n" +
      "p=subprocess.Popen(sys.argv[1:],stdin=r)\ntime.sleep(0.5)\nos.write(w,b'late')\nos.close(w)\n" +
      "sys.exit(p.wait())\n";
    writeFileSync(join(directory, "writer.py"), python);
    const { out, code } = shell(`python3 writer.py ${command} stdin`, "true");
    assert.deepEqual({ out, code }, { out: "late", code: 0 });
  }, !linux || !hasPython);

  test("says why stdin cannot be read", () => {
    const { err, code } = shell("CHILD stdin < /tmp", command);
    assert.equal(code, 5);
    assert.match(err, /^panto: error: Cannot read stdin: .+\n$/);
  });

  test("takes no pipe, file or /dev/null for a terminal", () => {
    assert.equal(shell("CHILD terminals < /dev/null", command).out, "false,false,false");
    assert.equal(shell("CHILD terminals < /dev/null >f; cat f", command).out, "false,false,false");
  });

  test("knows a terminal", () => {
    const line = `script -qec '${command} terminals' /dev/null < /dev/null`;
    assert.match(shell(line, "true").out, /true,true,true/);
  }, !linux || spawnSync("script", ["--version"]).status !== 0);

  test("tells a broken argument from one that holds U+FFFD", () => {
    assert.equal(shell("CHILD broken $'a\\xffb'", command).out, "true");
    assert.equal(shell("CHILD broken $'a\\xef\\xbf\\xbd'", command).out, "false");
  }, !linux);

  test("takes the time of the environment, and refuses a bad one when it is asked for", () => {
    const now = (env: string, job = "now") => shell(`${env} CHILD ${job}`, command);
    assert.equal(now("SOURCE_DATE_EPOCH=0").out, "1970-01-01T00:00:00.000Z");
    const both = "SOURCE_DATE_EPOCH=0 PANTO_NOW=2026-11-30T18:00:00Z";
    assert.equal(now(both).out, "2026-11-30T18:00:00.000Z");
    const { code, err, out } = now("PANTO_NOW=noon");
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, /^panto: error: PANTO_NOW takes a time .*, not "noon"\n$/);
    assert.equal(now("PANTO_NOW=noon", "broken").out, "false");
  });

  test("says so when the working directory is gone", () => {
    const { err, code } = shell("mkdir gone && cd gone && rmdir ../gone && CHILD cwd", command);
    // A runtime that needs the directory for itself ends before us.
    if (code === 5) assert.match(err, /^panto: error: Cannot find the working directory: .+\n$/);
    else assert.notEqual(code, 0);
  }, !linux);
}

Deno.test("createHost() gives ids that are UUIDs and differ, and the time", () => {
  const host = createHost();
  const [first, second] = [host.newId(), host.newId()];
  assert.match(first, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.notEqual(first, second);
  assert.ok(Math.abs(host.now().getTime() - Date.now()) < 1000);
  assert.ok(host.columns >= 40);
});
