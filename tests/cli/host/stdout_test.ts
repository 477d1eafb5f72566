/** cli/host/stdout.ts with real processes, pipes and devices. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { directory, hasPython, linux, pattern, shell, testHost } from "../../support/host_child.ts";

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

function lines(bytes: number): string {
  let text = "";
  for (let n = 0; text.length < bytes; n++) {
    text += "x".repeat((n * 37) % 3000) + (n % 5 === 0 ? "" : "\n");
  }
  return text;
}

testHost("BufferedOutput writes 5 MB whole into a slow reader", async (command) => {
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
  testHost(`BufferedOutput writes everything once into a non-blocking ${kind}`, (command) => {
    const script = join(directory, "reader.py");
    writeFileSync(script, nonBlockingReader);
    const { out, err, code } = shell(
      `python3 reader.py ${kind} ${command} pattern 1000000`,
      "true",
    );
    assert.equal(code, 0, err);
    assert.ok(out === pattern(1_000_000), `${out.length} bytes arrived`);
  }, linux && hasPython);
}

for (const kind of ["pipe", "socket"]) {
  testHost(
    `BufferedOutput writes lines of all lengths once into a non-blocking ${kind}`,
    (command) => {
      writeFileSync(join(directory, "reader.py"), nonBlockingReader);
      const { out } = shell(`python3 reader.py ${kind} ${command} lines 1000000`, "true");
      assert.ok(out === lines(1_000_000), `${out.length} bytes arrived`);
    },
    linux && hasPython,
  );
}

testHost("BufferedOutput ends with 141 and not a word when the reader goes away", (command) => {
  const { out, err } = shell(
    "CHILD pattern 5000000 | head -c 10; echo ${PIPESTATUS[0]}",
    command,
  );
  assert.equal(out, "000000000\n141\n");
  assert.equal(err, "");
});

testHost("BufferedOutput ends with 5 on a full disk and names the reason", (command) => {
  const { err, code } = shell("CHILD pattern 10 > /dev/full", command);
  assert.equal(code, 5);
  assert.equal(err, "panto: error: Cannot write to stdout: no space left on device\n");
}, linux);

testHost("BufferedOutput takes a closed stdout for /dev/null", (command) => {
  assert.deepEqual(shell("CHILD pattern 100000 >&-", command), { out: "", err: "", code: 0 });
});

testHost("writeError() goes on when stderr is closed, full or without a reader", (command) => {
  for (const target of ["2>&-", "2>/dev/full", "2> >(true)"]) {
    const { out, code } = shell(`CHILD stderr ${target}`, command);
    assert.deepEqual({ out, code }, { out: "done", code: 0 }, target);
  }
}, linux);

testHost("BufferedOutput keeps the order and the bytes of many small writes", (command) => {
  const { out } = shell("CHILD small 20000", command);
  const wanted = Array.from({ length: 20_000 }, (_, index) => `é${index}\n`).join("");
  assert.ok(out === wanted);
});

testHost("BufferedOutput writes to a file", (command) => {
  const { out } = shell("CHILD pattern 200000 > file && cat file", command);
  assert.ok(out === pattern(200_000));
});
