/** cli/host/stdin.ts with real processes and pipes. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { directory, hasPython, linux, pattern, shell, testHost } from "../../support/host_child.ts";

testHost("readStdin() reads stdin to its end: bytes, nothing, closed, a slow writer", (command) => {
  const input = pattern(300_000) + "é\0";
  assert.ok(shell("CHILD stdin", command, input).out === input);
  assert.equal(shell("CHILD stdin < /dev/null", command).out, "");
  assert.deepEqual(shell("CHILD stdin <&-", command), { out: "", err: "", code: 0 });
  assert.equal(shell("(echo a; sleep 0.2; echo b) | CHILD stdin", command).out, "a\nb\n");
});

testHost("readStdin() waits on a non-blocking stdin", (command) => {
  const python = "import os,sys,fcntl,subprocess,time\nr,w=os.pipe()\n" +
    "fcntl.fcntl(r,fcntl.F_SETFL,fcntl.fcntl(r,fcntl.F_GETFL)|os.O_NONBLOCK)\n" +
    "p=subprocess.Popen(sys.argv[1:],stdin=r)\ntime.sleep(0.5)\nos.write(w,b'late')\nos.close(w)\n" +
    "sys.exit(p.wait())\n";
  writeFileSync(join(directory, "writer.py"), python);
  const { out, code } = shell(`python3 writer.py ${command} stdin`, "true");
  assert.deepEqual({ out, code }, { out: "late", code: 0 });
}, linux && hasPython);

testHost("readStdin() says why stdin cannot be read", (command) => {
  const { err, code } = shell("CHILD stdin < /tmp", command);
  assert.equal(code, 5);
  assert.match(err, /^panto: error: Cannot read stdin: .+\n$/);
});

testHost(
  "isStdinFed() knows pipes and files with something in them, and reads nothing",
  (command) => {
    const fed = (script: string) => shell(script, command).out;
    assert.equal(fed("CHILD fed < /dev/null"), "false");
    assert.equal(fed("CHILD fed <&-"), "false");
    assert.equal(fed(": > empty; CHILD fed < empty"), "false");
    assert.equal(fed("echo a > full; { CHILD fed; cat; } < full"), "truea\n");
    assert.equal(fed("echo a | { CHILD fed; cat; }"), "truea\n");
  },
);
